// Everything the pane does with the open workbook, as one interface: the pane is tested with a fake of it,
// and Excel's batching (load, sync, read) stays in this folder.

export type Scope = 'cell' | 'selection' | 'sheet' | 'workbook';
export type CellValue = string | number | boolean;

export interface Selection {
  /** The whole selection, with its sheet: `Sheet1!B2:C4`. */
  readonly address: string;
  /** Its active cell, or the head of the spilled range the active cell lies in. */
  readonly cell: string;
  /** The content of that cell; a formula begins with `=`. */
  readonly formula: string;
}

/** How an inserted table is made readable. */
export interface TableLook {
  /** Its first row names the columns. */
  readonly headings: boolean;
  /** In characters; a column that is wider already stays as it is. */
  readonly widths: readonly number[];
}

export interface FormulaCell {
  readonly cell: string;
  readonly formula: string;
}

/** A formula that was turned into values, with what is needed to bring it back. */
export interface Frozen extends FormulaCell {
  /** The cells its values fill, formula cell included. */
  readonly area: string;
  /** The number formats these cells had; values need others. */
  readonly formats?: readonly (readonly string[])[];
}

export interface FreezeReport {
  readonly frozen: readonly Frozen[];
  /** Cells left as formulas because they hold an error or are still being calculated. */
  readonly skipped: readonly string[];
  /** Cells that Excel did not allow to be changed; they are still formulas. */
  readonly failed: readonly string[];
}

export interface Workbook {
  selection(): Promise<Selection | undefined>;
  watchSelection(listener: () => void): () => void;
  /** Values of a plain reference; undefined if it cannot be read (a name, a table, another book). */
  values(reference: string, from: string): Promise<readonly (readonly CellValue[])[] | undefined>;
  /** Gives cells a name, which Excel moves along with them, or takes the name away; false where it cannot. */
  follow(name: string, address: string | undefined): Promise<boolean>;
  /** Where the cells of a name are now; undefined where they or the name were deleted. */
  followed(name: string): Promise<string | undefined>;
  /** The first cell that keeps a result of this size from spilling at `cell`; undefined when all are free, or its own. */
  blocker(cell: string, rows: number, columns: number, own?: string): Promise<string | undefined>;
  /** With a look, the table it makes gets headings and widths, in the same step for Undo. */
  insert(cell: string, formula: string, look?: TableLook): Promise<void>;
  select(cell: string): Promise<void>;
  /** Cells whose formula calls a Spillway function. */
  formulas(scope: Scope): Promise<readonly FormulaCell[]>;
  /** The Spillway formulas that the figures in the selection come from, on any sheet. */
  sources(scope: 'cell' | 'selection'): Promise<readonly FormulaCell[]>;
  /** A new sheet named like this (with a number if the name is taken); returns its name. */
  addSheet(name: string, rows: readonly (readonly CellValue[])[], place?: 'open' | 'behind'): Promise<string>;
}
