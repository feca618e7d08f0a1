import { mkdtempSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from './support/eventually';
import { endAll, GatewayProcess, kept } from './support/gatewayProcess';
import { rawSocket } from './support/rawSocket';
import { RedisServer } from './support/redisServer';
import { removeFolder } from '../removeFolder';
import { longKept } from '../keepAlive';

const valuation = '/api/hkproperty/valuations';
const key = { 'access-token': 'a-key-of-one-person' };
const adminCode = 'an-admin-code-of-many-letters';
const admin = { 'access-token': adminCode };
let folder: string;
let service: Server;
let url: string;
/** What the service was asked for, and the answers it still owes. */
let asked: string[];
let owed: (() => void)[];
let patience: number | undefined;
let redis: RedisServer | undefined;

const limits = Object.fromEntries(
  ['ten_second', 'minutely', 'hourly', 'daily', 'monthly'].flatMap((name) => [
    [`${name}_limit`, 100_000],
    [`${name}_usage`, 0],
  ]),
);

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-stopping-'));
  asked = [];
  owed = [];
  patience = undefined;
  service = createServer(longKept, (incoming, outgoing: ServerResponse) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      outgoing.setHeader('content-type', 'application/json');
      if (incoming.method === 'GET')
        return void outgoing.end(JSON.stringify([{ ...limits, is_primary: true }]));
      const { unit = '' } = JSON.parse(body) as { unit?: string };
      asked.push(unit);
      const end = () => outgoing.end(JSON.stringify([{ id: unit }]));
      if (patience === undefined) owed.push(end);
      else setTimeout(end, patience);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await endAll();
  await redis?.kill();
  service.closeAllConnections();
  service.close();
  removeFolder(folder);
});

const isStopping = (gateway: GatewayProcess) =>
  eventually(async () => (await gateway.get('/readyz')).status === 503);

test('a gateway that stops answers polls, health and readiness, and refuses new work before it costs', async () => {
  const gateway = await GatewayProcess.start({ SPILLWAY_UPSTREAM: url, SPILLWAY_DATA: 'off' });
  const poll = { ...key, prefer: 'respond-async, wait=0' };
  const direct = gateway.post(valuation, { unit: 'A' }, key);
  await eventually(() => owed.length === 1);
  const early = await gateway.post(valuation, { unit: 'A' }, poll);
  const job = early.headers.get('location') ?? '';
  gateway.signal('SIGTERM');
  await isStopping(gateway);
  expect((await gateway.get('/healthz')).status).toBe(200);
  expect((await gateway.get(job, key)).status).toBe(202);
  const refused = await gateway.post(valuation, { unit: 'B' }, key);
  expect([refused.status, refused.headers.get('spillway-credits')]).toEqual([503, '0']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  owed.forEach((end) => end());
  expect((await direct).status).toBe(200);
  // Nothing but its memory holds the answer that was promised: it stays until that is fetched.
  const done = await gateway.get(job, { ...key, prefer: 'wait=20' });
  expect([done.status, await done.json()]).toEqual([200, [{ id: 'A' }]]);
  expect(await gateway.exited).toBe(0);
  expect(asked).toEqual(['A']);
});

test('a request whose body is still arriving when the gateway is told to stop is refused and costs nothing', async () => {
  const gateway = await GatewayProcess.start({ SPILLWAY_UPSTREAM: url, SPILLWAY_DATA: folder });
  const raw = rawSocket(gateway.port);
  const body = JSON.stringify({ unit: 'A' });
  raw.write(
    `POST ${valuation} HTTP/1.1\r\nhost: a\r\naccess-token: k\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n${body.slice(0, 4)}`,
  );
  await gateway.get('/healthz');
  gateway.signal('SIGTERM');
  await isStopping(gateway);
  raw.write(body.slice(4));
  expect(await raw.ended).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d/is);
  expect(await gateway.exited).toBe(0);
  expect(asked).toEqual([]);
});

test('a job that was promised while the gateway was being told to stop is there for its successor', async () => {
  const env = { SPILLWAY_UPSTREAM: url, SPILLWAY_DATA: folder };
  const first = await GatewayProcess.start(env);
  patience = 300;
  const units = Array.from({ length: 30 }, (_, i) => `U${i}`);
  const early = units.map((unit) =>
    first.post(valuation, { unit }, { ...key, prefer: 'respond-async, wait=0' }).catch(() => undefined),
  );
  await eventually(() => asked.length > 0);
  first.signal('SIGTERM');
  const answers = await Promise.all(early);
  expect(await first.exited).toBe(0);
  const second = await GatewayProcess.start(env);
  const paid = asked.length;
  for (const [index, response] of answers.entries()) {
    if (response?.status !== 202) {
      expect([undefined, 503]).toContain(response?.status);
      continue;
    }
    const done = await second.get(response.headers.get('location') ?? '', { ...key, prefer: 'wait=20' });
    expect([done.status, await done.json()]).toEqual([200, [{ id: units[index] }]]);
  }
  expect(asked).toHaveLength(paid);
  expect(new Set(asked).size).toBe(asked.length);
});

