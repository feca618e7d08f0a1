// Everything that is needed to send, over the shelf: budget → schedule → retry → one attempt. Most calculations send
// nothing, so this is code of its own, loaded when a request first has to be sent (lateSending.ts).
import type { Answer } from './answer';
import { Budget } from './budget';
import { Charges } from './charges';
import { Circuit } from './circuit';
import { createClient } from './client/client';
import type { Network } from './client/exchange';
import type { DataRequest } from './dataRequest';
import { createDecisions, holdBurst } from './decisions';
import { Delivery } from './delivery';
import type { AskOptions, Engine } from './engine';
import type { EngineModules } from './engineModules';
import { takeState, type SendingState } from './engineState';
import { SpillwayError } from './errors';
import { ageLimit } from './freshness';
import { Holds } from './holds';
import { InFlight, renewal } from './inFlight';
import { recordEnd } from './record';
import { createRefreshing } from './refreshing';
import { pastStay } from './pastStay';
import { Scheduler } from './scheduler';
import type { Shelf } from './shelf';
import { SharedRate } from './sharedRate';
import { Statistic } from './statistic';
import type { Locks } from './windowLink';
import { Windows } from './windows';

export interface SendingParts extends Network {
  readonly locks?: Locks | undefined;
}

export interface Sending extends Pick<Engine, 'quote' | 'refresh' | 'approve' | 'reject' | 'stop' | 'usage'> {
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
  reloadHolds(): Promise<void>;
  state(): SendingState;
}

export function createSending(shelf: Shelf, parts: SendingParts): Sending {
  const { clock, random, settings, store, keyWatch, cache, failures, ledger, tell, isPaused, isClosed } =
    shelf;
  const { changed } = shelf.announcements;
  const holds = new Holds(store, settings, () => {
    tell({ type: 'holds' });
    changed();
  });
  const windows = new Windows();
  const circuit = new Circuit();
  const client = createClient(parts);
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
  const charges: Charges = new Charges({
    clock,
    read: () => statistic.usage(true),
    sendsSince: (elapsed) => windows.sendsSince(elapsed),
  });
  const statistic: Statistic = new Statistic(readStatistic, windows, clock, changed);
  const concurrency = () => settings().concurrency;
  const sent = () => tell({ type: 'sent' });
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
  const rate = new SharedRate({ clock, store, locks: parts.locks, windows, blocked: scheduler.rest });
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
    locks: parts.locks,
    isClosed,
    access: () => keyWatch.access(),
    ended: (delivered) => recordEnd(modules, delivered),
  });
  const inFlight = new InFlight({
    clock,
    settings,
    budget: new Budget(
      settings,
      () => ledger.spentToday,
      () => clock.elapsed(),
    ),
    perform: (job) => {
      // A request may have been held or waited until its day was over.
      const refused = isClosed()
        ? new SpillwayError('stopped', { billed: 'no' })
        : pastStay(job.request, clock.now());
      return refused ? delivery.fail(job, refused) : delivery.perform(job);
    },
    drop: (job, error) => delivery.fail(job, error),
    withdraw: (job) => delivery.withdraw(job),
    hold: (jobs, reason, credits) => holdBurst(modules, jobs, reason, credits),
    changed,
  });
  const ready = Promise.all([shelf.ready, holds.load(), rate.load()]).then(changed);
  const modules: EngineModules = {
    ...shelf,
    ready,
    holds,
    windows,
    circuit,
    statistic,
    scheduler,
    inFlight,
  };

  /** Throws what stands in the way of a request that the cache cannot answer. */
  async function admit(request: DataRequest, cell: string | undefined): Promise<void> {
    await ready;
    const past = pastStay(request, clock.now());
    if (past) throw past;
    await keyWatch.admit(request.key, cell === undefined ? [] : [cell]);
    const held = inFlight.has(request) ? undefined : holds.join(request, cell);
    if (held) throw held;
    const now = clock.elapsed();
    const open = circuit.openUntil(now);
    if (open !== undefined)
      throw new SpillwayError('circuit_open', { until: clock.now() + open - now, billed: 'no' });
  }

  return {
    ...createRefreshing(modules),
    ...createDecisions(modules),
    async join(request, options) {
      await admit(request, options.cell);
      return inFlight.join(request, { ...options, maxAge: ageLimit(request, options.maxAge, settings()) });
    },
    async renew(request, { cell, maxAge }) {
      const admitted = await admit(request, cell).then(
        () => true,
        () => false,
      );
      if (!admitted) return;
      const job = inFlight.start(request, renewal, cell === undefined ? [] : [cell]);
      job.maxAge = Math.min(job.maxAge, ageLimit(request, maxAge, settings()) ?? Infinity);
    },
    stop: () => inFlight.dropUnsent(new SpillwayError('stopped', { billed: 'no' })),
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
    reloadHolds: () => holds.reload(),
    state: () => takeState(modules),
  };
}
