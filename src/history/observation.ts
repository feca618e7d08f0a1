// What a paid response says: which items it lists, in order, and the values of each. Pure; the same in the add-in and in the
// gateway, so that both know the same response as the same observations.
import { operationOf, type OperationId } from '../operations';
import { canonicalValue, stableJson } from '../operations/check/canonicalValue';
import { historyOf } from '../operations/histories';
import { timeOfNumber } from '../operations/numericTime';
import type { DatedValues } from '../operations/table/history';
import { fieldAt, splitRecord, type Values } from './record';
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
  /** The followed fields, by path; null where the record has none. */
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
  /** One for each item of the list, then those of other dates (`datedComparable`). */
  readonly sightings: readonly Sighting[];
}

/** A large response may be written in parts; all but the last have sightings and no list. */
export const hasList = ({ list, sightings }: ObservedResponse): boolean =>
  list.length > 0 || sightings.length === 0;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What identifies a record; empty where it has no identity. */
export function identityOf(operation: OperationId, record: Values): string {
  const id = fieldAt(record, historyOf(operation).identity);
  return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
}

/** What a record is called. */
export function labelOf(operation: OperationId, record: Values): string {
  const name = fieldAt(record, historyOf(operation).label);
  return typeof name === 'string' ? name : identityOf(operation, record);
}

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

/** Values at dates of the source's own are kept apart: only some fields were seen then. */
export const datedComparable = (comparable: string): string => `${comparable}@source`;

/** The item that holds the values at the source's own dates, or undefined where the source has none. */
export const datedItem = (item: ItemKey): ItemKey | undefined =>
  historyOf(item.operation).dated && { ...item, comparable: datedComparable(item.comparable) };

function timeIn(operation: OperationId, record: Values, name: string): number | undefined {
  const value = fieldAt(record, name);
  if (typeof value === 'string') {
    const time = Date.parse(value);
    return Number.isNaN(time) ? undefined : time;
  }
  const field = operationOf(operation).record.fields[name];
  const zone = field?.kind === 'date' ? field.zone : undefined;
  return typeof value === 'number' ? timeOfNumber(value, zone) : undefined;
}

/** When the source has new values, as far as a record tells. */
export function dueAt(operation: OperationId, records: readonly unknown[]): number | undefined {
  const { dated } = historyOf(operation);
  const [record] = records;
  if (!dated || !isObject(record)) return undefined;
  const at = timeIn(operation, record as Values, dated.at);
  return at === undefined ? undefined : at + dated.every * 86_400_000;
}

/** The value before it changed by a percentage; to the whole unit, as the percentage is rounded. */
const valueBefore = (now: Json | undefined, percent: Json | undefined): Json =>
  typeof now === 'number' && typeof percent === 'number' && percent > -100
    ? Math.round(now / (1 + percent / 100))
    : null;

function datedSightings(seen: Sighting, record: Values, { at, fields, before }: DatedValues): Sighting[] {
  const { item } = seen;
  const found: Sighting[] = [];
  const add = (name: string, followed: Values) => {
    const time = timeIn(item.operation, record, name);
    // A date that lies ahead is not one at which a value was seen.
    if (time !== undefined && time <= seen.at && Object.values(followed).some((value) => value !== null))
      found.push({
        ...seen,
        item: { ...item, comparable: datedComparable(item.comparable) },
        at: time,
        followed,
        rest: {},
      });
  };
  add(at, Object.fromEntries(fields.map((name) => [name, seen.followed[name] ?? null])));
  if (before)
    add(
      before.at,
      Object.fromEntries(
        fields.map((name) => [
          name,
          valueBefore(fieldAt(record, name), fieldAt(record, before.change[name] ?? '')),
        ]),
      ),
    );
  return found;
}

export function observe(response: PaidResponse): ObservedResponse {
  const { operation, request, raw = {}, asked, at } = response;
  const { count: _count, timeout: _timeout, ...params } = response.params;
  const { followed: paths, dated } = historyOf(operation);
  const comparable = comparableOf(operation, params, raw);
  const list: ListEntry[] = [];
  const sightings: Sighting[] = [];
  const ofOtherDates: Sighting[] = [];
  const known = new Set<string>();
  for (const given of response.records) {
    if (!isObject(given)) continue;
    const record = given as Values;
    const id = identityOf(operation, record);
    // The second record of one item in a list may differ from the first, so it is kept as it is.
    if (id === '' || known.has(id)) {
      list.push({ record });
      continue;
    }
    known.add(id);
    list.push({ id });
    const seen: Sighting = {
      item: { operation, id, comparable },
      at,
      label: labelOf(operation, record),
      ...splitRecord(record, paths),
    };
    sightings.push(seen);
    if (dated) ofOtherDates.push(...datedSightings(seen, record, dated));
  }
  return {
    operation,
    request,
    params,
    raw,
    comparable,
    at,
    asked,
    list,
    sightings: [...sightings, ...ofOtherDates],
  };
}
