// Brings one job to its end: lock, a look at what another window fetched, the queue, the attempts, the outcome.
import type { Account } from './spend/account';
import type { Archiving } from './archiving';
import { entryVersion } from '../local/cacheEntry';
import type { ChargeProof } from './spend/chargeProof';
import type { CircuitBreaker } from './schedule/circuitBreaker';
import { chargeAfter } from './client/charge';
import { deadlineOf, type Client } from './client/client';
import type { Access } from '../request/credential';
import { pause } from '../ports/clock';
import { inTime } from '../ports/inTime';
import type { Purchases } from '../ports/purchases';
import { sentCount, slotOf } from '../request/countBlocks';
import type { DataRequest } from '../request/dataRequest';
import { isSpillwayError, SpillwayError } from '../request/errors';
import { isOutage, isUnreached } from '../local/failurePolicy';
import { countedRow } from './failureMemory';
import type { GatewayCopy } from './gatewayCopy';
import type { GuardedStore } from '../ports/guardedStore';
import type { HoldReason } from '../request/holdReason';
import type { Job } from './job';
import { JobOutcome, type JobOutcomeParts } from './jobOutcome';
import { PendingGatewayJobs, type PendingGatewayJob } from './pendingGatewayJobs';
import { retryDelay } from './schedule/retry';
import type { Scheduler } from './schedule/scheduler';
import type { Locks } from '../ports/crossWindow';

/** How long a message to another window takes at most. */
const messageTime = 500;
/** A workbook that does not respond keeps nobody from a response that is paid for. */
const workbookTime = 3_000;

export interface DeliveryParts extends JobOutcomeParts {
  readonly random: () => number;
  readonly access: () => Promise<Access | undefined>;
  readonly client: Client;
  readonly store: GuardedStore;
  readonly scheduler: Scheduler;
  readonly circuit: CircuitBreaker;
  readonly charges: ChargeProof;
  /** Undefined where this window stands alone. */
  readonly locks: Locks | undefined;
  readonly isClosed: () => boolean;
  readonly account: Account;
  readonly purchases: Purchases | undefined;
  /** Whether living cells still want the job, and as much of it; it may ask for less afterwards, or have ended. */
  readonly review: (job: Job) => boolean;
  /** The job leaves the queue: from here on the account counts it. */
  readonly leaving: (job: Job) => void;
  readonly gatewayCopy: GatewayCopy;
  readonly archiving: Archiving;
  /** A limit stands in the way after all: the job waits for approval. */
  readonly holdBack: (job: Job, reason: HoldReason) => void;
  /** A person stopped it: the reason it ends with, which is remembered. */
  readonly stopped: (job: Job) => SpillwayError;
}

/** One attempt: its name in the account, and the gateway's job that it collects, which may be in the account already. */
interface Sending {
  readonly spending: string;
  readonly pending: PendingGatewayJob | undefined;
  readonly isCounted: boolean;
}

export class Delivery {
  private readonly pending: PendingGatewayJobs;
  readonly outcome: JobOutcome;

  constructor(private readonly parts: DeliveryParts) {
    this.pending = new PendingGatewayJobs(parts.store, parts.clock);
    this.outcome = new JobOutcome(parts);
  }

  perform(job: Job): void {
    const { locks, failures } = this.parts;
    job.failedAt = failures.dateOf(job.request);
    let begun = false;
    const work = () => {
      begun = true;
      return this.deliver(job);
    };
    const run = locks ? locks.run(`spillway ${job.slot}`, work) : work();
    // Where the lock itself fails, the work is done without it.
    run
      .catch((error: unknown) => (begun ? Promise.reject(asError(error)) : work()))
      .catch((error: unknown) => this.outcome.fail(job, asError(error)));
  }

  /** A job of the gateway, which was sent before, only has to be collected. */
  async isPromised(request: DataRequest): Promise<boolean> {
    const settings = this.parts.settings();
    const count = sentCount(request, settings);
    const job = { slot: slotOf(request.key, count, settings), count };
    return (await this.parts.access())?.baseUrl === '' && (await this.pending.find(job)) !== undefined;
  }

  /** False when the job was already sent. */
  withdraw(job: Job): boolean {
    if (job.state === 'leaving') return true;
    return job.state === 'queued' && (!job.task || this.parts.scheduler.remove(job.task));
  }

