// Builds the engine: the local half at once, the remote half when something first has to be sent. Everything it needs from
// outside is passed in; see engine.ts for what it promises.
import { createAsk } from './local/ask';
import type { Engine } from './engine';
import { memoryOf } from './local/failurePolicy';
import { LazyRemote, type RemoteCode } from './local/lazyRemote';
import { receive } from './local/windowMessages';
import type { RemoteEngineParts, RemoteState } from './remote/remoteEngine';
import { createLocalEngine, type LocalEngine, type LocalEngineParts } from './local/localEngine';

export interface EngineParts extends LocalEngineParts, RemoteEngineParts {
  /** Loads the code of the remote half, `remoteEngine.ts`. */
  readonly remote: () => Promise<RemoteCode>;
  /** Notices of the host layer, in addition to the engine's own. */
  readonly notices?: () => readonly string[];
}

/** Until something has to be sent. */
const quiet: RemoteState = {
  queue: [],
  held: [],
  done: 0,
  total: 0,
  eta: undefined,
  windows: [],
  circuitOpenUntil: undefined,
};

/** The remote half hears what it missed. */
const createRemote = (local: LocalEngine, parts: EngineParts): LazyRemote =>
  new LazyRemote(parts.remote, ({ createRemoteEngine }) => {
    const made = createRemoteEngine(local, parts);
    for (const elapsed of local.otherWindowsSends.splice(0)) made.noteSend(elapsed);
    for (const message of local.missed.splice(0)) made.receive(message);
    return made;
  });

/** Key or settings may have changed: what the old ones prevented is asked for again. */
function createKeyChanged(local: LocalEngine, remote: LazyRemote): Engine['keyChanged'] {
  const { settings, ready, events, keyWatch, cache, failures, recalculations } = local;
  let wireNames = JSON.stringify(settings().wireNames);
  return async () => {
    await ready;
    const names = JSON.stringify(settings().wireNames);
    if (names !== wireNames)
      for (const key of failures.forget((code) => code === 'invalid')) recalculations.note(key, []);
    wireNames = names;
    if (await keyWatch.changed()) {
      for (const key of failures.forget((code) => memoryOf(code) === 'key')) recalculations.note(key, []);
      for (const [key, cells] of keyWatch.takeWaiting()) recalculations.note(key, cells);
      local.otherWindowsSends.length = 0;
      remote.current?.anotherKey();
    }
    remote.current?.pump();
    await cache.evict();
    events.changed();
  };
}

export function createEngine(parts: EngineParts): Engine {
  const { channel } = parts;
  const local = createLocalEngine(parts);
  const { ready, events, cache, failures, ledger, hits } = local;
  const { changed } = events;
  const { watchStops } = local.arrivals;
  const remote = createRemote(local, parts);
  const stopListening = channel?.subscribe((message) => void receive(local, remote.current, message));

  return {
    ...createAsk(local, remote),
    prepare: async () => {
      await remote.open();
    },
    quote: async (requests, refresh) => (await remote.open()).quote(requests, refresh),
    collect: async (requests) => (await remote.open()).collect(requests),
    refresh: async (requests, cells, isStopped = watchStops()) =>
      (await remote.open()).refresh(requests, cells, isStopped),
    approve: async (burst, shown, isStopped = watchStops()) =>
      (await remote.open()).approve(burst, shown, isStopped),
    reject: async (burst) => (await remote.open()).reject(burst),
    pause: () => local.setPaused(true),
    resume: () => {
      local.setPaused(false);
      remote.current?.pump();
    },
    stop: () => {
      local.arrivals.stop();
      remote.current?.stop();
      changed();
    },
    watchStops,
    usage: async (fresh) => (await remote.open()).usage(fresh),
    clearCache: async () => {
      await ready;
      await cache.clear();
      local.broadcast({ type: 'cleared' });
      changed();
    },
    forgetFailures: async () => {
      await ready;
      failures.forget(() => true);
      (await remote.open()).forgetDecisions();
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
    state: () =>
      events.state(() => ({
        ...(remote.current?.state() ?? quiet),
        paused: local.isPaused(),
        spentToday: remote.current?.spentToday ?? ledger.spentToday,
        savedToday: ledger.savedToday,
        cache: cache.size,
        notices: [...local.notices, ...(parts.notices?.() ?? [])],
      })),
    demandChanged: changed,
    subscribe: events.subscribe,
    keyChanged: createKeyChanged(local, remote),
    close: async () => {
      local.close();
      await ready;
      await remote.current?.close();
      hits.flush();
      await ledger.flush();
      stopListening?.();
      channel?.close();
    },
  };
}
