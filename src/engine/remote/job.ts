// One call that somebody asked for, from the first ask until its response or failure: everyone who wants the same waits here.
//
// | state      | what it means                                       | what may follow                                                         |
// | ---------- | --------------------------------------------------- | ----------------------------------------------------------------------- |
// | collecting | its burst is being gathered, to be priced as a whole | queued: the burst may go; ended: it is held, or nobody waits any more   |
// | queued     | it waits for the lock of its request and its turn   | leaving: its turn has come; ended: stopped, found elsewhere, dropped    |
// | leaving    | the gate looks once more and stores the intent      | running: it may go; queued: not now; ended: held, refused, taken back   |
// | running    | it was sent: nothing takes it back                  | ended: a response or a failure; queued: it failed free, and goes again  |
// | ended      | everyone who waits was told                         | nothing: whoever joins is told the same                                 |
//
// The budget counts the price of what is queued or leaving; from running on, the account does.
import { cost } from '../../operations';
import type { DataResponse } from '../request/response';
import type { CacheEntry } from '../local/cache';
import { withCount, type DataRequest, sendingOf, type Sending } from '../request/dataRequest';
import { SpillwayError } from '../request/errors';
import type { Task } from './schedule/scheduler';
import type { Settings } from '../request/settings';

export type JobState = 'collecting' | 'queued' | 'leaving' | 'running' | 'ended';
export type JobEvent = 'admitted' | 'turn' | 'sent' | 'again' | 'ended';
/** `attempt`: one more was made. `tell`: everyone who waits hears of the outcome. */
type Effect = 'attempt' | 'tell';

interface Transition {
  readonly state: JobState;
  readonly effects: readonly Effect[];
}

const ended: Transition = { state: 'ended', effects: ['tell'] };
const queued: Transition = { state: 'queued', effects: [] };

const transitions: Readonly<Record<JobState, Readonly<Partial<Record<JobEvent, Transition>>>>> = {
  collecting: { admitted: queued, ended },
  queued: { turn: { state: 'leaving', effects: [] }, ended },
  leaving: { sent: { state: 'running', effects: ['attempt'] }, again: queued, ended },
  running: { again: queued, ended },
  ended: {},
};

/** Undefined: in that state the event changes nothing. */
export const transition = (state: JobState, event: JobEvent): Transition | undefined =>
  transitions[state][event];

export interface Waiting {
  readonly cell?: string | undefined;
  readonly bulk?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The oldest response that will do, in milliseconds. */
  readonly maxAge?: number | undefined;
  /** Credits that a person has seen and agreed to. */
  readonly agreed?: number | undefined;
  /** The daily cap of that moment. */
  readonly agreedCap?: number | undefined;
}

interface Waiter {
  readonly count: number | undefined;
  /** Wants to know how it ends, not that it is sent. */
  readonly watches?: boolean;
  resolve(response: DataResponse): void;
  reject(error: SpillwayError): void;
}

export interface JobPurpose {
  /** Runs although no cell waits: an expired result, a refresh, an approved burst. */
  readonly background: boolean;
  /** A response that is already there is not enough. */
  readonly refetch: boolean;
  /** A person asked for it: no budget stands in the way. */
  readonly byPerson: boolean;
  /** The daily cap when that person saw the price; without it, nobody saw the price. */
  readonly agreedCap?: number;
  /** Only for as long as living cells want it. */
  readonly whileWanted: boolean;
  /** A job of the gateway has it already: nothing more is spent. */
  readonly isPromised?: boolean;
}

export const byCell: JobPurpose = { background: false, refetch: false, byPerson: false, whileWanted: false };
export const byButton: JobPurpose = { ...byCell, byPerson: true };
/** A cached result that is older than it may be. */
export const expired: JobPurpose = { background: true, refetch: true, byPerson: false, whileWanted: true };
/** The same, for a person who has agreed to its price and waits. */
export const renewed: JobPurpose = { ...byCell, refetch: true };
export const refreshed: JobPurpose = { background: true, refetch: true, byPerson: true, whileWanted: false };
export const approved: JobPurpose = { background: true, refetch: false, byPerson: true, whileWanted: true };

export class Job {
  private currentState: JobState = 'collecting';
  readonly cells = new Set<string>();
  private readonly waiters = new Set<Waiter>();
  attempts = 0;
  /** When the first attempt was sent, as `clock.elapsed()` tells. */
  sentAt: number | undefined;
  /** Its place in the queue. */
  task: Task | undefined;
  /** Its intent to spend, as the account names it, while it is under way. */
  spending: string | undefined;
  /** When the attempt under way was sent, for the proof of its charge; before any reading where it was only collected. */
  calledAt: number | undefined;
  /** How often the key had been changed when the attempt under way was sent. */
  keyChanges = 0;
  /** The date of a failure that was known before the job began. */
  failedAt: number | undefined;
  /** What another window that waits for the same request has to find in the store. */
  private readonly writes: Promise<unknown>[] = [];
  /** The attempt under way, which may outlive a job that is taken back. */
  attempt: Promise<unknown> | undefined;
  bulk = true;
  /** Somebody pressed Stop while it was on its way: its response is taken, but it is not sent again. */
  isStopped = false;
  /** It asks for fewer results than when it was looked up whether they are bought already. */
  isNarrowed = false;
  /** Credits that a person has seen and agreed to, and the daily cap of that moment: a lower one asks again. */
  agreed = 0;
  agreedCap = Infinity;
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

