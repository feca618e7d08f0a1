// What the records of a response show of a filter that is sent under an assumed name (assumptions.ts): a service that does
// not know the name may ignore the filter without a word. Only what no reading of the filter allows counts against it.

export interface Order {
  /** Paths of the fields it may go by, such as a total and a price per night: one of them in order is enough. */
  readonly by: readonly string[];
  readonly falls?: true;
  /** Only values that are alike in this field, such as a currency, are compared. */
  readonly within?: string;
}

export type Evidence =
  /** For each value of the parameter, the least that a field may hold. 0 means that nothing is known. */
  | { readonly kind: 'atLeast'; readonly field: string; readonly least: Readonly<Record<string, number>> }
  /** Grades, best first: no record may have a worse one. A sign behind the grade (A+) makes no difference. */
  | { readonly kind: 'grade'; readonly field: string; readonly grades: readonly string[] }
  /** For values of the parameter whose order the records show. */
  | { readonly kind: 'order'; readonly orders: Readonly<Record<string, Order>> }
  /** With these values of the parameter, a field is the same in all records. */
  | { readonly kind: 'same'; readonly field: string; readonly values: readonly string[] }
  /** No field tells. */
  | { readonly kind: 'none' };

/** For each parameter with an assumed wire name. */
export type OperationEvidence = Readonly<Record<string, Evidence>>;
