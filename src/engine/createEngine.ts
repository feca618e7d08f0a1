// Puts the engine together: cache → budget → schedule → retry → one attempt. Everything it needs from outside is passed
// in; see engine.ts for what it promises.
import { cost } from '../operations/cost';
import type { Answer } from './answer';
import { Budget } from './budget';
import { Cache } from './cache';
import type { CacheEntry } from './cacheEntry';
import { Circuit } from './circuit';
import { createClient } from './client/client';
import type { Fetch } from './client/exchange';
import type { Clock } from './clock';
import { sentCount } from './countReuse';
import { withCount, type DataRequest } from './dataRequest';
import { Delivery, type Delivered } from './delivery';
import type { AskOptions, Engine, EngineEvent, EngineState, HeldBurst, Quote } from './engine';
import { SpillwayError } from './errors';
import { memoryOf } from './failurePolicy';
import { Failures } from './failures';
import { guardStore } from './guardedStore';
import { Hits } from './hits';
import { Holds } from './holds';
import { approved, InFlight, refreshed, renewal } from './inFlight';
import type { Job } from './job';
import { Ledger } from './ledger';
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
  readonly key: () => Promise<string | undefined>;
  readonly online?: () => boolean;
  readonly locks?: Locks | undefined;
  readonly channel?: Channel | undefined;
  /** The cells that show these requests, as far as the host layer knows; those that asked here are known anyway. */
  readonly cellsOf?: (keys: ReadonlySet<string>) => Iterable<string>;
  /** What the host layer has to tell, beside the engine's own notices. */
  readonly notices?: () => readonly string[];
}

/** A shorter age would fetch again and again: every renewal recalculates its cell. */
const shortestAge = 60_000;
const gatherState = 50;

const stopped = () => new SpillwayError('stopped', { billed: 'no' });

