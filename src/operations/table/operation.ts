// The form of one entry of the table. An entry is plain data; adding an operation means adding one entry.
import type { Field, FieldValue, RecordShape } from './field';
import type { Parameters, ParameterValue } from './parameter';

export type Price = { readonly credits: number } | { readonly credits: number; readonly per: number };

/** What must hold between parameters, beyond each one's own rule. */
export type Rule =
  | {
      readonly kind: 'order';
      readonly low: string;
      readonly high: string;
      readonly strict?: true;
      /** The most days between two dates. More is probably a mistake; the service has no limit. */
      readonly days?: number;
    }
  /** A date that must not be in the past when the request is sent. */
  | { readonly kind: 'notPast'; readonly param: string }
  | { readonly kind: 'oneOf'; readonly params: readonly string[] }
  /** The service is not known to refuse it, but it is probably a mistake. */
  | {
      readonly kind: 'conflict';
      readonly param: string;
      readonly value: string;
      readonly with: string;
      readonly says: string;
    };

export interface Operation {
  readonly id: string;
  /** The Excel function that calls it: id and name, never changed once published. */
  readonly function: string;
  readonly title: string;
  readonly method: 'POST';
  readonly path: string;
  readonly price: Price;
  readonly params: Parameters;
  /** The function's arguments in order; `options` follows them. Arity is frozen. */
  readonly positional: readonly string[];
  /** The argument that may be a range: one request for each distinct item. */
  readonly lookup: string;
  /** `many`: results are stacked under the lookup; `one`: one row for each item, in order. */
  readonly results: 'many' | 'one';
  /** What a function sends when the user gives no count. */
  readonly defaultCount?: number;
  /** Its filters can be saved under a name, as `@name`. One operation has such sets. */
  readonly filterSets?: true;
  readonly rules: readonly Rule[];
  readonly record: RecordShape;
  /** The default columns, as paths into the record. */
  readonly columns: readonly string[];
}

/** A request as the engine receives it: validated, with user-facing names. */
export type RequestOf<O extends Operation> = {
  -readonly [Name in keyof O['params']]?: ParameterValue<O['params'][Name]>;
};

/** A record as the service promises it; every field may be null or absent. */
export type RecordOf<O extends Operation> = {
  -readonly [Name in keyof O['record']['fields']]?:
    | (O['record']['fields'][Name] extends Field ? FieldValue<O['record']['fields'][Name]> : never)
    | null;
} & { '@type'?: string };

// The type of an operation's guide: help texts and examples. It is separate from the table entry because forms, the reference
// and error messages show it, and a cached formula does not need it.
export interface Example {
  readonly formula: string;
  readonly says: string;
  /** For an example whose result the help pages show: what the cells it refers to contain. */
  readonly cells?: Readonly<Record<string, string>>;
}

export interface Assumption {
  /** What the service document does not say. */
  readonly open: string;
  readonly assumed: string;
  readonly change: string;
}

export interface CodeSource {
  /** The parameters that take the code. */
  readonly code: string;
  readonly from: string;
}

/** Where results show what a parameter takes, so that a form can suggest it. */
export interface Picked {
  /** The field that holds the value. */
  readonly value: string;
  /** The field that says what people call it. */
  readonly label?: string;
  /** A search by this parameter, without the one that is picked, finds more of them. */
  readonly lookup?: string;
}

export interface Guide<Name extends PropertyKey = string> {
  /** Shown in Excel's tooltip. */
  readonly summary: string;
  /** One line for each parameter but `timeout`, which all operations share. */
  readonly help: Readonly<Record<Exclude<Name, 'timeout'>, string>>;
  readonly examples: readonly Example[];
  /**
   * What a 412 of this operation can mean. It has several causes (removed, blocked, private, not responding), so the
   * sentence does not assert a single one.
   */
  readonly unavailable: string;
  /** What each parameter with an assumed wire name is, to complete "Field name of …". */
  readonly assumedNames?: Readonly<Partial<Record<Name, string>>>;
  /** What else the service document leaves open about this operation. */
  readonly assumptions?: Readonly<Record<string, Assumption>>;
  /** Where to find the codes that the service publishes no list of. */
  readonly codes?: readonly CodeSource[];
  readonly picks?: Readonly<Partial<Record<Name, Picked | readonly Picked[]>>>;
}

// What the history needs to know of an operation: which records are the same across responses, when two of their values can
// be compared, and which fields are worth following. Beside the table entry, because a cached formula does not need it.
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

// The type of an operation's value hints: labels, aliases and synonyms of enumeration values. Only messages and forms use it, so a
// cached formula does not load it.
/** For a closed list, what people type for its values. Several values are separated by spaces, best first. */
export type Aliases = readonly (readonly [values: readonly string[], Readonly<Record<string, string>>])[];

export interface ValueHints {
  /** Labels that cannot be derived from the value. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Compared without case, spaces and punctuation. Only suggested: a value is never replaced by another one. */
  readonly aliases?: Aliases;
  /** For a word, the values it may mean, or parts of them. */
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
  /** Lists of standard codes, which people know by their names. */
  readonly codes?: readonly (readonly [values: readonly string[], 'currency' | 'language'])[];
}
