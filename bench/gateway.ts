// The gateway as it is deployed: the built program in processes of its own, a real Redis, the sandbox as the service.
// Servers are compared by the processor time a request costs them, so that a busy machine changes neither side.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { MemoryStore } from '../src/gateway/stores/memoryStore';
import { listen } from '../src/sandbox/listen';
import { against, atLeast, type Measure } from './measure';

const program = path.resolve(import.meta.dirname, '../dist/server/gateway.mjs');
const search = '/api/ruretail/products/search';
const headers = {
  'access-token': 'sandbox-large',
  'content-type': 'application/json',
  'accept-encoding': 'gzip',
};
const bareServer = `
  const body = Buffer.from(process.env.BODY, 'base64');
  require('node:http').createServer((incoming, outgoing) => {
    incoming.on('data', () => undefined);
    incoming.on('end', () => {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': body.length });
      outgoing.end(body);
    });
  }).listen(Number(process.env.PORT), '127.0.0.1');
`;

const started = new Set<ChildProcess>();

function start(file: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  started.add(child);
  return child;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

function ask(agent: Agent, port: number, address: string, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, host: '127.0.0.1', port, path: address, method: body === undefined ? 'GET' : 'POST', headers },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks) }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function ready(agent: Agent, port: number): Promise<void> {
  for (let left = 600; left > 0; left -= 1) {
    const answer = await ask(agent, port, '/healthz').catch(() => undefined);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on port ${port}`);
}

async function startGateway(
  agent: Agent,
  env: Record<string, string>,
): Promise<{ port: number; child: ChildProcess }> {
  const port = await freePort();
  const set = {
    PORT: String(port),
    SPILLWAY_TLS: 'off',
    SPILLWAY_DATA: 'off',
    SPILLWAY_CACHE_AGE: '1h',
    ...env,
  };
  const child = start(process.execPath, [program], set);
  await ready(agent, port);
  return { port, child };
}

/** Seconds a process has computed; elsewhere than on Linux the clock must do. */
function computed({ pid }: ChildProcess): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return performance.now() / 1_000;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Requests for each second of the server's own work. */
async function rate(
  agent: Agent,
  port: number,
  child: ChildProcess,
  address: string,
  body: string,
  requests: number,
) {
  const before = computed(child);
  const each = requests / 16;
  const line = async () => {
    for (let i = 0; i < each; i += 1) await ask(agent, port, address, body);
  };
  await Promise.all(Array.from({ length: 16 }, line));
  return requests / (computed(child) - before);
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function hits(agent: Agent, upstream: string): Promise<Measure> {
  const gateway = await startGateway(agent, { SPILLWAY_UPSTREAM: upstream });
  const body = JSON.stringify({ query: 'samsung', count: 20 });
  const first = await ask(agent, gateway.port, search, body);
  const barePort = await freePort();
  const bare = start(process.execPath, ['-e', bareServer], {
    PORT: String(barePort),
    BODY: first.body.toString('base64'),
  });
  await ready(agent, barePort);
  const rates: [number[], number[]] = [[], []];
  for (let run = 0; run < 5; run += 1) {
    rates[0].push(await rate(agent, gateway.port, gateway.child, search, body, 4_000));
    rates[1].push(await rate(agent, barePort, bare, search, body, 4_000));
  }
  // The first run warms both up.
  const [gatewayRate, bareRate] = rates.map((list) => median(list.slice(1))) as [number, number];
  return atLeast(
    'gateway cache hits for a second of its work, a bare Node server beside it',
    gatewayRate,
    bareRate,
    0.8,
  );
}

async function addedLatency(agent: Agent, upstream: string): Promise<Measure> {
  const { port } = await startGateway(agent, { SPILLWAY_UPSTREAM: upstream });
  const servicePort = Number(new URL(upstream).port);
  const times: [number[], number[]] = [[], []];
  for (let run = 0; run < 60; run += 1) {
    for (const [side, at] of [port, servicePort].entries()) {
      const began = performance.now();
      await ask(agent, at, search, JSON.stringify({ query: `phone ${side} ${run}`, count: 20 }));
      times[side]?.push(performance.now() - began);
    }
  }
  const [through, direct] = times.map((list) => median(list.slice(10))) as [number, number];
  return against(
    'ms of a call the service takes 50 ms for, through the gateway and without it',
    through,
    direct,
    1.2,
  );
}

async function sharing(agent: Agent, upstream: string): Promise<Measure> {
  const redisPort = await freePort();
  start('redis-server', ['--port', String(redisPort), '--save', '', '--bind', '127.0.0.1', '--dir', '/tmp']);
  const env = {
    SPILLWAY_UPSTREAM: upstream,
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'sandbox-large',
    SPILLWAY_ADMIN_CODE: 'sandbox-large-as-an-admin-code',
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  };
  const gateways = await Promise.all([1, 2, 3].map(() => startGateway(agent, env)));
  const counters = async () => {
    const { body } = await ask(agent, Number(new URL(upstream).port), '/sandbox/counters');
    return (JSON.parse(body.toString()) as { requests: number }).requests;
  };
  const before = await counters();
  const distinct = 20;
  const client = async (_: unknown, who: number) => {
    for (let i = 0; i < distinct; i += 1) {
      const { port } = gateways[(who + i) % 3]!;
      const body = JSON.stringify({ query: `tv ${i}`, count: 5 });
      await fetch(`http://127.0.0.1:${port}${search}`, {
        method: 'POST',
        headers: { ...headers, 'access-token': env.SPILLWAY_ADMIN_CODE },
        body,
      }).then((response) => response.arrayBuffer());
    }
  };
  await Promise.all(Array.from({ length: 50 }, client));
  const calls = (await counters()) - before;
  return against(
    'calls of 3 gateways on one Redis for 50 clients that ask the same 20 things',
    calls,
    distinct,
    1,
  );
}

async function memory(): Promise<Measure> {
  const entries = 100_000;
  const size = 1_000;
  const used = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const store = new MemoryStore({ maxBytes: 1_000_000_000, clock: () => 0 });
  const before = used();
  for (let i = 0; i < entries; i += 1) await store.write(`answer:${i}`, Buffer.alloc(size), 1_000);
  const grown = used() - before;
  return against(
    'MB of 100,000 kept answers of 1 kB, and of their bytes alone',
    grown / 1e6,
    (entries * size) / 1e6,
    2,
  );
}

export async function gatewayBench(): Promise<Measure[]> {
  if (!existsSync(program)) throw new Error('dist/server/gateway.mjs is not built');
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const fast = await listen();
  const slow = await listen({ latencyMs: 50 });
  try {
    return [
      await hits(agent, fast.url),
      await addedLatency(agent, slow.url),
      await sharing(agent, slow.url),
      await memory(),
    ];
  } finally {
    for (const child of started) child.kill('SIGKILL');
    agent.destroy();
    await Promise.all([fast.close(), slow.close()]);
  }
}
