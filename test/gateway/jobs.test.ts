import { AnotherGateway } from './support/anotherGateway';
import { eventually } from './support/eventually';
import { RedisServer } from './support/redisServer';
import { testGateway, valuation, type TestGateway } from './support/testGateway';

const admin = { 'access-token': 'an-admin-code-of-many-letters' };
const later = { ...admin, prefer: 'respond-async, wait=0' };
const poll = { ...admin, prefer: 'wait=0' };
let redis: RedisServer;
let gateways: TestGateway[] = [];

const start = async (env: Record<string, string> = {}) => {
  const gateway = await testGateway({
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'the-key-of-the-team',
    SPILLWAY_ADMIN_CODE: admin['access-token'],
    SPILLWAY_STORE_TIMEOUT: '1s',
    REDIS_URL: redis.url,
    ...env,
  });
  gateways.push(gateway);
  return gateway;
};
const health = (gateway: TestGateway) => (gateway.gateway.health() as { status: string }).status;
const is = (gateway: TestGateway, status: string) => eventually(() => health(gateway) === status);
const jobOf = (response: Response) => response.headers.get('location') ?? '';

beforeEach(async () => {
  redis = await RedisServer.start();
});
afterEach(async () => {
  redis.resume();
  await Promise.all(gateways.map((gateway) => gateway.close()));
  gateways = [];
  await redis.kill();
});

test('a job is promised when its ticket is in Redis, and not before', async () => {
  const [one, two] = [await start(), await start()];
  const free = one.upstream.hold();
  redis.pause();
  let answered: Response | undefined;
  const asked = one.post(valuation, { unit: 'A' }, later).then((response) => (answered = response));
  await is(one, 'degraded');
  await eventually(() => one.upstream.calls.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(answered).toBeUndefined();
  redis.resume();
  expect((await asked).status).toBe(202);
  const id =
    jobOf(await asked)
      .split('/')
      .pop() ?? '';
  expect(await redis.command('EXISTS', `spillway:ticket:${id}`)).toBe(1);
  await is(two, 'ok');
  expect((await two.get(jobOf(await asked), poll)).status).toBe(202);
  free();
  await eventually(async () => (await two.get(jobOf(await asked), poll)).status === 200);
});

test('whoever asks for the same again while it runs gets the same ticket', async () => {
  const gateway = await start();
  const free = gateway.upstream.hold();
  const ask = async (headers: Record<string, string> = later) =>
    jobOf(await gateway.post(valuation, { unit: 'A' }, headers));
  const [first, ...again] = [await ask(), await ask(), await ask()];
  // The first of them has paid, and says so.
  expect(new Set([first, ...again]).size).toBe(2);
  const other = await ask({ ...later, 'access-token': await gateway.newCode('Ben') });
  expect([first, ...again]).not.toContain(other);
  expect((await gateway.get(other, poll)).status).toBe(404);
  free();
  for (const job of [first, ...again])
    await eventually(async () => (await gateway.get(job ?? '', poll)).status === 200);
});

test('whoever cannot be promised a job gets the response on the same connection', async () => {
  const gateway = await start();
  const free = gateway.upstream.hold();
  await redis.kill();
  const asked = gateway.post(valuation, { unit: 'A' }, later);
  await eventually(() => gateway.upstream.calls.length === 1);
  free();
  const response = await asked;
  expect([response.status, response.headers.get('spillway-credits')]).toEqual([200, '1']);
});

test('after the longest wait they are told that it may have been paid, and get it for nothing later', async () => {
  const gateway = await start();
  const free = gateway.upstream.hold();
  await redis.kill();
  const asked = gateway.post(valuation, { unit: 'A' }, later);
  await eventually(() => gateway.upstream.calls.length === 1);
  gateway.wind(51_000);
  const response = await asked;
  expect([response.status, response.headers.get('spillway-credits')]).toEqual([503, null]);
  expect(await response.text()).toContain('may have been charged');
  free();
  await eventually(async () => {
    const again = await gateway.post(valuation, { unit: 'A' }, admin);
    return again.status === 200 && again.headers.get('spillway-credits') === '0';
  });
  expect(gateway.upstream.calls).toHaveLength(1);
});

test('a job survives a Redis that loses its data', async () => {
  const [one, two] = [await start(), await start()];
  const free = one.upstream.hold();
  const job = jobOf(await one.post(valuation, { unit: 'A' }, later));
  await redis.command('FLUSHALL');
  // Local copies last 30 s.
  one.wind(31_000);
  expect((await one.get(job, poll)).status).toBe(202);
  await eventually(async () => (await two.get(job, poll)).status === 202);
  free();
  await eventually(async () => (await two.get(job, poll)).status === 200);
});

test('a gateway that has just found Redis again does not deny jobs that others still have to tell', async () => {
  const gateway = await start();
  const job = `/jobs/${'a'.repeat(32)}`;
  const another = new AnotherGateway(redis);
  await another.join();
  await eventually(async () => (await gateway.get(job, poll)).status === 404);
  await redis.kill();
  await gateway.post(valuation, { unit: 'A' }, admin);
  expect((await gateway.get(job, poll)).status).toBe(202);
  await redis.restart();
  await is(gateway, 'ok');
  await another.isAwaited();
  expect((await gateway.get(job, poll)).status).toBe(202);
  await another.tell();
  await eventually(async () => (await gateway.get(job, poll)).status === 404);
});

test('a job is found by a gateway whose clock is wrong', async () => {
  const [one, two] = [await start(), await start()];
  two.setClock(3_600_000);
  const job = jobOf(await one.post(valuation, { unit: 'A' }, later));
  const status = async () => (await two.get(job, { ...admin, prefer: 'wait=5' })).status;
  expect(await status()).toBe(200);
});

test('a gateway that stops keeps nobody waiting for the calls of others', async () => {
  const [one, two] = [await start(), await start()];
  const free = one.upstream.hold();
  const asked = one.post(valuation, { unit: 'A' }, later);
  await eventually(() => one.upstream.calls.length === 1);
  const job = jobOf(await asked);
  const waiting = [0, 1].map(() => two.get(job, { ...admin, prefer: 'wait=50' }));
  // Both have looked whether there is such a job.
  await two.get(job, poll);
  await two.gateway.drain();
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  free();
  expect(statuses).toEqual([202, 202]);
});
