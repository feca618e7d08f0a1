// A user's own template: one sheet with its inputs, formulas, formats and samples. It is kept with the user's settings and can
// come from a file that anyone made: every size is bounded, and only formulas that compute or call Spillway are taken.
import * as z from 'zod/mini';
import { columnLetters, readArea } from '../../workbook/area';
import { formulaProblem } from '../../workbook/safeFormula';
import { isSpillwayFormula } from '../../workbook/spillwayFormula';

// The product runs under a CSP without eval; zod would otherwise probe for it and be reported.
z.config({ jitless: true });

export const mostTemplateRows = 300;
export const mostColumns = 60;
/** Of one template as text. */
export const longestTemplate = 200_000;

const text = (longest: number) => z.string().check(z.maxLength(longest));
const address = text(20).check(z.refine((given) => readArea(given) !== undefined && !given.includes('!')));
const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i));
const places = <Schema extends z.ZodMiniType>(of: Schema) => z.array(of).check(z.maxLength(5_000));

const look = z.object({
  range: address,
  bold: z.optional(z.boolean()),
  italic: z.optional(z.boolean()),
  size: z.optional(z.number().check(z.minimum(4), z.maximum(72))),
  color: z.optional(color),
  fill: z.optional(color),
});

/** An object with a formula, a value, or nothing. */
const cell = z.union([z.object({ f: text(8_192) }), text(32_767), z.number(), z.boolean(), z.null()]);

const schema = z.object({
  spillway: z.literal('template'),
  version: z.literal(1),
  title: text(60).check(z.minLength(1)),
  sheet: text(31),
  rows: z.array(z.array(cell).check(z.maxLength(mostColumns))).check(z.maxLength(mostTemplateRows)),
  widths: z.array(z.number().check(z.minimum(1), z.maximum(255))).check(z.maxLength(mostColumns)),
  formats: places(z.object({ range: address, format: text(200) })),
  looks: places(look),
  /** Printed across. */
  landscape: z.optional(z.boolean()),
  /** Written when the template is filled; until then `samples` hold values. */
  live: z.array(z.object({ at: address, formula: text(8_192), samples: address })).check(z.maxLength(200)),
});

export type OwnTemplate = z.infer<typeof schema>;
export type OwnCell = OwnTemplate['rows'][number][number];

export interface ReadTemplate {
  readonly template: OwnTemplate;
  /** Cells that were left out, and why. */
  readonly left: readonly string[];
}

/** Undefined if it is not a template of Spillway, or too large. */
export function readOwnTemplate(given: string): ReadTemplate | undefined {
  if (given.length > longestTemplate) return undefined;
  let found: unknown;
  try {
    found = JSON.parse(given);
  } catch {
    return undefined;
  }
  const read = schema.safeParse(found);
  return read.success ? checked(read.data) : undefined;
}

/** Refers to its own sheet only: others would be whichever sheet of the workbook has that name. */
const foreignSheet = (formula: string): string | undefined =>
  /['\p{L}\p{N}_]!/u.test(formula.replace(/"(?:[^"]|"")*"/g, '""').replaceAll('{sheet}!', ''))
    ? 'refers to another sheet'
    : undefined;

/** Why a formula has no place in a template; undefined if it may be used. */
export const templateFormulaProblem = (formula: string): string | undefined =>
  foreignSheet(formula) ?? formulaProblem(formula.replaceAll('{sheet}!', 'Sheet!'));

function checked(template: OwnTemplate): ReadTemplate {
  const left: string[] = [];
  const note = (at: string, problem: string) => left.push(`${at} ${problem}`);
  const rows = template.rows.map((row, r) =>
    row.map((each, c): OwnCell => {
      if (typeof each !== 'object' || each === null) return each;
      // Written with the samples, before any price is shown: it must not be able to ask for anything.
      const problem = isSpillwayFormula(each.f)
        ? 'calls Spillway among the samples'
        : templateFormulaProblem(each.f);
      if (problem === undefined) return each;
      note(`${columnLetters(c)}${r + 1}`, problem);
      return null;
    }),
  );
  const live = template.live.filter(({ at, formula, samples }) => {
    const head = readArea(at);
    const area = readArea(samples);
    const inside = head && area && head.row === area.row && head.column === area.column;
    const problem =
      inside && area.rows <= mostTemplateRows ? templateFormulaProblem(formula) : 'has no place';
    if (problem !== undefined) note(at, problem);
    return problem === undefined;
  });
  return { template: { ...template, sheet: sheetName(template.sheet), rows, live }, left };
}

/** What Excel accepts as the name of a sheet. */
export const sheetName = (given: string): string =>
  given
    .replace(/[\\/?*[\]:{}]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31) || 'Template';

export const writeOwnTemplate = (template: OwnTemplate): string => JSON.stringify(template);
