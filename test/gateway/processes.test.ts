import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen as startSandbox, type RunningSandbox } from '../../sandbox/listen';
import { eventually } from './support/eventually';
import { endAll, GatewayProcess } from './support/gatewayProcess';
import { RedisServer } from './support/redisServer';
import { removeFolder } from '../removeFolder';
import { longKept } from '../keepAlive';

const search = '/api/ruretail/products/search';
const adminCode = 'an-admin-code-of-many-letters';
const admin = { 'access-token': adminCode };
let sandbox: RunningSandbox;
let redis: RedisServer;
let folder: string;

beforeAll(async () => {
  redis = await RedisServer.start();
});
beforeEach(async () => {
  sandbox = await startSandbox();
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-processes-'));
});
afterEach(async () => {
  await endAll();
  await sandbox.close();
  removeFolder(folder);
});
afterAll(() => redis.kill());

const prefix = () => `${path.basename(folder)}:`;
const team = (): Record<string, string> => ({
  SPILLWAY_UPSTREAM: sandbox.url,
  SPILLWAY_MODE: 'team',
  SPILLWAY_KEY: 'sandbox-large',
  SPILLWAY_ADMIN_CODE: adminCode,
  SPILLWAY_DATA: 'off',
  REDIS_URL: redis.url,
  SPILLWAY_REDIS_PREFIX: prefix(),
  // Long enough for a busy machine, on which a gateway or Redis may be silent for a second.
  SPILLWAY_LEASE: '8s',
});
const counters = async () =>
  (await (await fetch(`${sandbox.url}/sandbox/counters`)).json()) as { requests: number; credits: number };
