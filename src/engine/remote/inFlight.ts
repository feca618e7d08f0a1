// From an ask to a job in the queue. Equal requests share one call; what is asked for together is priced together; a call that was
// sent is never aborted, because its response is paid for; a queued one that nobody waits for is dropped.
import type { DataResponse } from '../request/response';
import type { LocalEngine } from '../local/localEngine';
import type { DataRequest } from '../request/dataRequest';
import { SpillwayError } from '../request/errors';
import type { Gate } from './gate';
import { byButton, byCell, type Job, type JobPurpose, type Waiting, type Jobs } from './job';
import type { Outcome } from './outcome';
import type { Pipeline } from './pipeline';
import type { Scheduler } from './schedule/scheduler';
import type { Clock } from '../ports/clock';

// Gathers what is asked for within a moment, so that the price of the whole is known before any of it is sent.

/** Excel hands over the formulas of one calculation in quick succession. */
const quiet = 40;
const longest = 400;
/** Requests that are still being looked up in a slow store belong to the burst; they are waited for this long. */
const longestArrival = 10_000;

class Burst<Item> {
  private items = new Set<Item>();
  private began = 0;
  private cancel: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly close: (items: readonly Item[]) => void,
    /** Whether more is on its way here: asked for, and not yet looked up. */
    private readonly moreToCome: () => boolean = () => false,
  ) {}

  add(item: Item): void {
    const now = this.clock.elapsed();
    if (this.items.size === 0) this.began = now;
    this.items.add(item);
    this.cancel?.();
    const wait = Math.max(0, Math.min(quiet, this.began + longest - now));
    this.cancel = this.clock.setTimer(() => this.flush(), wait);
  }

  /** False: it was not gathered here. */
  remove(item: Item): boolean {
    return this.items.delete(item);
  }

  takeAll(): readonly Item[] {
    this.cancel?.();
    this.cancel = undefined;
    const items = [...this.items];
    this.items = new Set();
    return items;
  }

  private flush(): void {
    if (this.moreToCome() && this.clock.elapsed() - this.began < longestArrival) {
      this.cancel = this.clock.setTimer(() => this.flush(), quiet);
      return;
    }
    const items = this.takeAll();
    if (items.length > 0) this.close(items);
  }
}

export interface InFlightParts extends LocalEngine {
  readonly jobs: Jobs;
  readonly gate: Gate;
  readonly outcome: Outcome;
  readonly scheduler: Scheduler;
  readonly pipeline: Pipeline;
}

/** Formulas that are calculated together are a recalculation, not a person at the keyboard. */
const mostTyped = 3;

const cancelled = () => new SpillwayError('cancelled', { billed: 'no' });

export class InFlight {
  private readonly burst: Burst<Job>;
  /** Requests for more than a call that was sent already: they are looked up again when it has ended. */
  private readonly behind = new Map<Waiting, DataRequest>();

  constructor(private readonly parts: InFlightParts) {
    this.burst = new Burst(
      parts.clock,
      (jobs) => this.admit(jobs),
      () => !parts.arrivals.isEmpty,
    );
    parts.keyWatch.onRefused((error) => this.dropUnsent(error));
  }

  /** Undefined: a smaller call for the same request was in progress and has ended, so look in the cache again. */
  async join(
    request: DataRequest,
    waiting: Waiting,
    purpose?: JobPurpose,
  ): Promise<DataResponse | undefined> {
    // A cell that was cancelled during admission must not start a call.
    if (waiting.signal?.aborted) throw cancelled();
    const { jobs, scheduler, clock } = this.parts;
    const known = jobs.find(request);
    const agreed = waiting.agreed !== undefined && waiting.agreed >= jobs.sending(request).price;
    if (known && !this.fits(known, request, agreed)) {
      this.behind.set(waiting, request);
      await ending(known, waiting).finally(() => this.behind.delete(waiting));
      return undefined;
    }
    const job = known ?? jobs.open(request, purpose ?? (agreed ? byButton : byCell), clock.now());
    job.maxAge = Math.min(job.maxAge, waiting.maxAge ?? Infinity);
    const response = job.wait(request.count, waiting, () => this.abandon(job));
    if (!waiting.bulk && job.task) scheduler.hurry(job.task);
    if (agreed) this.agree(job, request, waiting.agreedCap);
    else if (!known) this.gather(job);
    this.parts.events.changed();
    return response;
  }