  private async deliver(job: Job): Promise<void> {
    if (await this.isSettled(job)) return;
    if (job.state !== 'queued') return;
    const [owner = ''] = job.cells;
    job.task = {
      owner,
      credits: () => job.price,
      bulk: job.bulk,
      notBefore: 0,
      run: () => (job.attempt = this.attempt(job)),
      drop: (error) => this.outcome.fail(job, error),
    };
    this.parts.scheduler.add(job.task);
    await job.ended;
    // Another window that waits for the lock looks into the store next.
    await job.written();
    // Where it could not be written, other windows are told by message, which may take a moment.
    if (this.parts.store.isDown()) await pause(this.parts.clock, messageTime);
  }

  /** What is known of the request by now may end the job, before anything is sent. */
  private async isSettled(job: Job): Promise<boolean> {
    if (this.parts.locks && (await this.foundElsewhere(job))) return true;
    if (job.agreed > 0) return false;
    const reason = await this.boughtElsewhere(job);
    if (reason && job.state === 'queued' && job.agreed === 0) this.parts.holdBack(job, reason);
    return job.state !== 'queued';
  }

  /** Another window of the same user may have made the call while this one waited for the lock. */
  private async foundElsewhere(job: Job): Promise<boolean> {
    const { cache, failures, clock } = this.parts;
    const entry = await cache.reread(job.request);
    if (job.state !== 'queued') return true;
    // What is dated later than now is from before the clock was set back.
    const isSince = (at: number) => at >= job.since && at <= clock.now();
    if (entry && (!job.purpose.refetch || isSince(entry.stored.fetchedAt))) {
      this.outcome.succeed(job, entry, 0, false);
      return true;
    }
    await failures.reread(job.request.key, [countedRow(job)]);
    if (job.state !== 'queued') return true;
    const at = failures.dateOf(job.request);
    // A person who asks again knows of the earlier failure.
    if (job.purpose.byPerson && at !== undefined && (!isSince(at) || at === job.failedAt)) return false;
    const failure = failures.of(job.request, clock.now());
    if (failure) this.outcome.fail(job, failure);
    return failure !== undefined;
  }

  /** It may have been bought by a window that is gone, or have left the cache since: a second purchase is for a person to decide. */
  private async boughtElsewhere(job: Job): Promise<HoldReason | undefined> {
    const { account, paid, gatewayCopy, cache, store } = this.parts;
    if (!job.purpose.refetch && (await paid.covers(job.request))) return 'no_longer_kept';
    if (store.isDown()) return 'store_down';
    if (!(await account.wasInterrupted(job.slot, job.price))) return undefined;
    if (await this.pending.find(job)) return undefined;
    if (!job.purpose.refetch && (await gatewayCopy(job.request)) && job.state === 'queued') {
      const entry = cache.inMemory(job.request);
      if (entry) this.outcome.succeed(job, entry, 0, false);
      return undefined;
    }
    return 'interrupted';
  }

  /** Stores the intent to spend; the job counts as sent then. Undefined: it was held or taken back, and nothing is to be sent. */
  private async begin(job: Job, isCounted: boolean): Promise<string | undefined> {
    const { account } = this.parts;
    while (job.state === 'leaving' && this.parts.review(job)) {
      const { price, agreed, agreedCap } = job;
      const id = account.spendingId(job.slot);
      const reason = await account.begin({ id, credits: isCounted ? 0 : price, agreed, agreedCap });
      const isSame = job.price === price && job.agreed === agreed;
      // While it waited, the cell may have been deleted, or a person may have stopped or approved the request.
      if (!reason && isSame && job.state === 'leaving' && this.parts.review(job) && job.price === price) {
        // At once: what stops or cancels it from here on comes too late.
        job.state = 'running';
        return id;
      }
      if (!reason) job.keepUntil(account.settle(id, 0));
      else if (isSame && job.state === 'leaving') this.parts.holdBack(job, reason);
    }
    return undefined;
  }

  /** What it cost, where there was a response. */
  private async attempt(job: Job): Promise<number | undefined> {
    const { clock } = this.parts;
    job.state = 'leaving';
    let spending: string | undefined;
    let sentAt = clock.elapsed();
    try {
      const access = await this.parts.access();
      if (!access) throw new SpillwayError('no_key', { billed: 'no' });
      const pending = access.baseUrl === '' ? await this.pending.find(job) : undefined;
      // What a window that is gone began is in the account already.
      const isCounted =
        pending !== undefined && (await this.parts.account.wasInterrupted(job.slot, job.price));
      spending = await this.begin(job, isCounted);
      if (spending === undefined) return 0;
      // Since it left the queue, another call may have found that none gets through.
      if (this.parts.circuit.isOpen) {
        this.settle(job, spending, 0, true);
        this.requeue(job, 0);
        return 0;
      }
      job.attempts += 1;
      job.sentAt ??= clock.elapsed();
      this.parts.leaving(job);
      // A pending job was sent before the points were last read.
      sentAt = pending ? -Infinity : clock.elapsed();
      return await this.send(job, access, { pending, isCounted, spending });
    } catch (thrown) {
      const error = await this.parts.charges.settle(asError(thrown), sentAt);
      const { price } = job;
      this.failed(job, error);
      if (spending !== undefined)
        this.settle(job, spending, chargeAfter(error, price), error.facts.billed === 'no');
      return undefined;
    }
  }

