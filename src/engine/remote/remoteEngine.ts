// Everything needed to send, on top of the local engine: gate → schedule → retry → one attempt. Most calculations send
// nothing, so this code is loaded when a request first has to be sent (createEngine.ts).
import type { AskOptions, Demand, Engine, EngineState } from '../engine';
import type { Arrival } from '../local/arrivals';
import { ageLimit, isFresh } from '../local/age';
import type { LocalEngine } from '../local/localEngine';
import type { Archive } from '../ports/archive';
import type { Locks, RemoteMessage } from '../ports/crossWindow';
import type { Purchases } from '../ports/purchases';
import type { DataResponse } from '../request/response';
import type { DataRequest } from '../request/dataRequest';
import { SpillwayError } from '../request/errors';
import { createApprovals, heldRequests, type Approvals } from './approvals';
import { Archiving } from './archiving';
import { createClient, type Client } from './client/client';
import type { Network } from './client/exchange';
import { Gate, type GateParts } from './gate';
import { createGatewayCopy, createNewer } from './gatewayCopy';
import { createHandOver } from './handOver';
import { InFlight } from './inFlight';
import { byCell, expired, Jobs, renewed } from './job';
import { Outcome } from './outcome';
import { PendingGatewayJobs, Pipeline } from './pipeline';
import { createRefresh, type Refresh } from './refresh';
import { Account } from './spend/account';
import { PaidRequests } from './spend/paidRequests';
import { UserDecisions } from './spend/userDecisions';
import { CircuitBreaker } from './schedule/circuitBreaker';
import { RateWindows } from './schedule/rateWindows';
import { Scheduler } from './schedule/scheduler';
import { SharedRateWindows } from './schedule/sharedRateWindows';
import { TokenStatus } from './schedule/tokenStatus';
import { ChargeProof } from './spend/chargeProof';

// When requests may be sent: the rate windows of all browser windows, the circuit breaker, and the token statistic that
// tells the limits and proves what was charged.

interface SendSchedule {
  readonly windows: RateWindows;
  readonly circuit: CircuitBreaker;
  readonly charges: ChargeProof;
  readonly statistic: TokenStatus;
  readonly scheduler: Scheduler;
  readonly rate: SharedRateWindows;
}

function createSendSchedule(local: LocalEngine, client: Client, locks: Locks | undefined): SendSchedule {
  const { clock, settings, store, keyWatch, broadcast, isPaused } = local;
  const { changed } = local.events;
  const windows = new RateWindows();
  const circuit = new CircuitBreaker({
    clock,
    getsThrough: async () => {
      const access = await keyWatch.access();
      return access !== undefined && client.reaches(access);
    },
    isBack: (waited) => {
      for (const [key, cells] of waited) local.recalculations.note(key, cells);
      scheduler.pump();
      changed();
    },
  });
  const readStatistic = async () => {
    const access = await keyWatch.access();
    if (!access) throw new SpillwayError('no_key', { billed: 'no' });
    const began = clock.elapsed();
    const { records, cached } = await client.statistic(access);
    charges.note(records, began, cached);
    // Requests that other browser windows sent are this user's own, not somebody else's.
    if (rate.shared) await rate.load();
    return records;
  };
  const charges: ChargeProof = new ChargeProof({
    clock,
    read: () => statistic.usage(true),
    callsSince: (elapsed) => windows.callsSince(elapsed),
  });
  const statistic: TokenStatus = new TokenStatus(readStatistic, windows, clock, changed);
  const scheduler: Scheduler = new Scheduler({
    clock,
    windows,
    circuit,
    statistic,
    concurrency: () => settings().concurrency,
    isPaused,
    window: local.window,
    sent: () => broadcast({ type: 'sent' }),
    rate: () => rate,
  });
  const rate = new SharedRateWindows({ clock, store, locks, windows, blocked: scheduler.rest });
  return { windows, circuit, charges, statistic, scheduler, rate };
}

/** Nothing that was learnt with one key holds for another. */
function resetSchedule({ statistic, rate, charges, circuit, scheduler }: SendSchedule): void {
  statistic.forget();
  rate.forget();
  charges.forget();
  circuit.reset();
  scheduler.reset();
}

export interface RemoteEngineParts extends Network {
  readonly locks?: Locks | undefined;
  /** What each living cell requested when Excel last called it. */
  readonly demand?: () => Iterable<Demand>;
  readonly purchases?: Purchases | undefined;
  readonly reasonToHold?: GateParts['reasonToHold'];
  /** Identifies the open workbook; the same after it was closed and opened again. */
  readonly workbook?: () => string;
  /** Where paid responses are kept as history. */
  readonly archive?: Archive | undefined;
}

