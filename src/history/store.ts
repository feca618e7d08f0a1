// Where the history is kept: by the add-in in IndexedDB, by the gateway on disk or in PostgreSQL. All of them pass one test
// suite (test/history/storeContract.ts).
import type { OperationId } from '../operations';
import type { ItemKey, ObservedResponse } from './observation';
import type { Values } from './record';
import type { Json, Series } from './series';

export interface ItemFilter {
  readonly operation?: OperationId;
  readonly id?: string;
  readonly comparable?: string;
}

export interface Item extends ItemKey {
  /** As the item was last called. */
  readonly label: string;
  readonly first: number;
  readonly last: number;
  /** What is kept over time (`keptPaths`) as it was last seen. */
  readonly values: Values;
}

/** A request whose responses are kept. */
export interface KeptRequest {
  readonly operation: OperationId;
  readonly request: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** One response as a list: what was asked for, and the items in order. A record that cannot be told from others is null. */
export interface ResponseList {
  readonly at: number;
  readonly asked: number | undefined;
  readonly ids: readonly (string | null)[];
}

/** A response as it was kept. */
export interface KeptResponse {
  readonly at: number;
  readonly asked: number | undefined;
  readonly records: readonly { readonly [name: string]: Json }[];
  /** How many items of the list were deleted, where some were: they are not among the records. */
  readonly deleted?: number | undefined;
}

/** As many results as were asked for: there may have been more. */
export const mayHaveMore = ({ asked, records, deleted = 0 }: KeptResponse): boolean =>
  asked !== undefined && records.length + deleted >= asked;

/** Reading costs nothing and never causes a request for data. */
export interface HistoryReader {
  /** In no particular order. */
  items(filter: ItemFilter): Promise<readonly Item[]>;
  /**
   * Of what is kept over time (`keptPaths`). Without times where the item is not known; without changes where the field never
   * had a value.
   */
  series(item: ItemKey, field: string): Promise<Series>;
  requests(operation: OperationId): Promise<readonly KeptRequest[]>;
  /** Ascending by time. */
  lists(request: string): Promise<readonly ResponseList[]>;
  /** The newest at or before a time. Deleted items are left out. */
  response(request: string, at: number): Promise<KeptResponse | undefined>;
}

export interface HistorySize {
  readonly bytes: number;
  readonly items: number;
  /** What is older was thinned to weekly, where some of it went. */
  readonly thinnedBefore?: number;
  /** What is older was dropped, where there was some. */
  readonly droppedBefore?: number;
}

export interface HistoryStore extends HistoryReader {
  /**
   * Keeps responses, all or none; resolves when they are durable. What was seen at a time is never changed: a response, or a
   * sighting of an item, that is known by its time is left as it is. Of two lists of one request at one time, the longer stays.
   */
  append(responses: readonly ObservedResponse[]): Promise<void>;
  /**
   * Without a filter, everything. What was paid for up to `at` is not taken in again (deletion.ts). Resolves to the ID of the
   * deletion.
   */
  delete(filter: ItemFilter, at: number): Promise<string>;
  /** Brings back what a deletion took, together with what was seen since; false where it is gone for good. */
  undo(deletion: string): Promise<boolean>;
  /** Deletions from before this time can no longer be undone; what they took needs no room any more. */
  purge(before: number): Promise<void>;
  size(): Promise<HistorySize>;
  /**
   * Of what is older than `before`, one list a week stays of each request, the last, and of each item the last sighting of a
   * week and those of the lists that stay (weeks.ts). With `drop`, nothing older stays.
   */
  thin(before: number, drop?: boolean): Promise<void>;
  close(): Promise<void>;
}
