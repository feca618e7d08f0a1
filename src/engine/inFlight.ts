// Everything that is asked for and not yet answered. Equal requests share one call, in this window and across windows;
// a call that was sent is never aborted, for its answer is paid; a queued one that nobody waits for is dropped.
import type { Answer } from './answer';
import type { Budget } from './budget';
import { Burst } from './burst';
import type { Clock } from './clock';
import { sentCount, slotOf } from './countReuse';
import type { DataRequest } from './dataRequest';
import type { HeldBurst } from './engine';
import { SpillwayError } from './errors';
import { Job, type JobPurpose, type Waiting } from './job';
import type { Settings } from './settings';

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
  readonly hold: (jobs: readonly Job[], reason: HeldBurst['reason'], credits: number) => SpillwayError;
  readonly changed: () => void;
}

const byCell: JobPurpose = { background: false, anew: false, byPerson: false };
export const renewal: JobPurpose = { background: true, anew: true, byPerson: false };
export const refreshed: JobPurpose = { background: true, anew: true, byPerson: true };
export const approved: JobPurpose = { background: true, anew: false, byPerson: true };

export class InFlight {
  private readonly jobs = new Map<string, Job>();
  private readonly burst: Burst<Job>;
  /** Of the queue since it was last empty. */
  done = 0;
  total = 0;

  constructor(private readonly parts: InFlightParts) {
    this.burst = new Burst(parts.clock, (jobs) => this.admit(jobs));
  }

  list(): readonly Job[] {
    return [...this.jobs.values()];
  }

  has(request: DataRequest): boolean {
    return this.jobs.has(this.slot(request));
  }

  /** Undefined: a smaller call for the same is under way; it has ended now, so look again. */
  async join(request: DataRequest, waiting: Waiting): Promise<Answer | undefined> {
    const known = this.jobs.get(this.slot(request));
    if (known && !this.fits(known, request)) {
      await this.wait(known, waiting);
      return undefined;
    }
    const job = known ?? this.open(request, byCell);
    job.maxAge = Math.min(job.maxAge, waiting.maxAge ?? Infinity);
    const answer = job.wait(request.count, waiting, () => this.abandon(job));
    if (!waiting.bulk && job.task?.bulk) job.task.bulk = false;
    if (!known) this.burst.add(job);
    this.parts.changed();
    return answer;
  }

  /** Fetches without anyone waiting; joins a call that is already on its way. */
  start(request: DataRequest, purpose: JobPurpose, cells: Iterable<string>): Job {
    const known = this.jobs.get(this.slot(request));
    const job = known && this.fits(known, request) ? known : this.open(request, purpose);
    for (const cell of cells) job.cells.add(cell);
    if (job === known) return job;
    if (purpose.byPerson) this.release([job]);
    else this.burst.add(job);
    this.parts.changed();
    return job;
  }

  /** The call is over: nobody finds it here any more. */
  close(job: Job): void {
    if (this.jobs.get(job.slot) === job) this.jobs.delete(job.slot);
    if (job.state !== 'collecting') this.parts.budget.release(job.price);
    this.done += 1;
    if (this.jobs.size === 0) this.done = this.total = 0;
    this.parts.changed();
  }

  /** Drops everything that was not sent yet; what was sent goes on. */
  dropUnsent(error: SpillwayError): void {
    for (const job of this.burst.takeAll()) this.parts.drop(job, error);
    for (const job of this.list()) if (this.parts.withdraw(job)) this.parts.drop(job, error);
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
    const before = job.price;
    const more = new Job(job.slot, request, count, job.purpose, job.since).price - before;
    if (this.parts.budget.objection(more)) return false;
    this.parts.budget.commit(more, false);
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
    if (!reason) return this.release(jobs);
    const error = this.parts.hold(jobs, reason, credits);
    for (const job of jobs) this.end(job, error);
  }

  private release(jobs: readonly Job[]): void {
    for (const job of jobs) {
      this.parts.budget.commit(job.price, job.purpose.byPerson);
      job.state = 'queued';
      this.parts.perform(job);
    }
  }
}