test('a gateway says that it listens only once it can be told to stop', async () => {
  // Tells itself in the moment in which it has said so: without a listener the signal ends it at once.
  const impatient = `const { write } = process.stdout;
    process.stdout.write = function (...given) {
      const wrote = write.apply(this, given);
      if (String(given[0]).includes('listening at')) process.kill(process.pid, 'SIGTERM');
      return wrote;
    };`;
  const { code, output } = await GatewayProcess.run({
    SPILLWAY_UPSTREAM: url,
    SPILLWAY_DATA: folder,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(impatient)}`,
  });
  expect(output).toMatch(/listening at .*stopping/s);
  expect(code).toBe(0);
});

test('a gateway whose log nobody reads any more still ends', async () => {
  const gateway = await GatewayProcess.start({ SPILLWAY_UPSTREAM: url, SPILLWAY_DATA: 'off' });
  gateway.deafen();
  expect((await gateway.get('/healthz')).status).toBe(200);
  gateway.signal('SIGTERM');
  const ended = await Promise.race([
    gateway.exited,
    new Promise((resolve) => setTimeout(resolve, 20_000, 'still there').unref()),
  ]);
  expect(ended).toBe(0);
});

test('a gateway serves although Redis takes its connection and never answers', async () => {
  const silent = createTcpServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  patience = 0;
  const gateway = await GatewayProcess.start({
    SPILLWAY_UPSTREAM: url,
    SPILLWAY_DATA: 'off',
    REDIS_URL: address,
  });
  expect((await gateway.post(valuation, { unit: 'A' }, key)).status).toBe(200);
  expect(await (await gateway.get('/metrics')).text()).toMatch(/^spillway_store_degraded 1$/m);
  await gateway.end('SIGKILL');
  silent.close();
});

test('two gateways on one Redis are restarted in turn under load: nobody is cut off and nothing is paid twice', async () => {
  redis = await RedisServer.start();
  patience = 150;
  const env = {
    SPILLWAY_UPSTREAM: url,
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'the-team-key',
    SPILLWAY_ADMIN_CODE: adminCode,
    SPILLWAY_DATA: 'off',
    REDIS_URL: redis.url,
  };
  const gateways = await Promise.all([GatewayProcess.start(env), GatewayProcess.start(env)]);
  let turn = 0;
  let isOver = false;
  const bad: unknown[] = [];
  /** As a balancer does: the next one when this one cannot be reached or refuses; polls wherever they land. */
  const once = async (send: (gateway: GatewayProcess) => Promise<Response>): Promise<Response> =>
    eventually(async () => {
      const gateway = gateways[(turn += 1) % 2];
      const response = gateway && (await send(gateway).catch(() => undefined));
      return response && response.status !== 503 && response;
    });
  let number = 0;
  const client = async () => {
    while (!isOver) {
      const unit = `U${Math.floor((number += 1) / 2)}`;
      let response = await once((gateway) =>
        gateway.post(valuation, { unit }, { ...admin, ...kept, prefer: 'respond-async, wait=1' }),
      );
      const job = response.headers.get('location') ?? '';
      while (response.status === 202)
        response = await once((gateway) => gateway.get(job, { ...admin, ...kept, prefer: 'wait=1' }));
      if (response.status !== 200) bad.push([response.status, await response.text()]);
      else await response.text();
    }
  };
  const clients = Array.from({ length: 12 }, client);
  for (const index of [0, 1]) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await gateways[index]?.end()).toBe(0);
    gateways[index] = await GatewayProcess.start(env);
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  isOver = true;
  await Promise.all(clients);
  expect(bad).toEqual([]);
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.length - new Set(asked).size).toBe(0);
});

test('nothing answers at the port of a gateway that has ended', async () => {
  const gateway = await GatewayProcess.start({ SPILLWAY_UPSTREAM: url, SPILLWAY_DATA: 'off' });
  await gateway.end();
  const socket = connect(gateway.port, '127.0.0.1');
  const error = await new Promise<NodeJS.ErrnoException>((resolve) => socket.once('error', resolve));
  expect(error.code).toBe('ECONNREFUSED');
});
