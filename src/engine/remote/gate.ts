// The one place that decides whether a request may be sent: go, hold for a person's approval (why) or refuse (why). It is asked
// when a request arrives, alone and with what arrives with it, and once more under the lock of the request when its turn has come.
import type { AskOptions, Demand } from '../engine';
import type { Arrival } from '../local/arrivals';
import { isFresh } from '../local/age';
import type { LocalEngine } from '../local/localEngine';
import type { Locks } from '../ports/crossWindow';
import type { Purchases } from '../ports/purchases';
import { paidSlots, type DataRequest } from '../request/dataRequest';
import { SpillwayError } from '../request/errors';
import type { HoldReason } from '../request/holdReason';
import { pastStay } from '../request/pastStay';
import type { GatewayCopy } from './gatewayCopy';
import type { Job, Jobs } from './job';
import { countedRow } from './outcome';
import type { CircuitBreaker } from './schedule/circuitBreaker';
import type { Account } from './spend/account';
import type { PaidRequests } from './spend/paidRequests';
import { isHold, type UserDecision, type UserDecisions } from './spend/userDecisions';

export interface GateParts extends LocalEngine {
  readonly jobs: Jobs;
  readonly account: Account;
  readonly paid: PaidRequests;
  readonly decisions: UserDecisions;
  readonly circuit: CircuitBreaker;
  readonly gatewayCopy: GatewayCopy;
  readonly purchases: Purchases | undefined;
  readonly locks: Locks | undefined;
  /** The gateway has a job for it, whose response is only collected: it was counted when it was sent. */
  readonly isPromised: (request: DataRequest) => Promise<boolean>;
  /** What living cells want; undefined where the host does not tell. */
  readonly demanded: (() => Iterable<Demand>) | undefined;
  /** Why a cell has to wait with a request, beyond limits and earlier purchases. */
  readonly reasonToHold?:
    | ((cell: string | undefined, key: string) => Promise<HoldReason | undefined>)
    | undefined;
}

/** `cached`: the cache can serve it now. */
export type Verdict = 'go' | 'cached' | { readonly hold: HoldReason } | { readonly refuse: SpillwayError };

/** `collect`: it costs nothing more. */
export type ArrivalVerdict = Verdict | 'collect';

/** `go` with the intent to spend, which is stored. `later`: nothing gets through now. `gone`: a person, or nobody, wants it so. */
export type LeaveVerdict =
  | { readonly go: string }
  | Exclude<Verdict, 'go'>
  | 'later'
  | { readonly gone: SpillwayError | undefined };

const error = (code: SpillwayError['code']) => new SpillwayError(code, { billed: 'no' });

const refusalOf = (decision: Exclude<UserDecision, HoldReason>) =>
  error(decision === 'declined' ? 'rejected' : 'stopped');

export class Gate {
  constructor(private readonly parts: GateParts) {}

  /** What a cell waits for is noted: it is told when there is another key, when the service is back, when a person has decided. */
  async arrives(
    request: DataRequest,
    options: AskOptions,
    arrival: Arrival,
    isRenewal: boolean,
  ): Promise<ArrivalVerdict> {
    const { cell, agreed = 0 } = options;
    const { clock, keyWatch, cache, circuit, decisions, jobs } = this.parts;
    const cells = cell === undefined ? [] : [cell];
    const mark = decisions.mark();
    await this.parts.ready;
    const past = pastStay(request, clock.now());
    if (past) return { refuse: past };
    const noKey = await keyWatch.refusal(request.key, cells);
    if (noKey) return { refuse: noKey };
    const isAgreed = agreed >= jobs.sending(request).price;
    const isKnown = isAgreed || (await decisions.known());
    const isPromised = !isAgreed && (await this.parts.isPromised(request));
    const isSettled = isAgreed || isPromised;
    const before = isSettled || jobs.isSending(request) ? undefined : await this.boughtBefore(request, cell);
    if (before === 'cached') return before;
    const isDearer = options.agreed !== undefined && !isSettled;
    const renewal = isRenewal && !isSettled ? await this.parts.reasonToHold?.(cell, request.key) : undefined;
    // From here on nothing waits: what was fetched or decided meanwhile is heard.
    if (!isRenewal && cache.inMemory(request)) return 'cached';
    const isOpen = isKnown && !isSettled && !isRenewal && !arrival.isStopped();
    // The decision, the call or the response for which nobody looked whether it was bought is gone by now.
    if (isOpen && !before && !decisions.of(request) && !jobs.serves(request))
      return this.arrives(request, options, arrival, isRenewal);
    const found = before === 'new' ? undefined : before;
    const reason = isKnown ? (arrival.held ?? renewal ?? found) : 'store_down';
    if (arrival.isStopped()) decisions.set([request], 'stopped');
    else if (isAgreed) decisions.clear([request], mark);
    else if (reason && !jobs.serves(request)) decisions.set([request], reason);
    // There is nothing to approve any more.
    if (isPromised && isHold(decisions.of(request)?.decision ?? 'stopped')) decisions.clear([request], mark);
    const decision = decisions.of(request)?.decision;
    if (decision && !jobs.isSending(request))
      return isHold(decision) ? { hold: decision } : { refuse: refusalOf(decision) };
    if (this.parts.isClosed()) return { refuse: error('stopped') };
    if (isDearer && !jobs.serves(request)) return { hold: 'own_change' };
    const unsendable = circuit.refusal();
    if (unsendable) circuit.wait(request.key, cells);
    if (unsendable) return { refuse: unsendable };
    return isPromised ? 'collect' : 'go';
  }

