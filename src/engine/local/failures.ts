// What failed and must not be asked again by itself: opening a workbook with 200 error cells sends nothing. A failure that
// depends on the count has a row for each count, so that two cells of one request do not forget each other's.
import { timeoutSeconds } from '../../operations/table/parameter';
import { sendingOf, type DataRequest } from '../request/dataRequest';
import { SpillwayError, type ErrorCode, type ErrorFacts } from '../request/errors';
import type { Settings } from '../request/settings';
import { dependsOnCount, dependsOnTimeout, memoryOf } from './failurePolicy';
import type { GuardedStore } from '../ports/guardedStore';

interface StoredFailure {
  readonly v: 1;
  /** Of the request; undefined where it is the key of the row. */
  readonly key?: string;
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;
  readonly at: number;
  /** When the short hold ends; undefined: until Refresh, changed input or a new key. */
  readonly until: number | undefined;
  /** As it was sent. */
  readonly count: number | undefined;
  readonly timeout: number;
  /** There was a response before, which is still shown. */
  readonly renewal: boolean;
  /** So many results have been fetched since: it stands for larger counts only. */
  readonly above?: number | undefined;
  /** A failure before this free one that may have been charged: it stands in the way again when this one is over. */
  readonly earlier?: Omit<StoredFailure, 'earlier'> | undefined;
}

export interface Failure extends StoredFailure {
  readonly key: string;
  readonly error: SpillwayError;
}

const most = 20_000;

/** The failure that may have been charged: this one, or one before it. */
export function chargedOf(failure: Failure): Failure | undefined {
  const { key, facts, earlier } = failure;
  if (facts.billed !== 'no') return failure;
  return earlier && { ...earlier, key, error: new SpillwayError(earlier.code, earlier.facts) };
}

export const storable = ({ error: _error, ...stored }: Failure): StoredFailure => stored;

function readFailure(row: string, value: unknown): Failure | undefined {
  const stored = value as StoredFailure | null;
  if (stored?.v !== 1 || !memoryOf(stored.code) || typeof stored.facts !== 'object') return undefined;
  // From an earlier run: Excel recalculates error cells when a workbook opens, and nobody asked for that. Only what
  // never reached the service, or waits for the next day's budget, is tried again.
  const untried =
    stored.code === 'over_budget' || (stored.code === 'network' && stored.facts.billed === 'no');
  const until = untried ? stored.until : undefined;
  return { key: row, ...stored, until, error: new SpillwayError(stored.code, stored.facts) };
}

