// Puts the engine together: cache → budget → schedule → retry → one attempt. Everything it needs from outside is passed
// in; see engine.ts for what it promises.
import { Announcements } from './announcements';
import { createAsking } from './asking';
import { Budget } from './budget';
import { Cache } from './cache';
import { Circuit } from './circuit';
import { createClient } from './client/client';
import type { Credential } from './client/credential';
import type { Fetch } from './client/exchange';
import type { Clock } from './clock';
import { createDecisions, holdBurst } from './decisions';
import { Delivery } from './delivery';
import type { Engine } from './engine';
import type { EngineModules } from './engineModules';
import { takeState } from './engineState';
import { SpillwayError } from './errors';
import { memoryOf } from './failurePolicy';
import { Failures } from './failures';
import { guardStore } from './guardedStore';
import { Hits } from './hits';
import { Holds } from './holds';
import { InFlight } from './inFlight';
import { KeyWatch } from './keyWatch';
import { Ledger } from './ledger';
import { hear } from './news';
import { recordEnd } from './record';
import { createRefreshing } from './refreshing';
import { Renewals } from './renewals';
import { Scheduler } from './scheduler';
import type { Settings } from './settings';
import { Statistic } from './statistic';
import type { Store } from './store';
import type { Channel, Locks, News } from './windowLink';
import { Windows } from './windows';

export interface EngineParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly store: Store;
  readonly settings: () => Settings;
  readonly key: () => Promise<Credential | undefined>;
  readonly online?: () => boolean;
  readonly locks?: Locks | undefined;
  readonly channel?: Channel | undefined;
  /** The cells that show these requests, as far as the host layer knows; those that asked here are known anyway. */
  readonly cellsOf?: (keys: ReadonlySet<string>) => Iterable<string>;
  /** What the host layer has to tell, beside the engine's own notices. */
  readonly notices?: () => readonly string[];
}

export function createEngine(parts: EngineParts): Engine {
  const { clock, random, settings, channel, locks } = parts;
  const notices: string[] = [];
  let closed = false;

  const announcements = new Announcements(clock);
  const { changed, emit } = announcements;
  const tell = (news: News) => {
    if (!closed) channel?.post(news);
  };
  const store = guardStore(parts.store, clock, (notice) => {
    if (notices.includes(notice)) return;
    notices.push(notice);
    changed();
  });
  const keyWatch = new KeyWatch(parts.key, settings);
  const cache = new Cache(store, settings, () => clock.now());
  const failures = new Failures(store);
  const window = Math.floor(random() * 2 ** 32).toString(36);
  const ledger = new Ledger(store, clock, window, () => {
    emit({ type: 'ledger' });
    changed();
  });
  const holds = new Holds(store, settings, () => {
    tell({ type: 'holds' });
    changed();
  });
  const hits = new Hits(clock, ledger);
  const renewals = new Renewals(clock, emit, parts.cellsOf ?? (() => []));
  const windows = new Windows();
  const circuit = new Circuit();
  const client = createClient(parts);
  const readStatistic = async () => {
    const access = await keyWatch.access();
    if (!access) throw new SpillwayError('no_key', { billed: 'no' });
    return client.statistic(access);
  };
  const statistic = new Statistic(readStatistic, windows, clock, changed);
  const concurrency = () => settings().concurrency;
  const sent = () => tell({ type: 'sent' });
  const scheduler = new Scheduler({ clock, windows, circuit, statistic, concurrency, sent });
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
    locks,
    isClosed: () => closed,
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
    perform: (job) =>
      closed ? delivery.fail(job, new SpillwayError('stopped', { billed: 'no' })) : delivery.perform(job),
    drop: (job, error) => delivery.fail(job, error),
    withdraw: (job) => delivery.withdraw(job),
    hold: (jobs, reason, credits) => holdBurst(modules, jobs, reason, credits),
    changed,
  });
  let wireNames = JSON.stringify(settings().wireNames);
  const ready = Promise.all([
    cache.load(),
    failures.load(),
    ledger.load(),
    holds.load(),
    keyWatch.changed(),
  ]).then(changed);

  const modules: EngineModules = {
    clock,
    random,
    settings,
    ready,
    announcements,
    keyWatch,
    cache,
    failures,
    ledger,
    hits,
    holds,
    renewals,
    windows,
    circuit,
    statistic,
    scheduler,
    inFlight,
    tell,
    isClosed: () => closed,
  };
  const stopListening = channel?.subscribe((news) => void hear(modules, news));

  function stop(): void {
    inFlight.dropUnsent(new SpillwayError('stopped', { billed: 'no' }));
    changed();
  }

  async function keyChanged(): Promise<void> {
    await ready;
    const names = JSON.stringify(settings().wireNames);
    if (names !== wireNames)
      for (const key of failures.forget((code) => code === 'invalid')) renewals.note(key, []);
    wireNames = names;
    if (await keyWatch.changed()) {
      for (const key of failures.forget((code) => memoryOf(code) === 'key')) renewals.note(key, []);
      for (const [key, cells] of keyWatch.takeWaiting()) renewals.note(key, cells);
      statistic.forget();
      circuit.reset();
      scheduler.reset();
    }
    scheduler.pump();
    await cache.evict();
    changed();
  }

  return {
    ...createAsking(modules),
    ...createRefreshing(modules),
    ...createDecisions(modules),
    pause: () => {
      scheduler.paused = true;
      changed();
    },
    resume: () => {
      scheduler.resume();
      changed();
    },
    stop,
    usage: (fresh = false) => statistic.usage(fresh),
    clearCache: async () => {
      await ready;
      await cache.clear();
      tell({ type: 'cleared' });
      changed();
    },
    forgetFailures: async () => {
      await ready;
      failures.forget(() => true);
      changed();
    },
    ledger: async () => {
      await ready;
      hits.flush();
      return ledger.all();
    },
    days: async () => {
      await ready;
      hits.flush();
      return ledger.days();
    },
    state: () => announcements.state(() => takeState(modules, [...notices, ...(parts.notices?.() ?? [])])),
    subscribe: (listener) => announcements.subscribe(listener),
    keyChanged,
    close: async () => {
      closed = true;
      await ready;
      stop();
      hits.flush();
      await ledger.flush();
      stopListening?.();
      channel?.close();
    },
  };
}
