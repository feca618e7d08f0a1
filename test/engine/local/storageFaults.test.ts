import { createMemoryStore } from '../../../src/engine/ports/memoryStore';
import { storageNotices } from '../../../src/engine/ports/guardedStore';
import { StoreRefused, type StoreArea, type Store } from '../../../src/engine/ports/store';
import { business, engineUnderTest, flat, product } from '../support/engineUnderTest';

type Operation = 'get' | 'put' | 'delete' | 'entries' | 'clear';

/** A store whose operations can be made to fail, hang or throw. */
function failing(
  how: (operation: Operation, area: StoreArea) => unknown,
): Store & { listeners: (() => void)[]; inner: Store } {
  const inner = createMemoryStore();
  const listeners: (() => void)[] = [];
  const guard = <T>(operation: Operation, area: StoreArea, work: () => Promise<T>): Promise<T> => {
    const fault = how(operation, area);
    if (fault === 'hang') return new Promise(() => undefined);
    if (fault instanceof Error) return Promise.reject(fault);
    if (fault === 'throw') throw refused;
    return work();
  };
  return {
    inner,
    listeners,
    get: (area, key) => guard('get', area, () => inner.get(area, key)),
    put: (area, rows) => guard('put', area, () => inner.put(area, rows)),
    update: (area, keys, change) => guard('put', area, () => inner.update(area, keys, change)),
    delete: (area, keys) => guard('delete', area, () => inner.delete(area, keys)),
    entries: (area) => guard('entries', area, () => inner.entries(area)),
    clear: (area) => guard('clear', area, () => inner.clear(area)),
    onLost: (listener) => void listeners.push(listener),
    close: () => undefined,
  };
}

const blocked = new Error('blocked');
const refused = new StoreRefused('denied');
const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });

