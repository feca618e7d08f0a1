// Everything that is needed to send, over the shelf: budget → schedule → retry → one attempt. Most calculations send
// nothing, so this is code of its own, loaded when a request first has to be sent (lateSending.ts).
import { Account } from './spend/account';
import type { Answer } from '../request/answer';
import { Budget } from './spend/budget';
import { ChargeProof } from './spend/chargeProof';
import { CircuitBreaker } from './schedule/circuitBreaker';
import { createClient } from './client/client';
import { createGatewayCopy } from './gatewayCopy';
import type { Network } from './client/exchange';
import type { DataRequest } from '../request/dataRequest';
import { createApprovals } from './approvals';
import { UserDecisions, isHold, type Decision } from './spend/userDecisions';
import { Delivery } from './delivery';
import type { AskOptions, Demand, Engine } from '../engine';
import type { RemoteParts } from './remoteParts';
import { remoteState, type RemoteState } from './remoteState';
import { SpillwayError } from '../request/errors';
import { ageLimit } from '../local/freshness';
import { cost } from '../../operations/cost';
import { sentCount } from '../request/countBlocks';
import { InFlight, renewal } from './inFlight';
import { PaidRequests } from './spend/paidRequests';
import type { Purchases } from '../ports/purchases';
import { noteDecision, recordOutcome } from './recordOutcome';
import { createRefresh } from './refresh';
import { pastStay } from '../request/pastStay';
import { Scheduler } from './schedule/scheduler';
import type { LocalEngine } from '../local/localEngine';
import { SharedRateWindows } from './schedule/sharedRateWindows';
import { TokenStatus } from './schedule/tokenStatus';
import type { Locks, WindowMessage } from '../ports/crossWindow';
import { RateWindows } from './schedule/rateWindows';

export interface RemoteEngineParts extends Network {
  readonly locks?: Locks | undefined;
  /** What each living cell asked for when it was last called. */
  readonly demand?: () => Iterable<Demand>;
  readonly purchases?: Purchases | undefined;
  /** Names the open workbook; the same after it was closed and opened again. */
  readonly workbook?: () => string;
}

export interface RemoteEngine extends Pick<
  Engine,
  'quote' | 'refresh' | 'approve' | 'reject' | 'stop' | 'usage'
> {
  /** Waits for the answer. Undefined: a smaller call for the same was under way and has ended, so look again. */
  join(request: DataRequest, options: AskOptions): Promise<Answer | undefined>;
  /** In the background and within the budget; the old answer is shown until then, whatever stands in the way. */
  renew(request: DataRequest, options: AskOptions): Promise<void>;
  /** Sends what waits, as far as it may be sent now. */
  pump(): void;
  /** Nothing that was learnt about the old key holds for another one. */
  anotherKey(): void;
  /** Another window sent, at this time of `clock.elapsed()`. */
  noteSend(elapsed: number): void;
  /** Another window decided or spent something. */
  receive(news: Extract<WindowMessage, { type: 'decided' | 'account' }>): void;
  /** The cache answered something for this workbook. */
  noteServed(): void;
  /** What was stopped while this code was loading. */
  stopped(request: DataRequest): void;
  /** What was declined or stopped may be asked for again. */
  forgetDecisions(): void;
  /** Drops what was not sent, without remembering it: the page closes. */
  close(): void;
  readonly spentToday: number;
  state(): RemoteState;
}

