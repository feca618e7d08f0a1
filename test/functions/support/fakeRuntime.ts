// A runtime whose engine is a script: tests say what each request comes back with, and read what was asked.
import type { DataResponse, ServiceRecord } from '../../../src/engine/request/response';
import { distinctRequests, type DataRequest } from '../../../src/engine/request/dataRequest';
import type {
  AskOptions,
  Engine,
  EngineEvent,
  EngineState,
  IsStopped,
  LedgerEntry,
  Quote,
} from '../../../src/engine/engine';
import { defaultSettings, type Settings } from '../../../src/engine/request/settings';
import { createCellRegistry } from '../../../src/excel/recalculation/cellRegistry';
import { createHistory } from '../../../src/excel/history/history';
import type { Host } from '../../../src/excel/host';
import { createDocumentLists, memoryParts } from '../../../src/excel/document/documentLists';
import { workbookMatches } from '../../../src/excel/workbook/filterSets';
import { browserClock } from '../../../src/excel/stores/browserPorts';
import { memoryStrings } from '../../../src/excel/stores/stringStore';
import { silentBroadcast } from '../../../src/excel/user/changeBroadcast';
import { createMemoryRows } from '../../../src/history/rows';
import type { FilterSet, FilterSets, Runtime } from '../../../src/excel/runtime';
import type { TokenRecord } from '../../../src/operations/tokenStatistic';

const unused = (): never => {
  throw new Error('Not part of this test.');
};

export interface Asked {
  readonly request: DataRequest;
  readonly options: AskOptions;
}

function fakeFilterSets(...sets: FilterSet[]): FilterSets & { put(set: FilterSet): void } {
  const listeners = new Set<() => void>();
  const put = (set: FilterSet) => {
    sets = [...sets.filter((other) => other.name !== set.name), set];
    for (const listener of listeners) listener();
  };
  return {
    list: () => sets,
    get: (name) => sets.find((set) => set.name.toLowerCase() === name.toLowerCase()),
    save: (set) => Promise.resolve(put(set)),
    remove: unused,
    put,
    opened: () => undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const answer = (
  records: readonly ServiceRecord[],
  more: Partial<DataResponse> = {},
): DataResponse => ({
  records,
  fetchedAt: 1_800_000_000_000,
  from: 'service',
  spent: 1,
  saved: 0,
  ...more,
});

const idleState: EngineState = {
  queue: [],
  held: [],
  paused: false,
  done: 0,
  total: 0,
  eta: undefined,
  windows: [],
  circuitOpenUntil: undefined,
  spentToday: 0,
  savedToday: 0,
  cache: { entries: 0, bytes: 0, limit: 0 },
  notices: [],
};

export type Script = (asked: Asked) => Promise<DataResponse>;

export function fakeRuntime(script: Script = () => Promise.resolve(answer([]))) {
  const asked: Asked[] = [];
  const peeked: DataRequest[] = [];
  const refreshed: {
    requests: readonly DataRequest[];
    cells: readonly string[] | undefined;
    isStopped: IsStopped | undefined;
    isUnseen: boolean | undefined;
  }[] = [];
  const memory = new Map<string, DataResponse>();
  const listeners = new Set<(event: EngineEvent) => void>();
  const keyListeners = new Set<() => void>();
  const settingsListeners = new Set<() => void>();
  let settings: Settings = defaultSettings;
  const state = {
    usage: (): Promise<readonly TokenRecord[]> => Promise.resolve([]),
    quote: { requests: 1, cached: 0, toFetch: 1, credits: 1 } as Quote,
    stopped: 0,
    queue: [] as EngineState['queue'],
    ledger: [] as LedgerEntry[],
  };
  const engine: Engine = {
    async ask(request, options = {}) {
      asked.push({ request, options });
      const came = await script({ request, options });
      memory.set(request.key, { ...came, from: 'cache' });
      return came;
    },
    peek(request) {
      peeked.push(request);
      return memory.get(request.key);
    },
    distinct: (requests) => distinctRequests(requests, settings),
    quote: () => Promise.resolve(state.quote),
    collect: () => Promise.resolve(),
    newer: () => Promise.resolve([]),
    takeNewer: () => Promise.resolve([]),
    handOver: () => Promise.resolve({ outcome: 'refused', requests: 0, credits: 0 }),
    flush: () => undefined,
    refresh(requests, cells, isStopped, isUnseen) {
      refreshed.push({ requests, cells, isStopped, isUnseen });
      return Promise.resolve({ fetched: requests.length, failed: 0, spent: 0 });
    },
    usage: () => state.usage(),
    stop: () => {
      state.stopped += 1;
    },
    watchStops: () => {
      const { stopped } = state;
      return () => state.stopped !== stopped;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    demandChanged: () => undefined,
    remembered: (request) => {
      const kept = memory.get(request.key);
      return Promise.resolve(kept && { response: kept });
    },
    approve: unused,
    reject: unused,
    pause: unused,
    resume: unused,
    clearCache: unused,
    forgetFailures: unused,
    ledger: () => Promise.resolve(state.ledger),
    days: unused,
    state: () => ({ ...idleState, queue: state.queue }),
    keyChanged: () => Promise.resolve(),
    prepare: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const filterSets = fakeFilterSets();
  const library = fakeFilterSets();
  const history = createHistory({
    rows: () => createMemoryRows(),
    clock: browserClock,
    locks: undefined,
    limit: () => 100_000_000,
    broadcast: silentBroadcast,
    notice: unused,
    gateway: () => Promise.reject(new Error('There is none.')),
  });
  const runtime: Runtime = {
    engine,
    history: () => Promise.resolve(history),
    watches: unused,
    shared: unused,
    settings: {
      current: () => settings,
      update: (change) => {
        settings = { ...settings, ...change };
        for (const listener of settingsListeners) listener();
        return Promise.resolve();
      },
      reset: unused,
      subscribe(listener) {
        settingsListeners.add(listener);
        return () => settingsListeners.delete(listener);
      },
      where: 'memory',
    },
    key: {
      problem: () => undefined,
      masked: () => '••••3f9a',
      read: unused,
      save: unused,
      remove: unused,
      subscribe(listener) {
        keyListeners.add(listener);
        return () => keyListeners.delete(listener);
      },
    },
    microsoft: {
      account: unused,
      signIn: unused,
      signOut: unused,
      subscribe: unused,
      changes: { subscribe: unused },
    },
    member: unused,
    agents: () => Promise.resolve({ agents: [], held: [] }),
    filterSets,
    library,
    matches: workbookMatches(createDocumentLists(memoryParts())),
    holdNew: (_, work) => work(),
    strings: memoryStrings(),
    cells: createCellRegistry(),
  };
  return {
    runtime,
    history,
    asked,
    peeked,
    refreshed,
    memory,
    state,
    filterSets,
    library,
    emit: (event: EngineEvent) => listeners.forEach((listener) => listener(event)),
    keySaved: () => keyListeners.forEach((listener) => listener()),
  };
}

export const plainHost: Host = { formats: false, cards: false, marksCells: true, namespace: '' };
export const richHost: Host = { ...plainHost, formats: true, cards: true };

/** What a response told at a time, as the history keeps it. */
export const keepResponse = (
  history: Pick<ReturnType<typeof createHistory>, 'append'>,
  { operation, key, params, raw, count }: DataRequest,
  at: number,
  records: readonly Record<string, unknown>[],
) => history.append({ operation, request: key, params, raw, asked: count, at, records });