  /** Whether so many more credits may be queued without asking, beside what the account says and what is queued already. */
  affords(more: number): HoldReason | undefined {
    const { credits, unasked } = this.parts.jobs.queued();
    return more <= 0 ? undefined : this.parts.account.objection(credits + more, unasked + more);
  }

  /** Under the lock of its request. `isPaid`: a gateway job that was promised before is only collected. */
  async leaves(job: Job, isPaid: boolean): Promise<LeaveVerdict> {
    const { account, circuit, clock } = this.parts;
    while (job.state === 'leaving') {
      const refused = this.refuses(job);
      if (refused) return refused;
      const { price, agreed, agreedCap } = job;
      const before = isPaid ? undefined : await this.madeMeanwhile(job);
      const isSame = () =>
        job.state === 'leaving' &&
        job.price === price &&
        job.agreed === agreed &&
        job.agreedCap === agreedCap;
      if (!isSame()) continue;
      if (before) return before;
      const id = account.spendingId(job.slot);
      const reason = await account.begin({ id, credits: isPaid ? 0 : price, agreed, agreedCap });
      if (reason && isSame()) return { hold: reason };
      if (reason) continue;
      // Without locks, another window may have begun the same call at the same moment.
      const again = this.parts.locks || isPaid ? undefined : await this.madeMeanwhile(job);
      if (again) {
        job.keepUntil(account.settle(id, 0));
        if (isSame()) return again;
        continue;
      }
      // While it was stored, the cell may have been deleted, or a person may have stopped or approved the request.
      if (isSame() && !this.refuses(job) && isSame() && !circuit.isOpen) {
        // At once: what stops or cancels it from here on comes too late.
        job.dispatch('sent', clock.elapsed());
        return { go: id };
      }
      job.keepUntil(account.settle(id, 0));
      if (isSame() && circuit.isOpen) return 'later';
    }
    return { gone: undefined };
  }

  /** Whether nothing but its turn stands between a queued job and the service. */
  stands(job: Job): boolean {
    return !this.refuses(job);
  }

  /** Whether the request was paid for already, here or elsewhere, as far as is known; undefined where there is no need to look. */
  private async boughtBefore(
    request: DataRequest,
    cell?: string,
  ): Promise<HoldReason | 'cached' | 'new' | undefined> {
    const { cache, decisions, jobs, gatewayCopy } = this.parts;
    if (cache.inMemory(request)) return undefined;
    const decision = decisions.of(request)?.decision;
    // What the gateway finishes may be there by now.
    if (decision === 'handed_over') return (await gatewayCopy(request)) ? 'cached' : undefined;
    if (decision) return undefined;
    const reason = await this.reasonToAsk(request, cell);
    if (jobs.serves(request)) return undefined;
    if (!reason) return 'new';
    return (await gatewayCopy(request)) ? 'cached' : reason;
  }

  private async reasonToAsk(request: DataRequest, cell?: string): Promise<HoldReason | undefined> {
    return (await this.paidFor(request)) ?? this.parts.reasonToHold?.(cell, request.key);
  }

  /** `isListRead`: the list of the workbook was looked into before. */
  private async paidFor(request: DataRequest, isListRead = false): Promise<HoldReason | undefined> {
    const { paid, purchases, store, jobs } = this.parts;
    if (await paid.covers(request)) return 'no_longer_kept';
    const known = isListRead ? undefined : purchases?.knows(request.key, jobs.sending(request).count);
    const elsewhere = await known?.catch(() => 'unreadable' as const);
    if (elsewhere === true) return 'bought_elsewhere';
    return elsewhere || store.isDown() ? 'store_down' : undefined;
  }

