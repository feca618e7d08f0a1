// One field of a record as a cell. Each field is compiled once into a small function, because a grid has hundreds of
// thousands of cells; the check that a value has the promised type is part of reading it.
import type { Field, RecordShape } from '../operations/field';
import type { Cell, FormattedNumber } from './cell';
import { serialOfIso, serialOfNumber } from './excelDate';
import { dayFormat, moneyFormat, percentFormat, timeFormat, wholePercentFormat } from './numberFormat';
import { isObject, joined, textOf, type JsonObject } from './readable';
import { cellLength, shorten } from './shorten';

/** What the compiled functions note while they read. */
export interface Tally {
  /** Values of another type than promised. */
  odd: number;
  /** A column the table does not know occurred in some record. */
  found: boolean;
}

export interface Showing {
  /** Numbers carry formats. */
  readonly formats: boolean;
  /** Numbers of unknown unit are read as dates. */
  readonly convert: boolean;
}

/** The value and the record it stands in, which may hold its currency. */
export type Show = (value: unknown, holder: JsonObject) => Cell;

const formatted = (basicValue: number, numberFormat: string): FormattedNumber => ({
  type: 'Double',
  basicValue,
  numberFormat,
});

export function showDate(serial: number, formats: boolean): Cell {
  return formats ? formatted(serial, serial % 1 === 0 ? dayFormat : timeFormat) : serial;
}

function moneyShow(field: Field & { kind: 'money' }, odd: (value: unknown) => Cell): Show {
  const source = field.currency;
  let code: unknown = 'code' in source ? source.code : undefined;
  let format = moneyFormat(code);
  const name = 'field' in source ? source.field : undefined;
  return (value, holder) => {
    if (typeof value !== 'number' || value - value !== 0) return odd(value);
    if (name !== undefined && holder[name] !== code) {
      code = holder[name];
      format = moneyFormat(code);
    }
    return formatted(value, value % 1 === 0 ? format.whole : format.broken);
  };
}

/** 22 as 0.22, so that Excel computes with it as with its own percentages; to the 15 digits a cell has. */
const fraction = (percent: number): number => Number((percent / 100).toPrecision(15));

function percentShow({ type }: Field, { formats }: Showing, odd: (value: unknown) => Cell): Show {
  return (value) => {
    if (typeof value !== 'number' || value - value !== 0) return odd(value);
    if (!formats) return fraction(value);
    const whole = type === 'integer' && value % 1 === 0;
    return formatted(fraction(value), whole ? wholePercentFormat : percentFormat);
  };
}

function dateShow({ formats, convert }: Showing, odd: (value: unknown) => Cell): Show {
  return (value) => {
    if (typeof value === 'string') {
      const serial = serialOfIso(value);
      return serial === undefined ? shorten(value, cellLength) : showDate(serial, formats);
    }
    if (typeof value !== 'number' || value - value !== 0) return odd(value);
    const serial = convert ? serialOfNumber(value) : undefined;
    return serial === undefined ? value : showDate(serial, formats);
  };
}

/** The one field a record is shown by, where its template is nothing else. */
const soleField = (shape: RecordShape): string | undefined => /^\{(\w+)\}$/.exec(shape.shows)?.[1];

/** A record in one text by its template. A missing field takes the text before it along, so no stray colon is left. */
function textByTemplate(shape: RecordShape): (value: unknown) => string {
  const pieces = shape.shows.split(/[{}]/);
  return (value) => {
    if (!isObject(value)) return textOf(value);
    let text = '';
    let last = '';
    for (let index = 1; index < pieces.length; index += 2) {
      last = textOf(value[pieces[index]!]);
      if (last !== '') text += text === '' ? last : pieces[index - 1]! + last;
    }
    return last === '' ? text : text + pieces.at(-1)!;
  };
}

function recordShow(shape: RecordShape, showing: Showing, tally: Tally, odd: (value: unknown) => Cell): Show {
  const sole = soleField(shape);
  const field = sole === undefined ? undefined : shape.fields[sole];
  if (sole === undefined || !field) {
    const text = textByTemplate(shape);
    return (value) => (isObject(value) ? shorten(text(value), cellLength) : odd(value));
  }
  const show = showOf(field, showing, tally);
  return (value) => (isObject(value) ? show(value[sole], value) : odd(value));
}

function listShow(of: 'string' | 'unknown' | RecordShape, odd: (value: unknown) => Cell): Show {
  const text = typeof of === 'object' ? textByTemplate(of) : textOf;
  const separator = typeof of === 'object' && soleField(of) === undefined ? '; ' : ', ';
  return (value) => {
    if (!Array.isArray(value)) return odd(value);
    return value.length === 0 ? '' : shorten(joined(value, separator, text), cellLength);
  };
}

/** How a field is shown; `tally` counts what was not as promised. */
export function showOf(field: Field, showing: Showing, tally: Tally): Show {
  const odd = (value: unknown): Cell => {
    if (value === null || value === undefined) return '';
    tally.odd++;
    return shorten(textOf(value), cellLength);
  };
  const number: Show = (value) => (typeof value === 'number' && value - value === 0 ? value : odd(value));
  switch (field.kind) {
    case 'money':
      return showing.formats ? moneyShow(field, odd) : number;
    case 'percent':
      return percentShow(field, showing, odd);
    case 'date':
      return dateShow(showing, odd);
    case 'list':
      return listShow(field.of, odd);
    case 'record':
      return recordShow(field.of, showing, tally, odd);
    default:
      if (field.type === 'boolean') return (value) => (typeof value === 'boolean' ? value : odd(value));
      if (field.type !== 'string') return number;
      return (value) =>
        typeof value !== 'string'
          ? odd(value)
          : value.length <= cellLength
            ? value
            : shorten(value, cellLength);
  }
}