/** What sends, as the pane sees it. */
export type RemoteState = Pick<
  EngineState,
  'queue' | 'held' | 'done' | 'total' | 'eta' | 'windows' | 'circuitOpenUntil'
>;

export interface RemoteEngine
  extends
    Pick<Engine, 'collect' | 'newer' | 'takeNewer' | 'handOver' | 'stop' | 'usage'>,
    Refresh,
    Approvals {
  /**
   * Waits for the response. Undefined: a smaller call for the same request has ended, so look in the cache again.
   * `isRenewal`: a cached one has expired.
   */
  join(
    request: DataRequest,
    options: AskOptions,
    arrival: Arrival,
    isRenewal: boolean,
  ): Promise<DataResponse | undefined>;
  /** Fetches an expired result again, in the background and within the budget; the old one is shown until then. */
  revalidate(request: DataRequest, options: AskOptions, arrival: Arrival): Promise<void>;
  /** Sends what waits, as far as it may be sent now. */
  pump(): void;
  /** The key changed: forgets what was learnt with the old one. */
  anotherKey(): void;
  /** Another window sent, at this time of `clock.elapsed()`. */
  noteSend(elapsed: number): void;
  /** Another window decided or spent something. */
  receive(message: RemoteMessage): void;
  /** The cache served something for this workbook. */
  noteServed(): void;
  /** The page may be about to go. */
  flush(): void;
  /** What was declined or stopped may be asked for again. */
  forgetDecisions(): void;
  /** Drops what was not sent, without remembering it: the page closes. */
  close(): Promise<void>;
  readonly spentToday: number;
  state(): RemoteState;
}

/** A store that is full, or a lock that is not granted, does not tell when that is over: it is tried again after this time. */
const storeRest = 60_000;

/** What was held for want of the store is looked at afresh, once it is known what failed, or was declined or stopped before. */
async function lookAgain(local: LocalEngine, decisions: UserDecisions): Promise<void> {
  const { store, failures, recalculations } = local;
  if (!store.isDown()) await failures.load();
  if (store.isDown() || !(await decisions.known()) || store.isDown()) return;
  for (const key of decisions.storeWorks()) recalculations.note(key, []);
}

function createDecisions(local: LocalEngine, workbook: () => string): UserDecisions {
  const { clock, cache, store } = local;
  let looking = false;
  const decisions: UserDecisions = new UserDecisions({
    ...local,
    now: () => clock.now(),
    workbook,
    shown: (request) => cache.inMemory(request)?.stored.fetchedAt,
    waitsForStore: () => {
      if (looking) return;
      looking = true;
      clock.setTimer(() => {
        looking = false;
        void lookAgain(local, decisions);
      }, storeRest);
    },
    changed: local.events.changed,
  });
  store.onRestored((isLost) => Promise.all([cache.merge(isLost), lookAgain(local, decisions)]));
  return decisions;
}

/** The parts, each made of those before it. */
function createParts(local: LocalEngine, given: RemoteEngineParts) {
  const { clock, settings, store, broadcast, window, began } = local;
  const { changed } = local.events;
  const { locks, purchases, demand = () => [], workbook = () => '', reasonToHold } = given;
  const account = new Account({ store, clock, window, settings, locks, broadcast, changed, began });
  const paid = new PaidRequests(store, settings, () => clock.now(), broadcast);
  const decisions = createDecisions(local, workbook);
  const client = createClient(given);
  const archiving = new Archiving(store, given.archive);
  const gatewayCopy = createGatewayCopy(local, client, archiving);
  const schedule = createSendSchedule(local, client, locks);
  const ready = Promise.all([local.ready, account.load(), decisions.known(), schedule.rate.load()]).then(
    changed,
  );
  const jobs = new Jobs(settings, changed);
  const base = { ...local, ...schedule, ready, account, paid, decisions, demand, purchases, locks, jobs };
  const pending = new PendingGatewayJobs(store, clock);
  const isPromised = async (request: DataRequest) =>
    (await local.keyWatch.access())?.baseUrl === '' &&
    (await pending.find(jobs.sending(request))) !== undefined;
  const gate = new Gate({ ...base, gatewayCopy, isPromised, reasonToHold, demanded: given.demand });
  const outcome = new Outcome(base);
  const pipeline = new Pipeline({ ...base, client, archiving, gate, outcome, pending });
  const inFlight = new InFlight({ ...base, gate, outcome, pipeline });
  broadcast({ type: 'opened' });
  void ready.then(() => Promise.all([lookAgain(local, decisions), paid.trim(), archiving.recover()]));
  return { ...base, client, gate, outcome, inFlight, gatewayCopy, isPromised };
}

