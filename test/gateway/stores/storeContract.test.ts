import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { DiskStore } from '../../../src/gateway/stores/diskStore';
import { MemoryStore } from '../../../src/gateway/stores/memoryStore';
import { RedisStore } from '../../../src/gateway/stores/redisStore';
import { ResilientStore } from '../../../src/gateway/stores/resilientStore';
import { anyCount, better, readVersions } from '../../../src/gateway/stores/responseVersions';
import type { Check, TeamStore } from '../../../src/gateway/stores/store';
import { eventually } from '../support/eventually';
import { RedisServer } from '../support/redisServer';
import { removeFolder } from '../../removeFolder';

const clock = () => Date.now();
const maxBytes = 1_000_000;
const folders: string[] = [];
let redis: RedisServer;
let number = 0;

const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'spillway-store-'));
  folders.push(made);
  return made;
};
const openDisk = () => DiskStore.open({ folder: folder(), maxBytes, clock });
const openRedis = () => RedisStore.open({ url: redis.url, prefix: `test${(number += 1)}:` });
const steady = (open: () => Promise<TeamStore>) =>
  ResilientStore.open({ open, clock, maxBytes, nearLifetime: 1_000, timeout: 2_000, probeEvery: 50 });

beforeAll(async () => {
  redis = await RedisServer.start();
});
afterAll(async () => {
  await redis.kill();
  for (const made of folders) removeFolder(made);
});

const stores: [string, () => Promise<TeamStore>][] = [
  ['memory', () => Promise.resolve(new MemoryStore({ maxBytes, clock }))],
  ['disk', openDisk],
  ['Redis', openRedis],
  ['memory before disk', () => steady(openDisk)],
  ['memory before Redis', () => steady(openRedis)],
];

