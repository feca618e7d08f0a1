// The one form of each value that means the same: the check of a request, its cache key and what is sent all use it.
// Case of enumerations, white space, forms of a date, and order and repetition in lists that are sets make no difference.
import type { ListParameter, Parameter } from '../table/parameter';
import { isoOfSerial } from '../serialDate';

// Digits of any script as 0 to 9: ٢٠ and ２０ are 20. Unicode assigns the ten digits of a script in one run.

const isDigit = /\p{Nd}/u;
const foreign = /(?![0-9])\p{Nd}/gu;

function digitOf(character: string): string {
  const code = character.codePointAt(0)!;
  let first = code;
  while (isDigit.test(String.fromCodePoint(first - 1))) first--;
  // Some runs hold several sets of ten, one after the other.
  return String((code - first) % 10);
}

export const westernDigits = (text: string): string => text.replace(foreign, digitOf);

/** One spelling for what looks the same: composed letters, single spaces, none of the signs that nobody sees. */
export const tidyText = (text: string): string =>
  text
    .normalize()
    .replace(/[\u200B\u2060\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** A number of more digits would be rounded. */
const wholeNumber = /^[+-]?\d{1,15}$/;

function isoDate(value: unknown): unknown {
  if (typeof value === 'number') return isoOfSerial(value) ?? value;
  if (typeof value !== 'string') return value;
  const parts = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})(?:T.*)?|(\d\d)(\d\d))$/.exec(tidyText(value));
  if (!parts) return tidyText(value);
  const [, year = '', , month = parts[5] ?? '', day = parts[6] ?? ''] = parts;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function integer(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = tidyText(value);
  const digits = westernDigits(text);
  return wholeNumber.test(digits) ? Number(digits) : text;
}

/** Digits are a number; anything else is text (assumptions.ts, identifiers). */
export const canonicalIdentifier = (value: unknown): unknown =>
  typeof value === 'string' && /^[+-]/.test(value.trim()) ? tidyText(value) : integer(value);

export function canonicalChoice(values: readonly string[], value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const text = tidyText(String(value));
  // The long lists are in lower case, and may not be loaded yet.
  return matchChoice(values, text) ?? (values.length === 0 ? text.toLowerCase() : text);
}

const text = (value: unknown) =>
  typeof value === 'string' ? tidyText(value) : typeof value === 'number' ? String(value) : value;

function flag(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const lower = tidyText(value).toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : lower;
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

function list({ of, sequence }: ListParameter, value: unknown): unknown {
  const element = (item: unknown) =>
    of === 'text'
      ? text(item)
      : of === 'integer'
        ? integer(item)
        : of === 'identifier'
          ? canonicalIdentifier(item)
          : canonicalChoice(of, item);
  const items = (Array.isArray(value) ? (value as unknown[]) : [value]).map(element).filter(isGiven);
  if (items.length === 0) return undefined;
  if (sequence) return items;
  const distinct = new Map(items.map((item) => [stableJson(item), item]));
  return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

/** Undefined: not given. A value of a parameter that the table does not have stays as it is. */
export function canonicalValue(parameter: Parameter | undefined, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  switch (parameter?.kind) {
    case undefined:
      return value;
    case 'text': {
      const tidied = text(value);
      return tidied === '' && parameter.default !== '' ? undefined : tidied;
    }
    case 'integer':
      return integer(value);
    case 'flag':
      return flag(value);
    case 'date':
      return isoDate(value);
    case 'choice':
      return canonicalChoice(parameter.values, value);
    case 'list':
      return list(parameter, value);
  }
}

/** JSON with sorted keys, at every depth. */
export function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${stableJson(inner)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

// Reads a value of a closed list the way people type it: any case, spaces or hyphens for underscores, 4 for 4.0,
// digits of any script.

const plain = (text: string) =>
  westernDigits(text)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

const indexes = new WeakMap<readonly string[], Map<string, string>>();

function indexOf(values: readonly string[]): Map<string, string> {
  let index = indexes.get(values);
  if (!index) {
    index = new Map();
    for (const value of values) {
      index.set(plain(value), value);
      // `4.0` is also meant by 4; a whole number never hides another value of the list.
      if (/^\d+\.0$/.test(value)) index.set(value.slice(0, -2), value);
    }
    indexes.set(values, index);
  }
  return index;
}

/** The value of the list that was meant, or undefined. */
export function matchChoice(values: readonly string[], given: unknown): string | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined;
  // A long list that is not loaded yet must not be indexed: it is filled in place.
  return values.length === 0 ? undefined : indexOf(values).get(plain(String(given)));
}