function remoteState(parts: ReturnType<typeof createParts>): RemoteState {
  const { clock, circuit, jobs, scheduler, windows } = parts;
  return {
    queue: jobs.list().map((job) => ({
      request: job.request,
      cells: [...job.cells],
      state: job.state === 'running' ? 'running' : 'queued',
      since: job.since,
      credits: job.price,
    })),
    held: heldRequests(parts),
    done: jobs.done,
    total: jobs.total,
    eta: scheduler.doneAt,
    windows: windows.states(clock.elapsed(), clock.now()),
    circuitOpenUntil: circuit.openUntil,
  };
}

export function createRemoteEngine(local: LocalEngine, given: RemoteEngineParts): RemoteEngine {
  const parts = createParts(local, given);
  const { settings, account, paid, decisions, purchases, windows, statistic, scheduler, rate } = parts;
  const { gate, jobs, inFlight, outcome } = parts;
  let otherSends = 0;
  const dropUnsent = () => inFlight.dropUnsent(new SpillwayError('stopped', { billed: 'no' }));

  /** It may have been renewed for another cell, or another window, while the gate looked. */
  const isRenewed = (request: DataRequest, { maxAge }: AskOptions): boolean => {
    const entry = local.cache.inMemory(request);
    return entry !== undefined && isFresh(entry, request, maxAge, settings(), local.clock.now());
  };

  function noteServed(): void {
    for (const [key, count] of local.served) void purchases?.note(key, count);
    local.served.clear();
  }
  noteServed();

  return {
    ...createRefresh(parts),
    ...createNewer(parts),
    ...createHandOver(parts),
    ...createApprovals(parts),
    async join(request, options, arrival, isRenewal) {
      const verdict = await gate.arrives(request, options, arrival, isRenewal);
      if (verdict === 'cached') return undefined;
      if (typeof verdict === 'object') {
        if ('refuse' in verdict) throw verdict.refuse;
        // One more cell waits for the approval.
        local.events.changed();
        const credits = jobs.sending(request).price;
        throw new SpillwayError('held', { credits, held: verdict.hold, billed: 'no' });
      }
      const maxAge = ageLimit(request, options.maxAge, settings());
      if (isRenewal && isRenewed(request, options)) return undefined;
      const asked = { ...options, agreedCap: arrival.dailyCap, maxAge };
      const purpose = isRenewal ? renewed : undefined;
      const isPromised = verdict === 'collect';
      const response = inFlight.join(
        request,
        asked,
        isPromised ? { ...(purpose ?? byCell), isPromised } : purpose,
      );
      arrival.done();
      return response;
    },
    async revalidate(request, options, arrival) {
      const { cell, maxAge } = options;
      const verdict = await gate.arrives(request, options, arrival, true).catch(() => undefined);
      if (verdict !== 'go' && verdict !== 'collect') return local.events.changed();
      if (arrival.isStopped()) return void outcome.stop([request]);
      if (isRenewed(request, options)) return;
      const purpose = { ...expired, isPromised: verdict === 'collect' };
      const job = inFlight.start(request, purpose, cell === undefined ? [] : [cell]);
      job.maxAge = Math.min(job.maxAge, ageLimit(request, maxAge, settings()) ?? Infinity);
    },
    stop: () => {
      outcome.stop(dropUnsent());
      for (const job of jobs.list()) job.isStopped = true;
    },
    noteServed,
    flush: () => purchases?.flush?.(),
    forgetDecisions: () => decisions.forget(),
    close: () => {
      dropUnsent();
      parts.circuit.end();
      return decisions.written();
    },
    usage: (fresh = false) => statistic.usage(fresh),
    pump: () => scheduler.pump(),
    anotherKey: () => resetSchedule(parts),
    noteSend: (elapsed) => {
      if (!rate.shared) windows.noteSend(`other window ${(otherSends += 1)}`, elapsed);
    },
    receive: (message) => {
      if (message.type === 'decided')
        for (const key of decisions.receive(message.rows)) local.recalculations.note(key, []);
      else if (message.type === 'paid') paid.receive(message.slot, message.row);
      else if (message.type === 'account') account.receive(message.key, message.row);
      else {
        for (const each of [decisions, paid, account]) each.tell();
        for (const key of local.failures.unstoredKeys)
          local.broadcast({ type: 'stored', key, slots: [], failures: local.failures.unstored(key) });
      }
    },
    get spentToday() {
      return account.spentToday;
    },
    state: () => remoteState(parts),
  };
}
