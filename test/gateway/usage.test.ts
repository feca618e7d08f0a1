import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from './support/eventually';
import { RedisServer } from './support/redisServer';
import { testGateway, valuation, type TestGateway } from './support/testGateway';

jest.setTimeout(90_000);

const admin = { 'access-token': 'an-admin-code-of-many-letters' };
let redis: RedisServer;
let folder: string;
let gateways: TestGateway[] = [];
let unit = 0;

const start = async (env: Record<string, string> = {}) => {
  const gateway = await testGateway({
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'the-key-of-the-team',
    SPILLWAY_ADMIN_CODE: admin['access-token'],
    SPILLWAY_STORE_TIMEOUT: '0.4s',
    REDIS_URL: redis.url,
    ...env,
  });
  gateways.push(gateway);
  return gateway;
};
const spend = async (gateway: TestGateway, count: number) => {
  for (let i = 0; i < count; i += 1)
    expect((await gateway.post(valuation, { unit: `U${(unit += 1)}` }, admin)).status).toBe(200);
};
const spent = async (gateway: TestGateway) => {
  const { rows } = (await (await gateway.get('/gateway/usage', admin)).json()) as {
    rows: { spent: number; requests: number; name: string }[];
  };
  expect(rows.every(({ name }) => name !== '')).toBe(true);
  return rows.reduce((sum, row) => sum + row.spent, 0);
};

beforeEach(async () => {
  redis = await RedisServer.start();
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-usage-'));
});
afterEach(async () => {
  redis.resume();
  await Promise.all(gateways.map((gateway) => gateway.close()));
  gateways = [];
  await redis.kill();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['is restarted without its data', async () => (await redis.kill(), redis.restart())],
  ['is flushed', () => redis.command('FLUSHALL')],
])('usage of every gateway is there again after Redis %s', async (_, lose) => {
  const [one, two] = [await start(), await start()];
  await spend(one, 3);
  await spend(two, 4);
  await eventually(async () => (await spent(one)) === 7 && (await spent(two)) === 7);
  await lose();
  await spend(two, 1);
  await eventually(async () => (await spent(one)) === 8 && (await spent(two)) === 8, 20_000);
});

test('usage counts once when Redis hangs in the middle', async () => {
  const [one, two] = [await start(), await start()];
  await spend(one, 2);
  redis.pause();
  await spend(one, 3);
  expect(await spent(one)).toBe(5);
  redis.resume();
  await spend(one, 1);
  await eventually(async () => (await spent(two)) === 6, 20_000);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect([await spent(one), await spent(two)]).toEqual([6, 6]);
});

test('a data folder brings usage back when Redis lost it while no gateway ran', async () => {
  const env = { SPILLWAY_DATA: folder };
  const [one, two] = [await start(env), await start({ SPILLWAY_DATA: 'off' })];
  await spend(two, 2);
  await two.close();
  await spend(one, 3);
  await one.close();
  gateways = [];
  await redis.command('FLUSHALL');
  const next = await start(env);
  await eventually(async () => (await spent(next)) === 5);
  await spend(next, 1);
  const other = await start({ SPILLWAY_DATA: 'off' });
  await eventually(async () => (await spent(other)) === 6, 20_000);
});
