// What is held is what living cells want now, and an approval is for exactly that.
import type { Settings } from '../../../src/engine/request/settings';
import { business, engineUnderTest, flat } from '../support/engineUnderTest';
import { failureIfAny } from '../support/failureOf';

const sixty = () => Array.from({ length: 60 }, (_, n) => `A${n + 1}`);

describe('what is held', () => {
  test('follows a formula that is corrected: the smaller request is another one, and is sent', async () => {
    const { engine, clock, service } = engineUnderTest({ askAbove: 50 });
    await clock.until(failureIfAny(engine.ask(business('x', 5_000), { cell: 'S!A1' })));
    expect(engine.state().held).toMatchObject([{ credits: 1_670 }]);
    const answer = await clock.until(engine.ask(business('x', 15), { cell: 'S!A1' }));
    expect(answer.records).toHaveLength(15);
    expect(engine.state().held).toEqual([]);
    expect(service.credits).toBe(5);
  });

  test('a declined request is declined for its count, in every cell that wants it, and for no other', async () => {
    const { engine, clock, service } = engineUnderTest({ askAbove: 50 });
    const asks = [
      engine.ask(business('x', 300), { cell: 'S!A1' }),
      engine.ask(business('x', 30), { cell: 'S!A2' }),
    ];
    await clock.until(Promise.all(asks.map(failureIfAny)));
    const [held] = engine.state().held;
    expect(held).toMatchObject({ credits: 100, cells: ['S!A1', 'S!A2'] });
    await clock.until(engine.reject(held!.id));
    for (const count of [300, 30])
      expect(await clock.until(failureIfAny(engine.ask(business('x', count))))).toMatchObject({
        code: 'rejected',
      });
    expect((await clock.until(engine.ask(business('x', 15), { cell: 'S!A1' }))).from).toBe('service');
    expect(service.credits).toBe(5);
  });

  test('has no part in it that is shown already: another count of the same request is not bought again', async () => {
    const { engine, clock, service } = engineUnderTest({ askAbove: 50, reuseCounts: false });
    await clock.until(engine.ask(business('x', 15), { cell: 'A1' }));
    await clock.until(failureIfAny(engine.ask(business('x', 200), { cell: 'A2' })));
    const [held] = engine.state().held;
    expect(held).toMatchObject({ credits: 70, cells: ['A2'] });
    await clock.until(engine.approve(held!.id, 70));
    await clock.advance(60_000);
    expect(service.credits).toBe(75);
  });

  test('stays where it is shown when the workbook is saved under a name', async () => {
    let name = '';
    const { engine, clock, service } = engineUnderTest({ askAbove: 3 }, { workbook: () => name });
    await clock.until(failureIfAny(engine.ask(business('x'), { cell: 'A1' })));
    name = 'C:/Prices.xlsx';
    engine.demandChanged();
    const [held] = engine.state().held;
    await clock.until(engine.approve(held!.id, held!.credits));
    await clock.advance(60_000);
    expect(service.credits).toBe(5);
  });

  test('stays held when the workbook is opened again under the name it was saved under', async () => {
    let name = '';
    const bench = engineUnderTest({ askAbove: 3 }, { workbook: () => name });
    const ask = () => bench.clock.until(failureIfAny(bench.engine.ask(business('x'), { cell: 'A1' })));
    await ask();
    name = 'C:/Prices.xlsx';
    bench.engine.demandChanged();
    expect(bench.engine.state().held).toHaveLength(1);
    await bench.restart();
    bench.settings = { ...bench.settings, askAbove: 100 };
    expect(await ask()).toMatchObject({ code: 'held' });
    expect(bench.service.credits).toBe(0);
  });

  test('is withdrawn when its cells are deleted', async () => {
    const { engine, clock, service, cells } = engineUnderTest({ askAbove: 50 });
    await clock.until(Promise.all(sixty().map((cell) => failureIfAny(engine.ask(flat(cell), { cell })))));
    expect(engine.state().held).toMatchObject([{ credits: 60 }]);
    for (const cell of sixty().slice(10)) cells.remove(cell);
    engine.demandChanged();
    const [held] = engine.state().held;
    expect(held).toMatchObject({ credits: 10 });
    await clock.until(engine.approve(held!.id, held!.credits));
    await clock.advance(60_000);
    expect(service.credits).toBe(10);
    for (const cell of sixty()) cells.remove(cell);
    engine.demandChanged();
    expect(engine.state().held).toEqual([]);
  });

  test('is not run when it costs more by now than was shown', async () => {
    const { engine, clock, service, cells } = engineUnderTest({ askAbove: 4 });
    await clock.until(failureIfAny(engine.ask(business('x', 15), { cell: 'A1' })));
    const [shown] = engine.state().held;
    await clock.until(failureIfAny(engine.ask(business('y', 15), { cell: 'A2' })));
    expect(await clock.until(engine.approve(shown!.id, shown!.credits))).toEqual({ ran: false, credits: 10 });
    await clock.advance(10_000);
    expect(service.credits).toBe(0);
    cells.remove('A1');
    cells.remove('A2');
    expect(await clock.until(engine.approve(shown!.id, 10))).toEqual({ ran: true, credits: 0 });
    await clock.advance(10_000);
    expect(service.credits).toBe(0);
  });

  test('runs whole with one press, however often its cells are recalculated meanwhile', async () => {
    const { engine, clock, service, cells } = engineUnderTest({ askAbove: 50 });
    const wanted = Array.from({ length: 40 }, (_, n) => business(`word ${n}`, 15));
    const recalculate = () => {
      cells.note('A1', wanted);
      return Promise.all(wanted.map((request) => failureIfAny(engine.ask(request, { bulk: true }))));
    };
    await clock.until(recalculate());
    const [held] = engine.state().held;
    expect(held).toMatchObject({ credits: 200, cells: ['A1'] });
    await clock.until(engine.approve(held!.id, held!.credits));
    const rounds: Promise<unknown>[] = [];
    for (let round = 0; round < 20; round += 1) {
      rounds.push(recalculate());
      await clock.advance(70);
    }
    const ends = (await clock.until(Promise.all(rounds))) as unknown[][];
    expect(ends.flat().filter(Boolean)).toEqual([]);
    expect(service.credits).toBe(200);
    expect(engine.state().held).toEqual([]);
  });

  test('is run, and written down, for the cells that ask for each request and no others', async () => {
    const { engine, clock } = engineUnderTest({ askAbove: 50, concurrency: 1 });
    await clock.until(Promise.all(sixty().map((cell) => failureIfAny(engine.ask(flat(cell), { cell })))));
    const [held] = engine.state().held;
    await clock.until(engine.approve(held!.id, held!.credits));
    expect(engine.state().queue.map(({ cells }) => cells)).toEqual(sixty().map((cell) => [cell]));
    await clock.advance(600_000);
    const fetched = (await clock.until(engine.ledger())).filter(({ outcome }) => outcome === 'fetched');
    expect(fetched.map(({ cells }) => cells.length)).toEqual(sixty().map(() => 1));
  });

  test('is not offered twice when Run is pressed twice', async () => {
    const { engine, clock, service } = engineUnderTest({ askAbove: 4 });
    await clock.until(failureIfAny(engine.ask(business('x', 15), { cell: 'A1' })));
    const [held] = engine.state().held;
    const presses = [engine.approve(held!.id, 5), engine.approve(held!.id, 5)];
    const approvals = await clock.until(Promise.all(presses));
    await clock.advance(10_000);
    expect(approvals.reduce((sum, { credits }) => sum + credits, 0)).toBe(5);
    expect(service.credits).toBe(5);
  });
});