export class Failures {
  private readonly rows = new Map<string, Failure>();
  /** Rows that are known here alone. */
  private readonly unwritten = new Set<string>();
  private isRead = false;
  /** Resolves when the store has what was last remembered. */
  written: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: GuardedStore,
    private readonly settings: () => Settings,
  ) {
    store.onRestored(() => this.write([...this.rows]));
  }

  /** Where they could not be read, the next time does. */
  async load(): Promise<void> {
    if (this.isRead) return;
    const stored = await this.store.read('failures');
    for (const [row, value] of stored ?? []) {
      const failure = readFailure(row, value);
      if (failure && !this.rows.has(row)) this.rows.set(row, failure);
    }
    this.isRead = stored !== undefined;
  }

  /** When the failure that is known for the request was. */
  dateOf(request: DataRequest): number | undefined {
    return this.find(request, () => true)?.at;
  }

  /** The failure that is shown for this request. */
  of(request: DataRequest, now: number): SpillwayError | undefined {
    for (const row of this.rowsOf(request)) {
      const { until = Infinity } = this.rows.get(row) ?? {};
      if (now >= until) this.revive(row);
    }
    return this.find(
      request,
      ({ until, code, timeout }) =>
        (until === undefined || now < until) &&
        !(dependsOnTimeout(code) && timeoutSeconds(request.params) > timeout),
    )?.error;
  }

  /** Why the response that is shown could not be renewed. */
  staleness(request: DataRequest): SpillwayError | undefined {
    return this.find(request, ({ renewal }) => renewal)?.error;
  }

  /** Every failure that is known for a key, with its row. */
  ofKey(key: string): [row: string, failure: Failure][] {
    return [...this.rows].filter(([, failure]) => failure.key === key);
  }

  keep(row: string, failure: Failure): void {
    this.rows.delete(row);
    this.rows.set(row, failure);
    this.written = this.write([[row, failure]]);
    if (this.rows.size > most) this.remove([this.leastNeeded()]);
  }

  /** The oldest, those first that cost nothing to run into again. */
  private leastNeeded(): string {
    const [oldest = ''] = this.rows.keys();
    for (const [row, failure] of this.rows) if (!chargedOf(failure)) return row;
    return oldest;
  }

  remove(rows: readonly string[]): void {
    const known = rows.filter((row) => this.rows.delete(row));
    void this.store.delete('failures', known);
  }

  /** The keys that were forgotten. What may have been charged before is remembered, unless it is forgotten as well. */
  forget(which: (code: ErrorCode) => boolean): string[] {
    const forgotten = [...this.rows].filter(([, { code }]) => which(code));
    const isKept = ({ earlier }: Failure) => earlier !== undefined && !which(earlier.code);
    this.remove(forgotten.flatMap(([row, failure]) => (isKept(failure) ? [] : row)));
    for (const [row] of forgotten) this.revive(row);
    return forgotten.map(([, { key }]) => key);
  }

  /** Another window may have written something new for this key, in these rows or in those known here. */
  async reread(key: string, rows: readonly string[]): Promise<void> {
    for (const row of new Set([key, ...rows, ...this.ofKey(key).map(([known]) => known)])) {
      const failure = readFailure(row, await this.store.get('failures', row));
      const known = this.rows.get(row);
      // One of this run is over when its time is.
      if (failure && known?.at === failure.at) this.rows.set(row, { ...known, above: failure.above });
      else if (failure) this.rows.set(row, failure);
      // A store that cannot be read, or could not be written, tells nothing.
      else if (!this.store.isDown() && !this.unwritten.has(row)) this.rows.delete(row);
    }
  }

  /** What other windows cannot read in the store. */
  unstored(key: string): (readonly [row: string, failure: StoredFailure])[] {
    return this.ofKey(key)
      .filter(([row]) => this.unwritten.has(row))
      .map(([row, failure]) => [row, storable(failure)]);
  }

  get unstoredKeys(): Set<string> {
    return new Set([...this.rows].filter(([row]) => this.unwritten.has(row)).map(([, { key }]) => key));
  }

  /** Another window could not store these; this one may. */
  receive(rows: readonly (readonly [row: string, failure: unknown])[]): void {
    for (const [row, value] of rows) {
      const failure = readFailure(row, value);
      if (failure && failure.at >= (this.rows.get(row)?.at ?? -Infinity)) this.keep(row, failure);
    }
  }

  private revive(row: string): void {
    const failure = this.rows.get(row);
    const charged = failure && chargedOf(failure);
    if (charged && charged !== failure) this.keep(row, charged);
  }

  private rowsOf(request: DataRequest): readonly string[] {
    return [sendingOf(request, this.settings()).exact, request.key];
  }

  private async write(rows: readonly [row: string, failure: Failure][]): Promise<void> {
    for (const [row] of rows) this.unwritten.add(row);
    const stored = rows.map(([row, failure]) => [row, storable(failure)] as const);
    if ((await this.store.put('failures', stored)) === 'done')
      for (const [row] of rows) this.unwritten.delete(row);
  }

  private find(request: DataRequest, fits: (failure: Failure) => boolean): Failure | undefined {
    if (this.rows.size === 0) return undefined;
    const { count } = sendingOf(request, this.settings());
    for (const row of this.rowsOf(request)) {
      const failure = this.rows.get(row);
      if (!failure || (dependsOnCount(failure.code) && failure.count !== count)) continue;
      if ((count ?? 0) > (failure.above ?? -1) && fits(failure)) return failure;
    }
    return undefined;
  }
}
