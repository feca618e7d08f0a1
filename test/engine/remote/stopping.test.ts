// Stop ends everything that was asked for before it and was not sent: also what is still being prepared, waits behind another
// call, or belongs to a cell that Excel calls again.
import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import type { StoreArea, Store } from '../../../src/engine/ports/store';
import { business, engineUnderTest, flat } from '../support/engineUnderTest';

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Everything passes until it is shut. */
function gate() {
  let open = () => undefined as void;
  let wall = Promise.resolve();
  return {
    shut: () => void (wall = new Promise((resolve) => (open = resolve))),
    open: () => open(),
    pass: () => wall,
  };
}

/** A store that reads one area when the gate lets it. */
function slowStore(slow: StoreArea) {
  const door = gate();
  const memory = createMemoryStore();
  const store: Store = {
    ...memory,
    get: async (area, key) => {
      if (area === slow) await door.pass();
      return memory.get(area, key);
    },
  };
  return { door, store };
}

const slowKey = () => {
  const door = gate();
  return { door, key: () => door.pass().then(() => 'key-of-the-test-0001') };
};

describe('a refresh', () => {
  test.each([
    ['the key', slowKey],
    ['the cache', () => slowStore('answers')],
  ])('that is stopped while %s is read is not sent, and stays stopped', async (_, slow) => {
    const { door, ...parts } = slow();
    const { engine, clock, service } = engineUnderTest({}, parts);
    await clock.until(engine.prepare());
    door.shut();
    const refresh = failureOf(engine.refresh([flat('A')], ['A1']));
    await clock.advance(100);
    engine.stop();
    door.open();
    expect(await clock.until(refresh)).toMatchObject({ code: 'stopped', facts: { billed: 'no' } });
    const recalculated = failureOf(engine.ask(flat('A'), { cell: 'A1' }));
    expect(await clock.until(recalculated)).toMatchObject({ code: 'stopped' });
    await clock.advance(600_000);
    expect(service.sent).toHaveLength(0);
  });

  test('that was selected before Stop is not sent, however long it is planned; one that is selected after it is', async () => {
    const { engine, clock, service } = engineUnderTest();
    const isStopped = engine.watchStops();
    engine.stop();
    expect(await clock.until(failureOf(engine.refresh([flat('A')], [], isStopped)))).toMatchObject({
      code: 'stopped',
    });
    expect(service.sent).toHaveLength(0);
    const later = engine.refresh([flat('A')], [], engine.watchStops());
    expect(await clock.until(later)).toMatchObject({ fetched: 1 });
  });
});

describe('an approval', () => {
  const heldBench = async (parts = {}) => {
    const bench = engineUnderTest({ askAbove: 4 }, parts);
    await bench.clock.until(failureOf(bench.engine.ask(business('x'), { cell: 'A1' })));
    const [held] = bench.engine.state().held;
    return { ...bench, held: held! };
  };

  test('that is stopped while the cache is read is not sent, and its cells are told', async () => {
    const { door, store } = slowStore('answers');
    const { engine, clock, service, held, events } = await heldBench({ store });
    door.shut();
    const approval = failureOf(engine.approve(held.id, held.credits));
    await clock.advance(100);
    engine.stop();
    door.open();
    expect(await clock.until(approval)).toMatchObject({ code: 'stopped' });
    await clock.advance(600_000);
    expect(service.sent).toHaveLength(0);
    expect(engine.state().held).toEqual([]);
    expect(events).toContainEqual({ type: 'renewed', keys: [business('x').key], cells: ['A1'] });
  });

  test('that was selected before Stop is not sent, however long the cells are read', async () => {
    const { engine, clock, service, held } = await heldBench();
    const isStopped = engine.watchStops();
    await clock.advance(2_000);
    engine.stop();
    const approval = failureOf(engine.approve(held.id, held.credits, isStopped));
    expect(await clock.until(approval)).toMatchObject({ code: 'stopped' });
    await clock.advance(600_000);
    expect(service.sent).toHaveLength(0);
  });
});

