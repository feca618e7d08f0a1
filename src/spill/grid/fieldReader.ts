// One field of a record as a cell. Each field is compiled once into a small function, because a grid has hundreds of
// thousands of cells; the check that a value has the promised type is part of reading it.
import type { Field, RecordShape } from '../../operations/table/field';
import type { Cell, FormattedNumber } from '../cell';
import { serialOfIso, serialOfNumber } from '../read/values/excelDate';
import { dayFormat, moneyFormat, percentFormatOf, timeFormat, wholePercentFormat } from './numberFormat';
import { numberOfField, tooLarge, tooLong } from '../../operations/check/numberText';
import { isObject, joinedText, textOf, type JsonObject } from './readable';
import { fit, fits } from '../inputFault';

/** Counts that the compiled functions keep while they read. */
export interface Tally {
  /** Values of another type than documented, shown as text. */
  odd: number;
  /** Numbers that came as text. */
  converted: number;
  /** A column the table does not know occurred in some record. */
  found: boolean;
}

export interface Showing {
  /** Numbers carry formats. */
  readonly formats: boolean;
  /** Numbers of unknown unit are read as dates. */
  readonly convert: boolean;
}

/** The value and its record, which may hold its currency. */
export type Show = (value: unknown, holder: JsonObject) => Cell;

const formatted = (basicValue: number, numberFormat: string): FormattedNumber => ({
  type: 'Double',
  basicValue,
  numberFormat,
});

export function showDate(serial: number, formats: boolean): Cell {
  return formats ? formatted(serial, Number.isInteger(serial) ? dayFormat : timeFormat) : serial;
}

/** What a field's compiled function needs: the value as a number, if it is one, and the cell for any other value. */
interface Reading {
  readonly number: (value: unknown) => number | undefined;
  readonly odd: (value: unknown) => Cell;
}

function moneyShow(field: Field & { kind: 'money' }, { number, odd }: Reading): Show {
  const source = field.currency;
  const usual = 'code' in source ? source.code : source.default;
  let code: unknown = usual;
  let format = moneyFormat(code);
  const name = 'field' in source ? source.field : undefined;
  return (value, holder) => {
    const isNumber = typeof value === 'number' && value < tooLarge && value > -tooLarge;
    const amount = isNumber ? value : number(value);
    if (amount === undefined) return odd(value);
    if (name !== undefined && holder[name] !== code) {
      code = holder[name];
      format = moneyFormat(code === '' ? usual : (code ?? usual));
    }
    return formatted(amount, Number.isInteger(amount) ? format.whole : format.broken);
  };
}

/** 22 as 0.22, so that Excel computes with it as with its own percentages; to the 15 digits a cell has. */
export const fraction = (percent: number): number =>
  Number.isInteger(percent) ? percent / 100 : Number((percent / 100).toPrecision(15));

function percentShow({ type }: Field, { formats }: Showing, { number, odd }: Reading): Show {
  return (value) => {
    const percent = number(value);
    if (percent === undefined) return odd(value);
    if (!formats) return fraction(percent);
    const whole = type === 'integer' && Number.isInteger(percent);
    return formatted(fraction(percent), whole ? wholePercentFormat : percentFormatOf(percent));
  };
}

function dateShow(
  { zone }: Field & { kind: 'date' },
  { formats, convert }: Showing,
  odd: Reading['odd'],
): Show {
  return (value) => {
    const text = typeof value === 'string';
    if (!text && typeof value !== 'number') return odd(value);
    let serial = text ? serialOfIso(value, zone) : undefined;
    if (serial === undefined && convert && (!text || /^\d{8,13}$/.test(value)))
      serial = serialOfNumber(Number(value), zone);
    if (serial !== undefined) return showDate(serial, formats);
    return text ? fit(value) : Math.abs(value) < tooLarge ? value : odd(value);
  };
}

/** The field of a template that is a single field. */
export const soleField = (shape: RecordShape): string | undefined => /^\{(\w+)\}$/.exec(shape.shows)?.[1];

