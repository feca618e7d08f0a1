// What a paid response says: which items it lists, in order, and the values of each. Pure; the same in the add-in and in the
// gateway, so that both know the same response as the same observations.
import { operationOf, type OperationId } from '../operations';
import { canonicalValue, stableJson } from '../operations/check/canonicalValue';
import { numberOfField, numberOfText } from '../operations/check/numberText';
import { historyOf, keptPaths, tableField, zoneOf } from '../operations/histories';
import { timeOfField } from '../operations/numericTime';
import { fieldAt, isValues, splitRecord, type Values } from './record';
import type { Json } from './series';

type Params = Readonly<Record<string, unknown>>;

export interface PaidResponse {
  readonly operation: OperationId;
  /** The engine's canonical key of the request: operation and parameters without count and timeout. */
  readonly request: string;
  /** Canonical parameters under their user-facing names; count and timeout make no difference. */
  readonly params: Params;
  /** Parameters that are passed through unchecked. */
  readonly raw?: Params;
  /** How many results were asked for; undefined where the operation has no count. */
  readonly asked: number | undefined;
  /** When the service gave it, in milliseconds since 1970; its identity, together with the request. */
  readonly at: number;
  readonly records: readonly unknown[];
}

export interface ItemKey {
  readonly operation: OperationId;
  /** What identifies the record in every response. */
  readonly id: string;
  /** The parameters that must be equal, as JSON with sorted names: defaults are left out, so `{}` is the usual one. */
  readonly comparable: string;
}

/** One item as it was seen once. */
export interface Sighting {
  readonly item: ItemKey;
  readonly at: number;
  readonly label: string;
  /** What is kept over time (`keptPaths`), by path; null where the record has none. */
  readonly followed: Values;
  /** Everything else in the record. */
  readonly rest: Values;
}

/** An item of the list, null where it was deleted, or the whole record where it cannot be told from others. */
export type ListEntry = { readonly id: string | null } | { readonly record: Values };

export interface ObservedResponse {
  readonly operation: OperationId;
  readonly request: string;
  readonly params: Params;
  readonly raw: Params;
  readonly comparable: string;
  readonly at: number;
  readonly asked: number | undefined;
  /** In the order of the response. */
  readonly list: readonly ListEntry[];
  /** One for each item of the list. */
  readonly sightings: readonly Sighting[];
}

/** A large response may be written in parts; all but the last have sightings and no list. */
export const hasList = ({ list, sightings }: ObservedResponse): boolean =>
  list.length > 0 || sightings.length === 0;

/** What identifies a record; empty where it has no identity. */
export function identityOf(operation: OperationId, record: Values): string {
  const id = fieldAt(record, historyOf(operation).identity);
  return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
}

/** What a record is called. */
export function recordLabel(operation: OperationId, record: Values): string {
  const name = fieldAt(record, historyOf(operation).label);
  return typeof name === 'string' ? name : identityOf(operation, record);
}

/** A value as a cell shows it: a number that came as text is that number. */
export function valueIn(operation: OperationId, path: string, value: Json): Json {
  const field = typeof value === 'string' ? tableField(operation, path) : undefined;
  const isNumber = field?.type === 'number' || field?.type === 'integer';
  if (typeof value !== 'string' || !isNumber || field.kind === 'identifier' || field.kind === 'date')
    return value;
  return numberOfField(field, value) ?? value;
}

const textIn = (value: unknown): string | undefined =>
  isValues(value) ? textIn(value['name']) : typeof value === 'string' ? value : undefined;

const amountIn = (value: unknown): number | undefined =>
  isValues(value)
    ? amountIn(value['amount'])
    : typeof value === 'string'
      ? numberOfText(value, true)
      : typeof value === 'number'
        ? value
        : undefined;

/** A record as a product that may be somebody's own. */
export const offerOf = (operation: OperationId, record: Values) => ({
  id: identityOf(operation, record),
  name: recordLabel(operation, record),
  brand: textIn(record['brand']),
  price: amountIn(record['price']),
  condition: textIn(record['condition']),
});

/** The parameters by which values of the operation are told apart. */
export function comparableOf(operation: OperationId, params: Params, raw: Params = {}): string {
  const table = operationOf(operation).params;
  const kept: Record<string, unknown> = {};
  for (const name of historyOf(operation).comparable) {
    const parameter = table[name];
    const value = canonicalValue(parameter, params[name]);
    if (value !== undefined && !(parameter && 'default' in parameter && parameter.default === value))
      kept[name] = value;
  }
  // Nobody knows what an unchecked parameter does to a price.
  return stableJson(Object.keys(raw).length > 0 ? { ...kept, raw } : kept);
}

/** The same as it was given. */
export function conditionsOf(comparable: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(comparable);
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const valueText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(valueText).join(',')
    : typeof value === 'string'
      ? value
      : (JSON.stringify(value) ?? '');

/** As people read them: "checkin=2027-05-01; rooms=2". */
export const conditionsText = (comparable: string): string =>
  Object.entries(conditionsOf(comparable))
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .join('; ');

/**
 * Where the version before kept values at the source's own dates. Some of them were computed, and nothing tells which, so none is
 * read: the date is in each record. They go with the item.
 */
export const formerlyDated = (comparable: string): string => `${comparable}@source`;

export const isFormerlyDated = ({ comparable }: Pick<ItemKey, 'comparable'>): boolean =>
  comparable.endsWith('@source');

/** When the source has new values, as far as a record tells. */
export function dueAt(operation: OperationId, records: readonly unknown[]): number | undefined {
  const { dated } = historyOf(operation);
  const [record] = records;
  if (!dated || !isValues(record)) return undefined;
  const at = timeOfField(fieldAt(record, dated.at), zoneOf(operation));
  return at === undefined ? undefined : at + dated.every * 86_400_000;
}

export function observe(response: PaidResponse): ObservedResponse {
  const { operation, request, raw = {}, asked, at } = response;
  const { count: _count, timeout: _timeout, ...params } = response.params;
  const paths = keptPaths(operation);
  const comparable = comparableOf(operation, params, raw);
  const list: ListEntry[] = [];
  const sightings: Sighting[] = [];
  const known = new Set<string>();
  for (const record of response.records) {
    if (!isValues(record)) continue;
    const id = identityOf(operation, record);
    // The second record of one item in a list may differ from the first, so it is kept as it is.
    if (id === '' || known.has(id)) {
      list.push({ record });
      continue;
    }
    known.add(id);
    list.push({ id });
    sightings.push({
      item: { operation, id, comparable },
      at,
      label: recordLabel(operation, record),
      ...splitRecord(record, paths, (path, value) => valueIn(operation, path, value)),
    });
  }
  return { operation, request, params, raw, comparable, at, asked, list, sightings };
}