describe('a store that fails', () => {
  test.each([
    ['is refused', () => refused],
    ['throws', () => 'throw'],
  ])('%s: requests go on from memory, and the user is told once', async (_how, how) => {
    const { engine, clock, service } = engineUnderTest({}, { store: failing(how) });
    for (let n = 0; n < 3; n += 1) await clock.until(engine.ask(flat(`A${n}`)));
    for (let n = 0; n < 3; n += 1) expect((await clock.until(engine.ask(flat(`A${n}`)))).from).toBe('cache');
    await clock.advance(120_000);
    await clock.until(engine.ask(flat('B')));
    expect(service.sent).toHaveLength(4);
    expect(engine.state().notices).toEqual([storageNotices.blocked]);
  });

  test.each([
    ['fails', () => blocked, storageNotices.blocked],
    ['never answers', () => 'hang', storageNotices.slow],
    [
      'cannot be written',
      (operation: Operation) => (operation === 'put' ? blocked : undefined),
      storageNotices.blocked,
    ],
    [
      'cannot be read',
      (operation: Operation) => (operation === 'get' || operation === 'entries' ? blocked : undefined),
      storageNotices.blocked,
    ],
  ])(
    '%s: what is approved is kept in memory, the rest waits, and the user is told once',
    async (_how, how, notice) => {
      const { engine, clock, service } = engineUnderTest({}, { store: failing(how) });
      for (let n = 0; n < 3; n += 1) await clock.until(engine.ask(flat(`A${n}`), { agreed: 1 }));
      for (let n = 0; n < 3; n += 1)
        expect((await clock.until(engine.ask(flat(`A${n}`)))).from).toBe('cache');
      await clock.advance(120_000);
      await expect(clock.until(engine.ask(flat('B')))).rejects.toMatchObject({
        facts: { held: 'store_down' },
      });
      expect(service.sent).toHaveLength(3);
      expect(engine.state().notices).toEqual([notice]);
    },
  );

  test('is full: what was stopped is stored once there is room, and outlives a killed window', async () => {
    let isFull = false;
    const store = failing((operation) => (isFull && operation === 'put' ? full : undefined));
    const { engine, clock, service } = engineUnderTest({}, { store });
    await clock.until(engine.prepare());
    engine.pause();
    const stopped = engine.ask(flat('A1'), { cell: 'A1' }).catch(({ code }: { code: string }) => code);
    await clock.advance(1_000);
    isFull = true;
    engine.stop();
    expect(await clock.until(stopped)).toBe('stopped');
    await clock.advance(1_000);
    isFull = false;
    await clock.advance(60_000);
    const next = engineUnderTest({}, { store, random: () => 0.25 });
    await expect(next.clock.until(next.engine.ask(flat('A1'), { cell: 'A1' }))).rejects.toMatchObject({
      code: 'stopped',
    });
    expect([...service.sent, ...next.service.sent]).toEqual([]);
  });

  test('is full: older answers make room, the new one stays in memory, and the user is told once', async () => {
    let isFull = false;
    const store = failing((operation, area) =>
      isFull && operation === 'put' && area === 'answers' ? full : undefined,
    );
    const { engine, clock, service } = engineUnderTest({}, { store });
    for (let n = 0; n < 5; n += 1) await clock.until(engine.ask(flat(`A${n}`)));
    isFull = true;
    await clock.until(engine.ask(flat('B')));
    await clock.advance(1_000);
    expect(engine.peek(flat('B'))).toBeDefined();
    expect(engine.state().notices).toEqual([storageNotices.full]);
    expect(service.sent).toHaveLength(6);
    isFull = false;
    await clock.until(engine.ask(flat('C')));
    await clock.advance(1_000);
    expect(engine.state().notices).toEqual([]);
  });

  test('comes back: what memory kept meanwhile is written', async () => {
    let down = true;
    const store = failing(() => (down ? blocked : undefined));
    const bench = engineUnderTest({}, { store });
    await bench.clock.until(bench.engine.ask(flat('A'), { agreed: 1 }));
    expect(bench.engine.state().notices).toEqual([storageNotices.blocked]);
    down = false;
    await bench.clock.advance(120_000);
    expect(bench.engine.state().notices).toEqual([]);
    await bench.clock.until(bench.engine.ask(flat('B')));
    await bench.restart();
    await bench.clock.until(bench.engine.ask(flat('A')));
    expect(bench.service.sent).toHaveLength(2);
  });

  test('is slow: it is called slow, never blocked, and that is over when it responds', async () => {
    const waiting: (() => void)[] = [];
    let isSlow = true;
    const inner = createMemoryStore();
    const after = <T>(work: () => Promise<T>): Promise<T> =>
      isSlow ? new Promise<void>((resolve) => waiting.push(resolve)).then(work) : work();
    const { engine, clock } = engineUnderTest(
      {},
      {
        store: {
          ...inner,
          get: (area, key) => after(() => inner.get(area, key)),
          put: (area, rows) => after(() => inner.put(area, rows)),
          delete: (area, keys) => after(() => inner.delete(area, keys)),
          entries: (area) => after(() => inner.entries(area)),
        },
      },
    );
    const seen = new Set<string>();
    engine.subscribe(() => engine.state().notices.forEach((notice) => seen.add(notice)));
    await clock.until(engine.ask(flat('A'), { agreed: 1 }));
    for (let minute = 0; minute < 10; minute += 1) await clock.advance(60_000);
    expect(engine.state().notices).toEqual([storageNotices.slow]);
    isSlow = false;
    waiting.forEach((respond) => respond());
    await clock.advance(1_000);
    expect(engine.state().notices).toEqual([]);
    expect([...seen]).toEqual([storageNotices.slow]);
  });

  test('is deleted under it: memory writes it again', async () => {
    const store = failing(() => undefined);
    const bench = engineUnderTest({}, { store });
    await bench.clock.until(bench.engine.ask(flat('A')));
    await store.inner.clear('answers');
    await store.inner.clear('index');
    store.listeners.forEach((listener) => listener());
    await bench.clock.advance(100);
    await bench.restart();
    await bench.clock.until(bench.engine.ask(flat('A')));
    expect(bench.service.sent).toHaveLength(1);
  });

  test('keeps a response with an element that is no record, as it was shown', async () => {
    const bench = engineUnderTest();
    bench.service.reply = () => ({ status: 200, body: [{ id: 'a' }, null, 'x'], billed: true });
    const shown = await bench.clock.until(bench.engine.ask(flat('A')));
    await bench.restart();
    expect((await bench.clock.until(bench.engine.ask(flat('A')))).records).toEqual(shown.records);
  });

  test.each([
    ['null', null],
    ['text', 'rubbish'],
    ['another version', { v: 99, operation: 'hkproperty', fetchedAt: 1, bytes: 1, records: [] }],
    ['no records', { v: 1, operation: 'hkproperty', fetchedAt: 1, bytes: 1 }],
    ['records that are none', { v: 1, operation: 'hkproperty', fetchedAt: 1, bytes: 1, records: [1] }],
    ['another operation', { v: 1, operation: 'stays', fetchedAt: 1, bytes: 1, records: [] }],
  ])(
    'holds a damaged answer (%s): it was paid for, so it is not bought again unasked',
    async (_what, damaged) => {
      const bench = engineUnderTest();
      await bench.clock.until(bench.engine.ask(flat('A')));
      await bench.clock.settle();
      await bench.store.put('answers', [[flat('A').key, damaged]]);
      await bench.restart();
      for (let turn = 0; turn < 2; turn += 1) {
        const failure = await bench.clock.until(
          bench.engine.ask(flat('A'), { cell: 'S!A1' }).catch((error: unknown) => error),
        );
        expect(failure).toMatchObject({ code: 'held', facts: { held: 'no_longer_kept', credits: 1 } });
        await bench.restart();
      }
      expect(bench.service.sent).toHaveLength(1);
      await bench.clock.until(bench.engine.ask(flat('A'), { agreed: 1 }));
      expect((await bench.clock.until(bench.engine.ask(flat('A')))).from).toBe('cache');
    },
  );

  test('holds a damaged answer and a damaged note of the purchase: it is still not bought again unasked', async () => {
    const bench = engineUnderTest();
    await bench.clock.until(bench.engine.ask(flat('A')));
    await bench.store.put('answers', [[flat('A').key, 'rubbish']]);
    await bench.store.put('paid', [[flat('A').key, { v: 7 }]]);
    await bench.restart();
    await expect(bench.clock.until(bench.engine.ask(flat('A'), { cell: 'S!A1' }))).rejects.toMatchObject({
      code: 'held',
    });
    expect(bench.service.sent).toHaveLength(1);
  });

  test('holds a damaged refusal: what was declined stays declined', async () => {
    const bench = engineUnderTest({ askAbove: 4 });
    await bench.clock.until(bench.engine.ask(business('x'), { cell: 'A1' }).catch(() => undefined));
    await bench.clock.until(bench.engine.reject(bench.engine.state().held[0]!.id));
    for (const [slot] of await bench.store.entries('decisions'))
      await bench.store.put('decisions', [[slot, 'rubbish']]);
    bench.settings = { ...bench.settings, askAbove: 50 };
    await bench.restart();
    await expect(bench.clock.until(bench.engine.ask(business('x'), { cell: 'A1' }))).rejects.toMatchObject({
      code: 'rejected',
    });
    expect(bench.service.sent).toHaveLength(0);
  });

  test('holds rubbish everywhere: the engine starts empty', async () => {
    const store = createMemoryStore();
    for (const area of [
      'answers',
      'index',
      'failures',
      'decisions',
      'account',
      'calls',
      'ledger',
      'days',
    ] as const)
      await store.put(area, [
        ['x', 'rubbish'],
        ['y', null],
        ['z', { v: 1 }],
        [flat('A').key, { v: 1, requests: [{}], facts: null }],
      ]);
    const { engine, clock } = engineUnderTest({}, { store });
    expect((await clock.until(engine.ask(flat('B')))).from).toBe('service');
    expect(engine.state().held).toEqual([]);
    await clock.until(engine.days());
  });
});

