// The result of a request: the records, and where they came from.
import type { SpillwayError } from './errors';

export type ServiceRecord = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is ServiceRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** It is paid for, so an array with any object in it is accepted; the grid notes what else it holds. */
export const isRecords = (value: unknown): value is readonly ServiceRecord[] =>
  Array.isArray(value) && (value.length === 0 || value.some(isJsonObject));

export interface DataResponse {
  /** Already cut to the requested count. The same array object is returned until something new is fetched. */
  readonly records: readonly ServiceRecord[];
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** The same on the clock of the gateway that gave it, by which the history knows it. */
  readonly at?: number;
  /** `service`: this request caused the call; `shared`: it joined a call in progress; `cache`: nothing was sent. */
  readonly from: 'service' | 'shared' | 'cache';
  /** Credits this request spent, and what it would have spent without the cache. */
  readonly spent: number;
  readonly saved: number;
  /** Older than the age that was asked for: they could not be fetched again, or not yet. */
  readonly isOverdue?: true;
  /** Why the records are older than requested and could not be fetched again. */
  readonly stale?: SpillwayError;
}
