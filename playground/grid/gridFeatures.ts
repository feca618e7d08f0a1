// What a spreadsheet has besides cells: how sheets look, names, borders, and the rules that cells follow.
import type { Area } from './area';

export type BorderSide =
  | 'EdgeTop'
  | 'EdgeBottom'
  | 'EdgeLeft'
  | 'EdgeRight'
  | 'InsideHorizontal'
  | 'InsideVertical';

export interface Border {
  readonly style: string;
  readonly weight: string;
  readonly color: string;
}

export interface DefinedName {
  readonly name: string;
  /** Without `=`: `Sheet1!$A$1:$B$4`. */
  readonly refersTo: string;
}

/** A data validation as Office.js writes it. */
export interface Validation {
  readonly area: Area;
  readonly rule: Readonly<Record<string, unknown>>;
  readonly prompt?: Readonly<Record<string, unknown>>;
  readonly errorAlert?: Readonly<Record<string, unknown>>;
  readonly ignoreBlanks?: boolean;
}

export interface ConditionalStyle {
  fill?: string;
  fontColor?: string;
  bold?: boolean;
  italic?: boolean;
}

/** A conditional format as Office.js writes it; which member is set depends on its type. */
export interface ConditionalFormat {
  readonly id: string;
  readonly area: Area;
  readonly type: 'CellValue' | 'ColorScale' | 'Custom';
  readonly style: ConditionalStyle;
  stopIfTrue: boolean;
  cellValue?: { readonly formula1: string; readonly formula2?: string; readonly operator: string };
  colorScale?: Readonly<Record<'minimum' | 'midpoint' | 'maximum', ColorPoint | undefined>>;
  formula?: string;
}

export interface ColorPoint {
  readonly type: string;
  readonly formula?: string | null;
  readonly color: string;
}

export interface GridFeatures {
  tabColor(sheetId: string): string;
  setTabColor(sheetId: string, color: string): void;
  gridlines(sheetId: string): boolean;
  setGridlines(sheetId: string, shown: boolean): void;
  moveSheet(sheetId: string, position: number): void;
  frozen(sheetId: string): { readonly rows: number; readonly columns: number };
  freeze(sheetId: string, rows: number, columns: number): void;
  setBorder(area: Area, side: BorderSide, border: Border): void;
  merge(area: Area): void;
  unmerge(area: Area): void;
  names(): DefinedName[];
  addName(name: DefinedName): void;
  deleteName(name: string): void;
}
