// The writer against a plain list, in random histories of failures and crashes; and the upkeep that bounds what it wrote.
import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import type { HistoryBackend } from '../../../src/gateway/history/backend';
import { HistoryWriter, type WriterParts } from '../../../src/gateway/history/historyWriter';
import { MemoryOutbox } from '../../../src/gateway/history/outbox';
import type { OwedResponse } from '../../../src/gateway/history/owedResponse';
import { HistoryUpkeep } from '../../../src/gateway/history/gatewayHistory';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { createRowHistory } from '../../../src/history/rowHistory';
import { createMemoryRows } from '../../../src/history/rows';
import type { HistoryStore } from '../../../src/history/store';
import { eventually } from '../support/eventually';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 5);
const { key, params } = makeDataRequest('ruretail', { query: 'phone', count: 3 });

const owed = (at: number, price = 100, scope = 'one'): OwedResponse => ({
  scope,
  operation: 'ruretail',
  request: key,
  params,
  raw: {},
  asked: 3,
  at,
  packed: gzipSync(JSON.stringify([{ id: 'x', name: 'X', price }])),
});

class FakeBackend implements HistoryBackend {
  readonly kept = 'postgres';
  readonly stores = new Map<string, HistoryStore>();
  /** `lost`: it is written, and nobody hears of it. */
  way: 'open' | 'away' | 'lost' | 'refuses' = 'open';
  appends = 0;

  of(scope: string): HistoryStore {
    let store = this.stores.get(scope);
    if (!store) this.stores.set(scope, (store = createRowHistory(createMemoryRows())));
    const found = store;
    return {
      ...found,
      append: async (responses) => {
        this.appends += 1;
        if (this.way === 'away') throw new Error('away');
        if (this.way === 'refuses' && responses.some(({ at }) => at % 2 === 1))
          throw Object.assign(new Error('odd'), { code: '22P02' });
        await found.append(responses);
        if (this.way === 'lost') throw new Error('Connection terminated');
      },
    };
  }

  walk = () => () => Promise.resolve([]);
  scopes = () => Promise.resolve([...this.stores.keys()]);
  bytes = async () => {
    let sum = 0;
    for (const store of this.stores.values()) sum += (await store.size()).bytes;
    return sum;
  };
  close = () => Promise.resolve();
}

const item = { operation: 'ruretail', id: 'x', comparable: '{}' } as const;
const timesOf = async (backend: FakeBackend, scope = 'one') =>
  (await backend.of(scope).series(item, 'price')).times;

/** What is in it outlives the process. */
class LastingOutbox extends MemoryOutbox {
  override readonly outlives = true;
}

test('what was delivered outlives the process before its batch is written, and is put once', async () => {
  const [backend, outbox] = [new FakeBackend(), new LastingOutbox()];
  // The batch is a minute away.
  const { writer } = writerOf({ backend, outbox, delay: 60_000 });
  for (const days of [0, 1, 2]) writer.note(owed(start + days * day));
  await eventually(() => outbox.count === 3);
  expect(backend.appends).toBe(0);
  // Killed here, the next process finds it.
  const next = writerOf({ backend, outbox });
  await next.writer.flush();
  expect(await timesOf(backend)).toEqual([0, 1, 2].map((days) => start + days * day));
  await writer.close();
  expect(outbox.count).toBe(0);
  expect(await timesOf(backend)).toHaveLength(3);
});

test('what comes in while a history that was away is looked at is written without waiting for more', async () => {
  const [backend, outbox] = [new FakeBackend(), new LastingOutbox()];
  const { writer } = writerOf({ backend, outbox });
  backend.scopes = () => Promise.reject(new Error('away'));
  await writer.probe();
  let found = (_: string[]): void => undefined;
  let isLookedAt = false;
  backend.scopes = () => {
    isLookedAt = true;
    return new Promise((resolve) => (found = resolve));
  };
  await eventually(() => isLookedAt);
  writer.note(owed(start));
  await eventually(() => outbox.count === 1);
  found([]);
  await eventually(() => outbox.count === 0);
  expect(await timesOf(backend)).toEqual([start]);
  await writer.close();
});