export function createRemoteEngine(local: LocalEngine, parts: RemoteEngineParts): RemoteEngine {
  const { clock, random, settings, store, keyWatch, cache, failures, ledger, broadcast, isPaused, isClosed } =
    local;
  const { changed } = local.events;
  const { locks, purchases, demand = () => [], workbook = () => '' } = parts;
  const now = () => clock.now();
  const account = new Account({ store, clock, window: local.window, settings, locks, broadcast, changed });
  const paid = new PaidRequests(store, settings, now);
  const shown = (request: DataRequest) => cache.inMemory(request)?.stored.fetchedAt;
  const decisions = new UserDecisions({ store, settings, now, workbook, shown, broadcast, changed });
  const windows = new RateWindows();
  const circuit = new CircuitBreaker();
  const client = createClient(parts);
  const gatewayCopy = createGatewayCopy(local, client);
  const readStatistic = async () => {
    const access = await keyWatch.access();
    if (!access) throw new SpillwayError('no_key', { billed: 'no' });
    const began = clock.elapsed();
    const { records, cached } = await client.statistic(access);
    charges.note(records, began, cached);
    // What other windows sent is known use, not that of others.
    if (rate.shared) await rate.load();
    return records;
  };
  const charges: ChargeProof = new ChargeProof({
    clock,
    read: () => statistic.usage(true),
    sendsSince: (elapsed) => windows.sendsSince(elapsed),
  });
  const statistic: TokenStatus = new TokenStatus(readStatistic, windows, clock, changed);
  const concurrency = () => settings().concurrency;
  const sent = () => broadcast({ type: 'sent' });
  const scheduler: Scheduler = new Scheduler({
    clock,
    windows,
    circuit,
    statistic,
    concurrency,
    isPaused,
    sent,
    rate: () => rate,
  });
  const rate = new SharedRateWindows({ clock, store, locks: parts.locks, windows, blocked: scheduler.rest });
  const delivery = new Delivery({
    clock,
    random,
    settings,
    client,
    cache,
    failures,
    store,
    scheduler,
    circuit,
    charges,
    locks,
    isClosed,
    account,
    paid,
    leaving: (job) => inFlight.leave(job),
    holdBack: (job, reason) => inFlight.holdBack(job, reason),
    access: () => keyWatch.access(),
    ended: (delivered) => recordOutcome(modules, delivered),
  });
  const inFlight = new InFlight({
    clock,
    settings,
    budget: new Budget(account),
    perform: (job) => {
      // A request may have been held or waited until its day was over.
      const refused = isClosed()
        ? new SpillwayError('stopped', { billed: 'no' })
        : pastStay(job.request, clock.now());
      return refused ? delivery.fail(job, refused) : delivery.perform(job);
    },
    drop: (job, error) => delivery.fail(job, error),
    withdraw: (job) => delivery.withdraw(job),
    hold: (jobs, reason) => {
      decisions.set(wantedAs(jobs.flatMap((job) => job.asked)), reason);
      noteDecision(
        ledger,
        jobs.map(({ request }) => request),
        'held',
      );
    },
    hurry: ({ task }) => task && scheduler.hurry(task),
    changed,
  });
  const ready = Promise.all([local.ready, account.load(), decisions.load(), rate.load()]).then(changed);
  void ready.then(() => paid.trim());
  const modules: RemoteParts = {
    ...local,
    ready,
    account,
    decisions,
    demand,
    purchases,
    windows,
    circuit,
    statistic,
    scheduler,
    inFlight,
  };

  /** These requests, and the same for every other count that a living cell wants: one decision is for all of them. */
  function wantedAs(requests: readonly DataRequest[]): DataRequest[] {
    const keys = new Set(requests.map(({ key }) => key));
    const wanted = [...demand()].flatMap((use) => use.requests.filter(({ key }) => keys.has(key)));
    return [...requests, ...wanted];
  }

  const price = (request: DataRequest) => cost(request.operation, sentCount(request, settings()));

  /** What a person decided about the request, or has to decide first. */
  async function decisionOn(request: DataRequest): Promise<Decision | 'cached' | undefined> {
    const known = decisions.of(request)?.decision;
    // An answer that is shown is there to be renewed.
    if (known || cache.inMemory(request)) return known;
    const reason = (await paid.covers(request))
      ? 'no_longer_kept'
      : (await purchases?.knows(request.key, sentCount(request, settings())))
        ? 'bought_elsewhere'
        : undefined;
    if (!reason || inFlight.has(request)) return reason;
    if (await gatewayCopy(request)) return 'cached';
    decisions.set([request], reason);
    return reason;
  }

  /** Throws what stands in the way of a request that the cache cannot answer; false: the cache can answer it now. */
  async function admit(request: DataRequest, { cell, agreed = 0 }: AskOptions): Promise<boolean> {
    await ready;
    const past = pastStay(request, clock.now());
    if (past) throw past;
    await keyWatch.admit(request.key, cell === undefined ? [] : [cell]);
    if (agreed >= price(request)) decisions.clear([request]);
    else if (!inFlight.has(request)) {
      const decision = await decisionOn(request);
      if (decision === 'cached') return false;
      if (decision && !inFlight.has(request)) {
        // A cell more wants what is held.
        changed();
        throw refusal(decision, price(request));
      }
    }
    const elapsed = clock.elapsed();
    const open = circuit.openUntil(elapsed);
    if (open !== undefined)
      throw new SpillwayError('circuit_open', { until: clock.now() + open - elapsed, billed: 'no' });
    return true;
  }

  function noteServed(): void {
    for (const [key, count] of local.served) purchases?.note(key, count);
    local.served.clear();
  }
  noteServed();

  return {
    ...createRefresh(modules),
    ...createApprovals(modules),
    async join(request, options) {
      if (!(await admit(request, options))) return undefined;
      return inFlight.join(request, { ...options, maxAge: ageLimit(request, options.maxAge, settings()) });
    },
    async renew(request, options) {
      const { cell, maxAge } = options;
      const admitted = await admit(request, options).catch(() => false);
      if (!admitted) return;
      const job = inFlight.start(request, renewal, cell === undefined ? [] : [cell]);
      job.maxAge = Math.min(job.maxAge, ageLimit(request, maxAge, settings()) ?? Infinity);
    },
    stop: () => {
      const dropped = inFlight.dropUnsent(new SpillwayError('stopped', { billed: 'no' }));
      decisions.set(wantedAs(dropped), 'stopped');
    },
    noteServed,
    stopped: (request) => decisions.set([request], 'stopped'),
    forgetDecisions: () => decisions.forget(),
    close: () => void inFlight.dropUnsent(new SpillwayError('stopped', { billed: 'no' })),
    usage: (fresh = false) => statistic.usage(fresh),
    pump: () => scheduler.pump(),
    anotherKey: () => {
      statistic.forget();
      rate.forget();
      charges.forget();
      circuit.reset();
      scheduler.reset();
    },
    noteSend: (elapsed) => {
      if (!rate.shared) windows.noteSend(elapsed);
    },
    receive: (news) => {
      if (news.type === 'decided') decisions.receive(news.rows);
      else account.receive(news.key, news.row);
    },
    get spentToday() {
      return account.spentToday;
    },
    state: () => remoteState(modules),
  };
}

function refusal(decision: Decision, credits: number): SpillwayError {
  if (isHold(decision)) return new SpillwayError('held', { credits, held: decision, billed: 'no' });
  return new SpillwayError(decision === 'declined' ? 'rejected' : 'stopped', { billed: 'no' });
}
