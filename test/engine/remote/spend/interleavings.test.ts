// What happens between the ask and the call: a page that is killed, a stop, an edit or a refresh in between. Each of these
// cost credits that nobody asked for once, or may.
import { createMemoryStore } from '../../../../src/engine/ports/memoryStore';
import type { StoreArea } from '../../../../src/engine/ports/store';
import { business, engineUnderTest } from '../../support/engineUnderTest';
import { failureIfAny } from '../../support/failureOf';
import { play } from '../../support/money/play';

test('a call that was cut off by a killed page is held as interrupted, and not sent again', async () => {
  const store = createMemoryStore();
  const first = engineUnderTest({}, { store });
  void failureIfAny(first.engine.ask(business('x'), { cell: 'A1' }));
  await first.clock.advance(190);
  expect(first.service.sent).toHaveLength(1);
  const second = engineUnderTest({}, { store, random: () => 0.25 });
  const failure = await second.clock.until(failureIfAny(second.engine.ask(business('x'), { cell: 'A1' })));
  expect(failure).toMatchObject({ code: 'held', facts: { held: 'interrupted', credits: 5 } });
  expect(second.service.sent).toHaveLength(0);
});

test.each([true, false])(
  'a call that was cut off is held as interrupted when counts are shared otherwise since (before: %s)',
  async (reuseCounts) => {
    const store = createMemoryStore();
    const first = engineUnderTest({ reuseCounts }, { store });
    void failureIfAny(first.engine.ask(business('x'), { cell: 'A1' }));
    await first.clock.advance(190);
    expect(first.service.sent).toHaveLength(1);
    const second = engineUnderTest({ reuseCounts: !reuseCounts }, { store, random: () => 0.25 });
    const failure = await second.clock.until(failureIfAny(second.engine.ask(business('x'), { cell: 'A1' })));
    expect(failure).toMatchObject({ code: 'held', facts: { held: 'interrupted' } });
    expect(second.service.sent).toHaveLength(0);
  },
);

test('a call that was cut off does not hold one for more, which is another call', async () => {
  const store = createMemoryStore();
  const first = engineUnderTest({}, { store });
  void failureIfAny(first.engine.ask(business('x'), { cell: 'A1' }));
  await first.clock.advance(190);
  const second = engineUnderTest({}, { store, random: () => 0.25 });
  await second.clock.until(second.engine.ask(business('x', 30), { cell: 'A1' }));
  expect(second.service.credits).toBe(10);
});

test.each([
  ['a response', undefined],
  ['a timeout', { status: 408, billed: true }],
  ['a failure', { status: 418, billed: true }],
] as const)(
  'a page that is killed before %s is stored leaves its intent: the call is not made again unasked',
  async (_, reply) => {
    const memory = createMemoryStore();
    const never = new Promise<never>(() => undefined);
    const isOutcome = (area: StoreArea) => ['answers', 'paid', 'failures'].includes(area);
    const first = engineUnderTest(
      {},
      {
        store: {
          ...memory,
          put: (area, rows) => (isOutcome(area) ? never : memory.put(area, rows)),
          update: (area, keys, change) => (isOutcome(area) ? never : memory.update(area, keys, change)),
        },
      },
    );
    first.service.reply = () => reply;
    await first.clock.until(failureIfAny(first.engine.ask(business('x'), { cell: 'A1' })));
    expect(first.service.sent).toHaveLength(1);
    const second = engineUnderTest({}, { store: memory, random: () => 0.25 });
    const failure = await second.clock.until(failureIfAny(second.engine.ask(business('x'), { cell: 'A1' })));
    expect(failure).toMatchObject({ code: 'held', facts: { held: 'interrupted' } });
    expect(second.service.sent).toHaveLength(0);
  },
);

test.each([0, 20, 45])('what is stopped %d ms after it was asked for is not sent', async (after) => {
  const inner = createMemoryStore();
  const { engine, clock, service } = engineUnderTest(
    {},
    {
      store: {
        ...inner,
        // Looking up, and storing the intent, take a while.
        get: (area, key) => new Promise((resolve) => clock.setTimer(() => resolve(inner.get(area, key)), 10)),
        put: (area, rows) =>
          new Promise((resolve) => clock.setTimer(() => resolve(inner.put(area, rows)), 30)),
        update: (area, keys, change) =>
          new Promise((resolve) => clock.setTimer(() => resolve(inner.update(area, keys, change)), 30)),
      },
    },
  );
  await clock.until(engine.prepare());
  const end = failureIfAny(engine.ask(business('x'), { cell: 'A1' }));
  await clock.advance(after);
  engine.stop();
  expect(await clock.until(end)).toMatchObject({ code: 'stopped' });
  await clock.advance(60_000);
  expect(service.sent).toHaveLength(0);
});

test('a formula that is narrowed while it is queued asks for what it wants now', async () => {
  const { engine, clock, service } = engineUnderTest();
  engine.pause();
  const old = new AbortController();
  void failureIfAny(engine.ask(business('x', 45), { cell: 'A1', signal: old.signal }));
  await clock.advance(1_000);
  const next = engine.ask(business('x', 15), { cell: 'A1' });
  old.abort();
  await clock.advance(1_000);
  engine.resume();
  await clock.until(next);
  expect(service.credits).toBe(5);
});

test('a refresh that a formula let grow shrinks to what was agreed when the formula is deleted', async () => {
  const { engine, clock, service } = engineUnderTest();
  engine.pause();
  const refresh = engine.refresh([business('x', 15)]);
  await clock.advance(1_000);
  const cell = new AbortController();
  void failureIfAny(engine.ask(business('x', 45), { cell: 'A1', signal: cell.signal }));
  await clock.advance(1_000);
  expect(engine.state().queue).toMatchObject([{ credits: 15 }]);
  cell.abort();
  await clock.advance(1_000);
  engine.resume();
  await clock.until(refresh);
  expect(service.credits).toBe(5);
});

test('a refresh takes back what was declined for exactly its requests, and for no others', async () => {
  const { engine, clock, service } = engineUnderTest({ askAbove: 50 });
  const asks = ['x', 'y'].map((name) => failureIfAny(engine.ask(business(name, 300), { cell: name })));
  await clock.until(Promise.all(asks));
  await clock.until(engine.reject(engine.state().held[0]!.id));
  await clock.until(engine.refresh([business('x', 300)]));
  expect(service.credits).toBe(100);
  expect(await clock.until(failureIfAny(engine.ask(business('y', 300), { cell: 'y' })))).toMatchObject({
    code: 'rejected',
  });
});

test('a hold for want of the store that ends while a second ask comes does not let it buy again unasked', async () => {
  const request = business('k0', 5);
  const write = { do: 'write', book: 0, cell: 0, formula: [request], order: 'cancel first' } as const;
  await play(
    {
      slowness: 0,
      steps: [
        { do: 'buy elsewhere', book: 0, request },
        { do: 'store', health: 'hangs' },
        write,
        write,
        { do: 'clear', book: 0 },
        { do: 'wait', milliseconds: 1 },
        { do: 'recalculate', book: 0 },
        { do: 'fault', fault: 'none' },
        { do: 'buy elsewhere', book: 0, request },
        { do: 'change key', book: 0 },
      ],
    },
    {},
  );
});