describe('a cell', () => {
  test('that waits for a smaller call of its request asks for no more after Stop, nor after a restart', async () => {
    const bench = engineUnderTest();
    const { clock, service } = bench;
    const small = bench.engine.ask(business('x', 15), { cell: 'A1' });
    await clock.advance(150);
    expect(service.sent).toHaveLength(1);
    const large = failureOf(bench.engine.ask(business('x', 45), { cell: 'A2' }));
    await clock.settle();
    bench.engine.stop();
    await bench.restart();
    const again = failureOf(bench.engine.ask(business('x', 45), { cell: 'A2' }));
    expect(await clock.until(again)).toMatchObject({ code: 'stopped' });
    expect(await clock.until(large)).toMatchObject({ code: 'stopped' });
    await clock.until(small);
    expect(service.sent).toHaveLength(1);
  });

  test('that is called again while its stopped request is looked up stays stopped', async () => {
    const { door, store } = slowStore('answers');
    const { engine, clock, service } = engineUnderTest({}, { store });
    await clock.until(engine.prepare());
    door.shut();
    const call = new AbortController();
    const first = failureOf(engine.ask(flat('A'), { cell: 'A1', signal: call.signal }));
    await clock.advance(100);
    engine.stop();
    call.abort();
    door.open();
    await clock.until(first);
    const second = failureOf(engine.ask(flat('A'), { cell: 'A1' }));
    expect(await clock.until(second)).toMatchObject({ code: 'stopped' });
    await clock.advance(600_000);
    expect(service.sent).toHaveLength(0);
  });

  test('whose formula was still being read when Stop was selected asks for nothing', async () => {
    const { engine, clock, service } = engineUnderTest();
    const isStopped = engine.watchStops();
    engine.stop();
    const ask = failureOf(engine.ask(flat('A'), { cell: 'A1', isStopped }));
    expect(await clock.until(ask)).toMatchObject({ code: 'stopped' });
    expect(service.sent).toHaveLength(0);
  });
});

test('a renewal that is stopped while the opened workbook is still looked up is not sent', async () => {
  const { door, store } = slowStore('answers');
  const bench = engineUnderTest({ ages: { hkproperty: 3_600_000 } }, { store });
  const { clock, service } = bench;
  await clock.until(bench.engine.ask(flat('A'), { cell: 'A1' }));
  await clock.advance(2 * 3_600_000);
  // Nothing that sends is loaded yet.
  await bench.restart();
  door.shut();
  const ask = bench.engine.ask(flat('A'), { cell: 'A1' });
  await clock.advance(100);
  bench.engine.stop();
  door.open();
  expect((await clock.until(ask)).from).toBe('cache');
  await clock.advance(60_000);
  expect(service.sent).toHaveLength(1);
});

describe('a refresh of fewer results while a call for more is about to fail free', () => {
  const begun = async () => {
    const bench = engineUnderTest({ askAbove: 20 });
    const { engine, clock, service } = bench;
    await clock.until(engine.ask(business('paid')));
    await clock.advance(2_000);
    service.sent.length = 0;
    void failureOf(engine.ask(business('x', 200), { cell: 'A1' }));
    await clock.advance(1_000);
    const [held] = engine.state().held;
    service.reply = (_sent, nth) => (nth === 1 ? { status: 500 } : undefined);
    service.latency = 2_000;
    await clock.until(engine.approve(held!.id, held!.credits));
    await clock.advance(2_500);
    return bench;
  };

  test('fetches what its price was shown for, and nothing of what was stopped', async () => {
    const { engine, clock, service } = await begun();
    engine.stop();
    expect((await clock.until(engine.refresh([business('x', 40)], ['B1']))).spent).toBe(15);
    await clock.until(failureOf(engine.ask(business('x', 200), { cell: 'A1' })));
    await clock.advance(600_000);
    expect(service.sent.map(({ body }) => body.count)).toEqual([210, 45]);
  });

  test('fetches what its price was shown for once the cell that wanted more is deleted', async () => {
    const { engine, clock, service, cells } = await begun();
    cells.remove('A1');
    expect((await clock.until(engine.refresh([business('x', 40)], ['B1']))).spent).toBe(15);
    await clock.advance(600_000);
    expect(service.sent.map(({ body }) => body.count)).toEqual([210, 45]);
  });
});
