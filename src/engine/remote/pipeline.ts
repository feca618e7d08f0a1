// The way of a job that may go: lock → cache → schedule → retry → gate → attempt. Each step ends the job or calls the next.
import { entryVersion } from '../local/cache';
import { isOutage, isUnreached, memoryOf } from '../local/failurePolicy';
import type { LocalEngine } from '../local/localEngine';
import { pause, inTime, type Clock } from '../ports/clock';
import type { Locks } from '../ports/crossWindow';
import type { GuardedStore } from '../ports/guardedStore';
import type { Purchases } from '../ports/purchases';
import type { Access } from '../request/credential';
import { isSpillwayError, SpillwayError } from '../request/errors';
import type { Archiving } from './archiving';
import { chargeAfter } from './client/charge';
import { deadlineOf, type Client } from './client/client';
import type { Gate, Verdict } from './gate';
import type { Job, Jobs } from './job';
import type { Outcome } from './outcome';
import type { CircuitBreaker } from './schedule/circuitBreaker';
import type { Scheduler } from './schedule/scheduler';
import type { Account } from './spend/account';
import type { ChargeProof } from './spend/chargeProof';
import type { PaidRequests } from './spend/paidRequests';
import { jobsPrefix } from '../../protocol/gateway';

// Gateway jobs that were promised and not collected yet: a browser window that closed in between left them, and their
// responses are paid for.

/** How long a job is still asked for. */
const lifetime = 60 * 60_000;

export interface PendingGatewayJob {
  readonly v: 1;
  readonly path: string;
  readonly count: number | undefined;
  readonly at: number;
}

export class PendingGatewayJobs {
  constructor(
    private readonly store: GuardedStore,
    private readonly clock: Clock,
  ) {}

  /** The job that a request can be collected from. */
  async find({ slot, count }: Pick<Job, 'slot' | 'count'>): Promise<PendingGatewayJob | undefined> {
    const row = (await this.store.get('calls', slot)) as PendingGatewayJob | undefined;
    const isUsable =
      row?.v === 1 &&
      typeof row.path === 'string' &&
      row.path.startsWith(jobsPrefix) &&
      (row.count ?? 0) >= (count ?? 0) &&
      this.clock.now() - row.at < lifetime;
    return isUsable ? row : undefined;
  }

  note({ slot }: Job, path: string, count: number | undefined): void {
    const row: PendingGatewayJob = { v: 1, path, count, at: this.clock.now() };
    void this.store.put('calls', [[slot, row]]);
  }

  forget({ slot }: Job): void {
    void this.store.delete('calls', [slot]);
  }
}

/** How long a message to another window takes at most. */
const messageTime = 500;
/** A workbook that does not respond keeps nobody from a response that is paid for. */
const workbookTime = 3_000;

export interface PipelineParts extends LocalEngine {
  readonly jobs: Jobs;
  readonly gate: Gate;
  readonly outcome: Outcome;
  readonly client: Client;
  readonly scheduler: Scheduler;
  readonly circuit: CircuitBreaker;
  readonly charges: ChargeProof;
  readonly account: Account;
  readonly paid: PaidRequests;
  /** Undefined where this window stands alone. */
  readonly locks: Locks | undefined;
  readonly purchases: Purchases | undefined;
  readonly archiving: Archiving;
  readonly pending: PendingGatewayJobs;
}

/** What a call cost, where there was a response. */
type Cost = number | undefined;
type Step = (job: Job, next: () => Promise<Cost>) => Promise<Cost>;

/** One attempt: its name in the account, and the gateway's job that it collects, which is in the account already. */
interface Attempt {
  readonly spending: string;
  readonly promised: PendingGatewayJob | undefined;
}

const chain = (steps: readonly Step[]): ((job: Job) => Promise<Cost>) => {
  const from = (place: number, job: Job): Promise<Cost> =>
    steps[place]?.(job, () => from(place + 1, job)) ?? Promise.resolve(undefined);
  return (job) => from(0, job);
};

/** Any other error comes from the host's network layer; it may quote secrets, so it is not passed on. */
const asError = (error: unknown): SpillwayError =>
  isSpillwayError(error) ? error : new SpillwayError('network', { billed: 'maybe' });

/** What a failed call tells of the way to the service; one that was not sent or got no response tells nothing. */
function reportTo(circuit: CircuitBreaker, error: SpillwayError): void {
  if (['no_key', 'deadline', 'cancelled'].includes(error.code)) return;
  circuit.report(isUnreached(error) ? 'unreached' : isOutage(error.code, error.facts) ? 'failed' : 'ok');
}

