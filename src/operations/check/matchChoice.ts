// Reads a value of a closed list the way people type it: any case, spaces or hyphens for underscores, 4 for 4.0,
// digits of any script.
import { westernDigits } from './digits';

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
