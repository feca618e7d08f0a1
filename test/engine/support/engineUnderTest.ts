// An engine with everything simulated: clock, service, store, settings and key.
import { createEngine, type EngineParts } from '../../../src/engine/createEngine';
import type { Engine, EngineEvent } from '../../../src/engine/engine';
import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import { makeDataRequest, type DataRequest } from '../../../src/engine/request/dataRequest';
import { defaultSettings, type Settings } from '../../../src/engine/request/settings';
import type { Store } from '../../../src/engine/ports/store';
import { livingCells, type LivingCells } from './livingCells';
import { fakeService, plainResponse, type FakeService } from './fakeService';
import { simulatedClock, type SimulatedClock } from './simulatedClock';

export interface Bench {
  readonly clock: SimulatedClock;
  readonly service: FakeService;
  readonly store: Store;
  settings: Settings;
  key: string | undefined;
  engine: Engine;
  readonly cells: LivingCells;
  readonly events: EngineEvent[];
  /** Another engine over the same store, as after a restart. */
  restart(): Promise<void>;
}

export const open: Settings = { ...defaultSettings, baseUrl: 'https://service.test', askAbove: 1_000_000 };

export function engineUnderTest(change: Partial<Settings> = {}, parts: Partial<EngineParts> = {}): Bench {
  const clock = simulatedClock();
  const service = fakeService(clock, plainResponse);
  const store = parts.store ?? createMemoryStore();
  const cells = livingCells();
  const make = () => {
    const engine = createEngine({
      clock,
      fetch: service.fetch,
      random: () => 0.5,
      settings: () => bench.settings,
      key: () => Promise.resolve(bench.key),
      remote: () => import('../../../src/engine/remote/remoteEngine'),
      demand: cells.demand,
      ...parts,
      store,
    });
    engine.subscribe((event) => bench.events.push(event));
    return cells.watch(engine);
  };
  const bench: Bench = {
    clock,
    service,
    store,
    settings: { ...open, ...change },
    key: 'key-of-the-test-0001',
    engine: undefined as unknown as Engine,
    cells,
    events: [],
    async restart() {
      await clock.until(bench.engine.close());
      bench.events.length = 0;
      bench.engine = make();
      await clock.settle();
    },
  };
  bench.engine = make();
  return bench;
}

export const product = (query: string, count = 20, more: Record<string, unknown> = {}): DataRequest =>
  makeDataRequest('ruretail', { query, count, ...more });
export const business = (keyword: string, count = 15): DataRequest =>
  makeDataRequest('bizbureau', { keyword, count });
export const flat = (unit: string): DataRequest => makeDataRequest('hkproperty', { unit });
