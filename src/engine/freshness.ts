// How old an answer may be: "keep until I refresh", unless the operation or the formula sets an age.
import type { CacheEntry } from './cacheEntry';
import type { DataRequest } from './dataRequest';
import type { Settings } from './settings';

/** A shorter age would fetch again and again: every renewal recalculates its cell. */
const shortestAge = 60_000;

export function isFresh(
  entry: CacheEntry,
  request: DataRequest,
  maxAge: number | undefined,
  settings: Settings,
  now: number,
): boolean {
  const age = maxAge ?? settings.ages[request.operation];
  return age === undefined || now - entry.stored.fetchedAt <= Math.max(age, shortestAge);
}
