// Limits are limits: over two windows, over a killed page, over lost responses and over a clock that is set.
import type { Locks } from '../../../../src/engine/ports/crossWindow';
import { StoreRefused, type Store } from '../../../../src/engine/ports/store';
import { createMemoryStore } from '../../../../src/engine/ports/memoryStore';
import { business, engineUnderTest } from '../../support/engineUnderTest';
import { failureIfAny } from '../../support/failureOf';
import { fakeService, plainResponse } from '../../support/fakeService';
import { machine } from '../../support/money/machine';
import { simulatedClock } from '../../support/simulatedClock';

const hour = 3_600_000;

describe('the daily cap', () => {
  test('counts calls whose response was lost: they may have been billed', async () => {
    const { engine, clock, service } = engineUnderTest({ dailyCap: 30 });
    service.reply = () => 'network';
    for (let n = 0; n < 12; n += 1) {
      await clock.until(failureIfAny(engine.ask(business(`b${n}`), { cell: `A${n}` })));
      await clock.advance(10 * 60_000);
    }
    expect(service.sent.length * 5).toBeLessThanOrEqual(30);
    expect(engine.state().spentToday).toBe(service.sent.length * 5);
  });

  test('does not count what was refused before anything was billed', async () => {
    const { engine, clock, service } = engineUnderTest({ dailyCap: 30 });
    service.reply = () => ({ status: 422, body: { detail: [] } });
    for (let n = 0; n < 10; n += 1) await clock.until(failureIfAny(engine.ask(business(`b${n}`))));
    expect(service.sent).toHaveLength(10);
    expect(engine.state().spentToday).toBe(0);
  });

  test.each([10, 60, 90, 150, 400, 1_000])('outlives a page that is killed after %d ms', async (after) => {
    const store = createMemoryStore();
    const first = engineUnderTest({ dailyCap: 20 }, { store });
    for (const n of [1, 2, 3]) void failureIfAny(first.engine.ask(business(`a${n}`), { cell: `A${n}` }));
    await first.clock.advance(after);
    // Killed: nothing is closed or flushed. Whatever had left may have been billed.
    const sent = first.service.sent.length * 5;
    const second = engineUnderTest({ dailyCap: 20 }, { store, random: () => 0.25 });
    for (const n of [1, 2, 3, 4, 5, 6])
      void failureIfAny(second.engine.ask(business(`b${n}`), { cell: `B${n}` }));
    await second.clock.advance(hour);
    expect(sent + second.service.credits).toBeLessThanOrEqual(20);
  });

  test('a clock that is set back does not make a day of spending vanish', async () => {
    const bench = engineUnderTest({ dailyCap: 20 });
    for (const n of [1, 2, 3]) await bench.clock.until(bench.engine.ask(business(`a${n}`)));
    bench.clock.jump(-30 * hour);
    await bench.restart();
    for (const n of [1, 2, 3]) await bench.clock.until(failureIfAny(bench.engine.ask(business(`b${n}`))));
    expect(bench.service.credits).toBe(20);
    bench.clock.jump(48 * hour);
    await bench.clock.until(bench.engine.ask(business('c')));
    expect(bench.service.credits).toBe(25);
  });

  test.each([
    ['no row', 'rubbish'],
    ['nothing open', { open: null }],
    ['less than nothing', { open: { x: [-100, -100, 0] } }],
    ['a later version', { v: 2 }],
  ])(
    'a damaged account (%s) does not give back what was spent: the rest of the day is held',
    async (_, damage) => {
      const bench = engineUnderTest({ dailyCap: 20 });
      for (const n of [1, 2, 3]) await bench.clock.until(bench.engine.ask(business(`a${n}`)));
      for (const [key, row] of await bench.store.entries('account'))
        await bench.store.put('account', [
          [key, typeof damage === 'string' ? damage : { ...(row as object), ...damage }],
        ]);
      for (const _start of [1, 2]) {
        await bench.restart();
        const failure = await bench.clock.until(
          failureIfAny(bench.engine.ask(business('b'), { cell: 'A1' })),
        );
        expect(failure).toMatchObject({ code: 'held', facts: { held: 'store_down' } });
      }
      expect(bench.service.credits).toBe(15);
      bench.clock.jump(24 * hour);
      await bench.restart();
      await bench.clock.until(bench.engine.ask(business('c')));
      expect(bench.service.credits).toBe(20);
    },
  );

  test('holds in memory where the browser refuses all storage', async () => {
    const store = createMemoryStore();
    const refuse = () => Promise.reject(new StoreRefused('denied'));
    const { engine, clock, service } = engineUnderTest(
      { dailyCap: 20 },
      { store: { ...store, put: refuse, update: refuse, entries: refuse, get: refuse } },
    );
    for (let n = 0; n < 8; n += 1) {
      const end = failureIfAny(engine.ask(business(`b${n}`), { cell: `A${n}` }));
      await clock.advance(60_000);
      await clock.until(end);
    }
    expect(service.credits).toBe(20);
  });

  const never = () => new Promise<never>(() => undefined);
  const fail = () => Promise.reject(new Error('The store fails.'));

  test.each([
    ['hangs while it is read', ['entries'], never],
    ['fails to be read', ['entries'], fail],
    ['hangs while it is written', ['put', 'update'], never],
    ['fails to be written', ['put', 'update'], fail],
  ])(
    'a new window whose store %s spends nothing unasked, and does when it works',
    async (_, methods, fault) => {
      const inner = createMemoryStore();
      const first = engineUnderTest({ dailyCap: 20 }, { store: inner });
      for (const n of [1, 2, 3]) await first.clock.until(first.engine.ask(business(`a${n}`)));
      let isDown = true;
      const faulty = new Proxy(inner, {
        get: (of, name) =>
          isDown && methods.includes(String(name)) ? fault : (Reflect.get(of, name) as unknown),
      });
      const second = engineUnderTest({ dailyCap: 20 }, { store: faulty, random: () => 0.25 });
      const { engine, clock, service } = second;
      for (const n of [1, 2]) {
        const failure = await clock.until(failureIfAny(engine.ask(business(`b${n}`), { cell: `B${n}` })));
        expect(failure).toMatchObject({ code: 'held', facts: { held: 'store_down' } });
      }
      await clock.advance(hour);
      expect(service.credits).toBe(0);
      isDown = false;
      await clock.advance(hour);
      expect(second.events).toContainEqual(expect.objectContaining({ type: 'renewed' }));
      expect(engine.state().held).toEqual([]);
      for (const n of [1, 2])
        await clock.until(failureIfAny(engine.ask(business(`b${n}`), { cell: `B${n}` })));
      expect(service.credits).toBe(5);
    },
  );

  test('where the account cannot be read, a refresh whose price nobody saw is held', async () => {
    const store = createMemoryStore();
    const first = engineUnderTest({ dailyCap: 20 }, { store });
    await first.clock.until(first.engine.ask(business('a', 45)));
    const { engine, clock, service, cells } = engineUnderTest(
      { dailyCap: 20 },
      { store: { ...store, entries: fail }, random: () => 0.25 },
    );
    cells.note('A1', [business('a', 45)]);
    await clock.until(engine.refresh([business('a', 45)], ['A1'], undefined, true));
    expect(service.credits).toBe(0);
    const [held] = engine.state().held;
    expect(held).toMatchObject({ reason: 'store_down', credits: 15 });
    await clock.until(engine.approve(held!.id, 15));
    await clock.advance(10_000);
    expect(service.credits).toBe(15);
  });

  test('a lock that is never granted: nothing is spent unasked', async () => {
    const granted = new Set<string>();
    const run = <T>(name: string, work: () => Promise<T>): Promise<T> =>
      name === 'spillway account' && granted.add(name) ? new Promise<never>(() => undefined) : work();
    const { engine, clock, service } = engineUnderTest({ dailyCap: 10 }, { locks: { run } });
    for (let n = 0; n < 4; n += 1)
      expect(await clock.until(failureIfAny(engine.ask(business(`b${n}`))))).toMatchObject({
        facts: { held: 'store_down' },
      });
    expect(service.credits).toBe(0);
    expect(granted.size).toBe(1);
    await clock.until(engine.ask(business('b0'), { agreed: 5 }));
    expect(service.credits).toBe(5);
  });

  test.each(['entries', 'update'] as const)(
    'a page that is frozen while it waits for %s of the account does not add to what was spent meanwhile',
    async (frozenIn) => {
      const clock = simulatedClock();
      const service = fakeService(clock, plainResponse);
      const shared = machine(clock, 0);
      const [one, other] = [shared.openWindow(), shared.openWindow()];
      let freezes = false;
      const store = new Proxy(one.store, {
        get: (of, name: keyof Store) => {
          if (name === frozenIn && freezes) one.freeze();
          return of[name];
        },
      });
      const locks: Locks = {
        run: (name, work) =>
          one.locks.run(name, () => {
            freezes = name === 'spillway account';
            return work();
          }),
      };
      const { fetch } = service;
      const first = engineUnderTest({ dailyCap: 20 }, { ...one, store, locks, fetch });
      const second = engineUnderTest({ dailyCap: 20 }, { ...other, fetch, random: () => 0.25 });
      const end = failureIfAny(first.engine.ask(business('a'), { cell: 'A1' }));
      await clock.advance(1_000);
      await clock.until(second.engine.ask(business('b', 60), { agreed: 20 }));
      freezes = false;
      one.thaw();
      expect(await clock.until(end)).toMatchObject({ code: 'held' });
      expect(service.credits).toBe(20);
    },
  );
});

