import { RedisStore } from '../../../src/gateway/stores/redisStore';
import { ResilientStore, type StoreHealth } from '../../../src/gateway/stores/resilientStore';
import { AnotherGateway } from '../support/anotherGateway';
import { eventually } from '../support/eventually';
import { RedisServer } from '../support/redisServer';

const clock = () => Date.now();
const prefix = 'steady:';
let redis: RedisServer;
let stores: ResilientStore[] = [];
const changes: StoreHealth[] = [];

const open = async ({
  nearLifetime = 60_000,
  timeout = 300,
  probeEvery = 50,
  maxBytes = 50_000_000,
} = {}): Promise<ResilientStore> => {
  const store = await ResilientStore.open({
    open: () => RedisStore.open({ url: redis.url, prefix }),
    clock,
    maxBytes,
    nearLifetime,
    timeout,
    probeEvery,
    onChange: (health) => changes.push(health),
  });
  stores.push(store);
  return store;
};
const state = (store: ResilientStore, wanted: string) => eventually(() => store.health.state === wanted);

beforeEach(async () => {
  redis = await RedisServer.start();
  changes.length = 0;
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  stores = [];
  await redis.kill();
});

test('what was lost for want of room while Redis is gone is not remembered by name', async () => {
  const store = await open({ maxBytes: 1_000_000 });
  await redis.kill();
  for (let nth = 0; nth < 6_000; nth += 1) await store.write(`paid ${nth}`, Buffer.alloc(500), 60_000);
  expect(store.health.state).toBe('degraded');
  expect(store.health.owed).toBeGreaterThan(100);
  expect(store.health.owed).toBeLessThan(5_000);
});

test('goes on from memory while Redis is gone, and tells it everything when it is back', async () => {
  const store = await open();
  const other = await open();
  expect(store.health).toEqual({ state: 'ok', owed: 0 });
  await store.reserve([
    { table: 'spent', sum: ['ann'], field: 'ann', amount: 7, limit: 10, lifetime: 60_000 },
  ]);
  await redis.kill();

  await store.write('paid', Buffer.from('answer'), 60_000);
  expect(store.health.state).toBe('degraded');
  expect(store.health.owed).toBe(1);
  expect((await store.read('paid'))?.toString()).toBe('answer');
  // The budget still holds what was spent before.
  const more = { table: 'spent', sum: ['ann'], field: 'ann', amount: 4, limit: 10, lifetime: 60_000 };
  expect(await store.reserve([more])).toMatchObject({ ok: false });
  expect(await store.reserve([{ ...more, amount: 2 }])).toEqual({ ok: true, sums: [9] });
  expect(await store.claim('lease', { id: 'a', size: 1 }, 60_000)).toMatchObject({ id: 'a' });
  expect(await store.claim('lease', { id: 'b', size: 1 }, 60_000)).toMatchObject({ id: 'a' });

  await redis.restart();
  await state(store, 'ok');
  await state(other, 'ok');
  expect(store.health.owed).toBe(0);
  expect((await other.read('paid'))?.toString()).toBe('answer');
  expect(await other.table('spent')).toEqual({ ann: 2 });
  expect(changes.map((change) => change.state)).toEqual(expect.arrayContaining(['degraded', 'ok']));
});

test('waits for a Redis that restarts, and shares a claim that was made meanwhile', async () => {
  const timeout = 20_000;
  const [idle, busy, other] = [await open({ timeout }), await open({ timeout }), await open({ timeout })];
  // One gateway waits for an answer when Redis goes, one has nothing to ask it until it is back.
  redis.pause();
  const broken = busy.claim('first', { id: 'busy', size: 1 }, 60_000);
  await redis.kill();
  const waiting = busy.claim('second', { id: 'busy', size: 1 }, 60_000);
  await redis.restart();
  expect(await idle.claim('third', { id: 'idle', size: 1 }, 60_000)).toMatchObject({ id: 'idle' });
  expect([await broken, await waiting]).toMatchObject([{ id: 'busy' }, { id: 'busy' }]);
  const late = { id: 'late', size: 1 };
  const claims = await Promise.all(['first', 'second', 'third'].map((key) => other.claim(key, late, 60_000)));
  expect(claims.map(({ id }) => id)).toEqual(['busy', 'busy', 'idle']);
  expect(changes).toEqual([]);
});

test('a lease is still held after Redis has lost its data, and after it was taken without Redis', async () => {
  const timeout = 20_000;
  const [one, two] = [await open({ timeout }), await open({ timeout })];
  const [first, second] = [
    { id: 'first', size: 1 },
    { id: 'second', size: 1 },
  ];
  await one.claim('flight', first, 60_000);
  await one.renew(['flight'], first, 60_000);
  // Not renewed yet: its call is just being paid for.
  await one.claim('claimed', first, 60_000);
  await redis.kill();
  await redis.restart();
  expect(await two.claim('flight', second, 60_000)).toEqual(first);
  expect(await two.claim('claimed', second, 60_000)).toEqual(first);

  const alone = await open();
  await redis.kill();
  expect(await alone.claim('other', first, 60_000)).toEqual(first);
  expect(alone.health.state).toBe('degraded');
  await redis.restart();
  await state(alone, 'ok');
  expect(await two.claim('other', second, 60_000)).toEqual(first);
});

