// A template that was written into this workbook: which sheets and names are its own. Sheets are known by their ids,
// because people rename them.
export interface BuiltSheet {
  /** As the template calls it. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
}

export interface BuiltTemplate {
  readonly template: string;
  /** The layout it was made with. */
  readonly layout?: number | undefined;
  readonly sheets: readonly BuiltSheet[];
  readonly names: readonly string[];
}
