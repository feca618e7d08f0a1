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
