// Every request without a response yet. Equal requests share one call, in this browser window and across windows; a call that
// was sent is never aborted, because its response is paid for; a queued one that nobody waits for is dropped.
import type { Answer } from '../request/answer';
import type { Arrivals } from '../local/arrivals';
import type { Budget } from './spend/budget';
import { Burst } from './spend/burst';
import type { Clock } from '../ports/clock';
import { cost } from '../../operations/cost';
import { sentCount, slotOf } from '../request/countBlocks';
import { withCount, type DataRequest } from '../request/dataRequest';
import type { HoldReason } from '../request/holdReason';
import { SpillwayError } from '../request/errors';
import { Job, type JobPurpose, type Waiting } from './job';
import type { Settings } from '../request/settings';

export interface InFlightParts {
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly budget: Budget;
  /** Makes the call and ends the job. */
  readonly perform: (job: Job) => void;
  /** Takes a job that nobody waits for out of the queue; false when it was already sent. */
  readonly withdraw: (job: Job) => boolean;
  /** Ends the job with an error, and writes it down. */
  readonly drop: (job: Job, error: SpillwayError) => void;
  /** Notes that these wait for approval. */
  readonly hold: (jobs: readonly Job[], reason: HoldReason) => void;
  /** Someone interactive joined a request that waits behind others. */
  readonly hurry: (job: Job) => void;
  /** Asks that are being looked up and have not come here yet. */
  readonly arrivals: Arrivals;
  /** The person declined or stopped this request, here or in another window. */
  readonly refusal: (request: DataRequest) => SpillwayError | undefined;
  /** What living cells want of the job's key and no decision forbids; undefined where the host does not tell. */
  readonly wanted: (job: Job) => readonly DataRequest[] | undefined;
  readonly changed: () => void;
}

/** Formulas that are calculated together are a recalculation, not a person at the keyboard. */
const mostTyped = 3;

const byCell: JobPurpose = { background: false, refetch: false, byPerson: false, whileWanted: false };
const byButton: JobPurpose = { ...byCell, byPerson: true };
/** A cached result that is older than it may be. */
export const expired: JobPurpose = { background: true, refetch: true, byPerson: false, whileWanted: true };
export const refreshed: JobPurpose = { background: true, refetch: true, byPerson: true, whileWanted: false };
export const approved: JobPurpose = { background: true, refetch: false, byPerson: true, whileWanted: true };

export class InFlight {
  /** All that has not ended. */
  private readonly all = new Set<Job>();
  /** The one that a new request joins: the newest, which asks for the most. */
  private readonly jobs = new Map<string, Job>();
  private readonly burst: Burst<Job>;
  /** Requests for more than a call that was sent already: they are looked up again when it has ended. */
  private readonly behind = new Map<Waiting, DataRequest>();
  /** Of the queue since it was last empty. */
  done = 0;
  total = 0;

  constructor(private readonly parts: InFlightParts) {
    this.burst = new Burst(
      parts.clock,
      (jobs) => this.admit(jobs),
      () => !parts.arrivals.isEmpty,
    );
  }

  list(): readonly Job[] {
    return [...this.all];
  }

  /** Whether a call under way will answer the request as it is: one for fewer results would have to grow first. */
  serves(request: DataRequest): boolean {
    const job = this.jobs.get(this.slot(request));
    return job !== undefined && (job.count ?? 0) >= (sentCount(request, this.parts.settings()) ?? 0);
  }

  /** Whether a call that no edit takes back will answer the request. */
  isSending(request: DataRequest): boolean {
    const job = this.jobs.get(this.slot(request));
    return this.serves(request) && (job?.state === 'running' || job?.purpose.byPerson === true);
  }

