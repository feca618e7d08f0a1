// Any JSON value as readable text for one cell. Records are untrusted input: nothing in them may throw here.
import type { Cell } from '../cell';
import { tooLong } from '../../operations/check/numberText';
import { sayInput } from '../say';
import { cellLength, fit } from '../inputFault';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that name an object, in order of preference. */
const names = ['name', 'title', 'label'];

function compactJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Nested deeper than the stack.
    return '…';
  }
}

function textOfObject(value: JsonObject): string {
  for (const name of names) {
    const text = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof text === 'string' && text !== '') return text;
    if (typeof text === 'number') return String(text);
  }
  return compactJson(value);
}

export function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return value - value === 0 ? String(value) : sayInput('tooLarge');
    case 'boolean':
      return value ? 'TRUE' : 'FALSE';
    case 'object':
      if (value === null) return '';
      return Array.isArray(value)
        ? joinedText(value, ', ', textOfElement)
        : textOfObject(value as JsonObject);
    default:
      return '';
  }
}

const textOfElement = (value: unknown): string => (Array.isArray(value) ? compactJson(value) : textOf(value));

/** The elements in one text; stops at the length a cell can show. */
export function joinedText(
  values: readonly unknown[],
  separator: string,
  text: (value: unknown) => string,
): string {
  let whole = '';
  for (let index = 0; index < values.length; index++) {
    const part = text(values[index]);
    if (part === '') continue;
    whole = whole === '' ? part : whole + separator + part;
    if (whole.length > cellLength) break;
  }
  return whole;
}

/** A value that the table does not describe: its own type if a cell has one, otherwise readable text. */
export function cellOf(value: unknown): Cell {
  if (typeof value === 'number' && Math.abs(value) < tooLong) return value;
  if (typeof value === 'boolean') return value;
  return fit(textOf(value));
}