/** A record that reads as one field is that field: a price with its currency. */
export const shownField = (field: Field | undefined): Field | undefined =>
  (field?.kind === 'record' ? field.of.fields[soleField(field.of) ?? ''] : undefined) ?? field;

/** A record in one text by its template. If a field is missing, the text before it is omitted too, so that no stray colon is left. */
function textByTemplate(shape: RecordShape): (value: unknown) => string {
  const pieces = shape.shows.split(/[{}]/);
  const names = pieces.filter((_, index) => index % 2 === 1);
  const between = pieces.filter((_, index) => index % 2 === 0);
  const end = between[names.length]!;
  // One store, two stores.
  const endOfOne = end.replace(/s$/, '');
  return (value) => {
    if (!isObject(value)) return textOf(value);
    let text = '';
    let last = '';
    for (let index = 0; index < names.length; index++) {
      const found = value[names[index]!];
      last = typeof found === 'string' ? found : textOf(found);
      if (last !== '') text = text === '' ? last : text + between[index]! + last;
    }
    if (last === '' || end === '') return text;
    return text + (last === '1' ? endOfOne : end);
  };
}

function recordShow(shape: RecordShape, showing: Showing, tally: Tally, odd: Reading['odd']): Show {
  const sole = soleField(shape);
  const field = sole === undefined ? undefined : shape.fields[sole];
  if (sole === undefined || !field) {
    const text = textByTemplate(shape);
    return (value) => (isObject(value) ? fit(text(value)) : odd(value));
  }
  const show = showOf(field, showing, tally);
  const { says = sole } = shape;
  return (value) => {
    if (!isObject(value)) return odd(value);
    const words = value[says];
    return show(value[sole] ?? (words === '' ? null : words), value);
  };
}

function listShow(of: 'string' | 'unknown' | RecordShape, odd: Reading['odd']): Show {
  const text = typeof of === 'object' ? textByTemplate(of) : textOf;
  const separator = typeof of === 'object' && soleField(of) === undefined ? '; ' : ', ';
  return (value) => {
    if (!Array.isArray(value)) return odd(value);
    return value.length === 0 ? '' : fit(joinedText(value, separator, text));
  };
}

function readingOf(field: Field, tally: Tally): Reading {
  return {
    number: (value) => {
      if (typeof value === 'number') return Math.abs(value) < tooLarge ? value : undefined;
      if (typeof value !== 'string') return undefined;
      const number = numberOfField(field, value);
      if (number !== undefined) tally.converted++;
      return number;
    },
    odd: (value) => {
      if (value === null || value === undefined) return blankOf(field);
      tally.odd++;
      return fit(textOf(value));
    },
  };
}

/** The cell for a field that is null or absent. */
export const blankOf = (field: Field | undefined): string =>
  field && 'default' in field ? (field.default ?? '') : '';

/** How a field is shown; `tally` counts values that are not as documented. */
export function showOf(field: Field, showing: Showing, tally: Tally): Show {
  const reading = readingOf(field, tally);
  const { number, odd } = reading;
  const numeric: Show = (value) => number(value) ?? odd(value);
  switch (field.kind) {
    case 'money':
      return showing.formats ? moneyShow(field, reading) : numeric;
    case 'percent':
      return percentShow(field, showing, reading);
    case 'date':
      return dateShow(field, showing, odd);
    case 'list':
      return listShow(field.of, odd);
    case 'record':
      return recordShow(field.of, showing, tally, odd);
    default:
      if (field.type === 'boolean') return (value) => (typeof value === 'boolean' ? value : odd(value));
      if (field.type === 'string')
        return (value) => (typeof value !== 'string' ? odd(value) : fits(value) ? value : fit(value));
      // A cell keeps 15 digits of a number: a longer identifier is text.
      return field.kind === 'identifier'
        ? (value) =>
            typeof value === 'number' && Math.abs(value) >= tooLong ? textOf(value) : numeric(value, {})
        : numeric;
  }
}
