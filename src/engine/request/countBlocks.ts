// How counts share one paid answer: the whole paid block is fetched, and a larger answer serves a smaller count.
import { paidCount } from '../../operations/cost';
import type { DataRequest } from './dataRequest';
import type { Settings } from './settings';

/** The count that is sent, and paid for, when this many results are wanted. */
export const sentCount = (request: DataRequest, { roundCounts }: Settings): number | undefined =>
  request.count === undefined || !roundCounts ? request.count : paidCount(request.operation, request.count);

/** Where an answer for one exact count is kept, when counts are not shared. */
export const exactSlot = (key: string, count: number | undefined): string =>
  count === undefined ? key : `${key}#${count}`;

/** Where a larger answer stays beside a newer, smaller one: it was paid as well. */
export const asideSlot = (key: string): string => `${key}#more`;

/** Where a new answer is kept. */
export const slotOf = (key: string, count: number | undefined, { reuseCounts }: Settings): string =>
  reuseCounts ? key : exactSlot(key, count);