  /** Undefined: a smaller call for the same request was in progress and has ended, so look in the cache again. */
  async join(request: DataRequest, waiting: Waiting): Promise<Answer | undefined> {
    // A cell that was cancelled during admission must not start a call.
    if (waiting.signal?.aborted) throw new SpillwayError('cancelled', { billed: 'no' });
    const known = this.jobs.get(this.slot(request));
    const agreed = waiting.agreed !== undefined && waiting.agreed >= this.price(request);
    if (known && !this.fits(known, request, agreed)) {
      this.behind.set(waiting, request);
      await this.wait(known, waiting).finally(() => this.behind.delete(waiting));
      return undefined;
    }
    const job = known ?? this.open(request, agreed ? byButton : byCell);
    job.maxAge = Math.min(job.maxAge, waiting.maxAge ?? Infinity);
    const answer = job.wait(request.count, waiting, () => this.abandon(job));
    if (!waiting.bulk && job.task) this.parts.hurry(job);
    if (agreed) this.agree(job, request);
    else if (!known) this.burst.add(job);
    this.parts.changed();
    return answer;
  }

  /** Fetches without anyone waiting; joins a call that is already on its way. A response from `since` on will do. */
  start(request: DataRequest, purpose: JobPurpose, cells: Iterable<string>, since?: number): Job {
    const known = this.jobs.get(this.slot(request));
    const { byPerson } = purpose;
    const job = known && this.fits(known, request, byPerson) ? known : this.open(request, purpose, since);
    for (const cell of cells) job.cells.add(cell);
    const refetch = job.purpose.refetch || purpose.refetch;
    if (byPerson) job.purpose = { ...purpose, refetch };
    if (byPerson) this.agree(job, request);
    else if (job !== known) this.burst.add(job);
    this.parts.changed();
    return job;
  }

  /** The call is over: nobody finds it here any more. */
  close(job: Job): void {
    if (this.jobs.get(job.slot) === job) this.jobs.delete(job.slot);
    this.all.delete(job);
    this.leave(job);
    this.done += 1;
    if (this.all.size === 0) this.done = this.total = 0;
    this.parts.changed();
  }

  /** Drops everything that was not sent yet; what was sent goes on. Returns what was asked for and is not to come any more. */
  dropUnsent(error: SpillwayError): DataRequest[] {
    const unsent = [...this.burst.takeAll(), ...this.list().filter((job) => this.parts.withdraw(job))];
    const asked = [...this.behind.values(), ...unsent.flatMap((job) => job.asked)];
    for (const job of unsent) this.parts.drop(job, error);
    for (const job of this.all) job.isStopped = true;
    return asked;
  }

  /** Looks once more at what living cells want, before the job is sent; false: nobody wants it, and it has ended. */
  review(job: Job): boolean {
    const refusal = job.purpose.byPerson ? undefined : this.parts.refusal(job.request);
    if (refusal) {
      this.end(job, refusal);
      return false;
    }
    // A host that does not name the calling cell does not tell what cells want either.
    const isKnown = job.purpose.whileWanted && job.cells.size > 0;
    const wanted = isKnown ? this.parts.wanted(job) : undefined;
    if (!wanted) {
      // A call that is repeated asks for what those who wait want by now.
      if (!job.purpose.background) this.narrow(job, job.counts);
      return true;
    }
    const same = wanted.filter((request) => this.slot(request) === job.slot);
    this.narrow(job, [...same.map(({ count }) => count), ...job.counts]);
    if (same.length > 0 || job.isAwaited) return true;
    this.end(job, new SpillwayError('cancelled', { billed: 'no' }));
    return false;
  }

  /** The request is about to leave: the account counts it from here on. */
  leave(job: Job): void {
    if (!job.queuedCredits) return;
    this.parts.budget.leave(job.queuedCredits, job.agreed);
    job.queuedCredits = 0;
  }

  /** A limit was reached after the job had been queued. */
  holdBack(job: Job, reason: HoldReason): void {
    this.parts.hold([job], reason);
    this.end(job, this.heldError(job, reason));
  }

  private price(request: DataRequest): number {
    return cost(request.operation, sentCount(request, this.parts.settings()));
  }

  private slot(request: DataRequest): string {
    const settings = this.parts.settings();
    return slotOf(request.key, sentCount(request, settings), settings);
  }

  private open(request: DataRequest, purpose: JobPurpose, since = this.parts.clock.now()): Job {
    const count = sentCount(request, this.parts.settings());
    const job = new Job(this.slot(request), request, count, purpose, since);
    this.jobs.set(job.slot, job);
    this.all.add(job);
    this.total += 1;
    return job;
  }