describe('a store that a newer version has used', () => {
  test('keeps its responses and its account, and nothing is bought without approval', async () => {
    const bench = engineUnderTest();
    await bench.clock.until(bench.engine.ask(flat('A')));
    for (const area of ['answers', 'account'] as const)
      for (const [key, row] of await bench.store.entries(area))
        await bench.store.put(area, [[key, { ...(row as object), v: 2 }]]);
    const before = [await bench.store.entries('answers'), (await bench.store.entries('account'))[0]];
    await bench.restart();
    for (const unit of ['A', 'B'])
      await expect(bench.clock.until(bench.engine.ask(flat(unit), { cell: 'A1' }))).rejects.toMatchObject({
        code: 'held',
      });
    expect(bench.service.credits).toBe(1);
    const after = await bench.store.entries('account');
    expect(await bench.store.entries('answers')).toEqual(before[0]);
    expect(after).toContainEqual(before[1]);
  });

  test('and whose database is of a higher version says so', async () => {
    const error = Object.assign(new Error('higher'), { name: 'VersionError' });
    const { engine, clock, service } = engineUnderTest({}, { store: failing(() => error) });
    await expect(clock.until(engine.ask(flat('A'), { cell: 'A1' }))).rejects.toMatchObject({ code: 'held' });
    expect(service.credits).toBe(0);
    expect(engine.state().notices).toEqual([storageNotices.newer]);
  });
});

