// How a formula wants its records shown and how fresh they must be: everything in the options that is not sent.
import type { Scalar } from '../values/value';
import type { Column } from './columns';

export interface View {
  /** Empty: the operation's own default columns. */
  readonly columns: readonly Column[];
  /** Conditions as typed, all of which a record must meet to be shown. They are applied to what was fetched. */
  readonly where: readonly string[];
  /** Only the offers that were accepted as the item in Match. */
  readonly matched: boolean;
  readonly headers: 'labels' | 'fields' | 'none';
  readonly transpose: boolean;
  /** Adds when the record was fetched, and from where. */
  readonly stamp: boolean;
  /** False: plain numbers, and numbers of unknown unit as they came. */
  readonly formats: boolean;
  /** Values only: no headings, no lookup column. */
  readonly bare: boolean;
  readonly offline: boolean;
  /** The first column carries a card with everything else of its record. */
  readonly cards: boolean;
  /** Pictures in place of their addresses, in a column of their own. */
  readonly images: boolean;
  /** Milliseconds. */
  readonly maxAge?: number;
  /** Beside each followed field its value before, from the history: of the previous result, or since a date or age. */
  readonly changes?: Scalar | undefined;
  /** The result as the history has it on a date. */
  readonly as_of?: Scalar | undefined;
}

export const defaultView: View = {
  columns: [],
  where: [],
  matched: false,
  headers: 'labels',
  transpose: false,
  stamp: false,
  formats: true,
  bare: false,
  offline: false,
  cards: false,
  images: false,
};
