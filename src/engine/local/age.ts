// How old a response may be: "keep until I refresh", unless the operation or the formula sets an age.
import type { DataRequest } from '../request/dataRequest';
import type { Settings } from '../request/settings';
import type { CacheEntry } from './cache';

/** A shorter age would fetch again and again: every renewal recalculates its cell. */
const shortestAge = 60_000;

/** Milliseconds; undefined means any age will do. */
export function ageLimit(
  { operation }: DataRequest,
  maxAge: number | undefined,
  settings: Settings,
): number | undefined {
  const age = maxAge ?? settings.ages[operation];
  return age === undefined ? undefined : Math.max(age, shortestAge);
}

export function isFresh(
  entry: CacheEntry,
  request: DataRequest,
  maxAge: number | undefined,
  settings: Settings,
  now: number,
): boolean {
  const age = ageLimit(request, maxAge, settings);
  return age === undefined || now - entry.stored.fetchedAt <= age;
}
