// Where frozen formulas are kept: custom XML parts of the workbook (ExcelApi 1.5), which are saved with the file and which
// everyone who has the file can read. Each freeze adds a part of its own and changes no other, so that two windows or two
// people who freeze at the same time do not overwrite each other, as they would with document settings.
import { InputFault } from '../../spill/inputFault';
import { jsonFromBase64, jsonToBase64, toBase64 } from '../base64';
import { readArea, writeArea, rangeAt, localAddress, quoteSheet, type Area } from '../workbook/area';
import { syncInBatches, piecesOf } from '../workbook/pieces';
import { settleEntered, type Entered } from '../workbook/enteredFormulas';
import type { Frozen, CellValue } from '../workbook/workbook';
import * as z from 'zod/mini';

const notKept =
  'Excel couldn’t keep the formulas in this workbook, so nothing was frozen. Check whether the workbook is read-only.';

/** Each freeze is later than all that it finds in the workbook. Two that do not find each other change different cells. */
export async function addPart(
  context: Excel.RequestContext,
  kept: Omit<KeptFormulas, 'turn'>,
): Promise<void> {
  const { parts } = await readParts(context);
  const xml = writeKept({ ...kept, turn: Math.max(0, ...parts.map(({ kept: { turn = 0 } }) => turn)) + 1 });
  if (xml.length > longestPart)
    throw new InputFault('That is too much to freeze in one step. Freeze one sheet at a time.');
  try {
    context.workbook.customXmlParts.add(xml);
    await context.sync();
  } catch {
    throw new InputFault(notKept);
  }
}

interface Part {
  readonly part: Excel.CustomXmlPart;
  readonly kept: KeptFormulas;
}

/** Below zero: the first is earlier. The clock decides only between freezes of version 0.1, and of the same moment. */
const inOrder = (one: KeptFormulas, other: KeptFormulas): number =>
  (one.turn ?? 0) - (other.turn ?? 0) || one.at - other.at;

/** One at a time: together they could be more than Excel on the web hands over in one response. */
async function readParts(
  context: Excel.RequestContext,
): Promise<{ readonly parts: Part[]; readonly newer: number }> {
  const found = context.workbook.customXmlParts.getByNamespace(frozenNamespace);
  found.load('items/id');
  await context.sync();
  const parts: Part[] = [];
  let newer = 0;
  for (const part of found.items.slice()) {
    const asked: { readonly xml: OfficeExtension.ClientResult<string> } = { xml: part.getXml() };
    try {
      await context.sync();
      const kept = readKept(asked.xml.value);
      if (kept === 'newer') newer += 1;
      else if (kept) parts.push({ part, kept });
    } catch {
      // Deleted by someone else in this moment, or too large.
    }
  }
  return { parts: parts.sort((a, b) => inOrder(a.kept, b.kept)), newer };
}

export interface KeptAt extends FrozenFormula {
  readonly at: number;
}

const placeOf = ({ sheetId, cell }: FrozenFormula): string => `${sheetId} ${cell}`;

/** The newest formula that was frozen in each cell; and how many freezes a newer version of Spillway wrote. */
export async function readFrozen(
  context: Excel.RequestContext,
): Promise<{ readonly kept: readonly KeptAt[]; readonly newer: number }> {
  const newest = new Map<string, KeptAt>();
  const { parts, newer } = await readParts(context);
  for (const { kept } of parts)
    for (const formula of kept.formulas) newest.set(placeOf(formula), { ...formula, at: kept.at });
  return { kept: [...newest.values()], newer };
}

/** Parts of which every formula was frozen again since are not needed. */
export async function dropSuperseded(context: Excel.RequestContext): Promise<void> {
  const { parts } = await readParts(context);
  const superseded = parts.filter(({ kept }) =>
    kept.formulas.every((formula) =>
      parts.some(
        (other) =>
          inOrder(kept, other.kept) < 0 &&
          other.kept.formulas.some((later) => placeOf(later) === placeOf(formula)),
      ),
    ),
  );
  for (const { part } of superseded) part.delete();
  if (superseded.length > 0) await context.sync();
}

/** Puts formulas back where their values are, with the number formats that their cells had. */
export async function bringBack(context: Excel.RequestContext, frozen: readonly Frozen[]): Promise<void> {
  const pieces = frozen.flatMap((of) =>
    piecesOf(readArea(of.area)!).map((piece, index) => ({ of, piece, first: index === 0 })),
  );
  const entered: Entered[] = [];
  await syncInBatches(
    pieces,
    ({ of, piece, first }) => {
      const range = rangeAt(context, writeArea(piece));
      const { row } = readArea(of.area)!;
      if (first) rangeAt(context, of.area).clear(Excel.ClearApplyTo.contents);
      if (of.formats)
        // A formula written into a cell formatted as text would be text.
        range.numberFormat = of.formats
          .slice(piece.row - row, piece.row - row + piece.rows)
          .map((line, r) =>
            line.map((format, c) => (first && r + c === 0 && format === '@' ? 'General' : format)),
          );
      if (!first) return;
      const { formula } = of;
      const head = rangeAt(context, of.cell);
      head.formulas = [[formula]];
      entered.push({ range: head, formula });
    },
    async () => {
      await settleEntered(context, entered.splice(0));
    },
  );
}

