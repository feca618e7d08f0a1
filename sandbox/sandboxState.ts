// The state of a running sandbox: accounts, faults, journal and settings. Clock and sleep are passed in.
import type { OperationId, OperationRecord, OperationRequest } from '../src/operations';
import type { WireNames } from '../src/operations/wireNames';
import { Accounts, type KeyChanges } from './accounts/accounts';
import type { CheckedBody } from './bodyCheck';
import { dayOf } from './data/day';
import { FaultList } from './faults/faultList';
import { imageLinks } from './contract/images';
import { Journal, type Tally } from './journal';
import type { Source, Sources } from './contract/source';
import { sourcesOf } from './sources/sources';

export interface SandboxOptions {
  /** Another seed gives the same names and identifiers with other prices, stock and scores. */
  readonly seed?: number;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly cors?: boolean;
  /** Every data operation takes this long. */
  readonly latencyMs?: number;
  /** The wire names of the parameters whose names the document omits. */
  readonly wireNames?: WireNames;
  /** Where image addresses point; defaults to the address of the request. */
  readonly publicUrl?: string;
}

export interface ResetOptions {
  readonly keys?: KeyChanges;
  readonly cors?: boolean;
  readonly latencyMs?: number;
  readonly wireNames?: WireNames;
}

/** What a sandbox that is started again must not have forgotten: what was spent, and its calendar. */
export interface KeptState {
  readonly tokens: ReturnType<Accounts['keep']>;
  readonly tallies: Readonly<Record<string, Tally>>;
  /** Milliseconds. */
  readonly ahead: number;
}

export class SandboxState {
  readonly seed: number;
  readonly accounts: Accounts;
  readonly faults = new FaultList();
  readonly journal = new Journal();
  readonly sources: Sources;
  cors: boolean;
  latencyMs: number;
  wireNames: WireNames;
  private ahead = 0;

  constructor(private readonly options: SandboxOptions) {
    this.seed = options.seed ?? 1;
    this.accounts = new Accounts(this.seed);
    this.sources = sourcesOf(this.seed);
    this.cors = options.cors ?? true;
    this.latencyMs = options.latencyMs ?? 0;
    this.wireNames = options.wireNames ?? {};
  }

  now(): number {
    return (this.options.clock ?? Date.now)() + this.ahead;
  }

  /** Lets windows reset and prices change without waiting. */
  advance(ms: number): void {
    this.ahead += ms;
  }

  /** The same as a clock beside it, however often either was started. */
  setAhead(ms: number): void {
    this.ahead = ms;
  }

  /** A copy: nothing that happens later changes it. */
  keep(): KeptState {
    const { byOperation } = this.journal.counters;
    return structuredClone({ tokens: this.accounts.keep(), tallies: byOperation, ahead: this.ahead });
  }

  restore({ tokens, tallies, ahead }: KeptState): void {
    this.accounts.restore(tokens);
    this.journal.restore(tallies);
    this.ahead = ahead;
  }

  sleep(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return this.options.sleep?.(ms) ?? new Promise((done) => setTimeout(done, ms));
  }

  reset({ keys = {}, cors, latencyMs, wireNames }: ResetOptions): void {
    this.accounts.reset(keys);
    this.faults.clear();
    this.journal.clear();
    this.ahead = 0;
    this.cors = cors ?? this.cors;
    this.latencyMs = latencyMs ?? this.latencyMs;
    this.wireNames = wireNames ?? this.wireNames;
  }

  records<Id extends OperationId>(id: Id, request: CheckedBody, origin: string): OperationRecord<Id>[] {
    const source: Source<Id> = this.sources[id];
    const now = this.now();
    const image = imageLinks(this.options.publicUrl ?? origin);
    return source.records(request as OperationRequest<Id>, { now, day: dayOf(now), image });
  }
}