export function createEngine(parts: EngineParts): Engine {
  const { clock, settings, channel } = parts;
  const listeners = new Set<(event: EngineEvent) => void>();
  const notices: string[] = [];
  let snapshot: EngineState | undefined;
  let telling = false;
  /** The key was refused: nothing more is sent with it. */
  let refusedKey: SpillwayError | undefined;
  let wireNames = JSON.stringify(settings().wireNames);
  let closed = false;
  /** Whom the service last knew: another key or address has other limits. */
  let identity: string | undefined;
  /** Cells that wait for a key, by request. */
  const keyless = new Map<string, Set<string>>();

  const emit = (event: EngineEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  const changed = () => {
    snapshot = undefined;
    if (telling) return;
    telling = true;
    clock.setTimer(() => {
      telling = false;
      emit({ type: 'state' });
    }, gatherState);
  };
  const tell = (news: News) => channel?.post(news);

  const store = guardStore(parts.store, clock, (notice) => {
    if (notices.includes(notice)) return;
    notices.push(notice);
    changed();
  });
  const window = Math.floor(parts.random() * 2 ** 32).toString(36);
  const cache = new Cache(store, settings, () => clock.now());
  const failures = new Failures(store);
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
  const budget = new Budget(
    settings,
    () => ledger.spentToday,
    () => clock.elapsed(),
  );

  async function access() {
    const key = (await parts.key().catch(() => undefined))?.trim();
    return key ? { key, baseUrl: settings().baseUrl } : undefined;
  }
  const whom = async () => JSON.stringify(await access());
  const statistic = new Statistic(
    async () => {
      const allowed = await access();
      if (!allowed) throw new SpillwayError('no_key', { billed: 'no' });
      return client.statistic(allowed);
    },
    windows,
    clock,
    changed,
  );
  const scheduler = new Scheduler({
    clock,
    windows,
    circuit,
    statistic,
    concurrency: () => settings().concurrency,
    sent: () => tell({ type: 'sent' }),
  });

  const delivery = new Delivery({
    ...parts,
    clock,
    access,
    client,
    cache,
    failures,
    store,
    scheduler,
    circuit,
    budget,
    locks: parts.locks,
    ended,
  });
  const inFlight = new InFlight({
    clock,
    settings,
    budget,
    perform: (job) => (closed ? delivery.fail(job, stopped()) : delivery.perform(job)),
    drop: (job, error) => delivery.fail(job, error),
    withdraw: (job) => delivery.withdraw(job),
    hold,
    changed,
  });

  const ready = Promise.all([cache.load(), failures.load(), ledger.load(), holds.load()]).then(async () => {
    identity = await whom();
    changed();
  });
  const stopListening = channel?.subscribe((news) => void hear(news));

  function ended({ job, outcome, spent, results, milliseconds }: Delivered): void {
    inFlight.close(job);
    const { operation, params, key } = job.request;
    const cells = [...job.cells];
    const line = {
      operation,
      params: { ...params, ...(job.count !== undefined && { count: job.count }) },
      key,
      cells,
    };
    const failure = typeof outcome === 'string' ? undefined : outcome;
    const { waiters, saved } = job.others;
    ledger.note({
      ...line,
      outcome: failure?.code ?? (outcome as 'fetched' | 'shared'),
      spent,
      saved: 0,
      results,
      milliseconds,
    });
    if (!failure && waiters > 0)
      ledger.note({ ...line, outcome: 'shared', spent: 0, saved, results, milliseconds }, waiters);
    if (spent > 0) tell({ type: 'spent', credits: spent });
    if (outcome === 'fetched' || (failure && memoryOf(failure.code)))
      tell({ type: 'stored', key, slots: [job.slot] });
    if (job.purpose.background) renewals.note(key, cells);
    if (failure && memoryOf(failure.code) === 'key') {
      noteKeyless(key, cells);
      if (failure.code === 'bad_key') {
        refusedKey = failure;
        inFlight.dropUnsent(failure);
      }
    }
  }

  function hold(jobs: readonly Job[], reason: HeldBurst['reason'], credits: number): SpillwayError {
    const error = holds.add({
      id: `${clock.now().toString(36)}-${Math.floor(parts.random() * 2 ** 32).toString(36)}`,
      since: clock.now(),
      reason,
      requests: jobs.map(({ request }) => request),
      cells: [...new Set(jobs.flatMap((job) => [...job.cells]))],
      cached: hits.recently(clock.now()),
      credits,
    });
    noteDecision(
      jobs.map(({ request }) => request),
      'held',
    );
    return error;
  }

  /** One line for each operation: a burst of a thousand must not push everything else out of the ledger. */
  function noteDecision(requests: readonly DataRequest[], outcome: 'held' | 'rejected'): void {
    const first = new Map(requests.map((request) => [request.operation, request]));
    for (const { operation, params, key } of first.values())
      ledger.note({
        operation,
        cells: [],
        params,
        key,
        outcome,
        spent: 0,
        saved: 0,
        results: 0,
        milliseconds: 0,
      });
  }

  function noteKeyless(key: string, cells: Iterable<string>): void {
    const known = keyless.get(key) ?? new Set();
    for (const cell of cells) known.add(cell);
    keyless.set(key, known);
  }

  async function hear(news: News): Promise<void> {
    if (news.type === 'sent') windows.noteSend(clock.elapsed());
    else if (news.type === 'spent') ledger.spentElsewhere(news.credits);
    else if (news.type === 'holds') await holds.reload();
    else if (news.type === 'cleared') cache.forget();
    else {
      cache.drop(news.slots);
      await failures.reread(news.key);
      renewals.note(news.key, []);
    }
    changed();
  }

  const ageLimit = (request: DataRequest, options: AskOptions | undefined): number => {
    const age = options?.maxAge ?? settings().ages[request.operation];
    return age === undefined ? Infinity : Math.max(age, shortestAge);
  };
  const isFresh = (entry: CacheEntry, request: DataRequest, options: AskOptions | undefined, now: number) =>
    now - entry.stored.fetchedAt <= ageLimit(request, options);

  function serve(
    request: DataRequest,
    entry: CacheEntry,
    options: AskOptions | undefined,
    now: number,
  ): Answer {
    const answer = entry.answer(request.count, failures.staleness(request.key));
    hits.note(request, entry, answer.saved, options?.cell, now);
    cache.touch(entry, now);
    return answer;
  }

  function peek(request: DataRequest, options?: AskOptions): Answer | undefined {
    const entry = cache.inMemory(request);
    if (!entry) return undefined;
    const now = clock.now();
    const shown = isFresh(entry, request, options, now) || options?.offline || failures.of(request, now);
    return shown ? serve(request, entry, options, now) : undefined;
  }

  async function ask(request: DataRequest, options: AskOptions = {}): Promise<Answer> {
    const known = peek(request, options);
    if (known) return known;
    await ready;
    for (;;) {
      if (options.signal?.aborted) throw new SpillwayError('cancelled', { billed: 'no' });
      const entry = await cache.find(request);
      const now = clock.now();
      const failure = failures.of(request, now);
      if (entry) {
        const renews = !options.offline && !failure && !isFresh(entry, request, options, now);
        if (renews && !closed) await renew(request, options);
        return serve(request, entry, options, now);
      }
      if (failure) throw failure;
      if (options.offline) throw new SpillwayError('not_cached', { billed: 'no' });
      if (closed) throw stopped();
      await mayAsk(request, options);
      const answer = await inFlight.join(request, options);
      if (answer) return answer;
    }
  }

  /** Throws what stands in the way of a request that the cache cannot answer. */
  async function mayAsk(request: DataRequest, { cell }: AskOptions): Promise<void> {
    if (!(await access())) {
      noteKeyless(request.key, cell === undefined ? [] : [cell]);
      throw new SpillwayError('no_key', { billed: 'no' });
    }
    if (refusedKey) {
      noteKeyless(request.key, cell === undefined ? [] : [cell]);
      throw refusedKey;
    }
    const held = inFlight.has(request) ? undefined : holds.join(request, cell);
    if (held) throw held;
    const now = clock.elapsed();
    const open = circuit.openUntil(now);
    if (open !== undefined)
      throw new SpillwayError('circuit_open', { until: clock.now() + open - now, billed: 'no' });
  }

  /** In the background and within the budget; the old answer is shown until then. */
  async function renew(request: DataRequest, options: AskOptions): Promise<void> {
    try {
      await mayAsk(request, options);
    } catch {
      return;
    }
    const cells = options.cell === undefined ? [] : [options.cell];
    const job = inFlight.start(request, renewal, cells);
    for (const cell of cells) job.cells.add(cell);
  }

  /** Each distinct request once, for the largest count wanted. */
  function distinct(requests: readonly DataRequest[]): DataRequest[] {
    const all = new Map<string, DataRequest>();
    const slot = (request: DataRequest) =>
      settings().reuseCounts ? request.key : `${request.key}#${sentCount(request, settings())}`;
    for (const request of requests) {
      const name = slot(request);
      const other = all.get(name);
      if (!other || (other.count ?? 0) < (request.count ?? 0)) all.set(name, request);
    }
    return [...all.values()];
  }

  /** A flat price buys as many results as are shown anywhere, so a refresh fetches the most. */
  async function forRefresh(request: DataRequest): Promise<DataRequest> {
    const asked = (await cache.any(request))?.stored.asked;
    const larger = asked !== undefined && request.count !== undefined && asked > request.count;
    return larger &&
      cost(request.operation, asked) === cost(request.operation, sentCount(request, settings()))
      ? withCount(request, asked)
      : request;
  }

  async function quote(requests: readonly DataRequest[], refresh = false): Promise<Quote> {
    await ready;
    const all = distinct(requests);
    const now = clock.now();
    let cached = 0;
    let toFetch = 0;
    let credits = 0;
    let oldest = Infinity;
    for (const request of all) {
      const entry = await cache.find(request);
      if (entry) oldest = Math.min(oldest, entry.stored.fetchedAt);
      if (!refresh && entry && isFresh(entry, request, undefined, now)) cached += 1;
      else if (refresh || !failures.of(request, now)) {
        toFetch += 1;
        credits += cost(request.operation, sentCount(request, settings()));
      }
    }
    return { requests: all.length, cached, toFetch, credits, ...(oldest < Infinity && { oldest }) };
  }

  async function refresh(requests: readonly DataRequest[], cells: readonly string[] = []) {
    await ready;
    let fetched = 0;
    let failed = 0;
    let spent = 0;
    if (!(await access())) throw new SpillwayError('no_key', { billed: 'no' });
    await Promise.all(
      distinct(requests).map(async (request) => {
        const wanted = await forRefresh(request);
        failures.remove([request.key]);
        const job = inFlight.start(wanted, refreshed, cells);
        const outcome = job.wait(wanted.count, {}, () => undefined);
        await outcome.then(
          (answer) => {
            fetched += 1;
            spent += answer.spent;
          },
          () => (failed += 1),
        );
      }),
    );
    return { fetched, failed, spent };
  }

  async function remembered(request: DataRequest) {
    await ready;
    const entry = await cache.find(request);
    const failure = failures.of(request, clock.now());
    if (!entry && !failure) return undefined;
    return {
      ...(entry && { answer: entry.answer(request.count, failures.staleness(request.key)) }),
      ...(failure && { failure }),
    };
  }

  async function approve(id: string): Promise<void> {
    await ready;
    const burst = holds.take(id);
    for (const request of burst?.requests ?? []) {
      const entry = await cache.find(request);
      const since = burst?.since ?? 0;
      if (entry && entry.stored.fetchedAt >= since) renewals.note(request.key, burst?.cells ?? []);
      else inFlight.start(request, entry ? refreshed : approved, burst?.cells ?? []);
    }
    changed();
  }

  async function reject(id: string): Promise<void> {
    await ready;
    const burst = holds.take(id);
    if (!burst) return;
    for (const request of burst.requests) {
      const shown = (await cache.find(request)) !== undefined;
      failures.remember(request, new SpillwayError('rejected', { billed: 'no' }), clock.now(), shown);
      renewals.note(request.key, burst.cells);
    }
    noteDecision(burst.requests, 'rejected');
    changed();
  }

  function stop(): void {
    inFlight.dropUnsent(stopped());
    changed();
  }

  function state(): EngineState {
    if (snapshot) return snapshot;
    const elapsed = clock.elapsed();
    const open = circuit.openUntil(elapsed);
    snapshot = {
      queue: inFlight.list().map((job) => ({
        request: job.request,
        cells: [...job.cells],
        state: job.state === 'running' ? 'running' : 'queued',
        since: job.since,
        credits: job.price,
      })),
      held: holds.list(),
      paused: scheduler.paused,
      done: inFlight.done,
      total: inFlight.total,
      eta: scheduler.doneAt,
      windows: windows.states(elapsed, clock.now()),
      circuitOpenUntil: open === undefined ? undefined : clock.now() + open - elapsed,
      spentToday: ledger.spentToday,
      savedToday: ledger.savedToday,
      cache: cache.size,
      notices: [...notices, ...(parts.notices?.() ?? [])],
    };
    return snapshot;
  }

  async function keyChanged(): Promise<void> {
    await ready;
    const names = JSON.stringify(settings().wireNames);
    const forgotten = failures.forget(
      (code) => memoryOf(code) === 'key' || (names !== wireNames && code === 'invalid'),
    );
    wireNames = names;
    refusedKey = undefined;
    for (const key of forgotten) noteKeyless(key, []);
    for (const [key, cells] of keyless) renewals.note(key, cells);
    keyless.clear();
    const next = await whom();
    if (next !== identity) statistic.forget();
    identity = next;
    circuit.reset();
    scheduler.reset();
    await cache.evict();
    changed();
  }

  return {
    ask,
    peek,
    quote,
    refresh,
    remembered,
    approve,
    reject,
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
    state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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
