import { createMemoryStore } from '../../../../src/engine/ports/memoryStore';
import { business, engineUnderTest, flat, product } from '../../support/engineUnderTest';
import type { Settings } from '../../../../src/engine/request/settings';
import { failureIfAny } from '../../support/failureOf';

describe('the budget', () => {
  test('a burst above the threshold is held whole, with its price, and nothing is sent', async () => {
    const { engine, clock, service } = engineUnderTest({ askAbove: 50 });
    for (let n = 0; n < 3; n += 1) await clock.until(engine.ask(flat(`warm ${n}`)));
    for (let n = 0; n < 3; n += 1) engine.peek(flat(`warm ${n}`));
    const asks = Array.from({ length: 12 }, (_, n) =>
      failureIfAny(engine.ask(business(`b${n}`), { cell: `S!A${n}` })),
    );
    const errors = await clock.until(Promise.all(asks));
    expect(errors).toEqual(
      Array(12).fill(
        expect.objectContaining({ code: 'held', facts: expect.objectContaining({ credits: 5 }) as unknown }),
      ),
    );
    expect(service.sent).toHaveLength(3);
    expect(engine.state().held).toMatchObject([{ reason: 'ask_above', credits: 60, cached: 0 }]);
    expect(engine.state().held[0]?.requests).toHaveLength(12);
    expect(engine.state().held[0]?.cells).toHaveLength(12);
  });

  test('what was held is held again after a restart, and fills in when approved', async () => {
    const bench = engineUnderTest({ askAbove: 4 });
    await bench.clock.until(failureIfAny(bench.engine.ask(business('x'), { cell: 'S!A1' })));
    await bench.restart();
    await bench.clock.until(bench.engine.prepare());
    await bench.clock.settle();
    expect(
      await bench.clock.until(failureIfAny(bench.engine.ask(business('x'), { cell: 'S!B7' }))),
    ).toMatchObject({ code: 'held' });
    const [held] = bench.engine.state().held;
    expect(held).toMatchObject({ credits: 5, cells: ['S!A1', 'S!B7'] });
    await bench.clock.until(bench.engine.approve(held!.id, held!.credits));
    await bench.clock.advance(2_000);
    expect(bench.service.credits).toBe(5);
    expect(bench.events).toContainEqual({
      type: 'renewed',
      keys: [business('x').key],
      cells: ['S!A1', 'S!B7'],
    });
    expect(bench.engine.peek(business('x'))?.records).toHaveLength(15);
    expect(bench.engine.state().held).toEqual([]);
    await bench.restart();
    await bench.clock.until(bench.engine.prepare());
    await bench.clock.settle();
    expect(bench.engine.state().held).toEqual([]);
  });

  test('a rejected burst is not asked for again by recalculation', async () => {
    const { engine, clock, service, events } = engineUnderTest({ askAbove: 4 });
    await clock.until(failureIfAny(engine.ask(business('x'), { cell: 'S!A1' })));
    await clock.until(engine.reject(engine.state().held[0]!.id));
    await clock.advance(1_000);
    expect(events.some((event) => event.type === 'renewed' && event.cells.includes('S!A1'))).toBe(true);
    expect(await clock.until(failureIfAny(engine.ask(business('x'))))).toMatchObject({ code: 'rejected' });
    expect(engine.state().held).toEqual([]);
    expect(service.sent).toHaveLength(0);
    expect(await clock.until(engine.refresh([business('x')]))).toMatchObject({ fetched: 1 });
  });

  test('formulas that come one after another cannot slip under the threshold', async () => {
    const { engine, clock, service } = engineUnderTest({ askAbove: 20 });
    const ends: Promise<unknown>[] = [];
    for (let n = 0; n < 20; n += 1) {
      ends.push(failureIfAny(engine.ask(business(`b${n}`), { cell: `S!A${n}` })));
      await clock.advance(20_000);
    }
    await clock.until(Promise.all(ends));
    expect(service.credits).toBe(20);
    expect(engine.state().held).toMatchObject([{ reason: 'ask_above', credits: 80 }]);
  });

  test('a day of single formulas cannot slip under the threshold either', async () => {
    const { engine, clock, service } = engineUnderTest({ askAbove: 10 });
    for (let n = 0; n < 20; n += 1) {
      await clock.until(failureIfAny(engine.ask(business(`b${n}`), { cell: `S!A${n}` })));
      await clock.advance(20 * 60_000);
    }
    expect(service.credits).toBe(40);
    expect(engine.state().held).toMatchObject([{ reason: 'ask_above', credits: 60 }]);
  });

  test('the daily cap counts what is spent and what is under way, until the next day', async () => {
    const bench = engineUnderTest({ dailyCap: 12 });
    const { engine, clock, service } = bench;
    await clock.until(engine.ask(business('a')));
    const second = engine.ask(business('b'));
    await clock.advance(60);
    const third = failureIfAny(engine.ask(business('c'), { cell: 'S!A3' }));
    await clock.until(second);
    expect(await clock.until(third)).toMatchObject({ code: 'held' });
    expect(engine.state().held).toMatchObject([{ reason: 'daily_cap', credits: 5 }]);
    await bench.restart();
    expect(bench.engine.state().spentToday).toBe(10);
    expect(await clock.until(failureIfAny(bench.engine.ask(business('d'))))).toMatchObject({ code: 'held' });
    await clock.advance(24 * 3_600_000);
    expect((await clock.until(bench.engine.ask(business('e')))).from).toBe('service');
    expect(service.credits).toBe(15);
  });

  test('a person who approves may go above the cap', async () => {
    const { engine, clock, service } = engineUnderTest({ dailyCap: 3 });
    await clock.until(failureIfAny(engine.ask(business('a'), { cell: 'S!A1' })));
    await clock.until(engine.approve(engine.state().held[0]!.id, engine.state().held[0]!.credits));
    await clock.advance(2_000);
    expect(service.credits).toBe(5);
  });

  test('a quote tells what is cached, what is to fetch and its price', async () => {
    const { engine, clock } = engineUnderTest();
    await clock.until(engine.ask(business('a', 40)));
    const requests = [
      business('a', 40),
      business('a', 10),
      business('b', 20),
      business('b', 5),
      product('c'),
    ];
    expect(await engine.quote(requests)).toMatchObject({ requests: 3, cached: 1, toFetch: 2, credits: 11 });
    expect(await engine.quote(requests, true)).toMatchObject({ requests: 3, toFetch: 3, credits: 26 });
  });

  test('spent and saved credits are counted, and hits are summed up', async () => {
    const bench = engineUnderTest();
    const { engine, clock } = bench;
    await clock.until(Promise.all([engine.ask(business('a')), engine.ask(business('a'))]));
    for (let n = 0; n < 10; n += 1) engine.peek(business('a'));
    await clock.advance(2_000);
    expect(engine.state()).toMatchObject({ spentToday: 5, savedToday: 55 });
    expect(await engine.days()).toMatchObject([
      { operation: 'bizbureau', spent: 5, saved: 55, requests: 1, hits: 11 },
    ]);
    await bench.restart();
    expect(await bench.engine.days()).toMatchObject([{ spent: 5, saved: 55 }]);
    const outcomes = (await bench.engine.ledger()).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['fetched', 'shared', 'cached']);
  });
});