const mostAttempts: Partial<Record<SpillwayError['code'], number>> = { rate_limited: 8, service_failed: 3 };
const firstBackOff = 1_000;
const longestBackOff = 30_000;

interface Tries {
  /** How many attempts were made. */
  readonly made: number;
  /** Milliseconds until the request's own deadline. */
  readonly left: number;
  /** From 0 to 1. */
  readonly random: number;
}

/**
 * When a failed attempt is made again by itself: only where nothing was charged. A 500 may have been, until the points of the
 * token statistic say otherwise (chargeProof.ts); an undocumented status is never retried. Undefined: the failure is final.
 */
function retryDelay(error: SpillwayError, { made, left, random }: Tries): number | undefined {
  const { code, facts } = error;
  if (facts.billed !== 'no') return undefined;
  // What did not get through is sent again when calls do (circuitBreaker.ts), however often that takes.
  const unreached = isUnreached(error);
  if (!unreached && made >= (mostAttempts[code] ?? 1)) return undefined;
  const backOff = Math.min(longestBackOff, firstBackOff * 2 ** made);
  const delay = Math.max(facts.retryAfter ?? 0, backOff / 2) + (random * backOff) / 2;
  // These are waited for in the queue, where the deadline of the call has not begun to run.
  return unreached || code === 'rate_limited' || delay < left ? delay : undefined;
}

export class Pipeline {
  constructor(private readonly parts: PipelineParts) {}

  perform(job: Job): void {
    this.run(job).catch((error: unknown) => this.parts.outcome.fail(job, asError(error)));
  }

  /** One window at a time. Where the lock itself fails, the work is done without it. */
  private readonly locked: Step = async (job, next) => {
    const { clock, failures, locks, store } = this.parts;
    job.failedAt = failures.dateOf(job.request);
    let begun = false;
    const work = async () => {
      begun = true;
      await next();
      // Another window that waits for the lock looks into the store next.
      await job.written();
      // Where it could not be written, other windows are told by message, which may take a moment.
      if (store.isDown()) await pause(clock, messageTime);
    };
    const run = locks ? locks.run(`spillway ${job.slot}`, work) : work();
    await run.catch((error: unknown) => (begun ? Promise.reject(asError(error)) : work()));
    return undefined;
  };

  /** Another window of the same user may have made the call while this one waited for the lock. */
  private readonly cached: Step = async (job, next) => {
    const { gate, locks } = this.parts;
    const found = locks && (await gate.foundElsewhere(job));
    if (job.state !== 'queued') return undefined;
    return found ? this.end(job, found) : next();
  };

  private end(job: Job, found: Exclude<Verdict, 'go'>): undefined {
    const { cache, outcome } = this.parts;
    const entry = found === 'cached' ? cache.inMemory(job.request) : undefined;
    if (entry) outcome.succeed(job, entry, 0, false);
    else if (found !== 'cached')
      if ('hold' in found) outcome.hold([job], found.hold);
      else outcome.fail(job, found.refuse);
  }

  /** Waits for its turn, and for the end. */
  private readonly scheduled: Step = async (job, next) => {
    const { outcome, scheduler } = this.parts;
    const [owner = ''] = job.cells;
    job.task = {
      owner,
      credits: () => job.price,
      bulk: job.bulk,
      notBefore: 0,
      run: () => (job.attempt = next()),
      drop: (error) => outcome.fail(job, error),
    };
    scheduler.add(job.task);
    await job.ended;
    return undefined;
  };

  private again(job: Job, delay: number): void {
    const { clock, scheduler } = this.parts;
    if (!job.task || !job.dispatch('again')) return;
    job.task.notBefore = clock.elapsed() + delay;
    scheduler.add(job.task, true);
  }

  /** What failed and is known to be free takes another turn; all else ends the job. */
  private readonly retried: Step = async (job, next) => {
    const { clock, charges } = this.parts;
    const calledAt = clock.elapsed();
    try {
      return await next();
    } catch (thrown) {
      const error = await charges.settle(asError(thrown), job.calledAt ?? calledAt);
      const { price, spending } = job;
      this.failed(job, error);
      if (spending !== undefined)
        this.settle(job, spending, chargeAfter(error, price), error.facts.billed === 'no');
      return undefined;
    }
  };

