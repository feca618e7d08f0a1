// What failed and must not be asked again by itself: opening a workbook with 200 error cells sends nothing.
import { timeoutSeconds } from '../../operations/timeout';
import type { DataRequest } from '../request/dataRequest';
import { SpillwayError, type ErrorCode, type ErrorFacts } from '../request/errors';
import { dependsOnCount, dependsOnTimeout, holdMilliseconds, memoryOf } from './failurePolicy';
import type { GuardedStore } from '../ports/guardedStore';

interface StoredFailure {
  readonly v: 1;
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;
  readonly at: number;
  /** When the short hold ends; undefined: until Refresh, changed input or a new key. */
  readonly until: number | undefined;
  readonly count: number | undefined;
  readonly timeout: number;
  /** There was an answer before, which is still shown. */
  readonly renewal: boolean;
}

interface Failure extends StoredFailure {
  readonly error: SpillwayError;
}

const most = 5_000;

const storable = ({ error: _error, ...stored }: Failure): StoredFailure => stored;

function readFailure(value: unknown): Failure | undefined {
  const stored = value as StoredFailure | null;
  if (stored?.v !== 1 || !memoryOf(stored.code) || typeof stored.facts !== 'object') return undefined;
  // From an earlier run: Excel recalculates error cells when a workbook opens, and nobody asked for that. Only what
  // never reached the service, or waits for the next day's budget, is tried again.
  const untried =
    stored.code === 'over_budget' || (stored.code === 'network' && stored.facts.billed === 'no');
  const until = untried ? stored.until : undefined;
  return { ...stored, until, error: new SpillwayError(stored.code, stored.facts) };
}

export class Failures {
  private readonly all = new Map<string, Failure>();
  /** Resolves when the store has what was last remembered. */
  written: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: GuardedStore) {
    store.onRestored(
      () =>
        void store.put(
          'failures',
          [...this.all].map(([key, failure]) => [key, storable(failure)]),
        ),
    );
  }

  async load(): Promise<void> {
    for (const [key, value] of await this.store.entries('failures')) {
      const failure = readFailure(value);
      if (failure && !this.all.has(key)) this.all.set(key, failure);
    }
  }

  /** When the failure that is known for the key was. */
  dateOf(key: string): number | undefined {
    return this.all.get(key)?.at;
  }

  /** The failure that answers this request. */
  of(request: DataRequest, now: number): SpillwayError | undefined {
    if (this.all.size === 0) return undefined;
    const failure = this.all.get(request.key);
    if (!failure || (failure.until !== undefined && now >= failure.until)) return undefined;
    if (dependsOnCount(failure.code) && failure.count !== request.count) return undefined;
    if (dependsOnTimeout(failure.code) && timeoutSeconds(request.params) > failure.timeout) return undefined;
    return failure.error;
  }

  /** Why the answer that is shown could not be renewed. */
  staleness(key: string): SpillwayError | undefined {
    if (this.all.size === 0) return undefined;
    const failure = this.all.get(key);
    return failure?.renewal ? failure.error : undefined;
  }

  /** The error as it is now remembered; one that is not worth remembering comes back as it was. */
  remember(request: DataRequest, error: SpillwayError, now: number, renewal: boolean): SpillwayError {
    const memory = memoryOf(error.code);
    if (!memory) return error;
    const until =
      memory === 'hold' && error.facts.billed === 'no'
        ? now + Math.max(holdMilliseconds, error.facts.retryAfter ?? 0)
        : undefined;
    const { cause: _cause, ...facts } = error.facts;
    const stored: StoredFailure = {
      v: 1,
      code: error.code,
      facts: until === undefined ? facts : { ...facts, until },
      at: now,
      until,
      count: request.count,
      timeout: timeoutSeconds(request.params),
      renewal,
    };
    const kept = until === undefined ? error : new SpillwayError(error.code, stored.facts);
    this.all.delete(request.key);
    this.all.set(request.key, { ...stored, error: kept });
    this.written = this.store.put('failures', [[request.key, stored]]);
    const surplus = [...this.all.keys()].slice(0, Math.max(0, this.all.size - most));
    this.remove(surplus);
    return kept;
  }

  remove(keys: readonly string[]): void {
    const known = keys.filter((key) => this.all.delete(key));
    void this.store.delete('failures', known);
  }

  /** The keys that were forgotten. */
  forget(which: (code: ErrorCode) => boolean): string[] {
    const keys = [...this.all].filter(([, { code }]) => which(code)).map(([key]) => key);
    this.remove(keys);
    return keys;
  }

  /** Another window has written something new for this key. */
  async reread(key: string): Promise<void> {
    const failure = readFailure(await this.store.get('failures', key));
    if (failure) this.all.set(key, failure);
    else this.all.delete(key);
  }
}
