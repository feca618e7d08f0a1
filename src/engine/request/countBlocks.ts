// How counts share one paid response: the whole paid block is fetched, and a larger response serves a smaller count.
import { cost, paidCount } from '../../operations/cost';
import type { DataRequest } from './dataRequest';
import type { Settings } from './settings';

/** What is sent for a request, and where its response is kept. */
export interface Sending {
  /** The count that is sent, and paid for; undefined where the operation has none. */
  readonly count: number | undefined;
  /** Credits. */
  readonly price: number;
  /** The cache slot of its response. */
  readonly slot: string;
  /** The slot of exactly this count: of a decision, of a failure, and of the response where counts are not shared. */
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

/** The cache slot of a larger response beside a newer, smaller one: it was paid for as well. */
export const asideSlot = (key: string): string => `${key}#more`;
