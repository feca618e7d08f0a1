// A workbook as little more than what people typed: sheets, formulas, values, and the formats of values. Recipes and shared links
// are such workbooks.
import type { CellScalar } from '../grid/grid';

export const sheetSize = { rows: 4_000, columns: 60 };

/** Text that starts with `=` is a formula; an apostrophe before a text is not part of it. */
export interface PlainCell {
  readonly content: CellScalar;
  readonly format?: string;
  readonly bold?: boolean;
}

export interface PlainSheet {
  readonly name: string;
  /** By address, such as B2. */
  readonly cells: Readonly<Record<string, PlainCell>>;
  /** Pixels, by column from 0. */
  readonly widths?: Readonly<Record<number, number>>;
}
