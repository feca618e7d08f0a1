// What the history needs to know of an operation: which records are the same across responses, when two of their values can
// be compared, and which fields are worth following. Beside the table entry, because a cached formula does not need it.
import type { Operation } from './operation';

/** A source that dates its values itself: they are shown at that date, however often they were fetched. */
export interface DatedValues {
  /** The field with the date of the values. */
  readonly at: string;
  /** The fields that hold on that date. */
  readonly fields: readonly string[];
  /** Days until the source has new values. */
  readonly every: number;
  /** What such a set of values is called. */
  readonly noun: string;
}

/** A record that shows one of several offers at a time, such as the cheapest room: amounts of two of them are not compared. */
export interface OfferedValues {
  /** The field that tells which one. */
  readonly by: string;
  /** The fields that are of it. */
  readonly fields: readonly string[];
}

export interface HistoryFacts {
  /** The field that identifies a record in every response. */
  readonly identity: string;
  /** The field that names it for people. */
  readonly label: string;
  /** The parameters that must be equal for two values to be comparable. */
  readonly comparable: readonly string[];
  /** Paths of the fields whose values are followed; the first is the default. */
  readonly followed: readonly [string, ...string[]];
  readonly dated?: DatedValues;
  readonly offered?: OfferedValues;
  /** The followed field that says whether the item can be bought; it can where nobody says. */
  readonly sold?: string;
}

type FieldName<O extends Operation> = keyof O['record']['fields'] & string;

/** The same, with the names that the operation has. */
export interface HistoryFactsOf<O extends Operation> extends HistoryFacts {
  readonly identity: FieldName<O>;
  readonly label: FieldName<O>;
  readonly comparable: readonly (keyof O['params'] & string)[];
  readonly sold?: FieldName<O>;
  readonly followed: readonly [
    FieldName<O> | `${FieldName<O>}.${string}`,
    ...(FieldName<O> | `${FieldName<O>}.${string}`)[],
  ];
}
