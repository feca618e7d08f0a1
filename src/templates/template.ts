// A finished workbook as data: sheets with cells, formulas, formats, rules and charts. One builder writes it
// (src/excel/templates). A template names its own sheets in braces (`{board}!A1`), because a workbook may have the
// name already.
import type { OperationId } from '../operations';
import type { Style, StyleName } from './styles';

/** A number of days after the day on which it is built; null leaves the cell empty. */
export type TemplateCell = string | number | boolean | null | { readonly daysAhead: number };

export interface Block {
  /** The upper left cell. */
  readonly at: string;
  readonly rows: readonly (readonly TemplateCell[])[];
}

export type Validation =
  | { readonly kind: 'list'; readonly values: readonly string[]; readonly others?: 'allowed' }
  | { readonly kind: 'whole' | 'decimal'; readonly from: number; readonly to: number }
  | { readonly kind: 'date' };

export interface InputRule {
  readonly range: string;
  readonly rule: Validation;
  /** What to enter, shown when the cell is selected. */
  readonly hint: string;
}

/** No color depends on other cells alone: where one of them fails, the rest would look better. */
export type ConditionalRule =
  | { readonly kind: 'formula'; readonly formula: string }
  /** From white at 0 to the color at `full`. */
  | { readonly kind: 'heat'; readonly full: number; readonly color: string };

export interface ConditionalStyle {
  readonly fill?: string;
  readonly color?: string;
  readonly bold?: boolean;
}

export interface Conditional {
  readonly range: string;
  readonly rule: ConditionalRule;
  readonly style?: ConditionalStyle;
}

export type ChartKind = 'bar' | 'column' | 'stacked' | 'line' | 'scatter' | 'range';

export interface TemplateSeries {
  readonly name: string;
  /** `{board}!F9:F20` */
  readonly values: string;
  readonly categories: string;
}

export interface TemplateChart {
  readonly kind: ChartKind;
  readonly title: string;
  /** What it shows, in a sentence: the name under which screen readers find it. */
  readonly says: string;
  readonly from: string;
  readonly to: string;
  /** A range chart has three: high, low and value. */
  readonly series: readonly TemplateSeries[];
  /** The points of a scatter chart: x values, then a column for each point, named by its heading. The first is marked. */
  readonly points?: string;
  /** The last two columns of the points have no labels: further points, and a line of dots. */
  readonly line?: true;
  readonly valueTitle: string;
  readonly valueFormat: string;
  readonly categoryTitle?: string;
  readonly categoryFormat?: string;
}

export interface TemplateSheet {
  readonly key: string;
  readonly name: string;
  readonly tab: string;
  /** In characters of the normal font, from column A on. */
  readonly widths: readonly number[];
  readonly blocks: readonly Block[];
  readonly styles: readonly { readonly range: string; readonly style: StyleName }[];
  /** Styles of their own, beside those that all templates share. */
  readonly looks?: readonly (Style & { readonly range: string })[];
  readonly formats: readonly { readonly range: string; readonly format: string }[];
  /** Ranges that become Excel tables, with their headings: they take the look and the rules of their rows along as they grow. */
  readonly tables?: readonly string[];
  readonly inputs?: readonly InputRule[];
  /** The first has priority. */
  readonly conditionals?: readonly Conditional[];
  readonly charts?: readonly TemplateChart[];
  /** The cell that says whether these are samples. */
  readonly status: string;
  /** What the cell says once the sheet is filled: a formula that reads the age of the figures, or text. */
  readonly liveStatus: string;
  readonly frozenRows: number;
  readonly gridlines?: boolean;
  /** Without one, Excel prints what the sheet holds. Of whole columns it prints the rows that are used. */
  readonly printArea?: string;
  /** What each page of a sheet that is too wide for one repeats on the left, such as `A:B`. */
  readonly titleColumns?: string;
  readonly landscape?: boolean;
}

/** Where live data replace samples. */
export interface LiveTable {
  readonly sheet: string;
  readonly at: string;
  readonly formula: string;
  /** The samples: emptied first. */
  readonly samples: string;
  readonly operation: OperationId;
  /** With the inputs that the template comes with: what filling asks for, and for how many results each. Free without requests. */
  readonly requests: number;
  readonly count?: number;
}

export interface Template {
  readonly id: string;
  /** Where its inputs and tables are. A change of these is another layout: what an earlier version made cannot be filled. */
  readonly layout?: number;
  readonly title: string;
  readonly sentence: string;
  /** What a person brings. */
  readonly needs: string;
  /** Templates with the same title are one card with a choice. */
  readonly variant?: string;
  readonly sheets: readonly TemplateSheet[];
  readonly names: readonly { readonly name: string; readonly refersTo: string }[];
  readonly live: readonly LiveTable[];
  /** The names of one's own products, to decide which offers they are. */
  readonly matching?: { readonly operation: OperationId; readonly names: string };
}
