// How counts share one paid response: the whole paid block is fetched, and a larger response serves a smaller count.
import { paidCount } from '../../operations/cost';
import type { DataRequest } from './dataRequest';
import type { Settings } from './settings';

/** The count that is sent, and paid for, when this many results are wanted. */
export const sentCount = (request: DataRequest, { roundCounts }: Settings): number | undefined =>
  request.count === undefined || !roundCounts ? request.count : paidCount(request.operation, request.count);

/** The cache slot of a response for one exact count, when counts are not shared. */
export const exactSlot = (key: string, count: number | undefined): string =>
  count === undefined ? key : `${key}#${count}`;

/** The cache slot of a larger response beside a newer, smaller one: it was paid for as well. */
export const asideSlot = (key: string): string => `${key}#more`;

/** The cache slot of a new response. */
export const slotOf = (key: string, count: number | undefined, { reuseCounts }: Settings): string =>
  reuseCounts ? key : exactSlot(key, count);