test('deletions that wait for the same batch have what it left written once', async () => {
  const [backend, outbox] = [new FakeBackend(), new LastingOutbox()];
  const written: number[] = [];
  const { writer } = writerOf({ backend, outbox, delay: 60_000, onWritten: (count) => written.push(count) });
  backend.way = 'away';
  writer.note(owed(start));
  const first = writer.flush();
  // Two people delete while the batch is being written, which fails.
  const both = Promise.all([writer.flush(), writer.flush()]);
  await first;
  backend.way = 'open';
  await both;
  expect([written, outbox.bytes, outbox.count]).toEqual([[1], 0, 0]);
  await writer.close();
});

function writerOf(parts: Pick<WriterParts, 'backend' | 'outbox'> & Partial<WriterParts>) {
  const lost: string[] = [];
  const writer = new HistoryWriter({
    maxOwed: 1e9,
    delay: 0,
    retry: [0, 0],
    reasonOf: (error) => (error as Error).message,
    onWritten: () => undefined,
    onLost: (count, why) => lost.push(...Array<string>(count).fill(why)),
    onChange: () => undefined,
    ...parts,
  });
  return { writer, lost };
}

/** As on disk: it outlives the writer. */
class KeptOutbox extends MemoryOutbox {
  override readonly outlives = true as never;
}

type Step =
  | { kind: 'note'; minutes: number }
  | { kind: 'flush' }
  | { kind: 'way'; way: FakeBackend['way'] }
  | { kind: 'crash' };

const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('note' as const), minutes: fc.nat(400) }) },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'flush' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('way' as const),
      way: fc.constantFrom<FakeBackend['way']>('open', 'away', 'lost'),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'crash' }) },
);

test('whatever fails and whenever it crashes, what outlived the process is written, once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async (steps) => {
      const backend = new FakeBackend();
      const outbox = new KeptOutbox();
      let { writer, lost } = writerOf({ backend, outbox, delay: 1e6 });
      let fresh: number[] = [];
      const safe = new Set<number>();
      const noted = new Set<number>();
      for (const step of steps) {
        if (step.kind === 'note') {
          const at = start + step.minutes * 60_000;
          writer.note(owed(at));
          fresh.push(at);
          noted.add(at);
        } else if (step.kind === 'flush') {
          await writer.flush();
          for (const at of fresh) safe.add(at);
          fresh = [];
        } else if (step.kind === 'way') backend.way = step.way;
        else {
          expect(lost).toEqual([]);
          fresh = [];
          ({ writer, lost } = writerOf({ backend, outbox, delay: 1e6 }));
        }
      }
      backend.way = 'open';
      await writer.flush();
      for (const at of fresh) safe.add(at);
      const found = await timesOf(backend);
      expect(found.filter((at) => !noted.has(at))).toEqual([]);
      expect([...safe].filter((at) => !found.includes(at))).toEqual([]);
      expect(new Set(found).size).toBe(found.length);
      expect(outbox.count).toBe(0);
      await writer.close();
    }),
    { numRuns: 150 },
  );
});

test('what is refused for its contents is given up alone, and holds nothing else up', async () => {
  const backend = new FakeBackend();
  const { writer, lost } = writerOf({ backend, outbox: new MemoryOutbox() });
  backend.way = 'refuses';
  for (let count = 0; count < 6; count += 1) writer.note(owed(start + count));
  await writer.flush();
  expect(await timesOf(backend)).toEqual([start, start + 2, start + 4]);
  expect(lost).toEqual(['odd', 'odd', 'odd']);
  expect(writer.health).toEqual({ state: 'ok', owed: 0 });
  await writer.close();
});

test('no more is owed than the bound allows; what is beyond it is told', async () => {
  const backend = new FakeBackend();
  backend.way = 'away';
  const { writer, lost } = writerOf({
    backend,
    outbox: new MemoryOutbox(),
    maxOwed: 5_000,
    retry: [1e6, 1e6],
  });
  for (let count = 0; count < 20; count += 1) writer.note(owed(start + count));
  await writer.flush();
  const { owed: waiting, state, reason } = writer.health;
  expect([state, reason]).toEqual(['away', 'away']);
  expect(waiting).toBeLessThan(10);
  expect(lost).toHaveLength(20 - waiting);
  await writer.close();
  expect(lost).toHaveLength(20);
});