describe('the ask-me limit', () => {
  test('sees what was spent before a restart, and a clock that is set forward', async () => {
    const bench = engineUnderTest({ askAbove: 20 });
    for (const n of [1, 2, 3]) await bench.clock.until(bench.engine.ask(business(`a${n}`)));
    await bench.restart();
    await bench.clock.until(bench.engine.ask(business('a4')));
    bench.clock.jump(2 * hour);
    expect(
      await bench.clock.until(failureIfAny(bench.engine.ask(business('a5'), { cell: 'A5' }))),
    ).toMatchObject({
      code: 'held',
    });
    expect(bench.service.credits).toBe(20);
  });

  test('is not kept for hours by a clock that is set back', async () => {
    const bench = engineUnderTest({ askAbove: 20 });
    for (const n of [1, 2, 3, 4]) await bench.clock.until(bench.engine.ask(business(`a${n}`)));
    bench.clock.jump(-2 * hour);
    await bench.restart();
    expect(
      await bench.clock.until(failureIfAny(bench.engine.ask(business('a5'), { cell: 'A5' }))),
    ).toMatchObject({ code: 'held' });
    await bench.clock.advance(11 * 60_000);
    await bench.clock.until(bench.engine.ask(business('a6'), { cell: 'A6' }));
    expect(bench.service.credits).toBe(25);
  });

  test('does not count what a person approved', async () => {
    const { engine, clock, service } = engineUnderTest({ askAbove: 20 });
    await clock.until(engine.ask(business('big', 150), { agreed: 50 }));
    await clock.until(engine.ask(business('small'), { cell: 'A1' }));
    expect(service.credits).toBe(55);
    expect(engine.state().held).toEqual([]);
  });
});

describe('what was paid for', () => {
  test('is remembered up to a bound, the oldest forgotten first', async () => {
    const store = createMemoryStore();
    const row = (at: number) => ({ v: 1, at, count: 15 });
    await store.put('paid', [
      ...Array.from({ length: 50_001 }, (_, n) => [`k${n}`, row(n + 10)] as const),
      ['damaged', 'rubbish'],
    ]);
    const { engine, clock } = engineUnderTest({}, { store });
    await clock.until(engine.prepare());
    await clock.settle();
    const left = new Map(await store.entries('paid'));
    expect(left.size).toBe(50_000);
    expect([left.has('damaged'), left.has('k0'), left.has('k1')]).toEqual([false, false, true]);
  });
});
