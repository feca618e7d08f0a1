// What happens between the ask and the call: a page that is killed, a stop, an edit or a refresh in between. Each of these
// cost credits that nobody asked for once, or may.
import { createMemoryStore } from '../../../../src/engine/ports/memoryStore';
import type { StoreArea } from '../../../../src/engine/ports/store';
import type { Settings } from '../../../../src/engine/request/settings';
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

test.each([
  [{ reuseCounts: true }, { reuseCounts: false }],
  [{ reuseCounts: false }, { reuseCounts: true }],
  [{ reuseCounts: false }, { reuseCounts: true, roundCounts: false }],
  [{ reuseCounts: false, roundCounts: false }, { reuseCounts: false }],
])(
  'a call that was cut off is held as interrupted when counts are shared otherwise since (%j, then %j)',
  async (before, after) => {
    const store = createMemoryStore();
    const first = engineUnderTest(before, { store });
    const ask = ({ engine }: typeof first) => failureIfAny(engine.ask(business('x', 5), { cell: 'A1' }));
    void ask(first);
    await first.clock.advance(190);
    expect(first.service.sent).toHaveLength(1);
    const second = engineUnderTest(after, { store, random: () => 0.25 });
    const failure = await second.clock.until(ask(second));
    expect(failure).toMatchObject({ code: 'held', facts: { held: 'interrupted' } });
    expect(second.service.sent).toHaveLength(0);
  },
);

test('a renewal that was cut off is held until it was made again; later ones are not', async () => {
  const hour = 3_600_000;
  const store = createMemoryStore();
  const settings = { ages: { bizbureau: hour } };
  const first = engineUnderTest(settings, { store });
  await first.clock.until(first.engine.ask(business('x'), { cell: 'A1' }));
  await first.clock.advance(2 * hour);
  await first.clock.until(first.engine.ask(business('x'), { cell: 'A1' }));
  await first.clock.advance(100);
  expect(first.service.sent).toHaveLength(2);
  const { engine, clock, service } = engineUnderTest(settings, { store, random: () => 0.25 });
  await clock.advance(3 * hour);
  const look = async () => {
    await clock.until(engine.ask(business('x'), { cell: 'A1' }));
    await clock.advance(10_000);
  };
  await look();
  expect(engine.state().held).toMatchObject([{ id: 'interrupted', credits: 5 }]);
  await clock.until(engine.approve('interrupted', 5));
  await clock.advance(2 * hour);
  await look();
  expect(engine.state().held).toEqual([]);
  expect(service.credits).toBe(10);
});

describe('a job that the gateway promised to a page that was killed', () => {
  const records = Array.from({ length: 45 }, (_, id) => ({ '@type': 'BizbureauBusinessSearchResult', id }));
  const headers = { 'spillway-gateway': '1', 'spillway-credits': '15' };

  async function promised(limits: Partial<Settings> = {}) {
    const settings = { baseUrl: '', ...limits };
    const store = createMemoryStore();
    const killed = engineUnderTest(settings, { store });
    killed.service.reply = () => ({ status: 202, headers: { location: '/jobs/1' } });
    void failureIfAny(killed.engine.ask(business('x', 45), { cell: 'A1' }));
    await killed.clock.advance(5_000);
    expect(killed.service.sent).toHaveLength(1);
    const bench = engineUnderTest(settings, { store, random: () => 0.25 });
    bench.service.job = () => ({ status: 200, body: records, headers });
    return bench;
  }

  test.each([{}, { askAbove: 15 }, { dailyCap: 15 }])(
    'is collected for the price that is announced, which is nothing, under %j',
    async (limits) => {
      const { engine, clock, service } = await promised(limits);
      expect(await clock.until(engine.quote([business('x', 45)]))).toMatchObject({ toFetch: 1, credits: 0 });
      const { spent } = await clock.until(engine.ask(business('x', 45), { cell: 'A1' }));
      expect([spent, service.sent.length, engine.state().spentToday]).toEqual([0, 0, 15]);
    },
  );

  test.each([
    [90, [undefined, undefined], []],
    [200, [undefined, { code: 'held' }], [{ credits: 70 }]],
  ])('is no part of the price of what is asked for beside it (%d)', async (count, ends, held) => {
    const { engine, clock, service } = await promised({ askAbove: 50 });
    const asks = [business('x', 45), business('y', count)].map((request) =>
      failureIfAny(engine.ask(request, { cell: request.key })),
    );
    expect(await clock.until(Promise.all(asks))).toMatchObject(ends);
    expect(engine.state().held).toMatchObject(held);
    expect(service.sent.map(({ body }) => body.keyword)).not.toContain('x');
  });

  test('is collected although it was held until then, for the price of another one', async () => {
    const { engine, clock, service, store } = engineUnderTest({ baseUrl: '', askAbove: 3 });
    const ask = () => clock.until(failureIfAny(engine.ask(business('x', 45), { cell: 'A1' })));
    expect(await ask()).toMatchObject({ code: 'held' });
    const row = { v: 1, path: '/jobs/1', count: 45, at: clock.now() };
    await store.put('calls', [[business('x', 45).key, row]]);
    service.job = () => ({ status: 200, body: records, headers });
    expect([await ask(), engine.state().held, service.sent]).toEqual([undefined, [], []]);
  });

  test('is not taken for a call that may be sent at its price: one that is gone is asked for like any other', async () => {
    const { engine, clock, service, store } = await promised({ askAbove: 15 });
    engine.pause();
    const end = failureIfAny(engine.ask(business('x', 45), { cell: 'A1' }));
    await clock.advance(1_000);
    await store.clear('calls');
    engine.resume();
    expect(await clock.until(end)).toMatchObject({ code: 'held' });
    expect(service.sent).toHaveLength(0);
  });

  test('is remembered as bought for all of its results, when fewer are collected', async () => {
    const { engine, clock, service } = await promised();
    await clock.until(engine.ask(business('x', 15), { cell: 'A1' }));
    await clock.until(engine.clearCache());
    const failure = await clock.until(failureIfAny(engine.ask(business('x', 45), { cell: 'A1' })));
    expect(failure).toMatchObject({ facts: { held: 'no_longer_kept' } });
    expect(service.sent).toHaveLength(0);
  });
});

test('a job of the gateway that ended refused is asked for in another call; one that a proxy refuses to show is not', async () => {
  const { engine, clock, service } = engineUnderTest({ baseUrl: '' });
  service.reply = (_, nth) => (nth === 1 ? { status: 202, headers: { location: '/jobs/1' } } : undefined);
  let polls = 0;
  service.job = () => {
    expect(service.sent).toHaveLength(1);
    polls += 1;
    const headers = { 'spillway-gateway': '1', 'spillway-credits': '0', 'retry-after': '2' };
    return { status: 429, headers: polls > 1 ? headers : {} };
  };
  expect((await clock.until(engine.ask(business('x')))).from).toBe('service');
  expect([polls, service.sent.length, service.credits]).toEqual([2, 2, 5]);
});

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
