// The whole engine against a simple model of its promises, over random histories: requests, cancels, failures, clock
// jumps, refreshes, restarts. It never pays twice, never exceeds a window, never loses a waiter.
import fc from 'fast-check';
import { createEngine } from '../../src/engine/createEngine';
import type { Engine } from '../../src/engine/engine';
import { createMemoryStore } from '../../src/engine/ports/memoryStore';
import { makeDataRequest, type DataRequest } from '../../src/engine/request/dataRequest';
import { paidCount } from '../../src/operations';
import { open } from './support/engineUnderTest';
import { fakeService, type Reply } from './support/fakeService';
import { simulatedClock } from './support/simulatedClock';
import { sharedChannel, sharedLocks } from './support/sharedWindows';
import { runs } from '../runs';

const faults = {
  none: undefined,
  unavailable: { status: 412 },
  failed: { status: 500 },
  timedOut: { status: 408 },
  spoilt: { status: 200, body: '[{"id"' },
  broken: 'network',
  refused: 'refused',
} as const satisfies Record<string, Reply | undefined>;

type Step =
  | { do: 'ask'; request: DataRequest; bulk: boolean; window: number }
  | { do: 'cancel'; nth: number }
  | { do: 'refresh'; request: DataRequest; window: number }
  | { do: 'wait'; milliseconds: number }
  | { do: 'jump'; milliseconds: number }
  | { do: 'fault'; fault: keyof typeof faults }
  | { do: 'restart'; window: number };

const windowIndex = fc.nat({ max: 1 });
const request = fc
  .tuple(fc.constantFrom('ruretail', 'bizbureau'), fc.nat({ max: 3 }), fc.constantFrom(5, 16, 40))
  .map(([operation, item, count]) =>
    operation === 'ruretail'
      ? makeDataRequest('ruretail', { query: `q${item}`, count })
      : makeDataRequest('bizbureau', { keyword: `k${item}`, count }),
  );
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      request,
      bulk: fc.boolean(),
      window: windowIndex,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), nth: fc.nat({ max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refresh' as const), request, window: windowIndex }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(5, 45, 120, 700, 12_000, 70_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      milliseconds: fc.integer({ min: -40_000_000, max: 40_000_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom(...(Object.keys(faults) as (keyof typeof faults)[])),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), window: windowIndex }) },
);

/** What the promises allow, kept as simply as they can be said. */
class Model {
  /** The most results that were paid for, by request; Infinity when the source has no more. */
  private readonly paid = new Map<string, number>();
  private readonly final = new Set<string>();
  private readonly refreshes = new Map<string, number>();
  readonly broken: string[] = [];

  refresh(key: string): void {
    this.refreshes.set(key, (this.refreshes.get(key) ?? 0) + 1);
    this.final.delete(key);
  }

  sent(key: string, count: number, reply: Reply | undefined, available: number): void {
    const mayRepeat = (this.refreshes.get(key) ?? 0) > 0;
    if (this.final.has(key) && !mayRepeat) this.broken.push(`${key} was asked again after a final failure`);
    if ((this.paid.get(key) ?? 0) >= count) {
      if (!mayRepeat) this.broken.push(`${key} for ${count} was paid before`);
      else if (reply === undefined) this.refreshes.set(key, (this.refreshes.get(key) ?? 0) - 1);
    }
    if (reply === undefined) {
      this.paid.set(key, Math.max(this.paid.get(key) ?? 0, available < count ? Infinity : count));
      this.final.delete(key);
    } else if (typeof reply === 'object' && reply.status === 412) this.final.add(key);
  }
}

async function play(steps: readonly Step[], limit: number, available: number): Promise<void> {
  const clock = simulatedClock();
  const service = fakeService(clock);
  service.limits = { ten_second: limit, minutely: limit * 4 };
  service.available = available;
  const store = createMemoryStore();
  const locks = sharedLocks();
  const channel = sharedChannel();
  const model = new Model();
  let fault: keyof typeof faults = 'none';
  let seed = 1;
  const start = (): Engine =>
    createEngine({
      clock,
      store,
      locks,
      channel: channel(),
      fetch: service.fetch,
      random: () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647,
      settings: () => open,
      key: () => Promise.resolve('key-of-the-test-0001'),
      remote: () => import('../../src/engine/remote/remoteEngine'),
    });
  service.reply = ({ operation, body }) => {
    const reply = faults[fault];
    const { key } = makeDataRequest(operation, body);
    model.sent(key, Number(body.count), reply, available);
    return reply;
  };

  const engines = [start(), start()];
  await clock.settle();
  const waiters: { cell: AbortController; request: DataRequest; end: Promise<unknown> }[] = [];
  for (const now of steps) {
    if (now.do === 'ask') {
      const cell = new AbortController();
      const { request: asked, bulk } = now;
      const asking = engines[now.window]!.ask(asked, {
        bulk,
        cell: `S!A${waiters.length}`,
        signal: cell.signal,
      });
      const end = asking.then(
        ({ records }) => {
          const wanted = Math.min(asked.count!, available);
          if (records.length !== wanted)
            model.broken.push(`${asked.key} gave ${records.length}, not ${wanted}`);
        },
        (error: unknown) => {
          if (!(error instanceof Error) || error.name !== 'SpillwayError')
            model.broken.push(`odd error ${String(error)}`);
        },
      );
      waiters.push({ cell, request: asked, end });
    } else if (now.do === 'cancel') waiters[now.nth]?.cell.abort();
    else if (now.do === 'refresh') {
      model.refresh(now.request.key);
      waiters.push({
        cell: new AbortController(),
        request: now.request,
        end: engines[now.window]!.refresh([now.request]),
      });
    } else if (now.do === 'wait') await clock.advance(now.milliseconds);
    else if (now.do === 'jump') clock.jump(now.milliseconds);
    else if (now.do === 'fault') fault = now.fault;
    else {
      const closing = engines[now.window]!.close();
      engines[now.window] = start();
      await clock.until(closing);
    }
  }
  fault = 'none';
  await clock.until(Promise.allSettled(waiters.map(({ end }) => end)));
  expect(model.broken).toEqual([]);
  expect(service.refusals).toBe(0);
  for (const engine of engines) await clock.until(engine.close());
}

describe('over any history', () => {
  test('the engine never pays twice, never exceeds a window, never loses a waiter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.constantFrom(2, 5, 50),
        fc.constantFrom(10, 1_000),
        play,
      ),
      {
        numRuns: runs(150),
        seed: Number(process.env.SPILLWAY_SEED ?? 20_261_115),
      },
    );
  });

  test('the paid block is what the model counts with', () => {
    expect(paidCount('bizbureau', 16)).toBe(30);
  });
});
