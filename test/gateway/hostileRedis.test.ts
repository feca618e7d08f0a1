// A Redis that others write to as well, by mistake or on purpose: what is said or stored there and is nothing of a gateway's ends none,
// and keeps nobody from being served.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { listen as startSandbox, type RunningSandbox } from '../../sandbox/listen';
import { RedisStore } from '../../src/gateway/stores/redisStore';
import { removeFolder } from '../removeFolder';
import { eventually } from './support/eventually';
import { endAll, GatewayProcess } from './support/gatewayProcess';
import { RedisServer } from './support/redisServer';
import { search, testGateway } from './support/testGateway';

const admin = { 'access-token': 'an-admin-code-of-many-letters' };
const prefix = 'shared:';
let sandbox: RunningSandbox;
let server: RedisServer;
let redis: Redis;
let folder: string;

beforeEach(async () => {
  [sandbox, server] = await Promise.all([startSandbox(), RedisServer.start()]);
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-hostile-'));
  redis = new Redis(server.url);
});
afterEach(async () => {
  await endAll();
  redis.disconnect();
  await Promise.all([sandbox.close(), server.end()]);
  removeFolder(folder);
});

const team = (name: string) => ({
  SPILLWAY_MODE: 'team',
  SPILLWAY_KEY: 'sandbox-large',
  SPILLWAY_ADMIN_CODE: admin['access-token'],
  SPILLWAY_TEAM_BUDGET: '1000',
  SPILLWAY_MCP: 'on',
  SPILLWAY_DATA: path.join(folder, name),
  REDIS_URL: server.url,
  SPILLWAY_REDIS_PREFIX: prefix,
});
type Either = Pick<GatewayProcess, 'post' | 'get'>;
const buy = async (gateway: Either, query: string) => {
  const { status, headers } = await gateway.post(search, { query, count: 1 }, admin);
  return [status, headers.get('spillway-cache')];
};
const agree = (gateway: Either) =>
  gateway.post(
    '/gateway/watches',
    {
      name: 'A watch',
      requests: [{ operation: 'ruretail', body: { query: 'a', count: 1 } }],
      schedule: { kind: 'hours', every: 1, from: 0, zone: 'UTC' },
      limits: { day: 100, month: 1_000 },
      agreed: { run: 1, day: 24, month: 744 },
    },
    admin,
  );

const junk = [
  ...['', 'x', '{', '{}', 'null', '[]', '7 null', 'changed ', '\0\0\0\x02{}', '{"kind":"recall"}'],
  '{"kind":"changed","gateway":"g","seq":"1","own":{"a":null}}',
  '{"kind":"changed","gateway":"g","seq":"9","own":[{"period":"2027-01-01","account":"team","spent":"-9"}]}',
  '7 {"id":"a","version":7}',
  '7 {"id":"b","version":7,"scope":"s","owner":{},"requests":null}',
];

test('what others say on the channels of the gateways ends none of them', async () => {
  const gateway = await GatewayProcess.start({ SPILLWAY_UPSTREAM: sandbox.url, ...team('one') });
  expect(await buy(gateway, 'a')).toEqual([200, 'miss']);
  const channels = (await redis.pubsub('CHANNELS', `${prefix}*`)) as string[];
  expect(channels.length).toBeGreaterThan(3);
  for (const channel of channels) for (const text of junk) await redis.publish(channel, text);
  expect(await buy(gateway, 'a')).toEqual([200, 'hit']);
  expect(await buy(gateway, 'b')).toEqual([200, 'miss']);
  expect((await agree(gateway)).status).toBe(201);
  expect((await gateway.get('/gateway/watches', admin)).status).toBe(200);
});

test('what others have written over is as if it was never kept', async () => {
  const inProcess = (number: number) => testGateway(team(`two ${number}`));
  let gateway = await inProcess(0);
  await eventually(async () => (await agree(gateway)).status === 201);
  expect(await buy(gateway, 'a')).toEqual([200, 'miss']);
  await gateway.close();
  const records = (await redis.keys(`${prefix}*`)).filter((key) =>
    /:(call|unread|answer|read|limits|name|watches|agents|window|spent|usage)\b/.test(key),
  );
  expect(records.length).toBeGreaterThan(6);
  for (const [number, text] of junk.entries()) {
    for (const key of records)
      if ((await redis.type(key)) === 'string') await redis.set(key, text);
      else await redis.hset(key, Object.fromEntries(['own', 'a', 'b'].map((field) => [field, text])));
    gateway = await inProcess(number + 1);
    expect(await buy(gateway, 'a')).toEqual([200, 'miss']);
    const watches = await eventually(async () => {
      const response = await gateway.get('/gateway/watches', admin);
      return response.status === 200 && ((await response.json()) as { watches: unknown[] }).watches;
    });
    expect(watches).toHaveLength(1);
    await gateway.close();
  }
});

