// Three real gateways on a real Redis, with every watch due in the same second; one gateway is killed and Redis restarted, empty,
// while they run.
import { createServer, type Server } from 'node:http';
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeFolder } from '../../removeFolder';
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
      setTimeout(
        () => outgoing.end(JSON.stringify([{ '@type': 'Valuation', id: unit, unit_code: unit, price: 5 }])),
        100,
      );
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

const start = (
  place: Record<string, string> = { SPILLWAY_DATA: 'off', REDIS_URL: redis.url },
  commit?: string,
) =>
  GatewayProcess.start(
    {
      SPILLWAY_UPSTREAM: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
      SPILLWAY_MODE: 'team',
      SPILLWAY_KEY: 'the-key-of-the-team',
      SPILLWAY_ADMIN_CODE: admin['access-token'],
      SPILLWAY_LEASE: '8s',
      ...place,
    },
    commit === undefined ? {} : { commit },
  );
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

/** Makes watches that are all due at the same time, and known to every gateway before; resolves with that time. */
async function madeInTime(gateways: readonly GatewayProcess[], count: number): Promise<number> {
  const agreed = { run: 10, day: 100, month: 10_000 };
  // A slow machine is given more time with each try.
  for (let lead = 4_000; ; lead *= 2) {
    const due = Date.now() + lead;
    const schedule = { kind: 'hours', every: 6, from: due, zone: 'UTC' };
    const make = async (gateway: GatewayProcess, index: number) => {
      const name = `unit ${lead} ${index}`;
      const watch = { ...form([name], { schedule }), agreed, idempotencyKey: `a watch of ${name}` };
      return (await gateway.post('/gateway/watches', watch, admin)).status;
    };
    await Promise.all(
      gateways.map(async (gateway, own) => {
        for (let index = own; index < count; index += gateways.length)
          // Where the store did not respond in time, a gateway asks for another try.
          expect(
            await eventually(async () => [await make(gateway, index)].find((status) => status !== 503)),
          ).toBeLessThan(300);
      }),
    );
    for (const gateway of gateways) await eventually(async () => (await list(gateway)).length === count);
    if (Date.now() < due) return due;
    const [first] = gateways;
    for (const { id } of await list(first!))
      await fetch(`${first!.url}/gateway/watches/${id}`, { method: 'DELETE', headers: admin });
    for (const gateway of gateways) await eventually(async () => (await list(gateway)).length === 0);
    paid.clear();
  }
}

test('each tick is run once, and paid once, whichever gateway lives', async () => {
  const count = runs(120);
  const gateways = await Promise.all([start(), start(), start()]);
  const [one, two, three] = gateways;
  const due = await madeInTime(gateways, count);
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
});

test.each(['Redis', 'data folder'])(
  'version 0.2 on the same %s neither lists, makes nor spoils what was handed over, and goes on with watches',
  async (name) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'spillway-before-'));
    const isShared = name === 'Redis';
    const place = isShared
      ? { SPILLWAY_DATA: 'off', REDIS_URL: redis.url, SPILLWAY_REDIS_PREFIX: 'before:' }
      : { SPILLWAY_DATA: folder };
    paid.clear();
    const now = await start(place);
    const startBefore = () => start(place, '5533fbb');
    let before = isShared ? await startBefore() : undefined;
    const units = (kind: string, count: number) =>
      Array.from({ length: count }, (_, nth) => `${kind} ${nth}`);
    const [watched, handed] = [units('watched', 10), units('handed', 30)];
    const own = {
      ownConditions: [{ kind: 'cheaper', field: 'price', already: true }],
      ownProducts: [{ operation: 'hkproperty', item: 'watched 0', price: 9 }],
    };
    const price = (run: number) => ({ agreed: { run, day: 99, month: 9_999 } });
    const watch = { ...form(watched, own), limits: { day: 99, month: 9_999 }, language: 'nl' };
    const made = await now.post('/gateway/watches', { ...watch, ...price(10) }, admin);
    const { id } = (await made.json()) as Shown;
    const once = { ...form(handed), schedule: { kind: 'once', zone: 'UTC' } };
    const enough = sent(3);
    expect((await now.post('/gateway/watches', { ...once, ...price(30) }, admin)).status).toBe(201);
    expect((await now.post(`/gateway/watches/${id}/run`, price(10), admin)).status).toBe(202);
    await enough;
    now.signal('SIGKILL');
    await now.exited;
    const sentBy = (kind: string) => [...paid.keys()].filter((unit) => unit.startsWith(kind)).length;
    const ofList = sentBy('handed');

    // It goes on with the watch, whose alerts it does not know, and leaves the list alone.
    before ??= await startBefore();
    const others = before;
    await eventually(async () => (await list(others))[0]?.last !== undefined);
    const listed = await list(others);
    expect(listed.map((each) => [each.id, each.last?.responses !== 0])).toEqual([[id, true]]);
    expect(JSON.stringify(listed)).not.toMatch(/cheaper|once/);
    expect((await others.get('/gateway/watches/alerts', admin)).status).toBe(200);
    expect(sentBy('handed')).toBe(ofList);
    if (!isShared) await others.end();

    const again = await start(place);
    const done = await eventually(
      async () => (await list(again)).find(({ id: each, last }) => each !== id && last),
      60_000,
    );
    // Each once; of either, four may have been marked and not sent when the gateway was killed.
    expect(done.state).toBe('ended');
    expect([...paid.values()].filter((times) => times !== 1)).toEqual([]);
    expect(sentBy('handed')).toBeGreaterThanOrEqual(26);
    expect(sentBy('watched')).toBeGreaterThanOrEqual(6);
    // What only this version knows of the watch is still there.
    expect((await list(again)).find((each) => each.id === id)).toMatchObject(own);
    await endAll();
    removeFolder(folder);
  },
);
