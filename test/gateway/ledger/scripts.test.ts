import { Redis } from 'ioredis';
import { RedisLedger } from '../../../src/gateway/ledger/redisLedger';
import type { SyncCommand } from '../../../src/gateway/ledger/sharedLedger';
import { eventually } from '../support/eventually';
import { RedisServer } from '../support/redisServer';
import { LedgerStore } from '../support/simulatedLedger';

let redis: RedisServer;
let ledger: RedisLedger;
let direct: Redis;

beforeAll(async () => {
  redis = await RedisServer.start();
  ledger = new RedisLedger({ url: redis.url, prefix: 'test:', timeout: 5_000 });
  direct = new Redis(redis.url);
  await ledger.connected(5_000);
});
afterAll(async () => {
  direct.disconnect();
  await ledger.close();
  await redis.kill();
});

const accounts = ['team', 'person:ann', 'person:bob|odd', 'group:x', '*person', '*group'];
const gateways = ['a', 'b', 'c'];

test('an entry below zero makes no room in a budget', async () => {
  const other = new RedisLedger({ url: redis.url, prefix: 'below:', timeout: 5_000 });
  await other.connected(5_000);
  const own = { gateway: 'a', epoch: '', acked: 0, read: [] };
  const { epoch } = await other.restore({
    ...own,
    kept: true,
    nextEpoch: 'e1',
    seq: 1,
    members: { b: { gone: true, kept: true } },
    periods: {},
  });
  await direct.hset('below:ledger', 'born', 0);
  await direct.hset('below:ledger:d1', 'team|b', '1:-90:0');
  const asks = [{ amount: 11, checks: [{ period: 'd1', account: 'team', limit: 10 }] }];
  const rest = { puts: [], wants: [], evict: [], leave: false };
  expect(await other.sync({ ...own, ...rest, epoch, seq: 2, acked: 1, asks })).toMatchObject({
    verdicts: [{ kind: 'over', index: 0 }],
  });
  await other.close();
});

test('the scripts in Redis do what the simulation does, command for command', async () => {
  let seed = 42;
  const below = (most: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % most;
  };
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const store = new LedgerStore(() => 1e9);
  const epochs: Record<string, string> = {};
  const seqs: Record<string, number> = { a: 1e9, b: 2e9, c: 3e9 };
  const restore = async (gateway: string) => {
    const command = {
      gateway,
      kept: gateway !== 'c',
      epoch: epochs[gateway] ?? '',
      nextEpoch: `e${below(1e6)}`,
      seq: (seqs[gateway] = (seqs[gateway] ?? 0) + 1),
      acked: 0,
      members: pick([{}, { a: { gone: false, kept: true } }]),
      periods: pick([{}, { d1: { 'team|a': '5:7:3' } }]),
      read: ['d1', 'm1'],
    };
    const [real, simulated] = [await ledger.restore(command), store.restore(command)];
    // The wait after a new epoch is tested with the gateways.
    await direct.hset('test:ledger', 'born', 0);
    store.data.born = 0;
    expect(real).toEqual(simulated);
    epochs[gateway] = real.epoch;
  };
  for (const gateway of gateways) await restore(gateway);
  const kinds = new Set<string>();
  for (let i = 0; i < 400; i += 1) {
    const gateway = pick(gateways);
    if (below(40) === 0) await restore(gateway);
    const place = () => ({ period: pick(['d1', 'm1']), account: pick(accounts) });
    const command: SyncCommand = {
      gateway,
      epoch: below(50) === 0 ? 'other' : (epochs[gateway] ?? ''),
      seq: below(20) === 0 ? 5 : (seqs[gateway] = (seqs[gateway] ?? 0) + 1),
      acked: 0,
      puts: below(4) === 0 ? [{ ...place(), spent: below(10), share: below(5) }] : [],
      asks: Array.from({ length: below(3) }, () => ({
        amount: below(6),
        checks: [
          { period: 'd1', account: pick(accounts.slice(0, 4)), limit: pick([60, 20, undefined]) },
          { period: 'm1', account: pick(accounts.slice(0, 4)), limit: 200 },
        ],
      })),
      wants: Array.from({ length: below(3) }, () => ({ ...place(), limit: 60, share: below(12) })),
      evict: below(30) === 0 ? [{ gateway: 'c', seq: seqs.c ?? 0 }] : [],
      leave: below(60) === 0,
      read: ['d1', 'm1'],
    };
    const [real, simulated] = [await ledger.sync(command), store.sync(command)];
    if (real.kind === 'ok' && simulated.kind === 'ok') {
      const sorted = (own: typeof real.own) =>
        own.map((put) => JSON.stringify([put.period, put.account, put.spent, put.share])).sort();
      expect(sorted(real.own)).toEqual(sorted(simulated.own));
      expect({ ...real, own: [] }).toEqual({ ...simulated, own: [] });
      for (const { kind } of real.verdicts) kinds.add(kind);
    } else expect(real).toEqual(simulated);
    kinds.add(real.kind);
    if (real.kind === 'lost') await restore(gateway);
  }
  for (const kind of ['ok', 'over', 'held', 'lost', 'stale']) expect(kinds).toContain(kind);
});