test('a damaged body is left out, and the others are written', async () => {
  const backend = new FakeBackend();
  const { writer, lost } = writerOf({ backend, outbox: new MemoryOutbox() });
  writer.note({ ...owed(start), packed: Buffer.from([0x1f, 0x8b, 1, 2, 3]) });
  writer.note({ ...owed(start + 1), packed: Buffer.from('{"a":1}') });
  writer.note(owed(start + 2));
  await writer.flush();
  expect(await timesOf(backend)).toEqual([start + 2]);
  expect(lost).toHaveLength(2);
  await writer.close();
});

describe('the upkeep', () => {
  async function filled(days: number): Promise<FakeBackend> {
    const backend = new FakeBackend();
    const outbox = new MemoryOutbox();
    const { writer } = writerOf({ backend, outbox });
    for (const scope of ['one', 'two'])
      for (let count = 0; count < days; count += 1) writer.note(owed(start + count * day, count, scope));
    await writer.flush();
    await writer.close();
    return backend;
  }
  const now = start + 400 * day;
  let passed = 0;
  const upkeepOf = (
    backend: FakeBackend,
    limits: Partial<{ bytes: number; detail: number; age: number }>,
    clock = () => now,
  ) => {
    const shrunk: { before: string; deleted: boolean }[] = [];
    const upkeep = new HistoryUpkeep({
      backend,
      clock,
      elapsed: () => passed,
      limits: { bytes: 1e9, detail: 400 * day, age: Infinity, ...limits },
      onShrunk: (facts) => shrunk.push(facts),
    });
    return { upkeep, shrunk };
  };

  test('makes detail weekly after its time, in every scope, and leaves younger days alone', async () => {
    const backend = await filled(400);
    const { upkeep, shrunk } = upkeepOf(backend, { detail: 100 * day });
    await upkeep.run();
    for (const scope of ['one', 'two']) {
      const times = await timesOf(backend, scope);
      expect(times.filter((at) => at >= now - 100 * day)).toHaveLength(100);
      const old = times.filter((at) => at < now - 107 * day);
      expect(old.length).toBeGreaterThan(40);
      expect(old.length).toBeLessThan(44);
    }
    expect(shrunk).toEqual([]);
  });

  test('deletes what is too old', async () => {
    const backend = await filled(400);
    await upkeepOf(backend, { detail: 100 * day, age: 200 * day }).upkeep.run();
    expect(Math.min(...(await timesOf(backend)))).toBeGreaterThanOrEqual(now - 200 * day);
  });

  test('a clock that is far ahead for a moment costs nothing, and one that stays there is believed', async () => {
    const backend = await filled(20);
    let time = start + 20 * day;
    const { upkeep } = upkeepOf(backend, { detail: 100 * day, age: 200 * day }, () => time);
    await upkeep.run();
    time += 3_650 * day;
    await upkeep.run();
    time -= 3_650 * day;
    await upkeep.run();
    expect(await timesOf(backend)).toHaveLength(20);
    time += 3_650 * day;
    await upkeep.run();
    passed += 3_600_000;
    await upkeep.run();
    expect(await timesOf(backend)).toEqual([]);
  });

  test('gives up detail before weeks when the history is too large, and tells it', async () => {
    const backend = await filled(400);
    const whole = await backend.bytes();
    const { upkeep, shrunk } = upkeepOf(backend, { bytes: whole * 0.7 });
    await upkeep.run();
    expect(await backend.bytes()).toBeLessThanOrEqual(whole * 0.7);
    expect(shrunk.length).toBeGreaterThan(0);
    expect(shrunk.every(({ deleted }) => !deleted)).toBe(true);
    expect((await timesOf(backend))[0]).toBeLessThan(start + 7 * day);

    const { upkeep: harder, shrunk: more } = upkeepOf(backend, { bytes: whole * 0.05 });
    await harder.run();
    expect(await backend.bytes()).toBeLessThanOrEqual(whole * 0.05);
    expect(more.some(({ deleted }) => deleted)).toBe(true);
  });
});
