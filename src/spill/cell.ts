// The content of one cell of a result. Plain data: the host layer turns faults into Excel's own errors.

/** A number with its format (CustomFunctionsRuntime 1.4); formats are en-US codes. */
export interface FormattedNumber {
  readonly type: 'Double';
  readonly basicValue: number;
  readonly numberFormat: string;
}

/** An error in one cell: `value` becomes #VALUE! (fix the input), `na` #N/A (nothing there, try later). */
export interface CellFault {
  readonly fault: 'value' | 'na';
  /** At most 250 characters: what happened and what to do. */
  readonly message: string;
}

export type Cell = string | number | boolean | FormattedNumber | CellFault;

/** A picture (ExcelApi 1.16). It has no value to calculate with. */
export interface WebImage {
  readonly type: 'WebImage';
  readonly address: string;
  readonly altText: string;
}

export type CardProperty =
  | FormattedNumber
  | WebImage
  | { readonly type: 'String'; readonly basicValue: string }
  | { readonly type: 'Double'; readonly basicValue: number }
  | { readonly type: 'Boolean'; readonly basicValue: boolean };

export interface CardSection {
  readonly layout: 'List';
  readonly title: string;
  readonly collapsible: boolean;
  readonly collapsed: boolean;
  readonly properties: readonly string[];
}

export interface CardLayouts {
  readonly compact: { readonly icon: string };
  readonly card: {
    readonly title: { readonly property: string };
    readonly mainImage?: { readonly property: string };
    readonly sections: readonly CardSection[];
  };
}

/** A value with a card (ExcelApi 1.19): formulas calculate with the value as if there were no card. */
export interface CardCell {
  readonly type: 'Double' | 'String' | 'Boolean';
  readonly basicValue: string | number | boolean;
  readonly numberFormat?: string;
  readonly properties: Readonly<Record<string, CardProperty>>;
  readonly layouts: CardLayouts;
  readonly provider: { readonly description: string };
}

/** What a cell holds where `cards` or `images` is asked for. */
export type RichCell = Cell | CardCell | WebImage;

/** Without its card: the value that formulas calculate with. A picture is its address, as it is where Excel cannot show it. */
export function flatCell(cell: RichCell): Cell {
  if (typeof cell !== 'object' || 'fault' in cell) return cell;
  if (cell.type === 'WebImage') return cell.address;
  const { basicValue, numberFormat } = cell;
  return typeof basicValue === 'number' && numberFormat !== undefined
    ? { type: 'Double', basicValue, numberFormat }
    : basicValue;
}