test('tells a Redis that has lost its data again what it wrote, unless another has changed it since or it must not', async () => {
  const timeout = 20_000;
  const [one, two] = [await open({ timeout, nearLifetime: 1 }), await open({ timeout, nearLifetime: 1 })];
  const text = async (store: ResilientStore, key: string) => (await store.read(key))?.toString();
  await one.write('paid', Buffer.from('response'), 60_000);
  await one.write('changed', Buffer.from('old'), 60_000);
  await one.write('plan', Buffer.from('plan'), 60_000, false);
  const candidate = { id: 'a', at: clock(), reach: 1 };
  await one.offer('stands', { candidate, now: clock(), lifetime: 60_000 });
  await two.write('changed', Buffer.from('new'), 60_000);
  // The other hears of it before it hears of this.
  const heard = new Promise<void>((resolve) => one.listen((message) => message === 'after' && resolve()));
  await two.announce('after');
  await heard;
  const before = await eventually(() => two.settled());
  await redis.command('FLUSHALL');
  // Whoever is about to buy something notices, and waits until all have told what they know.
  expect(await two.claim('flight', { id: 'two', size: 1 }, 60_000)).toMatchObject({ id: 'two' });
  await eventually(async () => (await text(two, 'paid')) === 'response');
  // Whatever was not found in between may have been there.
  expect(await eventually(() => one.settled())).not.toBe(before);
  expect((await two.versions('stands', true))?.toString()).toContain(' a');
  expect(await text(one, 'changed')).toBe('new');
  expect(await text(two, 'plan')).toBeUndefined();
  expect(changes).toEqual([]);
});

test('waits for every gateway that used a Redis that lost its data, until it has been silent for so long that it has ended', async () => {
  const store = await open({ timeout: 20_000 });
  const before = await eventually(() => store.settled());
  const another = new AnotherGateway(redis, prefix);
  await another.join();
  expect(await store.settled()).toBe(before);
  await redis.command('FLUSHALL');
  await store.claim('next', { id: 'b', size: 1 }, 60_000);
  await another.isAwaited();
  expect(await store.settled()).toBeUndefined();
  await another.end();
  expect(await eventually(() => store.settled())).not.toBe(before);
  expect(await another.isKnown).toBe(false);
});

test('is there again as soon as its connection is, without waiting for the next probe', async () => {
  const probeEvery = 600_000;
  const [store, other] = [await open({ probeEvery }), await open({ probeEvery })];
  await redis.kill();
  await store.write('paid', Buffer.from('answer'), 60_000);
  await state(store, 'degraded');
  await redis.restart();
  await state(store, 'ok');
  expect((await other.read('paid'))?.toString()).toBe('answer');
});

test('does not wait for a Redis that hangs', async () => {
  const store = await open();
  redis.pause();
  const began = Date.now();
  for (let i = 0; i < 20; i += 1) await store.write(`paid${i}`, Buffer.from('answer'), 60_000);
  expect(Date.now() - began).toBeLessThan(3_000);
  expect(store.health.state).toBe('degraded');
  redis.resume();
  await state(store, 'ok');
  const other = await open();
  for (let i = 0; i < 20; i += 1) expect(await other.read(`paid${i}`)).toBeDefined();
});

test('counts once what a Redis that hangs was told and then told again', async () => {
  const store = await open();
  const other = await open();
  const check = { table: 'window', sum: ['now'], field: 'now', amount: 1, limit: 10, lifetime: 60_000 };
  await store.reserve([check]);
  redis.pause();
  // The first is on its way to Redis and runs when it wakes; the others are made in memory.
  for (let i = 0; i < 3; i += 1) expect(await store.reserve([check])).toMatchObject({ ok: true });
  await store.add('window', { now: 2 }, 60_000);
  redis.resume();
  await state(store, 'ok');
  await state(other, 'ok');
  expect(await other.table('window')).toEqual({ now: 6 });
});

test('reads from a full Redis and keeps what does not fit until there is room', async () => {
  const store = await open({ nearLifetime: 1 });
  await store.write('before', Buffer.from('old'), 60_000);
  await redis.command('CONFIG', 'SET', 'maxmemory', '1');
  await store.write('paid', Buffer.alloc(1_000, 'x'), 60_000);
  expect(store.health).toMatchObject({ state: 'degraded', owed: 1 });
  await eventually(async () => (await store.read('before'))?.toString() === 'old');
  expect(await store.read('paid')).toHaveLength(1_000);
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  await state(store, 'ok');
  const other = await open();
  expect(await other.read('paid')).toHaveLength(1_000);
});

test('begins without Redis and finds it later', async () => {
  await redis.kill();
  const store = await open();
  expect(store.health.state).toBe('degraded');
  await store.write('early', Buffer.from('1'), 60_000);
  await redis.restart();
  await state(store, 'ok');
  expect(await (await open()).read('early')).toBeDefined();
});

test('local copies give way when another gateway writes', async () => {
  const [one, two] = [await open(), await open()];
  await one.write('answer', Buffer.from('old'), 60_000);
  expect((await two.read('answer'))?.toString()).toBe('old');
  await one.write('answer', Buffer.from('new'), 60_000);
  await eventually(async () => (await two.read('answer'))?.toString() === 'new');
});
