// A number that came as text, if it is unambiguous: "12990.50" is one, "1,234" and "1.234" read differently in
// different countries, "007" is a code, and more than 15 digits are more than a cell keeps.
import type { Field } from '../table/field';

const plainNumber = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** Digits in a group of three after a point: thousands in half the world. */
const grouped = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/** Cells hold numbers below this; above it, Excel shows an error. */
export const tooLarge = 1e308;
/** Whole numbers from here on have more digits than a cell stores. */
export const tooLong = 1e15;

const significant = (text: string): number =>
  text
    .replace(/\D/g, '')
    .replace(/^0+/, '')
    .replace(text.includes('.') ? '' : /0+$/, '').length;

/** `thousands`: a point could separate thousands, as in an amount, but not in a latitude. */
export function numberOfText(given: string, thousands: boolean): number | undefined {
  const text = given.trim();
  if (!plainNumber.test(text) || (thousands && grouped.test(text)) || significant(text) > 15)
    return undefined;
  return Number(text);
}

/** Kinds whose numbers may be above a thousand and have no more than two decimals. */
const thousands = new Set<Field['kind']>(['money', 'count', 'area', 'number']);

/** What a field that holds a number says as text. */
export const numberOfField = (field: Field, text: string): number | undefined =>
  numberOfText(field.kind === 'percent' ? text.replace(/\s?%$/, '') : text, thousands.has(field.kind));
