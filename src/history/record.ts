// A record in two parts, the followed fields and the rest, and the record that both make together.
import type { Json } from './series';

export type Values = Readonly<Record<string, Json>>;

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path; undefined where the record has none. */
export function fieldAt(record: Values, path: string): Json | undefined {
  let value: Json | undefined = record;
  for (const name of path.split('.')) {
    if (!isValues(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function without(record: Values, [name = '', ...inner]: readonly string[]): Values {
  const { [name]: value, ...others } = record;
  return inner.length > 0 && isValues(value) ? { ...record, [name]: without(value, inner) } : others;
}

function withField(record: Values, [name = '', ...inner]: readonly string[], value: Json): Values {
  if (inner.length === 0) return { ...record, [name]: value };
  const holder = record[name];
  return { ...record, [name]: withField(isValues(holder) ? holder : {}, inner, value) };
}

/** A followed field that holds a list or a record, where the service promises a plain value, stays with the rest. */
export function splitRecord(
  record: Values,
  paths: readonly string[],
  read: (path: string, value: Json) => Json = (_, value) => value,
): { followed: Values; rest: Values } {
  const followed: Record<string, Json> = {};
  let rest = record;
  for (const path of paths) {
    const value = fieldAt(record, path);
    const isPlain = value !== undefined && (typeof value !== 'object' || value === null);
    followed[path] = isPlain ? read(path, value) : null;
    if (isPlain && value !== null) rest = without(rest, path.split('.'));
  }
  return { followed, rest };
}

export function joinRecord(followed: Values, rest: Values): Values {
  let record = rest;
  for (const [path, value] of Object.entries(followed))
    if (value !== null) record = withField(record, path.split('.'), value);
  return record;
}
