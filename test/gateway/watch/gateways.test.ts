// Three real gateways on a real Redis, with every watch due in the same second; one gateway is killed and Redis restarted, empty,
// while they run.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runs } from '../../runs';
import { eventually } from '../support/eventually';
import { endAll, GatewayProcess } from '../support/gatewayProcess';
import { RedisServer } from '../support/redisServer';
import { form, type Shown } from './support';
import { longKept } from '../../keepAlive';

const admin = { 'access-token': 'an-admin-code-of-many-letters' };
let service: Server;
let redis: RedisServer;
/** How often each unit was asked for. */
const paid = new Map<string, number>();
let arrived = () => undefined as void;

beforeAll(async () => {
  redis = await RedisServer.start();
  const limit = 1_000_000;
  const windows = ['ten_second', 'minutely', 'hourly', 'daily', 'monthly'];
  const statistic = Object.fromEntries(
    windows.flatMap((name) => [
      [`${name}_limit`, limit],
      [`${name}_usage`, 0],
    ]),
  );
  service = createServer(longKept, (incoming, outgoing) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      outgoing.setHeader('content-type', 'application/json');
      if (incoming.url === '/token/statistic')
        return outgoing.end(JSON.stringify([{ ...statistic, points: 1e9 }]));
      const { unit } = JSON.parse(body) as { unit: string };
      paid.set(unit, (paid.get(unit) ?? 0) + 1);
      arrived();
      setTimeout(() => outgoing.end(JSON.stringify([{ '@type': 'Valuation', id: unit }])), 100);
      return undefined;
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterEach(() => endAll());
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await redis.kill();
});

const start = () =>
  GatewayProcess.start({
    SPILLWAY_UPSTREAM: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'the-key-of-the-team',
    SPILLWAY_ADMIN_CODE: admin['access-token'],
    SPILLWAY_DATA: 'off',
    REDIS_URL: redis.url,
    SPILLWAY_LEASE: '8s',
  });
const list = async (gateway: GatewayProcess): Promise<Shown[]> => {
  const response = await gateway.get('/gateway/watches', admin);
  return response.status === 200 ? ((await response.json()) as { watches: Shown[] }).watches : [];
};

/** Resolves when this many requests have reached the service. */
const sent = (count: number) =>
  new Promise<void>((resolve) => {
    arrived = () => {
      if ([...paid.values()].reduce((sum, it) => sum + it, 0) >= count) resolve();
    };
  });

test('each tick is run once, and paid once, whichever gateway lives', async () => {
  const count = runs(120);
  const gateways = await Promise.all([start(), start(), start()]);
  const [one, two, three] = gateways;
  const due = Date.now() + 20_000 + count * 30;
  const schedule = { kind: 'hours', every: 6, from: due, zone: 'UTC' };
  const agreed = { run: 10, day: 100, month: 10_000 };
  for (let index = 0; index < count; index += 1) {
    const gateway = gateways[index % 3] ?? one;
    const made = await gateway.post(
      '/gateway/watches',
      { ...form([`unit ${index}`], { schedule }), agreed },
      admin,
    );
    expect(made.status).toBe(201);
  }
  for (const gateway of gateways) await eventually(async () => (await list(gateway)).length === count);
  expect(Date.now()).toBeLessThan(due);
  await sent(count / 3);
  one.signal('SIGKILL');
  await redis.kill();
  await redis.restart();
  const all = await eventually(async () => {
    const known = await list(three);
    return known.length === count && known.every(({ last, running }) => last && !running) ? known : undefined;
  }, 120_000);
  expect(new Set(all.map(({ last }) => last?.tick))).toEqual(new Set([due]));
  // What the killed gateway had sent may be lost; nothing was paid twice, and each run has an outcome.
  expect([...paid.values()].filter((times) => times > 1)).toEqual([]);
  const good = all.filter(({ last }) => last?.outcome === 'ok').length;
  const lost = all.filter(({ last }) => last?.outcome === 'failed').length;
  expect(good + lost).toBe(count);
  expect(
    [...new Set(all.map(({ last }) => last?.detail))].filter(
      (it) => it && !it.includes('may have been charged'),
    ),
  ).toEqual([]);
  expect(lost).toBeLessThanOrEqual(16);
  expect(paid.size).toBeGreaterThanOrEqual(count - lost);
  expect(await list(two)).toHaveLength(count);
}, 300_000);
