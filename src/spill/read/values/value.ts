// One option's or argument's value, read as its parameter's kind wants it. What could be read in two ways is refused:
// a misread number would be paid for.
import { westernDigits } from '../../../operations/check/canonicalValue';
import type { ListParameter, Parameter } from '../../../operations/table/parameter';
import { readDay } from './excelDate';
import { InputFault, inQuotes } from '../../inputFault';
import { yesOrNo } from './localWords';
import { commas, split, unquote } from './optionText';
import { sayInput } from '../../say';

export type Scalar = string | number | boolean;

const show = (value: Scalar): string => (typeof value === 'string' ? inQuotes(value) : asText(value));

/** A whole number; thousands separators and decimals mean different things in different countries. */
export function readInteger(name: string, value: Scalar): number {
  if (typeof value === 'number') return value;
  const text = westernDigits(String(value));
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
  if (/^[+-]?\d{1,3}(?:[\s.,'’]\d{3})+$/.test(text)) {
    throw new InputFault(
      sayInput('numberUnclear', { name, text: inQuotes(text), number: text.replaceAll(/[^\d-]/g, '') }),
    );
  }
  if (/^[+-]?\d[\d\s.,'’]*$/.test(text)) {
    throw new InputFault(sayInput('wholeSeparators', { name, text: inQuotes(text) }));
  }
  throw new InputFault(sayInput('wholeNumber', { name, value: show(value) }));
}

export function readFlag(name: string, value: Scalar): boolean {
  const flag = yesOrNo(westernDigits(String(value)));
  if (flag !== undefined) return flag;
  throw new InputFault(sayInput('yesNo', { name, value: show(value) }));
}

function readDate(name: string, value: Scalar): string {
  const day = typeof value === 'boolean' ? undefined : readDay(value);
  if (day !== undefined) return day;
  throw new InputFault(
    typeof value === 'string' && /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$/.test(westernDigits(value))
      ? sayInput('dateUnclear', { name, value: inQuotes(value) })
      : sayInput('dateMust', { name, value: show(value) }),
  );
}

/** Text as a person would have typed it: TRUE, not true. */
export const asText = (value: Scalar): string =>
  typeof value === 'boolean' ? String(value).toUpperCase() : String(value);

export function readScalar(
  name: string,
  parameter: Exclude<Parameter, ListParameter>,
  value: Scalar,
): unknown {
  switch (parameter.kind) {
    case 'integer':
      return readInteger(name, value);
    case 'flag':
      return readFlag(name, value);
    case 'date':
      return readDate(name, value);
    default:
      return value;
  }
}

export function readList(name: string, parameter: ListParameter, values: readonly Scalar[]): unknown[] {
  return values.map((value) => (parameter.of === 'integer' ? readInteger(name, value) : value));
}

/** The elements of a list typed as text: `Apple, 'Bang, Olufsen'`. */
export const listElements = (text: string): string[] =>
  split(text, commas)
    .filter((part) => part !== '')
    .map(unquote);