  get state(): JobState {
    return this.currentState;
  }

  /** The one place where the state changes; false: the event comes too late, or too early. */
  dispatch(event: JobEvent, elapsed?: number): boolean {
    const next = transition(this.currentState, event);
    if (!next) return false;
    this.currentState = next.state;
    if (next.effects.includes('attempt')) {
      this.attempts += 1;
      this.sentAt ??= elapsed;
    }
    if (next.effects.includes('tell')) {
      for (const waiter of [...this.waiters]) this.outcome?.(waiter);
      this.markEnded();
    }
    return true;
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
    this.purpose = { ...this.purpose, isPromised: false };
    this.request = withCount(this.request, wanted);
    this.count = count;
  }

  /** Waits for the response, cut to the count wanted. `left` is called when the one who waits has gone. */
  wait(count: number | undefined, { cell, bulk, signal }: Waiting, left: () => void): Promise<DataResponse> {
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
        resolve: (response) => {
          leave();
          resolve(response);
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

  /** Those whose own count is refused wait no longer. */
  refuse(refusal: (request: DataRequest) => SpillwayError | undefined): void {
    for (const waiter of [...this.waiters]) {
      const error = waiter.watches ? undefined : refusal(withCount(this.request, waiter.count));
      if (error) waiter.reject(error);
    }
  }

  /** How it ends, for a report: nobody wants it for that. */
  watch(count: number | undefined): Promise<DataResponse> {
    return new Promise((resolve, reject) => {
      const waiter = { count, watches: true, resolve, reject };
      this.waiters.add(waiter);
      this.outcome?.(waiter);
    });
  }

  succeed(entry: CacheEntry, spent: number, fromService: boolean): void {
    let first = fromService;
    this.end((waiter) => {
      const cached = entry.response(waiter.count, undefined);
      waiter.resolve(first ? { ...cached, from: 'service', spent, saved: 0 } : { ...cached, from: 'shared' });
      first = false;
    });
  }

  fail(error: SpillwayError): void {
    this.end((waiter) => waiter.reject(error));
  }

  private end(outcome: (waiter: Waiter) => void): void {
    this.outcome ??= outcome;
    this.dispatch('ended');
  }
}

// Every call that has not ended. Equal requests share one, in this browser window and across windows.

export class Jobs {
  private readonly all = new Set<Job>();
  /** The one that a new request joins: the newest, which asks for the most. */
  private readonly newest = new Map<string, Job>();
  /** Of the queue since it was last empty. */
  done = 0;
  total = 0;

  constructor(
    private readonly settings: () => Settings,
    private readonly changed: () => void,
  ) {}

  list(): readonly Job[] {
    return [...this.all];
  }

  sending(request: DataRequest): Sending {
    return sendingOf(request, this.settings());
  }

  find(request: DataRequest): Job | undefined {
    return this.newest.get(this.sending(request).slot);
  }

  /** Whether a call under way will serve the request as it is: one for fewer results would have to grow first. */
  serves(request: DataRequest): boolean {
    const job = this.find(request);
    return job !== undefined && (job.count ?? 0) >= (this.sending(request).count ?? 0);
  }

  /** Whether a call that no edit takes back will serve the request. */
  isSending(request: DataRequest): boolean {
    const job = this.find(request);
    return this.serves(request) && (job?.state === 'running' || job?.purpose.byPerson === true);
  }

  /** Credits that wait to be sent, and those of them that nobody was asked about. */
  queued(): { readonly credits: number; readonly unasked: number } {
    let credits = 0;
    let unasked = 0;
    for (const { state, price, agreed, purpose } of this.all) {
      if ((state !== 'queued' && state !== 'leaving') || purpose.isPromised) continue;
      credits += price;
      unasked += Math.max(0, price - agreed);
    }
    return { credits, unasked };
  }

  open(request: DataRequest, purpose: JobPurpose, since: number): Job {
    const { slot, count } = this.sending(request);
    const job = new Job(slot, request, count, purpose, since);
    this.newest.set(slot, job);
    this.all.add(job);
    this.total += 1;
    return job;
  }

  /** Nobody wants as many results any more: fewer are asked for, and paid. */
  narrow(job: Job, counts: readonly (number | undefined)[]): void {
    const most = Math.max(...counts.map((count) => count ?? Infinity));
    if (!Number.isFinite(most) || job.count === undefined) return;
    const count = this.sending(withCount(job.request, most)).count ?? most;
    if (count >= job.count) return;
    job.resize(most, count);
    job.isNarrowed = true;
  }

  /** The call is over: nobody finds it here any more. */
  close(job: Job): void {
    if (!this.all.delete(job)) return;
    if (this.newest.get(job.slot) === job) this.newest.delete(job.slot);
    this.done += 1;
    if (this.all.size === 0) this.done = this.total = 0;
    this.changed();
  }

  /** Ends it without writing anything down: nobody wants it, or a person decides first. */
  end(job: Job, error: SpillwayError): void {
    this.close(job);
    job.fail(error);
  }
}
