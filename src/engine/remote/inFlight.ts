// Every request without a response yet. Equal requests share one call, in this browser window and across windows; a call that
// was sent is never aborted, because its response is paid for; a queued one that nobody waits for is dropped.
import type { Answer } from '../request/answer';
import type { Budget } from './spend/budget';
import { Burst } from './spend/burst';
import type { Clock } from '../ports/clock';
import { cost } from '../../operations/cost';
import { sentCount, slotOf } from '../request/countBlocks';
import type { DataRequest } from '../request/dataRequest';
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
  /** Whether asks are under way that have not come here yet. */
  readonly moreToCome: () => boolean;
  readonly changed: () => void;
}

/** Formulas that are calculated together are a recalculation, not a person at the keyboard. */
const mostTyped = 3;

const byCell: JobPurpose = { background: false, refetch: false, byPerson: false };
const byButton: JobPurpose = { background: false, refetch: false, byPerson: true };
/** A cached result that is older than it may be. */
export const expired: JobPurpose = { background: true, refetch: true, byPerson: false };
export const refreshed: JobPurpose = { background: true, refetch: true, byPerson: true };
export const approved: JobPurpose = { background: true, refetch: false, byPerson: true };

export class InFlight {
  private readonly jobs = new Map<string, Job>();
  private readonly burst: Burst<Job>;
  /** Of the queue since it was last empty. */
  done = 0;
  total = 0;

  constructor(private readonly parts: InFlightParts) {
    this.burst = new Burst(parts.clock, (jobs) => this.admit(jobs), parts.moreToCome);
  }

  list(): readonly Job[] {
    return [...this.jobs.values()];
  }

  /** Whether a call under way will answer the request as it is: one for fewer results would have to grow first. */
  serves(request: DataRequest): boolean {
    const job = this.jobs.get(this.slot(request));
    return job !== undefined && (job.count ?? 0) >= (sentCount(request, this.parts.settings()) ?? 0);
  }

  /** Undefined: a smaller call for the same request was in progress and has ended, so look in the cache again. */
  async join(request: DataRequest, waiting: Waiting): Promise<Answer | undefined> {
    // A cell that was cancelled during admission must not start a call.
    if (waiting.signal?.aborted) throw new SpillwayError('cancelled', { billed: 'no' });
    const known = this.jobs.get(this.slot(request));
    if (known && !this.fits(known, request)) {
      await this.wait(known, waiting);
      return undefined;
    }
    const agreed = waiting.agreed !== undefined && waiting.agreed >= this.price(request);
    const job = known ?? this.open(request, agreed ? byButton : byCell);
    job.maxAge = Math.min(job.maxAge, waiting.maxAge ?? Infinity);
    const answer = job.wait(request.count, waiting, () => this.abandon(job));
    if (!waiting.bulk && job.task) this.parts.hurry(job);
    if (agreed && (!known || this.burst.remove(job))) this.release([job], true);
    else if (!known) this.burst.add(job);
    this.parts.changed();
    return answer;
  }

  /** Fetches without anyone waiting; joins a call that is already on its way. */
  start(request: DataRequest, purpose: JobPurpose, cells: Iterable<string>): Job {
    const known = this.jobs.get(this.slot(request));
    const job = known && this.fits(known, request) ? known : this.open(request, purpose);
    for (const cell of cells) job.cells.add(cell);
    if (job === known) return job;
    if (purpose.byPerson) this.release([job], true);
    else this.burst.add(job);
    this.parts.changed();
    return job;
  }

  /** The call is over: nobody finds it here any more. */
  close(job: Job): void {
    if (this.jobs.get(job.slot) === job) this.jobs.delete(job.slot);
    this.leave(job);
    this.done += 1;
    if (this.jobs.size === 0) this.done = this.total = 0;
    this.parts.changed();
  }

  /** Drops everything that was not sent yet; what was sent goes on. */
  dropUnsent(error: SpillwayError): DataRequest[] {
    const unsent = [...this.burst.takeAll(), ...this.list().filter((job) => this.parts.withdraw(job))];
    const asked = unsent.flatMap((job) => job.asked);
    for (const job of unsent) this.parts.drop(job, error);
    return asked;
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

  private open(request: DataRequest, purpose: JobPurpose): Job {
    const count = sentCount(request, this.parts.settings());
    const job = new Job(this.slot(request), request, count, purpose, this.parts.clock.now());
    this.jobs.set(job.slot, job);
    this.total += 1;
    return job;
  }

  /** Whether the job will answer the request, where it may be made to ask for more. */
  private fits(job: Job, request: DataRequest): boolean {
    const count = sentCount(request, this.parts.settings());
    if ((job.count ?? 0) >= (count ?? 0)) return true;
    if (job.state === 'collecting') job.grow(request, count);
    if (job.state !== 'queued') return job.state === 'collecting';
    const more = this.price(request) - job.price;
    if (this.parts.budget.objection(more)) return false;
    this.parts.budget.enter(more, 0);
    job.queuedCredits += more;
    job.grow(request, count);
    return true;
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
    if (job.wanted || job.state === 'running' || job.state === 'ended') return;
    if (job.state === 'collecting') this.burst.remove(job);
    else if (!this.parts.withdraw(job)) return;
    this.end(job, new SpillwayError('cancelled', { billed: 'no' }));
  }

  private end(job: Job, error: SpillwayError): void {
    this.close(job);
    job.fail(error);
  }

  private admit(jobs: readonly Job[]): void {
    const credits = jobs.reduce((sum, job) => sum + job.price, 0);
    const reason = this.parts.budget.objection(credits);
    if (!reason) return this.release(jobs, false);
    this.parts.hold(jobs, reason);
    for (const job of jobs) this.end(job, this.heldError(job, reason));
  }

  private heldError(job: Job, reason: HoldReason): SpillwayError {
    return new SpillwayError('held', { credits: job.price, held: reason, billed: 'no' });
  }

  private release(jobs: readonly Job[], agreed: boolean): void {
    const typed = jobs.filter((job) => !job.bulk);
    if (typed.length > mostTyped) for (const job of typed) job.bulk = true;
    for (const job of jobs) {
      if (agreed) job.agreed = job.price;
      job.queuedCredits = job.price;
      this.parts.budget.enter(job.price, job.agreed);
      job.state = 'queued';
    }
    // Only now, so that what is sent first finds the others already queued.
    for (const job of jobs) this.parts.perform(job);
  }
}
