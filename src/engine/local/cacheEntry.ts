// One paid response as it is kept. Stored entries carry a version: an update of the product discards what it cannot read.
import { isOperationId, type OperationId } from '../../operations';
import { cost } from '../../operations/cost';
import type { DataResponse, ServiceRecord } from '../request/response';
import type { SpillwayError } from '../request/errors';
import type { DataRequest } from '../request/dataRequest';
import type { Settings } from '../request/settings';

// How old a response may be: "keep until I refresh", unless the operation or the formula sets an age.

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

export const entryVersion = 1;

export interface StoredEntry {
  readonly v: typeof entryVersion;
  readonly operation: OperationId;
  /** The count that was sent; undefined where the operation has none. */
  readonly asked: number | undefined;
  readonly fetchedAt: number;
  /** The same on the clock of the gateway that gave it, exactly. */
  readonly at?: number | undefined;
  readonly bytes: number;
  readonly records: readonly ServiceRecord[];
}

/** Beside the text itself: names, keys and the entry's own fields. */
const overhead = 400;

export class CacheEntry {
  private readonly views = new Map<number | undefined, DataResponse>();
  /** Hits since the ledger was last written. */
  hits = 0;
  saved = 0;
  hitCells: string[] = [];

  constructor(
    /** Where it is kept. */
    readonly slot: string,
    readonly stored: StoredEntry,
    public usedAt: number,
    /** The use that the store knows of. */
    public notedAt = usedAt,
  ) {}

  get weight(): number {
    return this.stored.bytes + overhead;
  }

  /** Fewer came than were asked for: there are no more. */
  get complete(): boolean {
    const { asked, records } = this.stored;
    return asked === undefined || records.length < asked;
  }

  covers(count: number | undefined): boolean {
    return count === undefined || this.stored.records.length >= count || this.complete;
  }

  /** The same object every time, for as long as the entry and its failure stay. */
  response(count: number | undefined, stale: SpillwayError | undefined): DataResponse {
    const known = this.views.get(count);
    if (known && known.stale === stale) return known;
    const { records, fetchedAt, operation } = this.stored;
    const view: DataResponse = {
      records:
        known?.records ??
        (count === undefined || count >= records.length ? records : records.slice(0, count)),
      fetchedAt,
      from: 'cache',
      spent: 0,
      saved: cost(operation, count),
      ...(stale && { stale }),
    };
    this.views.set(count, view);
    return view;
  }
}

const isCount = (value: unknown) => value === undefined || (Number.isInteger(value) && Number(value) > 0);

/** Undefined for anything that this version did not write or that was damaged. */
export function readStored(value: unknown): StoredEntry | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { v, operation, asked, fetchedAt, bytes, records } = value as Record<string, unknown>;
  const sound =
    v === entryVersion &&
    typeof operation === 'string' &&
    isOperationId(operation) &&
    isCount(asked) &&
    Number.isFinite(fetchedAt) &&
    Number.isFinite(bytes) &&
    Array.isArray(records) &&
    records.every((record) => typeof record === 'object' && record !== null && !Array.isArray(record));
  return sound ? (value as StoredEntry) : undefined;
}
