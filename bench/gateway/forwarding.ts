// A forwarded call against a proxy that only passes bytes on. Both use the same small service, in short alternating runs, and
// every request is different, so that nothing comes from a cache.
import { connect } from 'node:net';
import {
  freePort,
  headers,
  longestWait,
  median,
  processorTime,
  quantile,
  ready,
  search,
  start,
  startGateway,
} from './gatewayServers';
import { againstPair, atLeastPair, neighbours, type Measure, type Pair } from '../measure';

export const service = `
  const { createServer } = require('node:http');
  const record = (i) => ({ '@type': 'RuretailProduct', id: String(i), name: 'A product of some kind ' + i, price: 100 + i,
    currency: 'RUB', url: 'https://shop.test/product/' + i, brand: { '@type': 'RuretailBrandRef', name: 'Brand' } });
  const body = Buffer.from(JSON.stringify(Array.from({ length: 20 }, (_, i) => record(i))));
  createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () => {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      outgoing.end(body);
    });
  }).listen(Number(process.env.PORT), '127.0.0.1');
`;

/** Thirty lines, as most people would write them. */
const bareProxy = `
  const { Agent, createServer, request } = require('node:http');
  const agent = new Agent({ keepAlive: true });
  const port = Number(process.env.SERVICE);
  createServer((incoming, outgoing) => {
    const { host, connection, ...headers } = incoming.headers;
    const onward = request(
      { agent, host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => {
      outgoing.writeHead(502);
      outgoing.end();
    });
    incoming.pipe(onward);
  }).listen(Number(process.env.PORT), '127.0.0.1');
`;

let number = 0;

/** A unique request, always of the same length. */
function bytes(): Buffer {
  const body = JSON.stringify({ query: `phone ${String((number += 1)).padStart(9, '0')}`, count: 20 });
  const head = Object.entries({ host: '127.0.0.1', ...headers, 'content-length': String(body.length) });
  const lines = head.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  return Buffer.from(`POST ${search} HTTP/1.1\r\n${lines}\r\n\r\n${body}`);
}

/** One connection that sends requests one after another; responses state their length. */
function askOnward(port: number, requests: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes()));
    let left = requests;
    let missing = -1;
    let began = performance.now();
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed')));
    socket.setTimeout(longestWait, () => socket.destroy(new Error('no response')));
    socket.on('data', (chunk) => {
      if (missing < 0) {
        const end = chunk.indexOf('\r\n\r\n') + 4;
        const head = chunk.toString('latin1', 0, end);
        if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(head));
        missing = end + Number(/content-length: (\d+)/i.exec(head)?.[1]) - chunk.length;
      } else missing -= chunk.length;
      if (missing > 0) return;
      missing = -1;
      const now = performance.now();
      times.push(now - began);
      began = now;
      left -= 1;
      if (left > 0) socket.write(bytes());
      else socket.end(resolve);
    });
  });
}

const [connections, requests] = [16, 40];

/** What one server showed in one turn. */
interface Turn {
  readonly rate: number;
  readonly median: number;
  readonly slowest: number;
  /** Microseconds of processor time for each call; undefined where the system does not tell. */
  readonly processor: number | undefined;
}

async function takeTurn({
  port,
  pid,
}: {
  readonly port: number;
  readonly pid: number | undefined;
}): Promise<Turn> {
  const times: number[] = [];
  const used = processorTime(pid);
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, () => askOnward(port, requests, times)));
  const rate = (times.length * 1_000) / (performance.now() - began);
  const after = processorTime(pid);
  const processor =
    used === undefined || after === undefined ? undefined : ((after - used) * 1_000) / times.length;
  return { rate, median: median(times), slowest: quantile(times, 0.99), processor };
}

const compared = (turns: readonly (readonly [Turn, Turn])[], of: (turn: Turn) => number | undefined): Pair =>
  neighbours(turns.map(([own, theirs]) => [of(own) ?? 0, of(theirs) ?? 0] as const));

export async function forwardingMeasures(): Promise<Measure[]> {
  const [servicePort, barePort] = [await freePort(), await freePort()];
  start(process.execPath, ['-e', service], { PORT: String(servicePort) });
  const proxy = start(process.execPath, ['-e', bareProxy], {
    PORT: String(barePort),
    SERVICE: String(servicePort),
  });
  const gateway = await startGateway({
    SPILLWAY_UPSTREAM: `http://127.0.0.1:${servicePort}`,
    SPILLWAY_CACHE_AGE: '0s',
  });
  await Promise.all([ready(servicePort), ready(barePort)]);
  const through = { port: gateway.port, pid: gateway.child.pid };
  const bare = { port: barePort, pid: proxy.pid };
  const turns: (readonly [Turn, Turn])[] = [];
  const [all, warm] = [72, 32];
  // Each goes first as often as the other; the first turns are a warm-up.
  for (let turn = 0; turn < all; turn += 1) {
    const isFirst = turn % 2 === 0;
    const first = await takeTurn(isFirst ? through : bare);
    const second = await takeTurn(isFirst ? bare : through);
    if (turn >= warm) turns.push(isFirst ? [first, second] : [second, first]);
  }
  return [
    atLeastPair(
      'forwarded calls per second, against a 30-line proxy',
      compared(turns, ({ rate }) => rate),
      0.4,
    ),
    againstPair(
      'forwarded call: median ms, against that proxy',
      compared(turns, (turn) => turn.median),
      2.5,
    ),
    againstPair(
      'forwarded call: p99 ms, against that proxy',
      compared(turns, ({ slowest }) => slowest),
      3,
    ),
    {
      ...againstPair(
        'forwarded call: processor µs, against that proxy',
        compared(turns, (turn) => turn.processor),
        0,
      ),
      // Where a machine is busy, this says more than the clock.
      goal: '–',
      met: true,
    },
  ];
}
