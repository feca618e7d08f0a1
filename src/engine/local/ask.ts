// What a cell gets: the response in memory or in the store, the remembered failure, or a place in the queue.
import type { Answer } from '../request/answer';
import type { Arrival } from './arrivals';
import type { CacheEntry } from './cacheEntry';
import type { DataRequest } from '../request/dataRequest';
import type { AskOptions, Engine } from '../engine';
import { SpillwayError } from '../request/errors';
import { isFresh } from './freshness';
import type { LazyRemote } from './lazyRemote';
import type { LocalEngine } from './localEngine';

type Ask = Pick<Engine, 'ask' | 'peek' | 'remembered'>;

/** What is shown without waiting, and whether it is due to be fetched again. */
function createView({ clock, settings, cache, failures, hits, isClosed }: LocalEngine) {
  function serve(request: DataRequest, entry: CacheEntry, cell: string | undefined, now: number): Answer {
    const answer = entry.answer(request.count, failures.staleness(request));
    hits.note(request, entry, answer.saved, cell, now);
    cache.touch(entry, now);
    return answer;
  }

  function peek(request: DataRequest, options?: AskOptions): Answer | undefined {
    const known = cache.inMemory(request);
    if (!known) return undefined;
    const now = clock.now();
    const entry = cache.dated(known, now);
    const shown =
      isFresh(entry, request, options?.maxAge, settings(), now) ||
      options?.offline ||
      failures.of(request, now);
    return shown ? serve(request, entry, options?.cell, now) : undefined;
  }

  /** Whether a result that may be shown has expired and should be fetched again. */
  const isDue = (entry: CacheEntry, request: DataRequest, { maxAge, offline }: AskOptions, now: number) =>
    !offline &&
    !isClosed() &&
    !isFresh(entry, request, maxAge, settings(), now) &&
    !failures.of(request, now);

  return { serve, peek, isDue };
}

export function createAsk(local: LocalEngine, remote: LazyRemote): Ask {
  const { clock, ready, cache, failures, isClosed } = local;
  const { serve, peek, isDue } = createView(local);

  /** Another browser window may have fetched a new response while the code was loading. */
  async function revalidateWhenLoaded(request: DataRequest, options: AskOptions): Promise<void> {
    const arrival = local.arrivals.begin(request, options.isStopped);
    try {
      const opened = await remote.open();
      const entry = await cache.find(request);
      if (entry && isDue(entry, request, options, clock.now()))
        await opened.revalidate(request, options, arrival);
    } finally {
      arrival.done();
    }
  }

  async function ask(request: DataRequest, options: AskOptions = {}): Promise<Answer> {
    const known = peek(request, options);
    if (known) return known;
    const arrival = local.arrivals.begin(request, options.isStopped);
    try {
      return await lookUp(request, options, arrival);
    } finally {
      arrival.done();
    }
  }

  async function lookUp(request: DataRequest, options: AskOptions, arrival: Arrival): Promise<Answer> {
    await ready;
    for (;;) {
      // What was stopped is remembered, although its cell does not wait any more: it may be called again.
      if (options.signal?.aborted && !arrival.isStopped())
        throw new SpillwayError('cancelled', { billed: 'no' });
      const entry = await cache.find(request);
      const now = clock.now();
      const failure = failures.of(request, now);
      if (entry) {
        if (isDue(entry, request, options, now)) {
          // The old result is shown until then, so the cell does not wait for the code to load.
          if (remote.current) await remote.current.revalidate(request, options, arrival);
          else revalidateWhenLoaded(request, options).catch(() => undefined);
        }
        local.served.set(request.key, entry.stored.asked);
        remote.current?.noteServed();
        return serve(request, entry, options.cell, now);
      }
      if (failure) throw failure;
      if (options.offline) throw new SpillwayError('not_cached', { billed: 'no' });
      if (isClosed()) throw new SpillwayError('stopped', { billed: 'no' });
      if (!remote.current) {
        await remote.open();
        // The response may be there now, or the cell may have been cancelled.
        continue;
      }
      const answer = await remote.current.join(request, options, arrival);
      if (answer) return answer;
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
        ...(entry && { answer: entry.answer(request.count, failures.staleness(request)) }),
        ...(failure && { failure }),
      };
    } finally {
      arrival.done();
    }
  }

  return { ask, peek, remembered };
}
