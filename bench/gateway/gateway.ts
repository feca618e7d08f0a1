// The gateway as it is deployed: the built program in separate processes, a real Redis, the sandbox as the service. Servers are
// compared in short alternating runs, by a client with very little overhead.
import { listen } from '../../sandbox/listen';
import { bounded } from '../bounded';
import { deafnessMeasures } from './deafness';
import { forwardingMeasures } from './forwarding';
import {
  ask,
  endAll,
  freePort,
  headers,
  longestWait,
  ready,
  requireProgram,
  search,
  start,
  startGateway,
} from './gatewayServers';
import { against, againstPair, atLeastPair, neighbours, type Measure } from '../measure';
import { agentFetch } from './agents';
import { feedOfHistory } from './feed';
import { historyForwarding, historySeries } from './history';
import { nginxMeasures } from './nginxCache';
import { askSame } from './sameBytes';
import { skipped } from '../skipped';
import { storeMemoryMeasures } from './storeMemory';

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

async function hits(upstream: string): Promise<Measure> {
  const gateway = await startGateway({ SPILLWAY_UPSTREAM: upstream });
  const body = JSON.stringify({ query: 'samsung', count: 20 });
  const first = await ask(gateway.port, search, body);
  const barePort = await freePort();
  start(process.execPath, ['-e', bareServer], {
    PORT: String(barePort),
    BODY: first.body.toString('base64'),
  });
  await ready(barePort);
  const turns: (readonly [number, number])[] = [];
  // In short alternating runs, so that both see the same conditions; the first ones are a warm-up.
  const [all, warm, requests] = [100, 30, 1_600];
  const rateOf = async (port: number) => requests / (await askSame(port, body, first.body.length, requests));
  for (let turn = 0; turn < all; turn += 1) {
    const isFirst = turn % 2 === 0;
    const one = await rateOf(isFirst ? gateway.port : barePort);
    const other = await rateOf(isFirst ? barePort : gateway.port);
    if (turn >= warm) turns.push(isFirst ? [one, other] : [other, one]);
  }
  return atLeastPair('gateway cache hits per second, against a bare Node server', neighbours(turns), 0.9);
}

async function addedLatency(upstream: string): Promise<Measure> {
  const { port } = await startGateway({ SPILLWAY_UPSTREAM: upstream });
  const servicePort = Number(new URL(upstream).port);
  const turns: (readonly [number, number])[] = [];
  const timed = async (at: number, query: string) => {
    const began = performance.now();
    await ask(at, search, JSON.stringify({ query, count: 20 }));
    return performance.now() - began;
  };
  for (let run = 0; run < 60; run += 1)
    turns.push([await timed(port, `phone through ${run}`), await timed(servicePort, `phone ${run}`)]);
  return againstPair(
    'call that takes the service 50 ms: ms through the gateway, against a direct call',
    neighbours(turns.slice(10)),
    1.2,
  );
}

async function sharing(upstream: string): Promise<Measure> {
  const redisPort = await freePort();
  start('redis-server', ['--port', String(redisPort), '--save', '', '--bind', '127.0.0.1', '--dir', '/tmp']);
  const env = {
    SPILLWAY_UPSTREAM: upstream,
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'sandbox-large',
    SPILLWAY_ADMIN_CODE: 'sandbox-large-as-an-admin-code',
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  };
  const gateways = await Promise.all([1, 2, 3].map(() => startGateway(env)));
  const counters = async () => {
    const { body } = await ask(Number(new URL(upstream).port), '/sandbox/counters');
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
        signal: AbortSignal.timeout(longestWait),
      }).then((response) => response.arrayBuffer());
    }
  };
  await Promise.all(Array.from({ length: 50 }, client));
  const calls = (await counters()) - before;
  return against(
    '3 gateways on one Redis, 50 clients with the same 20 requests: calls to the service',
    calls,
    distinct,
    1,
  );
}

export async function gatewayBench(): Promise<Measure[]> {
  requireProgram();
  const fast = await listen();
  const slow = await listen({ latencyMs: 50 });
  try {
    const parts: readonly [name: string, measure: () => Promise<Measure | Measure[]>][] = [
      ['cache hits', () => hits(fast.url)],
      ['nginx', () => nginxMeasures(fast.url)],
      ['forwarded calls', forwardingMeasures],
      ['added latency', () => addedLatency(slow.url)],
      ['sharing', () => sharing(slow.url)],
      ['hostile requests', () => deafnessMeasures(fast.url)],
      ['store memory', storeMemoryMeasures],
      ['calls with a history', historyForwarding],
      ['series of the history', historySeries],
      ['feed of the history', feedOfHistory],
      ['fetch of an agent', () => agentFetch(fast.url)],
    ];
    const measures: Measure[] = [];
    for (const [name, measure] of parts)
      measures.push(
        ...[
          await bounded(measure(), 180).catch((error: unknown) => skipped(`gateway: ${name}`, error)),
        ].flat(),
      );
    return measures;
  } finally {
    endAll();
    await bounded(Promise.all([fast.close(), slow.close()]), 10).catch(() => undefined);
  }
}
