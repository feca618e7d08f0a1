// What the gateway needs of a store, in few words: values that expire, leases that one caller holds, and tables of
// numbers that are checked and raised in one step. Memory, disk and Redis offer the same and pass the same tests.
import type { ResponseVersion } from './responseVersions';

/** Who holds a lease; `size` is how much their work covers, so that a smaller need can wait for a larger one. */
export interface Holder {
  readonly id: string;
  readonly size: number;
}

/** Raise `field` by `amount` unless the fields in `sum` together would then pass `limit`. */
export interface Check {
  readonly table: string;
  readonly sum: readonly string[];
  readonly field: string;
  readonly amount: number;
  readonly limit: number;
  readonly lifetime: number;
  /** The fields in `sum` are all that matter: others are over, and are let go of. */
  readonly row?: true;
}

/** All checks passed and were applied (`sums` after it), or none was: the first that failed, and its fields' values. */
export type ReserveResult =
  | { readonly ok: true; readonly sums: readonly number[] }
  | { readonly ok: false; readonly failed: number; readonly values: readonly number[] };

/** How many tables of one family (the name before the colon) are kept. */
export const keptTables = 430;

export type Amounts = Readonly<Record<string, number>>;

export interface Offer {
  readonly candidate: ResponseVersion;
  /** The time of day, for telling the newer response. */
  readonly now: number;
  readonly lifetime: number;
}

export interface TeamStore {
  /** Resolves when a lost connection is there again, for every process; undefined while there is one. */
  reconnected?(): Promise<void> | undefined;
  /** Rejects with `NewerFormat` where a later version wrote what is there; otherwise marks it with this version's number. */
  claimFormat?(): Promise<void>;
  /** Tells at once that there is a connection, before any waiting step is made. */
  onConnect?(listener: () => void): void;
  /** Tells that the store has lost what it held, or else that what is owed must be told now (`telling`). */
  onDoubt?(listener: (isLost: boolean) => void): void;
  /** This process begins to tell everything; resolves with a function that says it has. */
  telling?(): Promise<() => Promise<void>>;
  /** This process was without the store for a while; others may have been too, and tell what they owe. */
  doubt?(): Promise<void>;
  /** A name for the time in which all who use the store had told it everything, until now; undefined where one of them has not. */
  settled?(): Promise<string | undefined>;

  read(key: string): Promise<Buffer | undefined>;
  write(key: string, value: Buffer, lifetime: number): Promise<void>;

  /** In one step: lets the candidate stand unless a better one does; returns what stands then (responseVersions.ts). */
  offer(key: string, offer: Offer): Promise<Buffer>;

  /** Takes the lease when it is free or held for a smaller size; returns who holds it now. */
  claim(key: string, holder: Holder, lease: number): Promise<Holder>;
  holder(key: string): Promise<Holder | undefined>;
  /** Keeps leases that are held by `holder`, and takes them where they were lost. */
  renew(keys: readonly string[], holder: Holder, lease: number): Promise<void>;
  release(keys: readonly string[], id: string): Promise<void>;

  /** `once` names the step: told again under the same name, it changes nothing. */
  reserve(checks: readonly Check[], once?: string): Promise<ReserveResult>;
  add(table: string, amounts: Amounts, lifetime: number): Promise<void>;
  /**
   * Raises fields to these amounts, and returns what they were. For counters that one writer alone raises: told twice, late
   * or out of order they count once. Such a table has no time to live, so that it is not evicted; the ones that began first
   * go when there are too many.
   */
  raise(table: string, amounts: Amounts): Promise<Amounts>;
  replace(table: string, amounts: Amounts, lifetime: number): Promise<void>;
  table(name: string): Promise<Record<string, number>>;

  /** Tells every process that shares the store; the teller hears it too. */
  announce(message: string): Promise<void>;
  listen(listener: (message: string) => void): () => void;
  close(): Promise<void>;
}
