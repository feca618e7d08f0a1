// Decides whether two requests are the same. Order, case of enumerations, spacing, order and repetition inside
// set-like lists, date forms and defaults given or left out make no difference; anything else does.
import { operationOf, type OperationId } from '../../operations';
import type { Parameter } from '../../operations/table/parameter';

type Values = Readonly<Record<string, unknown>>;

const tidy = (text: string) => text.trim().replace(/\s+/g, ' ');
const whole = /^[+-]?\d+$/;

/** Excel counts days from 1899-12-30. */
const serialDate = (serial: number) =>
  new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10);

function isoDate(value: unknown): unknown {
  if (typeof value === 'number' && value > 0 && value < 2_958_466) return serialDate(value);
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString().slice(0, 10);
  if (typeof value !== 'string') return value;
  const parts = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})(?:T.*)?|(\d\d)(\d\d))$/.exec(tidy(value));
  if (!parts) return tidy(value);
  const [, year = '', , month = parts[5] ?? '', day = parts[6] ?? ''] = parts;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function integer(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = tidy(value);
  return whole.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

function choice(values: readonly string[], value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const text = tidy(String(value));
  if (values.includes(text)) return text;
  const lower = text.toLowerCase();
  // The long lists are in small letters, and may not be there yet.
  return (
    values.find((candidate) => candidate.toLowerCase() === lower) ?? (values.length === 0 ? lower : text)
  );
}

const text = (value: unknown) =>
  typeof value === 'string' ? tidy(value) : typeof value === 'number' ? String(value) : value;

function flag(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const lower = tidy(value).toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : lower;
}

function list(parameter: Parameter & { kind: 'list' }, value: unknown): unknown {
  const { of } = parameter;
  const element = (item: unknown) =>
    of === 'text' ? text(item) : of === 'integer' || of === 'identifier' ? integer(item) : choice(of, item);
  const items = (Array.isArray(value) ? (value as unknown[]) : [value])
    .map(element)
    .filter((item) => item !== undefined && item !== null && item !== '');
  if (items.length === 0) return undefined;
  if (parameter.sequence) return items;
  const distinct = new Map(items.map((item) => [stableJson(item), item]));
  return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

function settled(parameter: Parameter | undefined, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  switch (parameter?.kind) {
    case undefined:
      return value;
    case 'text': {
      const tidied = text(value);
      return tidied === '' && parameter.kind === 'text' && parameter.default !== '' ? undefined : tidied;
    }
    case 'integer':
      return integer(value);
    case 'flag':
      return flag(value);
    case 'date':
      return isoDate(value);
    case 'choice':
      return choice(parameter.values, value);
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

/** Every value in its one form; what means nothing (empty, null) is left out. */
export function settledParams(operation: OperationId, params: Values): Values {
  const { params: table } = operationOf(operation);
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(params)) {
    const value = settled(Object.hasOwn(table, name) ? table[name] : undefined, params[name]);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

/** Takes settled parameters; `count` and `timeout` are no part of the key. */
export function requestKey(operation: OperationId, params: Values, raw: Values): string {
  const { params: table } = operationOf(operation);
  const keyed: Record<string, unknown> = {};
  for (const name of Object.keys(params)) {
    if (name === 'count' || name === 'timeout') continue;
    const parameter = Object.hasOwn(table, name) ? table[name] : undefined;
    const isDefault = parameter && 'default' in parameter && parameter.default === params[name];
    if (!isDefault) keyed[name] = params[name];
  }
  const extra = Object.keys(raw).length > 0 ? stableJson(raw) : '';
  return `${operation}${stableJson(keyed)}${extra}`;
}
