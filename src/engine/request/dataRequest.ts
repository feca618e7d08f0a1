// One request for data, with the canonical key that decides whether two requests are the same.
import { operationOf, type OperationId, type Params, cost, paidCount } from '../../operations';
import { canonicalValue, stableJson } from '../../operations/check/canonicalValue';
import type { Settings } from './settings';

// Decides whether two requests are the same: by their canonical parameters, with defaults given or left out alike.

/** Every value in its canonical form; empty values and nulls are left out. */
function canonicalParams(operation: OperationId, params: Params): Params {
  const { params: table } = operationOf(operation);
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(params)) {
    const value = canonicalValue(Object.hasOwn(table, name) ? table[name] : undefined, params[name]);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

/** Takes canonical parameters; `count` and `timeout` are not part of the key. */
function requestKey(operation: OperationId, params: Params, raw: Params): string {
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

export interface DataRequest {
  readonly operation: OperationId;
  /** Checked and normalised by `checkRequest`: user-facing names, with `count` and `timeout` where given. */
  readonly params: Params;
  /** Parameters passed through unchecked (`raw:name=value`), under their wire names. */
  readonly raw: Params;
  /** Operation and canonical parameters, without count and timeout; never holds the API key. */
  readonly key: string;
  /** How many results are wanted; undefined where the operation has no count. */
  readonly count: number | undefined;
}

const positive = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 ? number : undefined;
};

/** A raw count or timeout decides the price and the deadline like a checked one, so it is treated as one. */
function adopt(operation: OperationId, params: Params, raw: Params): [Params, Params] {
  const names = ['count', 'timeout'].filter(
    (name) => Object.hasOwn(operationOf(operation).params, name) && positive(raw[name]) !== undefined,
  );
  if (names.length === 0) return [params, raw];
  return [
    { ...params, ...Object.fromEntries(names.map((name) => [name, positive(raw[name])])) },
    Object.fromEntries(Object.entries(raw).filter(([name]) => !names.includes(name))),
  ];
}

export function makeDataRequest(operation: OperationId, params: Params, raw: Params = {}): DataRequest {
  const [given, rest] = adopt(operation, params, raw);
  const canonical = canonicalParams(operation, given);
  const { params: table, defaultCount } = operationOf(operation);
  const count = Object.hasOwn(table, 'count') ? (positive(canonical.count) ?? defaultCount ?? 1) : undefined;
  return { operation, params: canonical, raw: rest, key: requestKey(operation, canonical, rest), count };
}

/** The same request for another number of results. */
export const withCount = (request: DataRequest, count: number | undefined): DataRequest =>
  request.count === count ? request : { ...request, count };

// How counts share one paid response: the whole paid block is fetched, and a larger response serves a smaller count.

/** What is sent for a request, and where its response is kept. */
export interface Sending {
  /** The count that is sent, and paid for; undefined where the operation has none. */
  readonly count: number | undefined;
  /** Credits. */
  readonly price: number;
  /** The cache slot of its response. */
  readonly slot: string;
  /** The slot of exactly this count: of a failure, and of the response where counts are not shared. */
  readonly exact: string;
}

const known = new WeakMap<DataRequest, { readonly settings: Settings; readonly sending: Sending }>();

/** Worked out once for each request, until the settings change. */
export function sendingOf(request: DataRequest, settings: Settings): Sending {
  const before = known.get(request);
  if (before?.settings === settings) return before.sending;
  const { operation, key, count: wanted } = request;
  const count = wanted === undefined || !settings.roundCounts ? wanted : paidCount(operation, wanted);
  const exact = exactSlot(key, count);
  const sending = { count, price: cost(operation, count), slot: settings.reuseCounts ? key : exact, exact };
  known.set(request, { settings, sending });
  return sending;
}

export const exactSlot = (key: string, count: number | undefined): string =>
  count === undefined ? key : `${key}#${count}`;

/** Where it is noted that a request was sent or paid for: as it is wanted, in a whole block, or for every count. */
export const paidSlots = ({ operation, key, count }: DataRequest): string[] =>
  count === undefined ? [key] : [key, exactSlot(key, count), exactSlot(key, paidCount(operation, count))];

/** The cache slot of a larger response beside a newer, smaller one: it was paid for as well. */
export const asideSlot = (key: string): string => `${key}#more`;

/** Each distinct call once, for the largest count that it serves: a response with 50 results also serves a request for 10. */
export function distinctRequests(requests: Iterable<DataRequest>, settings: Settings): DataRequest[] {
  const distinct = new Map<string, DataRequest>();
  for (const request of requests) {
    const { slot } = sendingOf(request, settings);
    if ((distinct.get(slot)?.count ?? -1) < (request.count ?? 0)) distinct.set(slot, request);
  }
  return [...distinct.values()];
}
