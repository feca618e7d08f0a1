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
