// The parts of the remote half of the engine, made once and shared by what admits, refreshes, approves and reports.
import type { Demand } from '../engine';
import type { LocalEngine } from '../local/localEngine';
import type { Archive } from '../ports/archive';
import type { Locks } from '../ports/crossWindow';
import type { Purchases } from '../ports/purchases';
import type { DataRequest } from '../request/dataRequest';
import type { HoldReason } from '../request/holdReason';
import { SpillwayError } from '../request/errors';
import { pastStay } from '../request/pastStay';
import { Archiving } from './archiving';
import { createClient } from './client/client';
import type { Network } from './client/exchange';
import { Delivery } from './delivery';
import { createGatewayCopy, type GatewayCopy } from './gatewayCopy';
import { InFlight } from './inFlight';
import type { Job } from './job';
import { noteDecision, noteStopped, recordOutcome, wantedAs } from './recordOutcome';
import { createSendSchedule, type SendSchedule } from './sendSchedule';
import { Account } from './spend/account';
import { Budget } from './spend/budget';
import { PaidRequests } from './spend/paidRequests';
import { isHold, UserDecisions, type DecisionRow } from './spend/userDecisions';

export interface RemoteEngineParts extends Network {
  readonly locks?: Locks | undefined;
  /** What each living cell requested when Excel last called it. */
  readonly demand?: () => Iterable<Demand>;
  readonly purchases?: Purchases | undefined;
  /** Why a cell has to wait with a request, beyond limits and earlier purchases. */
  readonly reasonToHold?:
    ((cell: string | undefined, key: string) => Promise<HoldReason | undefined>) | undefined;
  /** Identifies the open workbook; the same after it was closed and opened again. */
  readonly workbook?: () => string;
  /** Where paid responses are kept as history. */
  readonly archive?: Archive | undefined;
}

export interface RemoteParts extends LocalEngine, SendSchedule {
  readonly account: Account;
  readonly paid: PaidRequests;
  readonly decisions: UserDecisions;
  readonly demand: () => Iterable<Demand>;
  readonly purchases: Purchases | undefined;
  readonly reasonToHold: RemoteEngineParts['reasonToHold'];
  readonly gatewayCopy: GatewayCopy;
  /** The gateway has a job for it, which was sent before and only has to be collected. */
  readonly isPromised: (request: DataRequest) => Promise<boolean>;
  readonly inFlight: InFlight;
}

/** A store that is full, or a lock that is not granted, does not tell when that is over: it is tried again after this time. */
const storeRest = 60_000;

/** What was held for want of the store is looked at afresh, once it is known what was declined or stopped before. */
async function lookAgain({ store, recalculations }: LocalEngine, decisions: UserDecisions): Promise<void> {
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
  store.onRestored(() => {
    void cache.merge();
    void lookAgain(local, decisions);
  });
  return decisions;
}

/** A person who approved it has decided: a hold that another window of the workbook notes meanwhile changes nothing. */
const forbids = (row: DecisionRow | undefined, { purpose }: Job): boolean =>
  row !== undefined && !(purpose.byPerson && isHold(row.decision));

const refusalOf = (row: DecisionRow | undefined): SpillwayError | undefined =>
  row && !isHold(row.decision)
    ? new SpillwayError(row.decision === 'declined' ? 'rejected' : 'stopped', { billed: 'no' })
    : undefined;

const closed = () => new SpillwayError('stopped', { billed: 'no' });

export function createRemoteParts(local: LocalEngine, given: RemoteEngineParts): RemoteParts {
  const { clock, settings, store, keyWatch, cache, ledger, broadcast, isClosed } = local;
  const { changed } = local.events;
  const { locks, purchases, demand = () => [], workbook = () => '' } = given;
  const now = () => clock.now();
  const { window, began } = local;
  const account = new Account({ store, clock, window, settings, locks, broadcast, changed, began });
  const paid = new PaidRequests(store, settings, now, broadcast);
  const decisions = createDecisions(local, workbook);
  const client = createClient(given);
  const archiving = new Archiving(store, given.archive);
  const gatewayCopy = createGatewayCopy(local, client, archiving);
  const schedule = createSendSchedule(local, client, locks);
  const delivery: Delivery = new Delivery({
    ...local,
    ...schedule,
    client,
    locks,
    account,
    paid,
    purchases,
    gatewayCopy,
    archiving,
    review: (job) => inFlight.review(job),
    leaving: (job) => inFlight.leave(job),
    holdBack: (job, reason) => inFlight.holdBack(job, reason),
    stopped: (job) => noteStopped(parts, job.asked),
    access: () => keyWatch.access(),
    ended: (delivered) => recordOutcome(parts, delivered),
  });
  const undecided = (job: Job) =>
    [...demand()].flatMap(({ requests }) =>
      requests.filter((request) => request.key === job.request.key && !forbids(decisions.of(request), job)),
    );
  /** A request may have been held, or queued, until its day was over. */
  const perform = (job: Job) => {
    const refused = isClosed() ? closed() : pastStay(job.request, now());
    return refused ? delivery.outcome.fail(job, refused) : delivery.perform(job);
  };
  const inFlight: InFlight = new InFlight({
    arrivals: local.arrivals,
    refusal: (request) => refusalOf(decisions.of(request)),
    wanted: (job) => given.demand && undecided(job),
    clock,
    settings,
    budget: new Budget(account),
    perform,
    drop: (job, error) => delivery.outcome.fail(job, error),
    withdraw: (job) => delivery.withdraw(job),
    hold: (jobs, reason) => {
      const asked = jobs.flatMap((job) => job.asked);
      // Another count whose result is shown has nothing to wait for.
      decisions.set(
        wantedAs(demand, asked, (request) => !cache.inMemory(request)),
        reason,
      );
      const requests = jobs.map(({ request }) => request);
      noteDecision(ledger, requests, 'held');
    },
    hurry: ({ task }) => task && schedule.scheduler.hurry(task),
    changed,
  });
  broadcast({ type: 'opened' });
  const loading = [local.ready, account.load(), decisions.known(), schedule.rate.load()];
  const ready = Promise.all(loading).then(changed);
  void ready.then(() => {
    return Promise.all([lookAgain(local, decisions), paid.trim(), archiving.recover()]);
  });
  const parts: RemoteParts = {
    ...local,
    ...schedule,
    ready,
    account,
    paid,
    decisions,
    demand,
    purchases,
    reasonToHold: given.reasonToHold,
    gatewayCopy,
    isPromised: (request) => delivery.isPromised(request),
    inFlight,
  };
  return parts;
}