  /** What another window of the same user got for it since it was asked for. */
  async foundElsewhere(job: Job): Promise<'cached' | { readonly refuse: SpillwayError } | undefined> {
    const { cache, clock, failures } = this.parts;
    const { request } = job;
    const entry = await cache.reread(request);
    const { refetch, byPerson } = job.purpose;
    // What is dated later than now is from before the clock was set back.
    const isSince = (at: number) => at >= job.since && at <= clock.now();
    // A result that had expired here may have been renewed there before this window heard of it.
    const isRenewed = (at: number) => !byPerson && at >= clock.now() - job.maxAge && at <= clock.now();
    const at = entry?.stored.fetchedAt ?? NaN;
    if (entry && (!refetch || isSince(at) || isRenewed(at))) return 'cached';
    await failures.reread(request.key, [countedRow(job)]);
    const failedAt = failures.dateOf(request);
    // A person who asks again knows of the earlier failure.
    if (byPerson && failedAt !== undefined && (!isSince(failedAt) || failedAt === job.failedAt))
      return undefined;
    const refuse = failures.of(request, clock.now());
    return refuse && { refuse };
  }

  /** It may have been bought by a window that is gone, or have left the cache since: a second purchase is for a person to decide. */
  private async madeMeanwhile(job: Job): Promise<Exclude<Verdict, 'go'> | undefined> {
    const { account, cache, gatewayCopy, locks, store } = this.parts;
    const { request } = job;
    const fetchedAt = cache.inMemory(request)?.stored.fetchedAt;
    const isNew = !job.purpose.refetch;
    // A person who agreed to a part of it has not agreed to buy the rest again.
    if (job.agreed >= job.price) return undefined;
    // First: what a window has begun is over when its outcome is stored.
    const slots = paidSlots(request);
    const isBegun = await account.wasInterrupted(slots, job.price, fetchedAt);
    const found = locks ? undefined : await this.foundElsewhere(job);
    if (found) return found;
    // More than is wanted now may have been new where this is not.
    const before = isNew ? await this.paidFor(request, !job.isNarrowed) : undefined;
    const hold = before ?? (store.isDown() ? 'store_down' : isBegun ? 'interrupted' : undefined);
    if (!hold) return undefined;
    const mayBeKept = isNew && (before !== undefined || hold === 'interrupted');
    return mayBeKept && (await gatewayCopy(request)) ? 'cached' : { hold };
  }

  /** What stands against it whatever it costs; a job that living cells want less of asks for less afterwards. */
  private refuses(job: Job): LeaveVerdict | undefined {
    const { clock, decisions, jobs, demanded } = this.parts;
    if (this.parts.isClosed()) return { gone: error('stopped') };
    // It may have been held, or queued, until its day was over.
    const past = pastStay(job.request, clock.now());
    if (past) return { refuse: past };
    const { byPerson, whileWanted } = job.purpose;
    const refusal = (one: DataRequest) => {
      const decision = decisions.of(one)?.decision;
      return decision && !isHold(decision) ? refusalOf(decision) : undefined;
    };
    // What a person has agreed to may have grown for others, whose count a person refuses.
    job.refuse((one) => (jobs.sending(one).price > job.agreed ? refusal(one) : undefined));
    // A host that does not name the calling cell does not tell what cells want either.
    const wanted = whileWanted && job.cells.size > 0 ? demanded && this.wanted(job, demanded()) : undefined;
    // A call that is repeated asks for what those who wait, or refresh it, want by now.
    if (wanted || !whileWanted)
      jobs.narrow(job, [...(wanted ?? []).map(({ count }) => count), ...job.counts]);
    const refused = byPerson ? undefined : refusal(job.request);
    if (refused) return { gone: refused };
    return wanted?.length === 0 && !job.isAwaited ? { gone: error('cancelled') } : undefined;
  }

  /**
   * What living cells want of it and no decision forbids. A person who approved it has decided: a hold that another window
   * of the workbook notes meanwhile changes nothing. A result that has expired is wanted for as long as the age stands that it exceeds.
   */
  private wanted({ request, slot, purpose }: Job, demand: Iterable<Demand>): DataRequest[] {
    const { cache, clock, decisions, jobs, settings } = this.parts;
    const isRenewal = purpose.refetch && !purpose.byPerson;
    const isDue = (one: DataRequest, maxAge: number | undefined) => {
      const entry = isRenewal ? cache.inMemory(one) : undefined;
      return !entry || !isFresh(entry, one, maxAge, settings(), clock.now());
    };
    const isFree = (one: DataRequest) => {
      const decision = decisions.of(one)?.decision;
      return decision === undefined || (purpose.byPerson && isHold(decision));
    };
    return [...demand].flatMap(({ requests, maxAge }) =>
      requests.filter(
        (one) =>
          one.key === request.key && jobs.sending(one).slot === slot && isFree(one) && isDue(one, maxAge),
      ),
    );
  }
}
