// The gateway as it is deployed: the built program in processes of its own, a real Redis, the sandbox as the service.
// Servers are compared in short turns, by a client that costs next to nothing, so that they are what is measured.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, createServer } from 'node:net';
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

/** One connection that sends the same bytes again and again; answers are told apart by their length alone. */
function askAgain(port: number, bytes: Buffer, bodyLength: number, requests: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let left = requests;
    let missing = -1;
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      missing =
        missing < 0 ? chunk.indexOf('\r\n\r\n') + 4 + bodyLength - chunk.length : missing - chunk.length;
      if (missing > 0) return;
      missing = -1;
      left -= 1;
      if (left > 0) socket.write(bytes);
      else socket.end(resolve);
    });
  });
}

/** Seconds for so many requests on 16 connections. */
async function work(port: number, body: string, bodyLength: number, requests: number): Promise<number> {
  const head = Object.entries({ host: '127.0.0.1', ...headers, 'content-length': String(body.length) });
  const lines = head.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  const bytes = Buffer.from(`POST ${search} HTTP/1.1\r\n${lines}\r\n\r\n${body}`);
  const began = performance.now();
  await Promise.all(Array.from({ length: 16 }, () => askAgain(port, bytes, bodyLength, requests / 16)));
  return (performance.now() - began) / 1_000;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function hits(agent: Agent, upstream: string): Promise<Measure> {
  const gateway = await startGateway(agent, { SPILLWAY_UPSTREAM: upstream });
  const body = JSON.stringify({ query: 'samsung', count: 20 });
  const first = await ask(agent, gateway.port, search, body);
  const barePort = await freePort();
  start(process.execPath, ['-e', bareServer], {
    PORT: String(barePort),
    BODY: first.body.toString('base64'),
  });
  await ready(agent, barePort);
  const sides = [
    { port: gateway.port, seconds: 0 },
    { port: barePort, seconds: 0 },
  ];
  // In short turns, so that both meet the same machine; the first ones warm both up.
  const turns = 60;
  const warm = 20;
  const requests = 800;
  for (let turn = 0; turn < turns; turn += 1) {
    for (const side of sides) {
      const seconds = await work(side.port, body, first.body.length, requests);
      if (turn >= warm) side.seconds += seconds;
    }
  }
  const [gatewayRate = 0, bareRate = 0] = sides.map(({ seconds }) => ((turns - warm) * requests) / seconds);
  return atLeast(
    'gateway cache hits in a second, and answers of a bare Node server',
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