// A short text that changes when the values of some cells do. Numbers to twelve digits: Excel may write the last ones
// differently when a file is saved and opened.

const spelled = (value: CellValue): CellValue =>
  typeof value === 'number' ? `#${value.toPrecision(12)}` : typeof value === 'string' ? `'${value}` : value;

export async function digestOf(rows: readonly (readonly CellValue[])[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(rows.map((row) => row.map(spelled))));
  const bytes = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', text));
  return toBase64(bytes.slice(0, 12));
}

// A frozen formula as it is kept in the workbook, so that anyone who has Spillway can bring it back. A workbook comes from
// anywhere: what is read is checked, and bounded in size.

// The product runs under a CSP without eval; zod would otherwise probe for it and be reported.
z.config({ jitless: true });

/** Number formats in reading order, each with how many cells in a row have it. */
type Runs = readonly (readonly [string, number])[];

export interface FrozenFormula {
  readonly sheetId: string;
  /** The name of the sheet when it was frozen. */
  readonly sheet: string;
  /** Without the sheet. */
  readonly cell: string;
  readonly area: string;
  readonly formula: string;
  readonly formats: Runs;
  /** What the values were, for each piece in which they are written. */
  readonly digests: readonly string[];
}

export interface KeptFormulas {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** One more than any that was there: tells which freeze was later, whatever the clocks said. Version 0.1 did not write it. */
  readonly turn?: number | undefined;
  readonly formulas: readonly FrozenFormula[];
}

const text = (longest: number) => z.string().check(z.maxLength(longest));
const address = text(40).check(z.refine((given) => readArea(given) !== undefined && !given.includes('!')));
const mostFormulas = 5_000;
const mostCells = 2_000_000;

const schema = z.object({
  v: z.literal(1),
  at: z.number(),
  turn: z.optional(z.int()),
  formulas: z
    .array(
      z.object({
        sheetId: text(100),
        sheet: text(200),
        cell: address,
        area: address,
        formula: text(8_192),
        formats: z.array(z.tuple([text(500), z.number()])).check(z.maxLength(100_000)),
        digests: z.array(text(32)).check(z.maxLength(2_000)),
      }),
    )
    .check(z.maxLength(mostFormulas)),
});

export const frozenNamespace = 'urn:spillway:frozen-formulas:1';

/** More than this is not read: nobody freezes that much, and it would hold up the pane. */
const longestPart = 4_000_000;

export const writeKept = ({ at, turn, formulas }: KeptFormulas): string =>
  `<frozen xmlns="${frozenNamespace}">${jsonToBase64({ v: 1, at, turn, formulas })}</frozen>`;

/** Undefined for anything that Spillway did not write; `newer`: a later version did. */
export function readKept(xml: string): KeptFormulas | 'newer' | undefined {
  if (xml.length > longestPart) return undefined;
  const inside = /<frozen\b[^>]*>\s*([A-Za-z0-9+/=\s]*)<\/frozen>/.exec(xml)?.[1];
  if (inside === undefined) return undefined;
  try {
    const given = jsonFromBase64(inside);
    if (Number((given as { readonly v?: unknown } | null)?.v) > 1) return 'newer';
    const stored = schema.safeParse(given);
    return stored.success ? stored.data : undefined;
  } catch {
    return undefined;
  }
}

export function runsOf(formats: readonly (readonly string[])[]): Runs {
  const runs: [string, number][] = [];
  for (const format of formats.flat()) {
    const last = runs.at(-1);
    if (last?.[0] === format) last[1] += 1;
    else runs.push([format, 1]);
  }
  return runs;
}

/** What the runs leave open is General. */
function formatsOf(runs: Runs, { rows, columns }: Area): string[][] {
  const flat: string[] = [];
  const cells = rows * columns;
  for (const [format, times] of runs)
    for (let count = 0; count < times && flat.length < cells; count += 1) flat.push(format);
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (__, c) => flat[r * columns + c] ?? 'General'),
  );
}

/** As it stands in the workbook now; undefined where its addresses make no sense. */
export function placed(kept: FrozenFormula, sheet: string): (Frozen & { readonly place: Area }) | undefined {
  const cell = readArea(kept.cell);
  const area = readArea(kept.area);
  if (!cell || !area || cell.row !== area.row || cell.column !== area.column) return undefined;
  if (cell.rows * cell.columns !== 1 || area.rows * area.columns > mostCells) return undefined;
  const on = (where: Area) => `${quoteSheet(sheet)}!${localAddress(where)}`;
  return {
    cell: on(cell),
    area: on(area),
    formula: kept.formula,
    formats: formatsOf(kept.formats, area),
    place: { ...area, sheet },
  };
}
