// A frozen formula as it is kept in the workbook, so that anyone who has Spillway can bring it back. A workbook comes from
// anywhere: what is read is checked, and bounded in size.
import * as z from 'zod/mini';
import type { Frozen } from '../workbook/workbook';
import { localAddress, quoteSheet, readArea, type Area } from '../workbook/area';

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
export const longestPart = 4_000_000;

const toBase64 = (given: string): string => {
  let binary = '';
  for (const byte of new TextEncoder().encode(given)) binary += String.fromCharCode(byte);
  return btoa(binary);
};

/** In base64, so that no text of a cell can be mistaken for XML. */
export const writeKept = ({ at, turn, formulas }: KeptFormulas): string =>
  `<frozen xmlns="${frozenNamespace}">${toBase64(JSON.stringify({ v: 1, at, turn, formulas }))}</frozen>`;

/** Undefined for anything that Spillway did not write; `newer`: a later version did. */
export function readKept(xml: string): KeptFormulas | 'newer' | undefined {
  if (xml.length > longestPart) return undefined;
  const inside = /<frozen\b[^>]*>\s*([A-Za-z0-9+/=\s]*)<\/frozen>/.exec(xml)?.[1];
  if (inside === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(inside.replace(/\s+/g, '')), (letter) => letter.charCodeAt(0));
    const given: unknown = JSON.parse(new TextDecoder().decode(bytes));
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
