// Puts the engine together: the shelf at once, what sends over it when it is first needed. Everything it needs from
// outside is passed in; see engine.ts for what it promises.
import { createAsk } from './local/ask';
import type { Engine } from './engine';
import type { RemoteState } from './remote/remoteState';
import { memoryOf } from './local/failurePolicy';
import { LazyRemote, type RemoteCode } from './local/lazyRemote';
import { receive } from './local/windowMessages';
import type { RemoteEngineParts } from './remote/remoteEngine';
import { createLocalEngine, type LocalEngineParts } from './local/localEngine';

export interface EngineParts extends LocalEngineParts, RemoteEngineParts {
  /** Brings the code that sends, `sending.ts`. */
  readonly remote: () => Promise<RemoteCode>;
  /** What the host layer has to tell, beside the engine's own notices. */
  readonly notices?: () => readonly string[];
}

/** Before anything had to be sent. */
const quiet: RemoteState = {
  queue: [],
  held: [],
  done: 0,
  total: 0,
  eta: undefined,
  windows: [],
  circuitOpenUntil: undefined,
};

export function createEngine(parts: EngineParts): Engine {
  const { settings, channel } = parts;
  const local = createLocalEngine(parts);
  const { ready, events, keyWatch, cache, failures, ledger, hits, recalculations } = local;
  const { changed } = events;
  const late = new LazyRemote(parts.remote, ({ createRemoteEngine }) => {
    const remote = createRemoteEngine(local, parts);
    for (const elapsed of local.otherWindowsSends.splice(0)) remote.noteSend(elapsed);
    return remote;
  });
  let wireNames = JSON.stringify(settings().wireNames);
  const stopListening = channel?.subscribe((news) => void receive(local, late.current, news));

  function stop(): void {
    late.stop();
    changed();
  }

  async function keyChanged(): Promise<void> {
    await ready;
    const names = JSON.stringify(settings().wireNames);
    if (names !== wireNames)
      for (const key of failures.forget((code) => code === 'invalid')) recalculations.note(key, []);
    wireNames = names;
    if (await keyWatch.changed()) {
      for (const key of failures.forget((code) => memoryOf(code) === 'key')) recalculations.note(key, []);
      for (const [key, cells] of keyWatch.takeWaiting()) recalculations.note(key, cells);
      local.otherWindowsSends.length = 0;
      late.current?.anotherKey();
    }
    late.current?.pump();
    await cache.evict();
    changed();
  }

  return {
    ...createAsk(local, late),
    prepare: async () => {
      await late.open();
    },
    quote: async (requests, refresh) => (await late.open()).quote(requests, refresh),
    refresh: async (requests, cells) => (await late.openToSend()).refresh(requests, cells),
    approve: async (burst, shown) => (await late.openToSend()).approve(burst, shown),
    reject: async (burst) => (await late.open()).reject(burst),
    pause: () => local.setPaused(true),
    resume: () => {
      local.setPaused(false);
      late.current?.pump();
    },
    stop,
    usage: async (fresh) => (await late.open()).usage(fresh),
    clearCache: async () => {
      await ready;
      await cache.clear();
      local.broadcast({ type: 'cleared' });
      changed();
    },
    forgetFailures: async () => {
      await ready;
      failures.forget(() => true);
      (await late.open()).forgetDecisions();
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
        ...(late.current?.state() ?? quiet),
        paused: local.isPaused(),
        spentToday: late.current?.spentToday ?? ledger.spentToday,
        savedToday: ledger.savedToday,
        cache: cache.size,
        notices: [...local.notices, ...(parts.notices?.() ?? [])],
      })),
    demandChanged: changed,
    subscribe: events.subscribe,
    keyChanged,
    close: async () => {
      local.close();
      await ready;
      late.close();
      hits.flush();
      await ledger.flush();
      stopListening?.();
      channel?.close();
    },
  };
}
