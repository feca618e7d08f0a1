// One call that somebody asked for, from the first ask until its response or failure: everyone who wants the same waits here.
import { cost } from '../../operations/cost';
import type { Answer } from '../request/answer';
import type { CacheEntry } from '../local/cacheEntry';
import { withCount, type DataRequest } from '../request/dataRequest';
import { SpillwayError } from '../request/errors';
import type { Task } from './schedule/taskQueue';

export interface Waiting {
  readonly cell?: string | undefined;
  readonly bulk?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The oldest response that will do, in milliseconds. */
  readonly maxAge?: number | undefined;
  /** Credits that a person has seen and agreed to. */
  readonly agreed?: number | undefined;
}

interface Waiter {
  readonly count: number | undefined;
  /** Wants to know how it ends, not that it is sent. */
  readonly watches?: boolean;
  resolve(answer: Answer): void;
  reject(error: SpillwayError): void;
}

export interface JobPurpose {
  /** Runs although no cell waits: an expired result, a refresh, an approved burst. */
  readonly background: boolean;
  /** A response that is already there is not enough. */
  readonly refetch: boolean;
  /** A person saw the price: no budget stands in the way. */
  readonly byPerson: boolean;
  /** Only for as long as living cells want it. */
  readonly whileWanted: boolean;
}

export class Job {
  /** `leaving`: its intent to spend is being stored; it can still be taken back. `running`: it was sent. */
  state: 'collecting' | 'queued' | 'leaving' | 'running' | 'ended' = 'collecting';
  readonly cells = new Set<string>();
  private readonly waiters = new Set<Waiter>();
  attempts = 0;
  /** When the first attempt was sent, as `clock.elapsed()` tells. */
  sentAt: number | undefined;
  task: Task | undefined;
  /** The date of a failure that was known before the job began. */
  failedAt: number | undefined;
  /** What another window that waits for the same request has to find in the store. */
  private readonly writes: Promise<unknown>[] = [];
  /** The attempt under way, which may outlive a job that is taken back. */
  attempt: Promise<unknown> | undefined;
  bulk = true;
  /** Somebody pressed Stop while it was on its way: its response is taken, but it is not sent again. */
  isStopped = false;
  /** Credits that a person has seen and agreed to, and the daily cap of that moment: a lower one asks again. */
  agreed = 0;
  agreedCap = Infinity;
  /** Credits that the budget counts as queued. */
  queuedCredits = 0;
  /** The oldest response of a gateway that will do for everyone who waits. */
  maxAge = Infinity;
  readonly ended: Promise<void>;
  /** Also for those who join after the end. */
  private outcome: ((waiter: Waiter) => void) | undefined;
  private markEnded: () => void = () => undefined;

  constructor(
    readonly slot: string,
    public request: DataRequest,
    /** What is sent as count. */
    public count: number | undefined,
    public purpose: JobPurpose,
    readonly since: number,
  ) {
    this.ended = new Promise((resolve) => (this.markEnded = resolve));
  }

  get price(): number {
    return cost(this.request.operation, this.count);
  }

  get wanted(): boolean {
    return this.purpose.background || this.waiters.size > 0;
  }

  keepUntil(written: Promise<unknown>): void {
    this.writes.push(written);
  }

  /** Resolves when the store has what is known so far of the outcome. */
  async stored(): Promise<void> {
    await Promise.all(this.writes);
  }

  /** Resolves when the store has the outcome. */
  async written(): Promise<void> {
    await this.attempt;
    await this.stored();
  }

  /** The request for each count that somebody waits for. */
  get asked(): DataRequest[] {
    const counts = new Set([this.request.count, ...this.counts]);
    return [...counts].map((count) => withCount(this.request, count));
  }

  get others(): { readonly waiters: number; readonly saved: number } {
    const [, ...rest] = this.waiters;
    return {
      waiters: rest.length,
      saved: rest.reduce((sum, { count }) => sum + cost(this.request.operation, count), 0),
    };
  }

  /** The counts that somebody waits for. */
  get counts(): (number | undefined)[] {
    return [...this.waiters].map(({ count }) => count);
  }

  get isAwaited(): boolean {
    return [...this.waiters].some(({ watches }) => !watches);
  }

  /** Asks for another number of results; `count` is what is sent. */
  resize(wanted: number | undefined, count: number | undefined): void {
    this.request = withCount(this.request, wanted);
    this.count = count;
  }

  /** Waits for the response, cut to the count wanted. `left` is called when the one who waits has gone. */
  wait(count: number | undefined, { cell, bulk, signal }: Waiting, left: () => void): Promise<Answer> {
    if (cell !== undefined) this.cells.add(cell);
    if (!bulk) this.bulk = false;
    return new Promise((resolve, reject) => {
      const gone = () => {
        waiter.reject(new SpillwayError('cancelled', { billed: 'no' }));
        left();
      };
      const leave = () => {
        this.waiters.delete(waiter);
        signal?.removeEventListener('abort', gone);
      };
      const waiter: Waiter = {
        count,
        resolve: (answer) => {
          leave();
          resolve(answer);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      };
      this.waiters.add(waiter);
      signal?.addEventListener('abort', gone);
      if (this.outcome) this.outcome(waiter);
      else if (signal?.aborted) gone();
    });
  }

  /** How it ends, for a report: nobody wants it for that. */
  watch(count: number | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiter = { count, watches: true, resolve, reject };
      this.waiters.add(waiter);
      this.outcome?.(waiter);
    });
  }

  succeed(entry: CacheEntry, spent: number, fromService: boolean): void {
    let first = fromService;
    this.end((waiter) => {
      const cached = entry.answer(waiter.count, undefined);
      waiter.resolve(first ? { ...cached, from: 'service', spent, saved: 0 } : { ...cached, from: 'shared' });
      first = false;
    });
  }

  fail(error: SpillwayError): void {
    this.end((waiter) => waiter.reject(error));
  }

  private end(outcome: (waiter: Waiter) => void): void {
    this.state = 'ended';
    this.outcome = outcome;
    for (const waiter of [...this.waiters]) outcome(waiter);
    this.markEnded();
  }
}