describe('Stop', () => {
  test('is remembered over recalculation and restart, until a person refreshes', async () => {
    const bench = engineUnderTest({ concurrency: 1 });
    const asks = Array.from({ length: 8 }, (_, n) =>
      failureIfAny(bench.engine.ask(business(`b${n}`), { cell: `A${n}` })),
    );
    await bench.clock.advance(300);
    bench.engine.stop();
    await bench.clock.until(Promise.all(asks));
    const spent = bench.service.credits;
    expect(spent).toBeLessThan(40);
    const recalculate = async () => {
      const again = Array.from({ length: 8 }, (_, n) =>
        failureIfAny(bench.engine.ask(business(`b${n}`), { cell: `A${n}` })),
      );
      return (await bench.clock.until(Promise.all(again))).filter(Boolean);
    };
    const stopped = await recalculate();
    expect(stopped).toEqual(stopped.map(() => expect.objectContaining({ code: 'stopped' }) as unknown));
    await bench.restart();
    expect(await recalculate()).toHaveLength(stopped.length);
    expect(bench.service.credits).toBe(spent);
    await bench.clock.until(bench.engine.refresh([business('b7')]));
    expect((await bench.clock.until(bench.engine.ask(business('b7')))).from).toBe('cache');
  });

  test('closing the page is no answer: what waited may be asked for again', async () => {
    const bench = engineUnderTest({ concurrency: 1 });
    const asks = ['a', 'b', 'c'].map((word) =>
      failureIfAny(bench.engine.ask(business(word), { cell: word })),
    );
    await bench.clock.advance(300);
    await bench.restart();
    await bench.clock.until(Promise.all(asks));
    expect((await bench.clock.until(bench.engine.ask(business('c')))).records).toHaveLength(15);
  });
});