test('a cap that is lowered brakes what is queued of an agreed refresh, and Run sends the rest', async () => {
  const bench = engineUnderTest({ concurrency: 1, dailyCap: 1_000 });
  const { engine, clock, service } = bench;
  const wanted = Array.from({ length: 6 }, (_, n) => business(`b${n}`));
  await clock.until(Promise.all(wanted.map((request, n) => engine.ask(request, { cell: `S!A${n}` }))));
  expect(service.credits).toBe(30);
  const cells = wanted.map((_, n) => `S!A${n}`);
  const refreshed = engine.refresh(wanted, cells);
  await clock.advance(150);
  bench.settings = { ...bench.settings, dailyCap: 40 };
  await clock.until(engine.keyChanged());
  const { fetched, failed } = await clock.until(refreshed);
  expect([fetched, failed, service.credits]).toEqual([2, 4, 40]);
  expect(engine.state().held).toMatchObject([{ reason: 'daily_cap', credits: 20 }]);
  expect(await clock.until(engine.approve('daily_cap', 20))).toEqual({ ran: true, credits: 20 });
  await clock.advance(10_000);
  expect(service.credits).toBe(60);
});

test('an agreed refresh above a cap that was there before is not asked for twice', async () => {
  const { engine, clock, service } = engineUnderTest({ dailyCap: 7 });
  await clock.until(engine.ask(business('b')));
  expect(await clock.until(engine.refresh([business('b')]))).toMatchObject({ fetched: 1 });
  expect(service.credits).toBe(10);
});