  /** Whether the job will answer the request, where it may be made to ask for more. */
  private fits(job: Job, request: DataRequest, agreed: boolean): boolean {
    const count = sentCount(request, this.parts.settings());
    if ((job.count ?? 0) >= (count ?? 0)) return true;
    if (job.state !== 'queued' && job.state !== 'collecting') return false;
    if (job.state === 'queued' && !agreed && this.parts.budget.objection(this.price(request) - job.price))
      return false;
    this.recount(job, () => job.resize(request.count, count));
    return true;
  }

  /** Nobody wants as many results any more: fewer are asked for, and paid. */
  private narrow(job: Job, counts: readonly (number | undefined)[]): void {
    const settings = this.parts.settings();
    const most = Math.max(...counts.map((count) => count ?? Infinity));
    if (!Number.isFinite(most) || job.count === undefined) return;
    const count = sentCount(withCount(job.request, most), settings) ?? most;
    if (count < job.count) this.recount(job, () => job.resize(most, count));
  }

  /** What a job costs, or how much of it is agreed, changes while the budget may count it as queued. */
  private recount(job: Job, change: () => void): void {
    const isQueued = job.queuedCredits > 0;
    this.leave(job);
    change();
    if (isQueued) this.enter(job);
  }

  private enter(job: Job): void {
    job.queuedCredits = job.price;
    this.parts.budget.enter(job.price, job.agreed);
  }

  /** A person has seen the price of this request: no budget stands in its way. */
  private agree(job: Job, request: DataRequest): void {
    const credits = Math.max(job.agreed, Math.min(job.price, this.price(request)));
    this.recount(job, () => (job.agreed = credits));
    job.agreedCap = this.parts.settings().dailyCap ?? Infinity;
    job.isStopped = false;
    if (job.state !== 'collecting' || credits < job.price) return;
    this.burst.remove(job);
    this.release([job]);
  }

  private wait(job: Job, { signal }: Waiting): Promise<void> {
    return new Promise((resolve, reject) => {
      const gone = () => reject(new SpillwayError('cancelled', { billed: 'no' }));
      signal?.addEventListener('abort', gone);
      void job.ended.then(() => {
        signal?.removeEventListener('abort', gone);
        resolve();
      });
    });
  }

  private abandon(job: Job): void {
    if (job.state === 'running' || job.state === 'ended') return;
    if (job.wanted) return job.purpose.whileWanted ? undefined : this.narrow(job, job.counts);
    if (job.state === 'collecting') this.burst.remove(job);
    else if (!this.parts.withdraw(job)) return;
    this.end(job, new SpillwayError('cancelled', { billed: 'no' }));
  }

  private end(job: Job, error: SpillwayError): void {
    this.close(job);
    job.fail(error);
  }

  private admit(jobs: readonly Job[]): void {
    const { arrivals, budget } = this.parts;
    // What is still being looked up belongs to the same burst: if that makes it too dear, none of it is sent.
    const credits = jobs.reduce((sum, job) => sum + job.price - job.agreed, 0);
    const reason = budget.objection(credits + this.creditsOf(arrivals.requests));
    if (!reason) return this.release(jobs);
    arrivals.hold(reason);
    this.parts.hold(jobs, reason);
    for (const job of jobs) this.end(job, this.heldError(job, reason));
  }

  /** What these cost at most, beside what is under way: some of them are cached. Equal requests share one call. */
  private creditsOf(requests: readonly DataRequest[]): number {
    const prices = new Map<string, number>();
    for (const request of requests)
      if (!this.serves(request)) prices.set(`${request.key}#${request.count}`, this.price(request));
    return [...prices.values()].reduce((sum, price) => sum + price, 0);
  }

  private heldError(job: Job, reason: HoldReason): SpillwayError {
    return new SpillwayError('held', { credits: job.price, held: reason, billed: 'no' });
  }

  private release(jobs: readonly Job[]): void {
    const typed = jobs.filter((job) => !job.bulk);
    if (typed.length > mostTyped) for (const job of typed) job.bulk = true;
    for (const job of jobs) {
      this.enter(job);
      job.state = 'queued';
    }
    // Only now, so that what is sent first finds the others already queued.
    for (const job of jobs) this.parts.perform(job);
  }
}