test('what others have written over or beside numbers, gateways and plans counts for nothing', async () => {
  const gateway = await testGateway(team('numbers'));
  await eventually(async () => (await agree(gateway)).status === 201);
  const agent = (name: string, given: object) =>
    gateway.post(
      '/mcp?agent=a',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
      { ...admin, accept: 'application/json, text/event-stream' },
    );
  const stamp = Buffer.alloc(8);
  stamp.writeDoubleBE(Date.now() + 9e9);
  const odd = [...junk, '5', '{"requests":[null],"person":"admin","expires":9e15,"agent":"a","id":"x"}'];
  for (const [number, text] of odd.entries()) {
    const requests = Array.from({ length: 11 }, (_, nth) => ({
      source: 'hkproperty',
      parameters: { unit: `${number} ${nth}` },
    }));
    const said = (await (await agent('estimate', { requests })).json()) as {
      result: { structuredContent: { plan: string } };
    };
    const { plan } = said.result.structuredContent;
    expect(await (await agent('fetch', { plan })).text()).toContain('held');
    for (const key of await redis.keys(`${prefix}*`)) {
      const isHash = (await redis.type(key)) === 'hash';
      if (isHash && !/(gateways|ledger)$/.test(key))
        for (const field of await redis.hkeys(key))
          if (!/:held$/.test(field)) await redis.hset(key, field, text);
      const other = isHash && !/gateways$/.test(key);
      if (other) await redis.hset(key, { 'm:other': text, other: text, 'team|other': text });
      else if (/:plan:/.test(key)) await redis.set(key, Buffer.concat([stamp, Buffer.from(text)]));
    }
    gateway.wind(40_000);
    expect(await buy(gateway, `${number}`)).toEqual([200, 'miss']);
    for (const path of ['agents', 'watches', 'usage', 'me'])
      expect([path, (await gateway.get(`/gateway/${path}`, admin)).status]).toEqual([path, 200]);
  }
  await redis.hset(`${prefix}gateways`, Object.fromEntries(odd.map((text, nth) => [`other-${nth}`, text])));
  await eventually(async () => (await gateway.post('/gateway/agents?stop=all', '', admin)).status === 200);
  const health = () => gateway.gateway.health() as { status: string; budgets: { state: string } };
  await eventually(() => health().status === 'ok' && health().budgets.state === 'ok');
  await gateway.close();
});

test('a key of another kind is written over, and keeps nobody from the others', async () => {
  const gateway = await testGateway(team('kinds'));
  await eventually(async () => (await agree(gateway)).status === 201);
  expect(await buy(gateway, 'a')).toEqual([200, 'miss']);
  for (const key of await redis.keys(`${prefix}*`)) {
    const isHash = (await redis.type(key)) === 'hash';
    if (!/:(call|answer|read|unread|flight|lease|limits|window|spent)\b/.test(key)) continue;
    await redis.del(key);
    if (isHash) await redis.set(key, 'text');
    else await redis.hset(key, 'a', 'b');
  }
  gateway.wind(40_000);
  expect(await buy(gateway, 'a')).toEqual([200, 'miss']);
  expect(await buy(gateway, 'a')).toEqual([200, 'hit']);
  const health = () => gateway.gateway.health() as { status: string; store: { owed: number } };
  expect(health().status).toBe('ok');
  await eventually(() => health().store.owed === 0);
  await gateway.close();
});

test('a response whose bytes were damaged is as if it was never kept', async () => {
  const inProcess = (number: number) => testGateway(team(`three ${number}`));
  let gateway = await inProcess(0);
  expect(await buy(gateway, 'a')).toEqual([200, 'miss']);
  await gateway.close();
  const damaged = await redis.keys(`${prefix}call:*`);
  expect(damaged).toHaveLength(1);
  for (const key of damaged) {
    const bytes = (await redis.getBuffer(key))!;
    bytes.writeUInt8(bytes.at(-20)! ^ 1, bytes.length - 20);
    await redis.set(key, bytes);
  }
  gateway = await inProcess(1);
  expect(await buy(gateway, 'a')).toEqual([200, 'miss']);
  expect(await buy(gateway, 'a')).toEqual([200, 'hit']);
  await gateway.close();
});

test('a lease that is none is nobody’s', async () => {
  const store = await RedisStore.open({ url: server.url, prefix });
  const mine = { id: 'mine', size: 5 };
  for (const text of junk.filter((it) => !it.startsWith('7 '))) {
    await redis.set(`${prefix}flight:a`, text);
    expect([await store.holder('flight:a'), await store.claim('flight:a', mine, 9_000)]).toEqual([
      undefined,
      mine,
    ]);
    await redis.set(`${prefix}flight:a`, text);
    await store.renew(['flight:a'], mine, 9_000);
    expect(await store.holder('flight:a')).toEqual(mine);
  }
  await store.close();
});

test('an amount that is no number changes no sum', async () => {
  const store = await RedisStore.open({ url: server.url, prefix });
  await redis.hset(`${prefix}spent:today`, { team: 'x', ann: '5', bob: '1e999', cid: '' });
  expect(await store.table('spent:today')).toEqual({ ann: 5, cid: 0 });
  await store.close();
});
