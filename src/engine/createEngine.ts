// Builds the engine: the local half at once, the remote half when something first has to be sent. Everything it needs from
// outside is passed in; see engine.ts for what it promises.
import type { Engine, AskOptions, IsStopped } from './engine';
import { memoryOf } from './local/failurePolicy';
import type { RemoteEngineParts, RemoteState, RemoteEngine, createRemoteEngine } from './remote/remoteEngine';
import { createLocalEngine, type LocalEngine, type LocalEngineParts } from './local/localEngine';
import type { DataResponse } from './request/response';
import type { Arrival } from './local/arrivals';
import { isFresh } from './local/age';
import type { CacheEntry } from './local/cache';
import { distinctRequests, sendingOf, type DataRequest } from './request/dataRequest';
import { SpillwayError } from './request/errors';
import type { WindowMessage } from './ports/crossWindow';

// The remote half, loaded when it is first needed. Concurrent callers share one load; a load that failed cost nothing and is
// tried again by the next caller.

export interface RemoteCode {
  readonly createRemoteEngine: typeof createRemoteEngine;
}

class LazyRemote {
  /** Undefined until it was needed. */
  current: RemoteEngine | undefined;
  private opening: Promise<RemoteEngine> | undefined;

  constructor(
    private readonly load: () => Promise<RemoteCode>,
    private readonly make: (code: RemoteCode) => RemoteEngine,
  ) {}

  open(): Promise<RemoteEngine> {
    return (this.opening ??= this.load().then(
      (code) => (this.current = this.make(code)),
      (cause: unknown) => {
        this.opening = undefined;
        throw new SpillwayError('network', { billed: 'no', cause });
      },
    ));
  }
}

// What this browser window does with a message from another one of the same user.

const mostMissed = 1_000;

/** The remote half may not be loaded yet: it reads what is stored when it is, and gets the messages it missed. */
async function receive(
  local: LocalEngine,
  remote: RemoteEngine | undefined,
  message: WindowMessage,
): Promise<void> {
  const { clock, ledger, cache, failures, recalculations, events, otherWindowsSends, missed } = local;
  // What other windows date now was dated by a clock that may have been set, and may be set again before it is read.
  local.began = Math.min(local.began, clock.now() - clock.elapsed());
  switch (message.type) {
    case 'sent':
      if (remote) remote.noteSend(clock.elapsed());
      else otherWindowsSends.push(clock.elapsed());
      break;
    case 'spent':
      ledger.spentInOtherWindow(message.credits);
      break;
    case 'cleared':
      cache.forget();
      break;
    case 'stored':
      cache.drop(message.slots);
      failures.receive(message.failures ?? []);
      await failures.reread(message.key, message.slots);
      recalculations.note(message.key, []);
      break;
    default:
      // The store may not have it: a window that could not write tells it by message only.
      if (remote) remote.receive(message);
      else if (missed.push(message) > mostMissed) missed.shift();
  }
  events.changed();
}

// What a cell gets: the response in memory or in the store, the remembered failure, or a place in the queue.

type Ask = Pick<Engine, 'ask' | 'peek' | 'remembered'>;

/** What is shown without waiting, and whether it is due to be fetched again. */
function createView({ clock, settings, cache, failures, hits, isClosed }: LocalEngine) {
  const isExpired = (entry: CacheEntry, request: DataRequest, { maxAge, offline }: AskOptions, now: number) =>
    !offline && !isFresh(entry, request, maxAge, settings(), now);

  function serve(request: DataRequest, entry: CacheEntry, options: AskOptions, now: number): DataResponse {
    const isOverdue = isExpired(entry, request, options, now);
    const response = entry.response(request.count, failures.staleness(request), isOverdue);
    hits.note(request, entry, response.saved, options.cell);
    cache.touch(entry, now);
    return response;
  }

  function peek(request: DataRequest, options: AskOptions = {}): DataResponse | undefined {
    const known = cache.inMemory(request);
    if (!known) return undefined;
    const now = clock.now();
    const entry = cache.dated(known, now);
    const isShown = !isExpired(entry, request, options, now) || failures.of(request, now);
    return isShown ? serve(request, entry, options, now) : undefined;
  }

  /** Whether a result that may be shown has expired and should be fetched again. */
  const isDue = (entry: CacheEntry, request: DataRequest, options: AskOptions, now: number) =>
    !isClosed() && isExpired(entry, request, options, now) && !failures.of(request, now);

  return { serve, peek, isDue };
}

