// Puts the engine together: the shelf at once, what sends over it when it is first needed. Everything it needs from
// outside is passed in; see engine.ts for what it promises.
import { createAsking } from './asking';
import type { Engine } from './engine';
import type { SendingState } from './engineState';
import { memoryOf } from './failurePolicy';
import { LateSending, type SendingCode } from './lateSending';
import { hear } from './news';
import type { SendingParts } from './sending';
import { createShelf, type ShelfParts } from './shelf';

export interface EngineParts extends ShelfParts, SendingParts {
  /** Brings the code that sends, `sending.ts`. */
  readonly sending: () => Promise<SendingCode>;
  /** What the host layer has to tell, beside the engine's own notices. */
  readonly notices?: () => readonly string[];
}

/** Before anything had to be sent. */
const quiet: SendingState = {
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
  const shelf = createShelf(parts);
  const { ready, announcements, keyWatch, cache, failures, ledger, hits, renewals } = shelf;
  const { changed } = announcements;
  const late = new LateSending(parts.sending, ({ createSending }) => {
    const sending = createSending(shelf, parts);
    for (const elapsed of shelf.sendsElsewhere.splice(0)) sending.noteSend(elapsed);
    return sending;
  });
  let wireNames = JSON.stringify(settings().wireNames);
  const stopListening = channel?.subscribe((news) => void hear(shelf, late.current, news));

  function stop(): void {
    late.stop();
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
      shelf.sendsElsewhere.length = 0;
      late.current?.anotherKey();
    }
    late.current?.pump();
    await cache.evict();
    changed();
  }

  return {
    ...createAsking(shelf, late),
    prepare: async () => {
      await late.open();
    },
    quote: async (requests, refresh) => (await late.open()).quote(requests, refresh),
    refresh: async (requests, cells) => (await late.openToSend()).refresh(requests, cells),
    approve: async (burst, shown) => (await late.openToSend()).approve(burst, shown),
    reject: async (burst) => (await late.open()).reject(burst),
    pause: () => shelf.setPaused(true),
    resume: () => {
      shelf.setPaused(false);
      late.current?.pump();
    },
    stop,
    usage: async (fresh) => (await late.open()).usage(fresh),
    clearCache: async () => {
      await ready;
      await cache.clear();
      shelf.tell({ type: 'cleared' });
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
      announcements.state(() => ({
        ...(late.current?.state() ?? quiet),
        paused: shelf.isPaused(),
        spentToday: late.current?.spentToday ?? ledger.spentToday,
        savedToday: ledger.savedToday,
        cache: cache.size,
        notices: [...shelf.notices, ...(parts.notices?.() ?? [])],
      })),
    demandChanged: changed,
    subscribe: (listener) => announcements.subscribe(listener),
    keyChanged,
    close: async () => {
      shelf.close();
      await ready;
      late.close();
      hits.flush();
      await ledger.flush();
      stopListening?.();
      channel?.close();
    },
  };
}