  /** Fetches without anyone waiting; joins a call that is already on its way. A response from `since` on will do. */
  start(request: DataRequest, purpose: JobPurpose, cells: Iterable<string>, since?: number): Job {
    const { jobs, clock } = this.parts;
    const known = jobs.find(request);
    const { byPerson } = purpose;
    const fits = known && this.fits(known, request, byPerson);
    const job = fits ? known : jobs.open(request, purpose, since ?? clock.now());
    for (const cell of cells) job.cells.add(cell);
    const refetch = job.purpose.refetch || purpose.refetch;
    if (byPerson) job.purpose = { ...purpose, refetch };
    if (byPerson) this.agree(job, request, purpose.agreedCap);
    else if (job !== known) this.gather(job);
    this.parts.events.changed();
    return job;
  }

  /** What is paid for is not held with the rest of its burst. */
  private gather(job: Job): void {
    if (job.purpose.isPromised) this.release([job]);
    else this.burst.add(job);
  }

  /** Drops everything that was not sent yet; what was sent goes on. Returns what was asked for and is not to come any more. */
  dropUnsent(error: SpillwayError): DataRequest[] {
    const { jobs, outcome } = this.parts;
    const unsent = [...this.burst.takeAll(), ...jobs.list().filter((job) => this.withdraws(job))];
    const asked = [...this.behind.values(), ...unsent.flatMap((job) => job.asked)];
    for (const job of unsent) outcome.fail(job, error);
    return asked;
  }

  /** Takes it out of the queue; false when it was already sent. */
  private withdraws({ state, task }: Job): boolean {
    return state === 'leaving' || (state === 'queued' && (!task || this.parts.scheduler.remove(task)));
  }

  /** Whether the job will serve the request, where it may be made to ask for more. */
  private fits(job: Job, request: DataRequest, agreed: boolean): boolean {
    const { count, price } = this.parts.jobs.sending(request);
    // It is not sent again, and what was agreed to before Stop is no longer.
    if (agreed && job.isStopped) return false;
    if ((job.count ?? 0) >= (count ?? 0)) return true;
    if (job.state !== 'queued' && job.state !== 'collecting') return false;
    if (job.state === 'queued' && !agreed && this.parts.gate.affords(price - job.price)) return false;
    job.resize(request.count, count);
    return true;
  }

  /** A person asked for this: no budget stands in its way, nor the daily cap that they compared its price with. */
  private agree(job: Job, request: DataRequest, agreedCap = Infinity): void {
    const agreed = Math.min(job.price, this.parts.jobs.sending(request).price);
    const known = Math.min(job.agreed, job.price);
    // Who saw the price of fewer results has compared no cap with the price of all of them.
    if (agreed > known || (agreed === known && agreedCap < job.agreedCap)) {
      job.agreed = agreed;
      job.agreedCap = agreedCap;
    }
    if (job.state !== 'collecting' || job.agreed < job.price) return;
    this.burst.remove(job);
    this.release([job]);
  }

  private abandon(job: Job): void {
    const { jobs } = this.parts;
    if (job.state === 'running' || job.state === 'ended') return;
    if (job.wanted) return job.purpose.whileWanted ? undefined : jobs.narrow(job, job.counts);
    if (job.state === 'collecting') this.burst.remove(job);
    else if (!this.withdraws(job)) return;
    jobs.end(job, cancelled());
  }

  private admit(jobs: readonly Job[]): void {
    const { arrivals, gate, outcome } = this.parts;
    // What is still being looked up belongs to the same burst: if that makes it too dear, none of it is sent.
    const credits = jobs.reduce((sum, job) => sum + job.price - job.agreed, 0);
    const reason = gate.affords(credits + this.creditsOf(arrivals.requests));
    if (!reason) return this.release(jobs);
    arrivals.hold(reason);
    outcome.hold(jobs, reason);
  }

  /** What these cost at most, beside what is under way: some of them are cached. Equal requests share one call. */
  private creditsOf(requests: readonly DataRequest[]): number {
    const { jobs } = this.parts;
    const prices = new Map<string, number>();
    for (const request of requests)
      if (!jobs.serves(request)) prices.set(`${request.key}#${request.count}`, jobs.sending(request).price);
    return [...prices.values()].reduce((sum, price) => sum + price, 0);
  }

  private release(jobs: readonly Job[]): void {
    const typed = jobs.filter((job) => !job.bulk);
    if (typed.length > mostTyped) for (const job of typed) job.bulk = true;
    for (const job of jobs) job.dispatch('admitted');
    // Only now, so that what is sent first finds the others already queued.
    for (const job of jobs) this.parts.pipeline.perform(job);
  }
}

function ending(job: Job, { signal }: Waiting): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(cancelled());
    signal?.addEventListener('abort', gone);
    void job.ended.then(() => {
      signal?.removeEventListener('abort', gone);
      resolve();
    });
  });
}
