import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ByteBudget } from '../../../src/gateway/stores/byteBudget';
import { MemoryStore } from '../../../src/gateway/stores/memoryStore';
import { NumberTables } from '../../../src/gateway/stores/memoryStore';
import { openStore } from '../../../src/gateway/stores/openStore';

let now = 0;
const clock = () => now;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const held = () => {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

test('a hundred thousand small answers take no more memory than was set', async () => {
  const memoryBytes = 32_000_000;
  const settings = { redisUrl: undefined, redisPrefix: '', data: undefined, memoryBytes, diskBytes: 0 };
  const before = held();
  const store = await openStore({ ...settings, storeTimeout: 1_000 }, { clock });
  for (let i = 0; i < 100_000; i += 1) {
    // Between two answers a request makes buffers of its own.
    Buffer.from('x'.repeat(500));
    await store.write(`call:${randomBytes(18).toString('base64url')}`, randomBytes(300), 1_000_000);
  }
  expect(store.bytes).toBeLessThanOrEqual(memoryBytes);
  expect((held() - before) / memoryBytes).toBeLessThan(1.1);
  expect(store.size).toBeGreaterThan(20_000);
  await store.close();
});

test('entries that are used move together, and the room of the others is had again', () => {
  const budget = new ByteBudget(1_000_000, clock);
  budget.set('used', Buffer.from('kept'), 1_000);
  for (let i = 0; i < 20_000; i += 1) {
    budget.set(`key-${i}`, Buffer.alloc(50, i), 1_000);
    expect(budget.get('used')?.toString()).toBe('kept');
  }
  expect(budget.bytes).toBeLessThanOrEqual(1_000_000);
  expect(budget.get('key-19999')).toEqual(Buffer.alloc(50, 19_999));
  for (let i = 0; i < 20_000; i += 1) budget.delete(`key-${i}`);
  budget.delete('used');
  expect(budget.size).toBe(0);
  expect(budget.bytes).toBeLessThan(20_000);
});

test('a value that is a part of something larger does not keep all of it', () => {
  const budget = new ByteBudget(10_000_000, clock);
  budget.set('part', Buffer.alloc(5_000_000).subarray(0, 10_000), 1_000);
  expect(budget.get('part')?.buffer.byteLength).toBe(10_000);
});

test('tables and leases of people who have gone are forgotten', async () => {
  const tables = new NumberTables(clock);
  for (let i = 0; i < 100; i += 1) tables.add(`window:key:person-${i}`, { 1: 1 }, 1_000);
  now += 2_000;
  tables.add('spent', { ann: 1 }, 1_000);
  expect(tables.sweep()).toHaveLength(100);
  expect(tables.size).toBe(1);
  const store = new MemoryStore({ maxBytes: 1_000, clock });
  await store.add('old', { a: 1 }, 1_000);
  now += 2_000;
  for (let i = 0; i < 1_000; i += 1) await store.claim(`lease-${i}`, { id: 'a', size: 1 }, 1_000);
  expect(store.tables.size).toBe(0);
});
