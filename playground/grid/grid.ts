// What the simulated host needs from a spreadsheet. The page implements it with Univer, tests with a plain grid.
import type { Area, SheetSize } from './area';
import type { GridFeatures } from './gridFeatures';

/** A data type as the Office JavaScript API writes it. */
export type CellData = Readonly<Record<string, unknown>>;

export type CellScalar = string | number | boolean;

export interface Sheet {
  readonly id: string;
  readonly name: string;
  readonly visible: boolean;
}

export interface CellContent {
  readonly value: CellScalar;
  /** Including the `=`; empty if the cell has no formula of its own. */
  readonly formula: string;
  readonly text: string;
  readonly numberFormat: string;
  /** The card of the value, or the picture. */
  readonly data?: CellData;
}

export type ClearWhat = 'All' | 'Contents' | 'Formats';

export interface CellStyle {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly fontColor?: string;
  readonly fill?: string;
  readonly wrap?: boolean;
  readonly horizontal?: string;
  readonly vertical?: string;
  readonly fontSize?: number;
  readonly fontName?: string;
  readonly indent?: number;
}

export interface Grid {
  readonly features: GridFeatures;
  sheets(): Sheet[];
  activeSheetId(): string;
  activateSheet(sheetId: string): void;
  addSheet(name?: string): string;
  deleteSheet(sheetId: string): void;
  renameSheet(sheetId: string, name: string): void;
  size(sheetId: string): SheetSize;

  cell(sheetId: string, row: number, column: number): CellContent;
  /**
   * Text that starts with `=` becomes a formula, except in a cell formatted as text (`@`); an apostrophe before a text is not
   * part of it. `null` leaves a cell as it is.
   */
  write(area: Area, values: readonly (readonly (CellScalar | null)[])[]): void;
  /** The formula as it reads in a cell so many rows below and columns to the right; only `$` holds a reference. */
  shifted(formula: string, rows: number, columns: number): string;
  clear(area: Area, what: ClearWhat): void;
  setNumberFormats(area: Area, formats: readonly (readonly string[])[]): void;
  style(sheetId: string, row: number, column: number): CellStyle;
  setStyle(area: Area, style: CellStyle): void;
  columnWidth(sheetId: string, column: number): number;
  setColumnWidth(area: Area, pixels: number): void;
  rowHeight(sheetId: string, row: number): number;
  setRowHeight(area: Area, pixels: number): void;
  autofitColumns(area: Area): void;

  usedArea(sheetId: string): Area | undefined;
  /** The whole spilled range of the formula in this cell. */
  spillArea(sheetId: string, row: number, column: number): Area | undefined;
  /** The cell whose formula spills into this one. */
  spillParent(sheetId: string, row: number, column: number): Area | undefined;

  selection(): Area;
  activeCell(): Area;
  select(area: Area): void;

  insertRows(sheetId: string, row: number, count: number): void;
  deleteRows(sheetId: string, row: number, count: number): void;

  /** Recalculates the formulas of the area, whether or not anything changed. */
  recalculate(area: Area): void;
  recalculateAll(): void;
  /** Settles when no calculation is waiting or running. */
  idle(): Promise<void>;
}