  private async send(job: Job, access: Access, { pending, isCounted, spending }: Sending): Promise<number> {
    const { clock, client, circuit, settings, cache, paid, archiving } = this.parts;
    const { count, price } = job;
    const response = await client.send({
      ...access,
      request: job.request,
      count,
      wireNames: settings().wireNames,
      maxAge: this.refreshes(job) ? 0 : job.maxAge,
      job: pending?.path,
      onJob: (path) => this.pending.note(job, path, count),
    });
    const cost = response.credits ?? price;
    const credits = isCounted ? 0 : cost;
    circuit.report('ok');
    this.parts.charges.notePaid(credits);
    const { entry, written } = cache.keep(job.request.key, job.slot, {
      v: entryVersion,
      operation: job.request.operation,
      asked: pending?.count ?? count,
      fetchedAt: clock.now() - response.age,
      bytes: response.bytes,
      records: response.records,
    });
    job.keepUntil(written);
    job.keepUntil(paid.note(job.slot, count, entry.complete));
    this.settle(job, spending, credits);
    await this.noteInWorkbook(job.request.key, count);
    this.outcome.succeed(job, entry, credits, true, cost - credits);
    archiving.keep(job.request, entry, response.at);
    if (access.baseUrl === '') this.pending.forget(job);
    return credits;
  }

  /** Before the cell has its result: a workbook that is saved with the one has the other. */
  private async noteInWorkbook(key: string, count: number | undefined): Promise<void> {
    const noting = this.parts.purchases?.note(key, count);
    if (noting) await inTime(this.parts.clock, workbookTime, () => noting).catch(() => undefined);
  }

  /** A page may be killed at any moment: until it is stored what was bought, the intent tells that something was. */
  private settle(job: Job, spending: string, credits: number, isFree = false): void {
    const settle = () => this.parts.account.settle(spending, credits);
    job.keepUntil(isFree ? settle() : job.stored().then(settle));
  }

  /** A person wants a newer response than the one shown; where none is shown, any that is paid will do. */
  private refreshes({ purpose, request }: Job): boolean {
    return purpose.refetch && purpose.byPerson && this.parts.cache.inMemory(request) !== undefined;
  }

  private failed(job: Job, error: SpillwayError): void {
    // It may have been taken back while it was about to leave.
    if (job.state !== 'running' && job.state !== 'leaving') return;
    const { clock, circuit, scheduler } = this.parts;
    const now = clock.elapsed();
    reportTo(circuit, error);
    const left = deadlineOf(job.request) - (now - (job.sentAt ?? now));
    const delay = retryDelay(error, { made: job.attempts, left, random: this.parts.random() });
    if (error.code === 'rate_limited') scheduler.block(error.facts.retryAfter ?? delay ?? 0);
    if (delay !== undefined && job.isStopped) return this.outcome.fail(job, this.parts.stopped(job));
    // A closed engine no longer hears what other windows send, so it does not try again.
    if (delay !== undefined && job.wanted && !this.parts.isClosed()) {
      return this.requeue(job, delay);
    }
    if (error.code !== 'network' && error.code !== 'deadline') this.pending.forget(job);
    this.outcome.fail(job, error);
  }

  private requeue(job: Job, delay: number): void {
    if (!job.task) return;
    job.state = 'queued';
    job.task.notBefore = this.parts.clock.elapsed() + delay;
    this.parts.scheduler.add(job.task, true);
  }
}

/** What a failed call tells of the way to the service; one that was not sent or not answered tells nothing. */
function reportTo(circuit: CircuitBreaker, error: SpillwayError): void {
  if (['no_key', 'deadline', 'cancelled'].includes(error.code)) return;
  circuit.report(isUnreached(error) ? 'unreached' : isOutage(error.code, error.facts) ? 'failed' : 'ok');
}

/** Any other error comes from the host's network layer; it may quote secrets, so it is not passed on. */
const asError = (error: unknown): SpillwayError =>
  isSpillwayError(error) ? error : new SpillwayError('network', { billed: 'maybe' });