const slow = (ms: number) =>
  fetch(`${sandbox.url}/sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({ kind: 'latency', ms, times: 1 }),
  });
const health = async (gateway: GatewayProcess) =>
  ((await (await gateway.get('/healthz', admin)).json()) as { status: string }).status;
const fetched = (
  response: Response,
  gateways: readonly GatewayProcess[],
  headers: Record<string, string>,
) => {
  const job = response.headers.get('location') ?? '';
  let turn = 0;
  return eventually(async () => {
    const gateway = gateways[(turn += 1) % gateways.length];
    const answer = await gateway?.get(job, { ...headers, prefer: 'wait=1' }).catch(() => undefined);
    return answer && answer.status !== 202 && answer;
  }, 60_000);
};

/** How many gateways have told Redis everything (stores/redisGateways.ts). */
const haveTold = async (): Promise<number> => {
  const all = (await redis.command('HGETALL', `${prefix()}gateways`)) as string[];
  return all.filter((text, at) => at % 2 === 1 && !all[at - 1]!.startsWith('~') && !/^[-~?]/.test(text))
    .length;
};

test('three gateways on one Redis make one call for fifty clients, and survive Redis and each other', async () => {
  const gateways = await Promise.all([1, 2, 3].map(() => GatewayProcess.start(team())));
  const [one, two, three] = gateways as [GatewayProcess, GatewayProcess, GatewayProcess];
  await redis.age(prefix());

  await slow(700);
  const many = await Promise.all(
    Array.from({ length: 50 }, (_, i) => gateways[i % 3]!.post(search, { query: 'iphone', count: 5 }, admin)),
  );
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
  const bodies = await Promise.all(many.map((response) => response.text()));
  expect(new Set(bodies).size).toBe(1);
  const credits = many.map((response) => Number(response.headers.get('spillway-credits')));
  expect(credits.reduce((sum, credit) => sum + credit)).toBe(1);
  expect(await counters()).toMatchObject({ requests: 1, credits: 1 });

  // A job begun at one gateway is finished there and fetched from the others.
  await slow(600);
  const early = await one.post(
    search,
    { query: 'ssd', count: 5 },
    { ...admin, prefer: 'respond-async, wait=0' },
  );
  expect(early.status).toBe(202);
  expect((await fetched(early, [two, three], admin)).status).toBe(200);
  expect(await counters()).toMatchObject({ credits: 2 });

  // Redis goes away: everyone goes on, says so, and what was paid meanwhile is there for all when it is back.
  await redis.kill();
  expect((await two.post(search, { query: 'tv', count: 5 }, admin)).status).toBe(200);
  expect(await health(two)).toBe('degraded');
  expect((await two.post(search, { query: 'tv', count: 5 }, admin)).headers.get('spillway-cache')).toBe(
    'hit',
  );
  await redis.restart();
  for (const gateway of gateways) await eventually(async () => (await health(gateway)) === 'ok');
  // One that asked for nothing meanwhile is healthy all along, and must find Redis again first.
  await eventually(async () => (await haveTold()) === 3);
  expect((await three.post(search, { query: 'tv', count: 5 }, admin)).headers.get('spillway-cache')).toBe(
    'hit',
  );
  expect(await counters()).toMatchObject({ credits: 3 });

  // A gateway dies in the middle of a call: those who wait elsewhere are told that it may have been paid.
  await slow(20_000);
  const doomed = await one.post(
    search,
    { query: 'cable', count: 5 },
    { ...admin, prefer: 'respond-async, wait=0' },
  );
  const joined = await two.post(
    search,
    { query: 'cable', count: 5 },
    { ...admin, prefer: 'respond-async, wait=0' },
  );
  await one.end('SIGKILL');
  for (const response of [doomed, joined]) {
    const lost = await fetched(response, [two, three], admin);
    expect(lost.status).toBe(502);
    expect(await lost.json()).toEqual({ detail: expect.stringContaining('may have been charged') as string });
    expect(lost.headers.get('spillway-credits')).toBe(response === doomed ? null : '0');
  }
  expect((await three.post(search, { query: 'cable', count: 5 }, admin)).status).toBe(200);
  const { rows } = (await (await two.get('/gateway/usage', admin)).json()) as {
    rows: { requests: number }[];
  };
  expect(rows[0]?.requests).toBeGreaterThan(3);
});

test('a gateway that is told to stop finishes what was paid, and its successor has it', async () => {
  const env = { SPILLWAY_UPSTREAM: sandbox.url, SPILLWAY_DATA: folder };
  const key = { 'access-token': 'sandbox-large' };
  const first = await GatewayProcess.start(env);
  await slow(1_500);
  const early = await first.post(
    search,
    { query: 'phone', count: 5 },
    { ...key, prefer: 'respond-async, wait=0' },
  );
  expect(early.status).toBe(202);
  const polling = first.get(early.headers.get('location') ?? '', { ...key, prefer: 'wait=20' });
  // What began earlier has arrived by the time this is answered.
  await first.get('/healthz', key);
  first.signal('SIGTERM');
  expect((await polling).status).toBe(200);
  expect(await first.exited).toBe(0);
  const second = await GatewayProcess.start(env);
  const done = await second.get(early.headers.get('location') ?? '', key);
  expect([done.status, done.headers.get('spillway-credits')]).toEqual([200, '1']);
  const again = await second.post(search, { query: 'phone', count: 5 }, key);
  expect(again.status).toBe(200);
  expect(first.output).not.toContain('sandbox-large');
});

test('a call longer than a proxy in between allows is fetched all the same', async () => {
  const gateway = await GatewayProcess.start({ SPILLWAY_UPSTREAM: sandbox.url, SPILLWAY_DATA: 'off' });
  const proxy = await cuttingProxy(gateway.port, 1_000);
  try {
    const key = { 'access-token': 'sandbox-large', 'content-type': 'application/json' };
    await slow(4_000);
    const body = JSON.stringify({ query: 'phone', count: 5 });
    const cut = await fetch(`${proxy.url}${search}`, { method: 'POST', headers: key, body }).catch(
      () => undefined,
    );
    expect(cut?.status ?? 504).toBe(504);
    // On a slow machine the proxy may cut short answers too.
    const early = await eventually(async () => {
      const answer = await fetch(`${proxy.url}${search}`, {
        method: 'POST',
        headers: { ...key, prefer: 'respond-async, wait=0' },
        body,
      });
      return answer.status !== 504 && answer;
    });
    expect(early.status).toBe(202);
    const done = await eventually(async () => {
      const answer = await fetch(proxy.url + early.headers.get('location'), {
        headers: { ...key, prefer: 'wait=0' },
      });
      return answer.status !== 202 && answer.status !== 504 && answer;
    });
    expect(done.status).toBe(200);
    expect(await counters()).toMatchObject({ requests: 1, credits: 1 });
  } finally {
    await proxy.close();
  }
});

test('what cannot start says why in a sentence', async () => {
  const env = { SPILLWAY_UPSTREAM: sandbox.url, SPILLWAY_DATA: 'off' };
  const gateway = await GatewayProcess.start(env);
  const [second, wrong, check] = await Promise.all([
    GatewayProcess.run({ ...env, PORT: String(gateway.port) }),
    GatewayProcess.run({ ...env, SPILLWAY_MODE: 'both' }),
    GatewayProcess.run(
      { ...env, SPILLWAY_MODE: 'team', SPILLWAY_KEY: 'very-secret', REDIS_URL: redis.url },
      '--check',
    ),
  ]);
  expect(second).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Port \d+ is already in use\. .*\n$/) as string,
  });
  expect(wrong).toEqual({ code: 1, output: 'SPILLWAY_MODE must be personal or team, not "both".\n' });
  expect(check.code).toBe(0);
  expect(check.output).toMatch(/Mode +team/);
  expect(check.output).not.toContain('very-secret');
});

test('access codes are made, listed and revoked by a command, while gateways run', async () => {
  const env: Record<string, string> = { ...team(), SPILLWAY_DATA: folder };
  const gateway = await GatewayProcess.start(env);
  const created = await GatewayProcess.run(env, 'codes', 'create', 'Ann', 'Smith');
  const code = created.output.trim();
  const ask = async () => (await gateway.get('/gateway/me', { 'access-token': code })).status;
  await eventually(async () => (await ask()) === 200);
  // A second gateway knows it from Redis, and Redis from the first one's file should it lose it.
  await redis.command('FLUSHALL');
  await eventually(
    async () => Number(await redis.command('EXISTS', `${prefix()}codes`)) === 1 || (await ask(), false),
  );
  const listed = await GatewayProcess.run(env, 'codes', 'list');
  expect(listed.output).toMatch(/active .* Ann Smith/);
  expect(listed.output).not.toContain(code.split('_').slice(2).join('_'));
  const revoked = await GatewayProcess.run(env, 'codes', 'revoke', code.split('_')[1] ?? '');
  expect(revoked.output).toBe('The code of Ann Smith has been revoked.\n');
  await eventually(async () => (await ask()) === 401);
});

/** Passes requests on and cuts every one that takes longer, as hosts and proxies do. */
async function cuttingProxy(port: number, longest: number): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer(longKept, (request, response) => {
    const chunks: Buffer[] = [];
    const signal = AbortSignal.timeout(longest);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(
        ['access-token', 'content-type', 'prefer'].flatMap((name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      );
      const init = {
        method: request.method ?? 'GET',
        headers,
        signal,
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      };
      fetch(`http://127.0.0.1:${port}${request.url}`, init).then(
        async (answer) => {
          const {
            'content-encoding': _encoding,
            'content-length': _length,
            ...rest
          } = Object.fromEntries(answer.headers);
          response.writeHead(answer.status, rest);
          response.end(Buffer.from(await answer.arrayBuffer()));
        },
        () => response.writeHead(504).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

test('a second gateway on one data folder without Redis refuses to start, and the first goes on', async () => {
  const env = { ...team(), SPILLWAY_DATA: folder, REDIS_URL: '' };
  const first = await GatewayProcess.start(env);
  const second = await GatewayProcess.run(env);
  expect(second.code).toBe(1);
  expect(second.output).toMatch(/is used by another gateway\. Stop that one, or give this one another/);
  expect((await first.post(search, { query: 'tv', count: 5 }, admin)).status).toBe(200);
  expect(await counters()).toMatchObject({ requests: 1 });
});
