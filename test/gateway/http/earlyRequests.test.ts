// Requests that a client sends before it has the response to an earlier one on the same connection (pipelining), and responses that it
// does not read.
import { connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { listen, type Listening } from '../../../src/gateway/http/server';
import { SlowReaders } from '../../../src/gateway/http/slowReaders';
import { nodeListener, type ListenerParts } from '../../../src/gateway/listeners/nodeListener';
import { buy, closeAll, feed, share, start } from '../feed/support';
import { eventually } from '../support/eventually';
import { rawSocket } from '../support/rawSocket';
import { valuation } from '../support/testGateway';

let servers: Listening[] = [];
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  for (const one of servers) {
    one.server.closeAllConnections();
    await one.close();
  }
  servers = [];
  await closeAll();
});

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: gateway.test', ...headers, '', ''].join('\r\n');
const post = (path: string, key: string, body: object) => {
  const text = JSON.stringify(body);
  const type = 'content-type: application/json';
  return [
    `POST ${path} HTTP/1.1`,
    'Host: gateway.test',
    `access-token: ${key}`,
    type,
    `content-length: ${text.length}`,
    '',
    text,
  ].join('\r\n');
};

test('a client that leaves before its turn takes up no place at a feed', async () => {
  const gateway = await start();
  await buy(gateway, 'key-of-ann', [{ id: 'x', name: 'Phone', price: 5 }]);
  const { code } = await share(gateway, 'key-of-ann', { sources: 'ruretail' });
  const finish = gateway.upstream.hold();
  const before = gateway.upstream.calls.length;
  const raw = rawSocket(Number(new URL(gateway.address).port));
  const read = get('/feed/history.csv', `authorization: Bearer ${code}`);
  raw.write(post(valuation, 'key-of-ann', { unit: 'A' }) + read + read);
  await eventually(() => gateway.upstream.calls.length === before + 1);
  await fetch(`${gateway.address}/healthz`);
  raw.socket.destroy();
  await raw.ended;
  finish();
  expect((await feed(gateway, code, 'history.csv')).status).toBe(200);
});

test('a paid request that comes before its turn is not sent if its client has left by then', async () => {
  const gateway = await start();
  const finish = gateway.upstream.hold();
  const raw = rawSocket(Number(new URL(gateway.address).port));
  raw.write(post(valuation, 'key-of-ann', { unit: 'A' }) + post(valuation, 'key-of-ann', { unit: 'B' }));
  await eventually(() => gateway.upstream.calls.length === 1);
  raw.socket.destroy();
  await raw.ended;
  finish();
  await fetch(`${gateway.address}/healthz`);
  expect(gateway.upstream.calls.map(({ body }) => body)).toEqual(['{"unit":"A"}']);
});

test('requests of one connection are served in their order', async () => {
  const gateway = await start();
  const raw = rawSocket(Number(new URL(gateway.address).port));
  raw.write(
    post(valuation, 'key-of-ann', { unit: 'A' }) +
      get('/healthz') +
      post(valuation, 'key-of-ann', { unit: 'B' }),
  );
  await eventually(() => raw.received().match(/HTTP\/1\.1 200/g)?.length === 3);
  raw.socket.destroy();
  expect(gateway.upstream.calls.map(({ body }) => body)).toEqual(['{"unit":"A"}', '{"unit":"B"}']);
});

test('a connection with many requests before their turn is closed', async () => {
  const gateway = await start();
  const finish = gateway.upstream.hold();
  const raw = rawSocket(Number(new URL(gateway.address).port));
  raw.write(post(valuation, 'key-of-ann', { unit: 'A' }) + get('/healthz').repeat(30));
  await raw.ended;
  finish();
  expect(raw.received()).toBe('');
});

const size = 20_000_000;

test('what the routes send is bounded too if nobody reads it', async () => {
  const app = new Hono().get('/large', (c) => c.text('x'.repeat(size)));
  const readers = new SlowReaders(0, { stall: 60_000, client: 3 * size, all: 10 * size });
  const unused = {} as ListenerParts;
  const listener = nodeListener(
    { ...unused, fetch: app.fetch.bind(app), cached: undefined, stopping: () => false },
    readers,
  );
  const listening = await listen({ port: 0, host: '127.0.0.1', listener });
  servers.push(listening);
  for (let number = 0; number < 12; number += 1) {
    const socket = connect(listening.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(get('/large'));
    sockets.push(socket);
  }
  await eventually(async () => (await listening.connections()) === 3 && readers.bytes > 2 * size);
});
