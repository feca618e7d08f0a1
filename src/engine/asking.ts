// What a cell gets: the answer in memory or in the store, the failure that is remembered, or a place in the queue.
import type { Answer } from './answer';
import type { CacheEntry } from './cacheEntry';
import type { DataRequest } from './dataRequest';
import type { AskOptions, Engine } from './engine';
import type { EngineModules } from './engineModules';
import { SpillwayError } from './errors';
import { ageLimit, isFresh } from './freshness';
import { renewal } from './inFlight';

type Asking = Pick<Engine, 'ask' | 'peek' | 'remembered'>;

export function createAsking(modules: EngineModules): Asking {
  const { clock, settings, cache, failures, hits, inFlight, holds, circuit, keyWatch } = modules;

  function serve(request: DataRequest, entry: CacheEntry, cell: string | undefined, now: number): Answer {
    const answer = entry.answer(request.count, failures.staleness(request.key));
    hits.note(request, entry, answer.saved, cell, now);
    cache.touch(entry, now);
    return answer;
  }

  function peek(request: DataRequest, options?: AskOptions): Answer | undefined {
    const entry = cache.inMemory(request);
    if (!entry) return undefined;
    const now = clock.now();
    const shown =
      isFresh(entry, request, options?.maxAge, settings(), now) ||
      options?.offline ||
      failures.of(request, now);
    return shown ? serve(request, entry, options?.cell, now) : undefined;
  }

  /** Throws what stands in the way of a request that the cache cannot answer. */
  async function admit(request: DataRequest, cell: string | undefined): Promise<void> {
    await keyWatch.admit(request.key, cell === undefined ? [] : [cell]);
    const held = inFlight.has(request) ? undefined : holds.join(request, cell);
    if (held) throw held;
    const now = clock.elapsed();
    const open = circuit.openUntil(now);
    if (open !== undefined)
      throw new SpillwayError('circuit_open', { until: clock.now() + open - now, billed: 'no' });
  }

  /** In the background and within the budget; the old answer is shown until then, whatever stands in the way. */
  async function renew(request: DataRequest, { cell, maxAge }: AskOptions): Promise<void> {
    const admitted = await admit(request, cell).then(
      () => true,
      () => false,
    );
    if (!admitted) return;
    const job = inFlight.start(request, renewal, cell === undefined ? [] : [cell]);
    job.maxAge = Math.min(job.maxAge, ageLimit(request, maxAge, settings()) ?? Infinity);
  }

  async function ask(request: DataRequest, options: AskOptions = {}): Promise<Answer> {
    const known = peek(request, options);
    if (known) return known;
    await modules.ready;
    for (;;) {
      if (options.signal?.aborted) throw new SpillwayError('cancelled', { billed: 'no' });
      const entry = await cache.find(request);
      const now = clock.now();
      const failure = failures.of(request, now);
      if (entry) {
        const old = !isFresh(entry, request, options.maxAge, settings(), now);
        if (old && !options.offline && !failure && !modules.isClosed()) await renew(request, options);
        return serve(request, entry, options.cell, now);
      }
      if (failure) throw failure;
      if (options.offline) throw new SpillwayError('not_cached', { billed: 'no' });
      if (modules.isClosed()) throw new SpillwayError('stopped', { billed: 'no' });
      await admit(request, options.cell);
      const maxAge = ageLimit(request, options.maxAge, settings());
      const answer = await inFlight.join(request, { ...options, maxAge });
      if (answer) return answer;
    }
  }

  async function remembered(request: DataRequest) {
    await modules.ready;
    const entry = await cache.find(request);
    const failure = failures.of(request, clock.now());
    if (!entry && !failure) return undefined;
    return {
      ...(entry && { answer: entry.answer(request.count, failures.staleness(request.key)) }),
      ...(failure && { failure }),
    };
  }

  return { ask, peek, remembered };
}
