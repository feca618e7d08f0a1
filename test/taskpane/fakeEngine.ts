// An engine without network or storage: enough for the pane's logic to be driven in tests.
import type { DataResponse } from '../../src/engine/request/response';
import { distinctRequests, type DataRequest } from '../../src/engine/request/dataRequest';
import { defaultSettings } from '../../src/engine/request/settings';
import type {
  Engine,
  EngineEvent,
  EngineState,
  HeldBurst,
  LedgerEntry,
  DayTotal,
  QueueItem,
} from '../../src/engine/engine';
import { SpillwayError } from '../../src/engine/request/errors';
import { cost } from '../../src/operations';
import type { TokenRecord } from '../../src/operations/tokenStatistic';

export interface FakeEngineParts {
  readonly tokens?: readonly TokenRecord[] | SpillwayError;
  readonly records?: readonly Readonly<Record<string, unknown>>[];
  readonly held?: readonly HeldBurst[];
  readonly queue?: readonly QueueItem[];
  readonly ledger?: readonly LedgerEntry[];
  readonly days?: readonly DayTotal[];
  readonly now?: () => number;
}

export interface FakeEngine extends Engine {
  /** Keys of what was asked for or refreshed, in order. */
  readonly sent: readonly string[];
}

export function fakeEngine(parts: FakeEngineParts = {}): FakeEngine {
  const now = parts.now ?? Date.now;
  const all = new Set<(event: EngineEvent) => void>();
  const tell = (event: EngineEvent) => all.forEach((listener) => listener(event));
  const answers = new Map<string, DataResponse>();
  const sent: string[] = [];
  let state: EngineState = {
    queue: parts.queue ?? [],
    held: parts.held ?? [],
    paused: false,
    done: 3,
    total: 3 + (parts.queue?.length ?? 0),
    eta: parts.queue?.length ? now() + 95_000 : undefined,
    windows: [],
    circuitOpenUntil: undefined,
    spentToday: 35,
    savedToday: 480,
    cache: { entries: 12, bytes: 340_000, limit: 50_000_000 },
    notices: [],
  };
  const change = (part: Partial<EngineState>) => {
    state = { ...state, ...part };
    tell({ type: 'state' });
  };
  const fetch = (request: DataRequest): DataResponse => {
    sent.push(request.key);
    const records = (parts.records ?? []).slice(0, request.count ?? 1);
    const answer: DataResponse = {
      records,
      fetchedAt: now(),
      from: 'service',
      spent: cost(request.operation, request.count),
      saved: 0,
    };
    answers.set(request.key, answer);
    return answer;
  };
  return {
    sent,
    ask: (request) => Promise.resolve(answers.get(request.key) ?? fetch(request)),
    peek: (request) => answers.get(request.key),
    collect: () => Promise.resolve(),
    newer: () => Promise.resolve([]),
    takeNewer: () => Promise.resolve([]),
    handOver: () => Promise.resolve({ outcome: 'refused', requests: 0, credits: 0 }),
    flush: () => undefined,
    distinct: (requests) => distinctRequests(requests, defaultSettings),
    quote(requests, refresh = false) {
      const cached = refresh ? [] : requests.filter(({ key }) => answers.has(key));
      const toFetch = requests.filter((request) => !cached.includes(request));
      const oldest = Math.min(...cached.map(({ key }) => answers.get(key)?.fetchedAt ?? Infinity));
      return Promise.resolve({
        requests: requests.length,
        cached: cached.length,
        toFetch: toFetch.length,
        credits: toFetch.reduce((sum, { operation, count }) => sum + cost(operation, count), 0),
        ...(cached.length > 0 && { oldest }),
      });
    },
    refresh(requests) {
      const spent = requests.reduce((sum, request) => sum + fetch(request).spent, 0);
      return Promise.resolve({ fetched: requests.length, failed: 0, spent });
    },
    remembered(request) {
      const response = answers.get(request.key);
      return Promise.resolve(response && { response });
    },
    approve: (id, shown) => {
      change({ held: state.held.filter((burst) => burst.id !== id) });
      return Promise.resolve({ ran: true, credits: shown });
    },
    reject: (id) => Promise.resolve(change({ held: state.held.filter((burst) => burst.id !== id) })),
    pause: () => change({ paused: true }),
    resume: () => change({ paused: false }),
    stop: () => change({ queue: state.queue.filter((item) => item.state === 'running') }),
    watchStops: () => () => false,
    usage: () =>
      parts.tokens instanceof SpillwayError
        ? Promise.reject(parts.tokens)
        : Promise.resolve(parts.tokens ?? []),
    clearCache: () => Promise.resolve(change({ cache: { entries: 0, bytes: 0, limit: 50_000_000 } })),
    forgetFailures: () => Promise.resolve(),
    ledger: () => Promise.resolve(parts.ledger ?? []),
    days: () => Promise.resolve(parts.days ?? []),
    state: () => state,
    demandChanged: () => undefined,
    subscribe(listener) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    keyChanged: () => Promise.resolve(),
    prepare: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
