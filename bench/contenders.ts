// Three ways to serve the same cells: one fetch per cell, TanStack query-core with its defaults, and Spillway.
import { QueryClient, timeoutManager } from '@tanstack/query-core';
import { createEngine } from '../src/engine/createEngine';
import { createRemoteEngine } from '../src/engine/remote/remoteEngine';
import { makeDataRequest } from '../src/engine/request/dataRequest';
import type { Engine } from '../src/engine/engine';
import { createMemoryStore } from '../src/engine/ports/memoryStore';
import { defaultSettings, type Settings } from '../src/engine/request/settings';
import { operationOf, type OperationId } from '../src/operations';
import { fakeService, type FakeService } from '../test/engine/support/fakeService';
import { simulatedClock, type SimulatedClock } from '../test/engine/support/simulatedClock';

export interface Cell {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Contender {
  readonly name: string;
  readonly clock: SimulatedClock;
  readonly service: FakeService;
  readonly ask: (cell: Cell, signal?: AbortSignal) => Promise<unknown>;
  readonly restart: () => Promise<void>;
}

const base = 'https://service.test';

async function attempt({ fetch }: FakeService, { operation, params }: Cell): Promise<unknown> {
  const response = await fetch(base + operationOf(operation).path, {
    method: 'POST',
    body: JSON.stringify(params),
  });
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return response.json();
}

export function naive(): Contender {
  const clock = simulatedClock();
  const service = fakeService(clock);
  return {
    name: 'one fetch per cell',
    clock,
    service,
    ask: (cell) => attempt(service, cell),
    restart: () => Promise.resolve(),
  };
}

/** query-core sets its timers once; they use the clock of the current contender. */
let playing: SimulatedClock | undefined;
const timers = new Map<number, (() => void) | undefined>();
timeoutManager.setTimeoutProvider({
  setTimeout: (callback, delay) => {
    const id = timers.size + 1;
    // Garbage collection of queries is minutes away; only retries matter here.
    timers.set(id, delay < 120_000 ? playing?.setTimer(callback, delay) : undefined);
    return id;
  },
  clearTimeout: (timer) => timers.get(Number(timer))?.(),
  setInterval: () => 0,
  clearInterval: () => undefined,
});

export function queryCore(): Contender {
  const clock = simulatedClock();
  const service = fakeService(clock);
  playing = clock;
  let client = new QueryClient();
  return {
    name: 'query-core',
    clock,
    service,
    ask: (cell, signal) => {
      const queryKey = [cell.operation, cell.params];
      signal?.addEventListener('abort', () => void client.cancelQueries({ queryKey }));
      return client.fetchQuery({ queryKey, queryFn: () => attempt(service, cell), retry: 3 });
    },
    restart: () => {
      client = new QueryClient();
      return Promise.resolve();
    },
  };
}

export function spillway(change: Partial<Settings> = {}): Contender {
  const clock = simulatedClock();
  const service = fakeService(clock);
  const store = createMemoryStore();
  const settings = { ...defaultSettings, baseUrl: base, askAbove: 1_000_000, ...change };
  const start = (): Engine =>
    createEngine({
      clock,
      store,
      fetch: service.fetch,
      random: () => 0.5,
      settings: () => settings,
      key: () => Promise.resolve('bench-key'),
      remote: () => Promise.resolve({ createRemoteEngine }),
    });
  let engine = start();
  return {
    name: 'Spillway',
    clock,
    service,
    ask: ({ operation, params }, signal) => {
      const request = makeDataRequest(operation, params);
      const known = engine.peek(request);
      return known ? Promise.resolve(known) : engine.ask(request, signal ? { signal } : {});
    },
    restart: async () => {
      await clock.until(engine.close());
      engine = start();
    },
  };
}