describe.each(stores)('the store in %s', (_name, open) => {
  let store: TeamStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  const check = (field: string, amount: number, limit: number, sum = [field]): Check => ({
    table: 'table',
    sum,
    field,
    amount,
    limit,
    lifetime: 60_000,
  });

  test('gives back what was written, byte for byte, and nothing else', async () => {
    const value = Buffer.from([0, 255, 10, 13, 128]);
    await store.write('a key:with / signs', value, 60_000);
    expect(await store.read('a key:with / signs')).toEqual(value);
    expect(await store.read('another')).toBeUndefined();
    await store.write('a key:with / signs', Buffer.from('new'), 60_000);
    expect((await store.read('a key:with / signs'))?.toString()).toBe('new');
  });

  test('keeps of a table that is a row only what is in it', async () => {
    for (let bucket = 0; bucket < 40; bucket += 1) {
      const sum = [bucket - 2, bucket - 1, bucket].map(String);
      const reserved = await store.reserve([{ ...check(String(bucket), 1, 9, sum), row: true }]);
      expect(reserved).toEqual({ ok: true, sums: [Math.min(3, bucket + 1)] });
    }
    expect(Object.keys(await store.table('table')).length).toBeLessThanOrEqual(6);
  });

  test('forgets a value when its time is over', async () => {
    await store.write('short', Buffer.from('1'), 30);
    await eventually(async () => (await store.read('short')) === undefined);
  });

  const now = 1_800_000_000_000;
  const offer = (id: string, at: number, reach: number, key = 'answers') =>
    store.offer(key, { candidate: { id, at: now + at, reach }, now: now + 1_000, lifetime: 60_000 });
  const versions = (key: string) => (store instanceof ResilientStore ? store.versions(key) : store.read(key));
  const stands = async (key = 'answers') => readVersions(await versions(key)).map(({ id }) => id);

  test('lets an answer stand until a better one comes, and a smaller one only before it', async () => {
    expect(await stands()).toEqual([]);
    await offer('forty', 0, 40);
    await offer('five', 10, 5);
    expect(await stands()).toEqual(['five', 'forty']);
    // Ended late: it is older than what stands, and smaller.
    await offer('late', 5, 3);
    expect(await stands()).toEqual(['five', 'forty']);
    await offer('ten', 20, 10);
    expect(await stands()).toEqual(['ten', 'forty']);
    await offer('again', 30, 40);
    expect(await stands()).toEqual(['again']);
    await offer('whole', 40, anyCount);
    await offer('small', 50, 1);
    expect(await stands()).toEqual(['small', 'whole']);
    await offer('told by a wrong clock'.replaceAll(' ', '-'), 5_000, anyCount);
    expect((await stands())[0]).toBe('told-by-a-wrong-clock');
  });

  test('holds the same rule as everyone, whatever is offered', async () => {
    const candidate = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      at: fc.integer({ min: now, max: now + 12 }),
      reach: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(anyCount)),
    });
    let run = 0;
    const property = fc.asyncProperty(
      fc.array(fc.tuple(candidate, fc.integer({ min: now, max: now + 12 })), { maxLength: 12 }),
      async (offers) => {
        const key = `run${(run += 1)}`;
        let expected: Buffer | undefined;
        for (const [it, time] of offers) {
          expected = better(expected, it, time);
          expect((await store.offer(key, { candidate: it, now: time, lifetime: 60_000 })).toString()).toBe(
            expected.toString(),
          );
        }
        expect((await versions(key))?.toString()).toBe(expected?.toString());
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  test('loses no answer when many are offered at once', async () => {
    const offers = Array.from({ length: 30 }, (_, i) => offer(`id${i}`, i, 30 - i, 'race'));
    await Promise.all(offers);
    const standing = await stands('race');
    expect(standing).toContain('id0');
    expect(standing[0]).toBe('id29');
  });

  test('lets one holder have a lease, and a larger one take it from a smaller', async () => {
    expect(await store.claim('lease', { id: 'a', size: 20 }, 60_000)).toEqual({ id: 'a', size: 20 });
    expect(await store.claim('lease', { id: 'b', size: 20 }, 60_000)).toEqual({ id: 'a', size: 20 });
    expect(await store.claim('lease', { id: 'b', size: 5 }, 60_000)).toEqual({ id: 'a', size: 20 });
    expect(await store.claim('lease', { id: 'c', size: 21 }, 60_000)).toEqual({ id: 'c', size: 21 });
    await store.release(['lease'], 'a');
    expect(await store.holder('lease')).toEqual({ id: 'c', size: 21 });
    await store.release(['lease'], 'c');
    expect(await store.holder('lease')).toBeUndefined();
  });

  test('gives a lease to exactly one of many who ask at once', async () => {
    const ids = Array.from({ length: 50 }, (_, i) => `id${i}`);
    const holders = await Promise.all(ids.map((id) => store.claim('race', { id, size: 1 }, 60_000)));
    expect(new Set(holders.map(({ id }) => id)).size).toBe(1);
  });

  test('frees a lease that is not renewed, and keeps one that is', async () => {
    await store.claim('lapses', { id: 'a', size: 1 }, 40);
    await eventually(async () => (await store.holder('lapses')) === undefined);
    await store.renew(['lapses', 'other'], { id: 'b', size: 1 }, 60_000);
    expect(await store.holder('other')).toEqual({ id: 'b', size: 1 });
    await store.renew(['lapses'], { id: 'c', size: 1 }, 60_000);
    expect(await store.claim('lapses', { id: 'd', size: 1 }, 60_000)).toMatchObject({ id: 'b' });
  });

  test('counts all checks or none', async () => {
    expect(await store.reserve([check('a', 5, 10), check('b', 5, 100)])).toEqual({ ok: true, sums: [5, 5] });
    expect(await store.reserve([check('b', 5, 100), check('a', 6, 10)])).toEqual({
      ok: false,
      failed: 1,
      values: [5],
    });
    expect(await store.table('table')).toEqual({ a: 5, b: 5 });
    await store.add('table', { a: -5, c: 1 }, 60_000);
    expect(await store.reserve([check('a', 6, 10)])).toEqual({ ok: true, sums: [6] });
    expect(await store.reserve([check('c', 1, 8, ['a', 'c'])])).toEqual({ ok: true, sums: [8] });
    expect(await store.reserve([check('c', 1, 8, ['a', 'c'])])).toEqual({
      ok: false,
      failed: 0,
      values: [6, 2],
    });
    expect(await store.reserve([])).toEqual({ ok: true, sums: [] });
  });

  test('never lets many at once pass a limit together', async () => {
    const asked = await Promise.all(Array.from({ length: 40 }, () => store.reserve([check('n', 3, 60)])));
    expect(asked.filter(({ ok }) => ok)).toHaveLength(20);
    expect(await store.table('table')).toEqual({ n: 60 });
  });

  test('raises counters, however often and in whatever order it is told', async () => {
    expect(await store.raise('usage:day', { a: 2, b: 1 })).toEqual({ a: 0, b: 0 });
    expect(await store.raise('usage:day', { a: 5 })).toEqual({ a: 2 });
    expect(await store.raise('usage:day', { b: 1, a: 2 })).toEqual({ b: 1, a: 5 });
    expect(await store.table('usage:day')).toEqual({ a: 5, b: 1 });
  });

  test('counts a named step once, however often it is told', async () => {
    for (const _ of [1, 2]) {
      expect(await store.reserve([check('a', 5, 8)], 'step 1')).toEqual({ ok: true, sums: [5] });
    }
    expect(await store.reserve([check('a', 5, 8)], 'step 2')).toMatchObject({ ok: false });
    expect(await store.reserve([check('a', 3, 8)], 'step 2')).toEqual({ ok: true, sums: [8] });
    expect(await store.table('table')).toEqual({ a: 8 });
  });

  test('begins a table anew', async () => {
    await store.add('table', { old: 3 }, 60_000);
    await store.replace('table', { now: 7 }, 60_000);
    expect(await store.table('table')).toEqual({ now: 7 });
    expect(await store.table('none')).toEqual({});
  });

  test('tells news to those who listen', async () => {
    const heard: string[] = [];
    const stop = store.listen((message) => heard.push(message));
    await store.announce('finished');
    await eventually(() => heard.includes('finished'));
    stop();
    await store.announce('unheard');
    await store.write('anything', Buffer.from('1'), 1_000);
    expect(heard).not.toContain('unheard');
  });
});

test('the disk keeps values and tables for the next process, and drops the oldest beyond its bound', async () => {
  const place = folder();
  const first = await DiskStore.open({ folder: place, maxBytes: 3_000, clock });
  for (const name of ['a', 'b', 'c', 'd']) await first.write(name, Buffer.alloc(900, name), 60_000);
  await first.write('huge', Buffer.alloc(4_000), 60_000);
  await first.write('gone', Buffer.from('1'), 1);
  await first.add('spent', { ann: 5 }, 60_000);
  await expect(DiskStore.open({ folder: place, maxBytes, clock })).rejects.toThrow();
  await first.close();
  const second = await DiskStore.open({ folder: place, maxBytes, clock });
  expect(await second.read('a')).toBeUndefined();
  expect((await second.read('d'))?.length).toBe(900);
  expect(await second.read('huge')).toBeUndefined();
  expect(await second.read('gone')).toBeUndefined();
  expect(await second.table('spent')).toEqual({ ann: 5 });
  await second.close();
});

test('memory drops the least recently used beyond its bound', async () => {
  const store = new MemoryStore({ maxBytes: 3_500, clock });
  for (const name of ['a', 'b']) await store.write(name, Buffer.alloc(1_000), 60_000);
  await store.read('a');
  await store.write('c', Buffer.alloc(1_000), 60_000);
  expect(await store.read('b')).toBeUndefined();
  expect(await store.read('a')).toBeDefined();
  expect(store.values.bytes).toBeLessThanOrEqual(3_500);
});