describe('the bound in bytes', () => {
  test('the answer used longest ago goes first, and the bound holds over a restart', async () => {
    const bench = engineUnderTest({ cacheBytes: 20_000 });
    for (let n = 0; n < 10; n += 1) {
      await bench.clock.until(bench.engine.ask(product(`p${n}`, 50)));
      await bench.clock.advance(1_000);
      bench.engine.peek(product('p0', 50));
    }
    const { bytes, entries } = bench.engine.state().cache;
    expect(bytes).toBeLessThanOrEqual(20_000);
    expect(entries).toBeGreaterThan(2);
    expect(bench.engine.peek(product('p0', 50))).toBeDefined();
    expect(bench.engine.peek(product('p1', 50))).toBeUndefined();
    await bench.restart();
    expect(bench.engine.state().cache.bytes).toBeLessThanOrEqual(20_000);
    expect((await bench.store.entries('answers')).length).toBe(bench.engine.state().cache.entries);
  });

  test('an answer larger than the bound is kept all the same: it was paid', async () => {
    const { engine, clock } = engineUnderTest({ cacheBytes: 100 });
    await clock.until(engine.ask(product('large', 500)));
    expect(engine.peek(product('large', 500))).toBeDefined();
  });

  test('clearing the cache empties memory and store', async () => {
    const { engine, clock, store } = engineUnderTest();
    await clock.until(engine.ask(flat('A')));
    await clock.until(engine.clearCache());
    expect(engine.peek(flat('A'))).toBeUndefined();
    expect(await store.entries('answers')).toEqual([]);
    expect(engine.state().cache).toMatchObject({ entries: 0, bytes: 0 });
  });
});

describe('the ledger', () => {
  test('is bounded, and knows every request', async () => {
    const bench = engineUnderTest({ concurrency: 32 });
    await bench.clock.until(
      Promise.all(Array.from({ length: 2_100 }, (_, n) => bench.engine.ask(flat(`A${n}`)))),
    );
    expect(await bench.engine.ledger()).toHaveLength(2_000);
    await bench.restart();
    const lines = await bench.engine.ledger();
    expect(lines).toHaveLength(2_000);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2_000);
    expect(await bench.engine.days()).toMatchObject([{ requests: 2_100, spent: 2_100 }]);
  });

  test('never holds the key', async () => {
    const bench = engineUnderTest();
    await bench.clock.until(bench.engine.ask(flat('A')));
    bench.service.reply = () => ({ status: 422, body: { detail: bench.key } });
    await bench.clock.until(bench.engine.ask(flat('B')).catch(() => undefined));
    await bench.restart();
    const everything = await Promise.all(
      (['answers', 'failures', 'decisions', 'account', 'calls', 'ledger', 'days'] as const).map((area) =>
        bench.store.entries(area),
      ),
    );
    expect(JSON.stringify(everything)).not.toContain(bench.key);
  });
});