describe('an answer that was paid for and is gone', () => {
  test('is held with its price when it was evicted, over a restart too', async () => {
    const bench = engineUnderTest({ cacheBytes: 3_000 });
    const wanted = Array.from({ length: 9 }, (_, n) => business(`b${n}`));
    for (const request of wanted) await bench.clock.until(bench.engine.ask(request, { cell: request.key }));
    expect(bench.service.credits).toBe(45);
    for (let round = 0; round < 3; round += 1) {
      for (const request of wanted)
        await bench.clock.until(failureIfAny(bench.engine.ask(request, { cell: request.key })));
      await bench.clock.advance(1_100);
      const [held, ...others] = bench.engine.state().held;
      expect(others).toEqual([]);
      expect(held).toMatchObject({ reason: 'no_longer_kept' });
      expect(held!.credits).toBeGreaterThan(0);
      await bench.restart();
    }
    expect(bench.service.credits).toBe(45);
  });

  test.each<[before: Partial<Settings>, after: Partial<Settings>, bought: number, wanted: number]>([
    [{ reuseCounts: true }, { reuseCounts: false }, 15, 15],
    [{ reuseCounts: true }, { reuseCounts: false }, 45, 15],
    [{ reuseCounts: false }, { reuseCounts: true }, 15, 15],
    [{ reuseCounts: false }, { reuseCounts: true }, 45, 30],
    [{ roundCounts: false }, { roundCounts: true }, 5, 5],
    [{ roundCounts: true }, { roundCounts: false }, 5, 5],
    [{ reuseCounts: false, roundCounts: false }, { reuseCounts: false, roundCounts: true }, 5, 5],
    [{ reuseCounts: false }, { reuseCounts: false, roundCounts: false }, 5, 5],
  ])(
    'is held when counts are shared otherwise since (%j, %j, %d, %d)',
    async (before, after, bought, wanted) => {
      const bench = engineUnderTest(before);
      const { engine, clock, service } = bench;
      await clock.until(engine.ask(business('x', bought), { cell: 'A1' }));
      await clock.until(engine.clearCache());
      bench.settings = { ...bench.settings, ...after };
      const sent = service.sent.length;
      const failure = await clock.until(failureIfAny(engine.ask(business('x', wanted), { cell: 'A1' })));
      expect(failure).toMatchObject({ facts: { held: 'no_longer_kept' } });
      expect(service.sent).toHaveLength(sent);
    },
  );

  test('is no reason to hold another count where each is paid for by itself', async () => {
    const { engine, clock, service } = engineUnderTest({ reuseCounts: false });
    for (const count of [45, 30]) await clock.until(engine.ask(business('x', count), { cell: 'A1' }));
    expect(service.sent.map(({ body }) => body.count)).toEqual([45, 30]);
  });

  test('is held when the cache was cleared; what was never bought is sent', async () => {
    const { engine, clock, service } = engineUnderTest();
    await clock.until(engine.ask(flat('A'), { cell: 'A1' }));
    await clock.until(engine.clearCache());
    expect(await clock.until(failureIfAny(engine.ask(flat('A'), { cell: 'A1' })))).toMatchObject({
      facts: { held: 'no_longer_kept', credits: 1 },
    });
    await clock.until(engine.ask(flat('B'), { cell: 'A2' }));
    expect(service.credits).toBe(2);
    const [held] = engine.state().held;
    await clock.until(engine.approve(held!.id, held!.credits));
    await clock.advance(5_000);
    expect(engine.peek(flat('A'))?.records).toHaveLength(1);
    expect(service.credits).toBe(3);
  });

  test('is not held where more is asked for than was paid for', async () => {
    const { engine, clock, service } = engineUnderTest();
    await clock.until(engine.ask(business('x', 15), { cell: 'A1' }));
    await clock.until(engine.clearCache());
    await clock.until(engine.ask(business('x', 30), { cell: 'A1' }));
    expect(engine.state().held).toEqual([]);
    expect(service.credits).toBe(15);
  });

  test('is held when the workbook says that it was bought elsewhere', async () => {
    const bought = new Set<string>();
    const purchases = {
      knows: (key: string, count: number | undefined) => Promise.resolve(bought.has(`${key} ${count}`)),
      note: (key: string, count: number | undefined) => void bought.add(`${key} ${count}`),
    };
    const here = engineUnderTest({}, { purchases });
    await here.clock.until(here.engine.ask(business('x'), { cell: 'A1' }));
    const elsewhere = engineUnderTest({}, { purchases });
    expect(
      await elsewhere.clock.until(failureIfAny(elsewhere.engine.ask(business('x'), { cell: 'A1' }))),
    ).toMatchObject({ facts: { held: 'bought_elsewhere', credits: 5 } });
    await elsewhere.clock.until(elsewhere.engine.ask(business('y'), { cell: 'A2' }));
    expect(elsewhere.service.credits).toBe(5);
  });

  test('is held when fewer results, which were bought elsewhere, are asked for before it is sent', async () => {
    const purchases = {
      knows: (_: string, count = 0) => Promise.resolve(count <= 45),
      note: () => undefined,
    };
    const { engine, clock, service } = engineUnderTest({}, { purchases });
    await clock.until(engine.prepare());
    engine.pause();
    const edit = new AbortController();
    const more = failureIfAny(engine.ask(business('x', 75), { cell: 'A1', signal: edit.signal }));
    await clock.advance(1_000);
    const fewer = failureIfAny(engine.ask(business('x', 30), { cell: 'A1' }));
    await clock.settle();
    edit.abort();
    engine.resume();
    expect(await clock.until(fewer)).toMatchObject({ facts: { held: 'bought_elsewhere', credits: 10 } });
    await more;
    expect(service.credits).toBe(0);
  });
});
