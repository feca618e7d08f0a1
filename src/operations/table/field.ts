// The description of one record field: the JSON type the service promises, and the kind of thing it is,
// which decides how a cell shows it. The small constructors keep a table row on one line.

/** Where the currency of an amount is: in a field of the same record, with or without a default, or fixed for the source. */
export type CurrencySource =
  | { readonly field: string; readonly default?: string }
  | { readonly code: string };

interface Scalar {
  readonly label: string;
  /** Where a card shows it; by default its kind decides. */
  readonly section?: 'availability';
}
export interface PlainField extends Scalar {
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  readonly kind:
    | 'text'
    | 'identifier'
    | 'link'
    | 'image'
    | 'flag'
    | 'count'
    | 'number'
    | 'score'
    | 'area'
    | 'degrees';
  /** The meaning of a field that is null or absent. */
  readonly default?: string;
  /** The field of the same record that says in which unit a number is. */
  readonly unit?: string;
  /** A letter: as text, the best comes first. */
  readonly isGrade?: true;
}
export interface MoneyField extends Scalar {
  readonly type: 'number';
  readonly kind: 'money';
  readonly currency: CurrencySource;
}
/** A percentage as the service writes it: 12.5 means 12.5 %. Cells hold the fraction, 0.125. */
export interface PercentField extends Scalar {
  readonly type: 'number' | 'integer';
  readonly kind: 'percent';
}
/** ISO text, or a number whose unit the service does not give (assumptions.ts). */
export interface DateField extends Scalar {
  readonly type: 'string' | 'number';
  readonly kind: 'date';
  /** The source's own time, in hours from universal time; what has none shows the clock as written. */
  readonly zone?: number;
}
export interface ListField extends Scalar {
  readonly type: 'list';
  readonly kind: 'list';
  /** `unknown` if the service does not document the shape of the elements. */
  readonly of: 'string' | 'unknown' | RecordShape;
}
export interface RecordField extends Scalar {
  readonly type: 'record';
  readonly kind: 'record';
  readonly of: RecordShape;
}

export type Field = PlainField | MoneyField | PercentField | DateField | ListField | RecordField;
export type Fields = Readonly<Record<string, Field>>;

export interface RecordShape {
  /** The `@type` value the service gives records of this shape. */
  readonly type: string;
  readonly fields: Fields;
  /** How the whole record reads in one cell: `{field}` parts; a single part keeps that field's type and format. */
  readonly shows: string;
  /** The field that says it in words where that single one has no value. */
  readonly says?: string;
}

const plain =
  <Type extends PlainField['type'], Kind extends PlainField['kind']>(type: Type, kind: Kind) =>
  (label: string) =>
    ({ type, kind, label }) as const;

export const text = plain('string', 'text');
export const grade = (label: string) => ({ ...text(label), isGrade: true }) as const;
export const defaultedText = (label: string, value: string) => ({ ...text(label), default: value }) as const;
export const identifier = plain('string', 'identifier');
export const numericId = plain('integer', 'identifier');
export const link = plain('string', 'link');
export const image = plain('string', 'image');
export const flag = plain('boolean', 'flag');
export const count = plain('integer', 'count');
export const looseCount = plain('number', 'count');
export const score = plain('number', 'score');
export const area = plain('number', 'area');
export const areaIn = <const Unit extends string>(label: string, unit: Unit) =>
  ({ ...area(label), unit }) as const;
export const degrees = plain('number', 'degrees');

export const money = (label: string, currency: CurrencySource) =>
  ({ type: 'number', kind: 'money', label, currency }) as const;
export const percent = (label: string) => ({ type: 'number', kind: 'percent', label }) as const;
export const wholePercent = (label: string) => ({ type: 'integer', kind: 'percent', label }) as const;
export const isoDate = (label: string) => ({ type: 'string', kind: 'date', label }) as const;
export const numericDate = (label: string, zone: number) =>
  ({ type: 'number', kind: 'date', label, zone }) as const;
export const list = <const Of extends ListField['of']>(label: string, of: Of) =>
  ({ type: 'list', kind: 'list', label, of }) as const;
export const record = <const Of extends RecordShape>(label: string, of: Of) =>
  ({ type: 'record', kind: 'record', label, of }) as const;

/** Says whether and when the thing can be had. */
export const availability = <const F extends Field>(field: F) =>
  ({ ...field, section: 'availability' }) as const;

/** A score of 0 is none: nobody has rated it yet. */
export const isUnrated = (field: Field | undefined, value: unknown): boolean =>
  value === 0 && field?.kind === 'score';

/** The value a record carries for a field, as the service promises it. */
export type FieldValue<F> = F extends { type: 'string' }
  ? string
  : F extends { type: 'number' | 'integer' }
    ? number
    : F extends { type: 'boolean' }
      ? boolean
      : F extends { type: 'record'; of: infer Of }
        ? ShapeValue<Of>
        : F extends { type: 'list'; of: infer Of }
          ? (Of extends 'string' ? string : Of extends RecordShape ? ShapeValue<Of> : unknown)[]
          : never;

type ShapeValue<Shape> = Shape extends { fields: infer F }
  ? { [Name in keyof F]?: FieldValue<F[Name]> | null } & { '@type'?: string }
  : never;