  private failed(job: Job, error: SpillwayError): void {
    // It may have been taken back while it was about to leave.
    if (job.state !== 'running' && job.state !== 'leaving') return;
    const { clock, circuit, keyWatch, outcome, pending, scheduler } = this.parts;
    const now = clock.elapsed();
    reportTo(circuit, error);
    const left = deadlineOf(job.request) - (now - (job.sentAt ?? now));
    // Refused was the key before this one.
    const isOutdated = memoryOf(error.code) === 'key' && keyWatch.changes !== job.keyChanges;
    const tries = { made: job.attempts, left, random: this.parts.random() };
    const delay = isOutdated && error.facts.billed === 'no' ? 0 : retryDelay(error, tries);
    // The job has ended with this failure: another try is another call.
    if (error.code !== 'network' && error.code !== 'deadline') pending.forget(job);
    if (error.code === 'rate_limited') scheduler.block(error.facts.retryAfter ?? delay ?? 0);
    if (delay !== undefined && job.isStopped) return outcome.fail(job, outcome.stop(job.asked));
    // Its key was refused meanwhile.
    if (delay !== undefined && keyWatch.refused) return outcome.fail(job, keyWatch.refused);
    // A closed engine no longer hears what other windows send, so it does not try again.
    if (delay !== undefined && job.wanted && !this.parts.isClosed()) return this.again(job, delay);
    outcome.fail(job, error);
  }

  /** A page may be killed at any moment: until it is stored what was bought, the intent tells that something was. */
  private settle(job: Job, spending: string, credits: number, isFree = false): void {
    const settled = () => this.parts.account.settle(spending, credits);
    job.keepUntil(isFree ? settled() : job.stored().then(settled));
  }

  /** One call, if the gate lets it go. */
  private readonly attempt: Step = async (job) => {
    const { clock, gate, pending, keyWatch } = this.parts;
    const { changes } = keyWatch;
    job.dispatch('turn');
    job.spending = job.calledAt = undefined;
    const access = await keyWatch.access();
    if (!access) throw new SpillwayError('no_key', { billed: 'no' });
    const promised = access.baseUrl === '' ? await pending.find(job) : undefined;
    const verdict = await gate.leaves(job, promised !== undefined);
    if (verdict === 'later') this.again(job, 0);
    else if (verdict === 'cached' || 'hold' in verdict || 'refuse' in verdict) this.end(job, verdict);
    else if ('gone' in verdict) {
      if (verdict.gone) this.parts.jobs.end(job, verdict.gone);
    } else if (keyWatch.changes !== changes) {
      // The key or the address was changed while the intent was stored: it is not sent with the old one.
      job.keepUntil(this.parts.account.settle(verdict.go, 0));
      this.again(job, 0);
    } else {
      job.spending = verdict.go;
      job.keyChanges = changes;
      // What was promised before was sent before the points were last read.
      job.calledAt = promised ? -Infinity : clock.elapsed();
      return this.send(job, access, { spending: verdict.go, promised });
    }
    return 0;
  };

  private async send(job: Job, access: Access, { spending, promised }: Attempt): Promise<number> {
    const { count, price, request } = job;
    const asked = promised?.count ?? count;
    const { cache, charges, circuit, clock, outcome, pending } = this.parts;
    const { refetch, byPerson } = job.purpose;
    // A person wants a newer response than the one shown; where none is shown, any that is paid will do.
    const isRefresh = refetch && byPerson && cache.inMemory(request) !== undefined;
    const response = await this.parts.client.send({
      ...access,
      request,
      count,
      wireNames: this.parts.settings().wireNames,
      maxAge: isRefresh ? 0 : job.maxAge,
      job: promised?.path,
      onJob: (path) => pending.note(job, path, count),
    });
    const cost = response.credits ?? price;
    const credits = promised ? 0 : cost;
    circuit.report('ok');
    charges.notePaid(credits, job.calledAt ?? clock.elapsed());
    const { entry, written } = cache.keep(request.key, job.slot, {
      v: entryVersion,
      operation: request.operation,
      asked,
      fetchedAt: clock.now() - response.age,
      at: response.at,
      bytes: response.bytes,
      records: response.records,
    });
    job.keepUntil(written);
    job.keepUntil(this.parts.paid.note(request.key, job.slot, asked, entry.complete));
    this.settle(job, spending, credits);
    // Before the cell has its result: a workbook that is saved with the one has the other.
    const noting = this.parts.purchases?.note(request.key, asked);
    if (noting) await inTime(clock, workbookTime, () => noting).catch(() => undefined);
    outcome.succeed(job, entry, credits, true, cost - credits);
    this.parts.archiving.keep(request, entry, response.at);
    if (access.baseUrl === '') pending.forget(job);
    return credits;
  }

  private readonly run = chain([this.locked, this.cached, this.scheduled, this.retried, this.attempt]);
}