function createAsk(local: LocalEngine, remote: LazyRemote): Ask {
  const { clock, ready, cache, failures, isClosed } = local;
  const { serve, peek, isDue } = createView(local);

  const isAgreed = (request: DataRequest, { agreed = 0 }: AskOptions) =>
    agreed >= sendingOf(request, local.settings()).price;

  /** Another browser window may have fetched a new response while the code was loading. */
  async function revalidateWhenLoaded(
    request: DataRequest,
    options: AskOptions,
    isStopped: IsStopped,
  ): Promise<void> {
    const arrival = local.arrivals.begin(request, isStopped);
    try {
      const opened = await remote.open();
      const entry = await cache.find(request);
      if (entry && isDue(entry, request, options, clock.now()))
        await opened.revalidate(request, options, arrival);
    } finally {
      arrival.done();
    }
  }

  async function ask(request: DataRequest, options: AskOptions = {}): Promise<DataResponse> {
    const known = peek(request, options);
    if (known) return known;
    const arrival = local.arrivals.begin(request, options.isStopped);
    try {
      return await lookUp(request, options, arrival);
    } finally {
      arrival.done();
    }
  }

  async function lookUp(request: DataRequest, options: AskOptions, arrival: Arrival): Promise<DataResponse> {
    await ready;
    for (;;) {
      // What was stopped is remembered, although its cell does not wait any more: it may be called again.
      if (options.signal?.aborted && !arrival.isStopped())
        throw new SpillwayError('cancelled', { billed: 'no' });
      const entry = await cache.find(request);
      const now = clock.now();
      const failure = failures.of(request, now);
      const due = entry !== undefined && isDue(entry, request, options, now);
      // A person has agreed to a price for a newer one, and is told what became of it.
      const isRenewal = due && isAgreed(request, options);
      if (entry && !isRenewal) {
        if (due) {
          // The old result is shown until then, so the cell does not wait for the code to load.
          if (remote.current) await remote.current.revalidate(request, options, arrival);
          else revalidateWhenLoaded(request, options, arrival.isStopped).catch(() => undefined);
        }
        local.served.set(request.key, entry.stored.asked);
        remote.current?.noteServed();
        return serve(request, entry, options, now);
      }
      // What was stopped is remembered as that: the failure may be forgotten before anybody asks again.
      if (failure && !arrival.isStopped()) throw failure;
      if (options.offline) {
        if (cache.inMemory(request)) continue;
        const { cell } = options;
        const cells = local.notCached.get(request.key) ?? new Set();
        if (cell !== undefined) local.notCached.set(request.key, cells.add(cell));
        throw new SpillwayError('not_cached', { billed: 'no' });
      }
      if (isClosed()) throw new SpillwayError('stopped', { billed: 'no' });
      if (!remote.current) {
        await remote.open();
        // The response may be there now, or the cell may have been cancelled.
        continue;
      }
      const response = await remote.current.join(request, options, arrival, isRenewal);
      if (response) return response;
    }
  }

  /** A formula is looked up before it asks: what is not known here is about to be asked for. */
  async function remembered(request: DataRequest) {
    const arrival = local.arrivals.begin(request);
    try {
      await ready;
      const entry = await cache.find(request);
      const failure = failures.of(request, clock.now());
      if (!entry && !failure) return undefined;
      return {
        ...(entry && { response: entry.response(request.count, failures.staleness(request)) }),
        ...(failure && { failure }),
      };
    } finally {
      arrival.done();
    }
  }

  return { ask, peek, remembered };
}

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
  /** When a person agrees: it may be lowered before what they agreed to begins. */
  const dailyCap = () => local.settings().dailyCap ?? Infinity;
  const remote = createRemote(local, parts);
  const stopListening = channel?.subscribe((message) => void receive(local, remote.current, message));

  return {
    ...createAsk(local, remote),
    prepare: async () => {
      await remote.open();
    },
    distinct: (requests) => distinctRequests(requests, local.settings()),
    quote: async (requests, refresh) => (await remote.open()).quote(requests, refresh),
    collect: async (requests) => (await remote.open()).collect(requests),
    newer: async (requests) => (await remote.open()).newer(requests),
    takeNewer: async (requests) => (await remote.open()).takeNewer(requests),
    refresh: async (requests, cells, isStopped = watchStops(), isUnseen = false, agreedCap = dailyCap()) =>
      (await remote.open()).refresh(requests, cells, isStopped, isUnseen ? Infinity : agreedCap),
    handOver: async (limits, take, isStopped = watchStops()) =>
      (await remote.open()).handOver(limits, take, isStopped),
    approve: async (burst, shown, isStopped = watchStops(), agreedCap = dailyCap()) =>
      (await remote.open()).approve(burst, shown, isStopped, agreedCap),
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
      return await ledger.days();
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
    flush: () => {
      hits.flush();
      void ledger.flush();
      remote.current?.flush();
    },
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