test('nothing of the ledger has a time to live, so that no volatile policy evicts it', async () => {
  const keys = await direct.keys('test:ledger*');
  expect(keys.length).toBeGreaterThan(2);
  for (const key of keys) expect(await direct.ttl(key)).toBe(-1);
});

test('the oldest periods go when there are too many', async () => {
  const own = new RedisLedger({ url: redis.url, prefix: 'many:', timeout: 5_000 });
  await own.connected(5_000);
  const periods = Object.fromEntries(
    Array.from({ length: 125 }, (_, i) => [`p${1000 + i}`, { 'team|a': '1:1:0' }]),
  );
  const restore = (some: typeof periods) =>
    own.restore({
      gateway: 'a',
      kept: true,
      epoch: '',
      nextEpoch: 'e',
      seq: 1,
      acked: 0,
      members: {},
      periods: some,
      read: [],
    });
  for (const [period, fields] of Object.entries(periods)) await restore({ [period]: fields });
  expect(await direct.hlen('many:ledger:periods')).toBe(120);
  expect(await direct.exists('many:ledger:p1000', 'many:ledger:p1004')).toBe(0);
  expect(await direct.exists('many:ledger:p1005')).toBe(1);
  await own.close();
});

test('ten thousand gateways that came and went leave room for the next one', async () => {
  const own = new RedisLedger({ url: redis.url, prefix: 'crowd:', timeout: 5_000 });
  await own.connected(5_000);
  const members = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, i) => [`g${i}`, { gone: true, kept: false }]),
  );
  const facts = { gateway: 'a', epoch: 'e', seq: 1, acked: 0, read: [] };
  const periods = { d1: { 'team|g0': '1:3:0', 'team|g9999': '1:4:0' } };
  await own.restore({ ...facts, kept: true, nextEpoch: 'e', members, periods });
  await direct.hset('crowd:ledger', 'born', 0);
  const { epoch } = await own.restore({
    ...facts,
    seq: 2,
    kept: true,
    nextEpoch: 'f',
    members: {},
    periods: {},
  });
  const ask = { amount: 3, checks: [{ period: 'd1', account: 'team', limit: 10 }] };
  const more = { puts: [], asks: [ask, ask], wants: [], evict: [], leave: false };
  const reply = await own.sync({ ...facts, ...more, epoch, seq: 3 });
  expect(reply).toMatchObject({ verdicts: [{ kind: 'ok' }, { kind: 'over', index: 0 }] });
  await own.close();
});

test('a Redis that refuses a question right after it is there is asked again', async () => {
  await direct.acl('SETUSER', 'default', '-get');
  const own = new RedisLedger({ url: redis.url, prefix: 'later:', timeout: 5_000 });
  const facts = { gateway: 'a', epoch: '', nextEpoch: 'e', seq: 1, acked: 0, kept: true, members: {} };
  const restore = () => own.restore({ ...facts, periods: {}, read: [] });
  const asked = await eventually(() =>
    restore().catch(({ message }: Error) => !/ready|enableOffline/.test(message) && message),
  );
  expect(asked).toMatch(/NOPERM/);
  await direct.acl('SETUSER', 'default', '+get');
  expect(await restore()).toMatchObject({ epoch: 'e' });
  await own.close();
});