test('the requests of one formula come before the budget together, however slowly the store answers', async () => {
  const store = createMemoryStore();
  let reads = 0;
  const bench = engineUnderTest(
    { askAbove: 10 },
    {
      store: {
        ...store,
        // Each read takes longer than the one before it.
        get: async (area, key) => {
          reads += 1;
          await new Promise<void>((resolve) => bench.clock.setTimer(resolve, 30 * reads));
          return store.get(area, key);
        },
      },
    },
  );
  await bench.clock.until(bench.engine.prepare());
  const wanted = ['tea', 'coffee', 'cocoa'].map((word) => business(word, 30));
  bench.cells.note('A1', wanted);
  await bench.clock.until(
    Promise.all(wanted.map((request) => failureIfAny(bench.engine.ask(request, { bulk: true })))),
  );
  expect(bench.service.credits).toBe(0);
  expect(bench.engine.state().held).toMatchObject([{ credits: 30 }]);
});

describe('what a person agreed to, and the daily cap', () => {
  /** One call runs, 20 credits went, and the next call waits for its turn. */
  async function oneCallRuns(change: Partial<Settings> = {}) {
    const bench = engineUnderTest({ concurrency: 1, ...change });
    const { engine, clock, service, cells } = bench;
    cells.note('S!A1', [business('b', 30)]);
    cells.note('S!A2', [business('b', 15)]);
    await clock.until(engine.ask(business('b', 30), { cell: 'S!A1' }));
    const other = engine.ask(business('other', 30), { cell: 'S!A3' });
    await clock.advance(90);
    expect(service.sent).toHaveLength(2);
    const refresh = (count: number, isUnseen: boolean) =>
      engine.refresh([business('b', count)], ['S!A1'], undefined, isUnseen);
    const limit = (dailyCap: number) => {
      bench.settings = { ...bench.settings, dailyCap };
      return clock.until(engine.keyChanged());
    };
    return { ...bench, other, refresh, limit };
  }

  test('who saw the price of a call that another refresh began unseen has agreed to it above the cap', async () => {
    const { clock, service, refresh, limit } = await oneCallRuns();
    void refresh(30, true);
    await clock.advance(1);
    await limit(20);
    expect(await clock.until(refresh(30, false))).toMatchObject({ fetched: 1 });
    expect(service.credits).toBe(30);
  });

  test.each([true, false])(
    'who saw the price of fewer results has not agreed to more above the cap (the price of more unseen: %s)',
    async (isUnseen) => {
      const { engine, clock, service, refresh, limit } = await oneCallRuns();
      const more = refresh(30, isUnseen);
      await clock.advance(1);
      await limit(20);
      const fewer = refresh(15, false);
      expect(await clock.until(Promise.all([more, fewer]))).toMatchObject([{ failed: 1 }, { failed: 1 }]);
      expect(service.credits).toBe(20);
      expect(engine.state().held).toMatchObject([{ reason: 'daily_cap', credits: 10 }]);
    },
  );

  test('who saw the price of fewer results takes back nothing that was agreed to for more', async () => {
    const { clock, service, refresh, limit } = await oneCallRuns({ askAbove: 20 });
    const more = refresh(30, false);
    await clock.advance(1);
    await limit(100);
    void refresh(15, false);
    expect(await clock.until(more)).toMatchObject({ fetched: 1 });
    expect(service.credits).toBe(30);
  });

  test('a cap that is lowered while an agreed request waits for another call holds it', async () => {
    const { clock, service, engine, limit, other } = await oneCallRuns();
    const larger = failureIfAny(engine.ask(business('other', 60), { agreed: 20 }));
    await clock.advance(1);
    await limit(20);
    await clock.until(other);
    expect(await clock.until(larger)).toMatchObject({ code: 'held', facts: { held: 'daily_cap' } });
    expect(service.credits).toBe(20);
  });

  test('a cap that is lowered while a refresh or an approval is prepared holds it', async () => {
    const bench = engineUnderTest({ askAbove: 9, dailyCap: 100 });
    const { engine, clock, service, cells } = bench;
    cells.note('S!A1', [business('shown')]);
    cells.note('S!A2', [business('held', 30)]);
    await clock.until(engine.ask(business('shown'), { cell: 'S!A1' }));
    await clock.until(failureIfAny(engine.ask(business('held', 30), { cell: 'S!A2' })));
    const approval = engine.approve('ask_above', 10);
    const refreshed = engine.refresh([business('shown')], ['S!A1']);
    bench.settings = { ...bench.settings, dailyCap: 6 };
    expect(await clock.until(refreshed)).toMatchObject({ failed: 1 });
    await clock.until(approval);
    await clock.advance(1_000);
    expect(service.credits).toBe(5);
    expect(engine.state().held).toMatchObject([{ reason: 'daily_cap', credits: 15 }]);
  });
});
