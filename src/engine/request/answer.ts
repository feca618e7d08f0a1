// What a request comes back with: the records, and where they came from.
import type { SpillwayError } from './errors';

export type ServiceRecord = Readonly<Record<string, unknown>>;

export interface Answer {
  /** Already cut to the count asked for. The same array object is returned for as long as nothing was fetched anew. */
  readonly records: readonly ServiceRecord[];
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** `service`: this ask caused the call; `shared`: it joined a call under way; `cache`: nothing was sent. */
  readonly from: 'service' | 'shared' | 'cache';
  /** Credits this ask spent, and what it would have spent without the cache. */
  readonly spent: number;
  readonly saved: number;
  /** The value is older than asked for and could not be renewed; this says why. */
  readonly stale?: SpillwayError;
}
