import { Socket } from 'node:net';
import { listen, type Listening } from '../../src/gateway/http/server';
import { eventually } from './support/eventually';
import { rawSocket } from './support/rawSocket';
import { search, testGateway, valuation, type TestGateway } from './support/testGateway';

const limits = { request: 1_500, headers: 1_000, check: 40, headerBytes: 8_192 };
let inside: TestGateway;
let listening: Listening;
let unhandled: unknown[] = [];

const note = (reason: unknown) => unhandled.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', note);
  inside = await testGateway();
  listening = await listen({ port: 0, host: '127.0.0.1', limits, listener: inside.gateway.listener });
});
afterAll(async () => {
  listening.server.closeAllConnections();
  await listening.close();
  await inside.close();
  process.off('unhandledRejection', note);
});
afterEach(() => {
  expect(inside.upstream.calls).toHaveLength(0);
  expect(unhandled).toEqual([]);
  unhandled = [];
});

const head = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: gateway.test', 'access-token: some-key', ...headers, '', ''].join('\r\n');
const json = 'Content-Type: application/json';
/** Sends it and reads until the server ends the connection or has answered. */
const exchange = async (text: string): Promise<string> => {
  const raw = rawSocket(listening.port);
  raw.write(text);
  const seen = await Promise.race([
    raw.ended,
    eventually(() => /\r\n\r\n.*\}/s.test(raw.received()) && raw.received()),
  ]);
  raw.socket.destroy();
  return seen;
};

test.each([
  ['hosts', ['hOST: other.test', json]],
  ['types', [json, 'content-type: text/plain']],
  ['the same type', [json, json]],
  ['sign-ins', ['Authorization: Bearer a', json, 'authorization: Bearer b']],
])('two %s, of which a proxy may have read another one, are refused', async (_, headers) => {
  const text = await exchange(`${head(valuation, ...headers, 'Content-Length: 12')}{"unit":"A"}`);
  expect(text).toMatch(/^HTTP\/1\.1 400 .*"detail":"This is not a valid HTTP request/s);
  expect(text).toMatch(/connection: close/i);
});

test.each([
  ['garbage', 'GARBAGE\r\n\r\n'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['a host that is none', 'GET /healthz HTTP/1.1\r\nHost: a/b?c\r\n\r\n'],
  ['an address that is none', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
])('the refusal of %s is not kept on the way and is never a page', async (_, text) => {
  const told = (await exchange(text)).toLowerCase();
  expect(told).toMatch(/^http\/1\.1 400 /);
  for (const header of ['cache-control: no-store', 'x-content-type-options: nosniff', 'spillway-gateway: 1'])
    expect(told).toContain(`\r\n${header}\r\n`);
});

test('a load balancer that speaks HTTP/1.0 and names no host learns that the gateway is there', async () => {
  expect(await exchange('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 .*"status":"ok"/s);
});

test('headers of the same length as these may come twice', async () => {
  const twice = ['X-Ab: 1', 'X-Ab: 2', 'x-header-num: 1', 'x-header-num: 2', 'Via: 1.1 a', 'Via: 1.1 b'];
  const text = await exchange(
    ['GET /gateway/info HTTP/1.1', 'Host: gateway.test', ...twice, '', ''].join('\r\n'),
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

test('a refused connection ends, also where the client keeps its end open', async () => {
  const before = await listening.connections();
  const texts = [
    '',
    'GARBAGE\r\n\r\n',
    `${head(search, json, 'Content-Length: 500')}{"query"`,
    'GET / HTTP/1.1\r\nA',
  ];
  const sockets = texts.map((text) => {
    const socket = new Socket({ allowHalfOpen: true });
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString())).on('error', () => undefined);
    socket.connect(listening.port, '127.0.0.1', () => socket.write(text));
    return { socket, received: () => received };
  });
  await eventually(() => sockets.every(({ received }) => received().includes('"detail"')));
  await eventually(async () => (await listening.connections()) <= before, 10_000);
  for (const { socket } of sockets) socket.destroy();
});

test('a body that does not come is cut off', async () => {
  const raw = rawSocket(listening.port);
  raw.write(`${head(search, json, 'Content-Length: 500')}{"query"`);
  expect(await raw.ended).toMatch(/^HTTP\/1\.1 408 .*"detail"/s);
});

test('a body that comes letter by letter is cut off', async () => {
  const raw = rawSocket(listening.port);
  raw.write(`${head(search, json, 'Transfer-Encoding: chunked')}`);
  const drip = setInterval(() => raw.write('1\r\n \r\n'), 20);
  const text = await raw.ended;
  clearInterval(drip);
  expect(text === '' || text.startsWith('HTTP/1.1 408')).toBe(true);
});

test('headers that do not end are cut off', async () => {
  const raw = rawSocket(listening.port);
  raw.write('POST / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  expect(await raw.ended).toMatch(/^HTTP\/1\.1 408/);
});

test('a huge body is refused before it is read, told or not', async () => {
  const told = rawSocket(listening.port);
  told.write(head(search, json, 'Content-Length: 900000000'));
  expect(await eventually(() => told.received() || undefined)).toMatch(/^HTTP\/1\.1 413 .*kB/s);
  told.socket.destroy();

  const untold = rawSocket(listening.port);
  untold.write(head(search, json, 'Transfer-Encoding: chunked'));
  const block = `${(16_384).toString(16)}\r\n${' '.repeat(16_384)}\r\n`;
  for (let i = 0; i < 12; i += 1) untold.write(block);
  expect(await eventually(() => untold.received() || undefined)).toMatch(/^HTTP\/1\.1 413/);
  untold.socket.destroy();
});

test('a flood of headers is refused', async () => {
  const flood = Array.from({ length: 3_000 }, (_, i) => `X-H${i}: ${i}`);
  expect(await exchange(head(search, json, ...flood))).toMatch(/^HTTP\/1\.1 431 .*"detail"/s);
});

test('no header is left out because there are many', async () => {
  const many = Array.from({ length: 150 }, (_, i) => `X-${i}: ${i}`);
  const only = 'Cache-Control: only-if-cached';
  const body = '{"unit":"A"}';
  const text = await exchange(`${head(valuation, json, 'Content-Length: 12', ...many, only)}${body}`);
  expect(text).toMatch(/^HTTP\/1\.1 504 .*Nothing was sent/s);
  const twice = `${head(valuation, json, 'Content-Length: 12', ...many, json)}${body}`;
  expect(await exchange(twice)).toMatch(/^HTTP\/1\.1 400 .*sent twice/s);
});

test.each(['gzip, chunked', 'x, CHUNKED', 'chunked, chunked'])(
  'a body sent as %s is refused',
  async (coding) => {
    const text = await exchange(
      `${head(valuation, json, `Transfer-Encoding: ${coding}`)}c\r\n{"unit":"A"}\r\n0\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 .*"detail"/s);
  },
);

test.each([
  ['two lengths', ['Content-Length: 2', 'Content-Length: 40']],
  ['a length and chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
  ['chunks that are no chunks', ['Transfer-Encoding: xchunked']],
  ['a disguised encoding', ['Transfer-Encoding: chunked, identity']],
  ['a space before the colon', ['Content-Length : 2']],
  ['a folded header', ['X-A: 1', ' Content-Length: 2']],
  ['a length that is no number', ['Content-Length: +2']],
])('a request that could be read in two ways is refused: %s', async (_what, headers) => {
  const answer = await exchange(
    `${head(search, json, ...headers)}{}GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 4(00|15|22)/);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  '',
])('a body sent as %j is refused', async (type) => {
  const body = '{"unit":"A"}';
  const answer = await exchange(
    `${head(valuation, `Content-Type: ${type}`, `Content-Length: ${body.length}`)}${body}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 415 .*"detail"/s);
});

test.each([
  ['compressed bodies', ['Content-Encoding: gzip', 'Content-Length: 2'], '{}', 415],
  ['text that is not UTF-8', ['Content-Length: 5'], '{"\xff"}', 400],
  ['JSON that is none', ['Content-Length: 4'], '{"a"', 422],
  ['JSON that is no object', ['Content-Length: 2'], '[]', 422],
  ['a prototype in disguise', ['Content-Length: 34'], '{"unit":"A","__proto__":{"x":1}}  ', 422],
])('%s are refused', async (_what, headers, body, status) => {
  const raw = rawSocket(listening.port);
  raw.write(head(valuation, json, ...headers));
  raw.socket.write(Buffer.from(body, 'latin1'));
  expect(await eventually(() => raw.received() || undefined)).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
  raw.socket.destroy();
});

test.each([
  '/api/ruretail/products/search/../../../token',
  '/api/ruretail/products/search?x=1%0d%0aX-Evil:%201',
  '/api/%72uretail/products/search',
  'http://evil.test/api/hkproperty/valuations',
  '//evil.test/api/hkproperty/valuations',
  '/api/ruretail\\products\\search',
  '/sandbox/keys',
])('a path trick leads to no call: %s', async (path) => {
  const answer = await exchange(`${head(path, json, 'Content-Length: 2')}{}`);
  expect(answer).toMatch(/^HTTP\/1\.1 4(00|04|22)/);
  expect(answer).not.toMatch(/X-Evil/i);
});

test('methods that no operation has, and upgrades, are refused', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
    const answer = await exchange(head(valuation, json, 'Content-Length: 2').replace('POST', method) + '{}');
    expect([method, /^HTTP\/1\.1 40[045]/.test(answer)]).toEqual([method, true]);
  }
  expect(
    await exchange(
      head(valuation, json, 'Connection: Upgrade', 'Upgrade: websocket', 'Content-Length: 2') + '{}',
    ),
  ).toMatch(/^HTTP\/1\.1 4/);
});

test('many bad clients at once do not stop a good one', async () => {
  const bad = Array.from({ length: 100 }, () => {
    const raw = rawSocket(listening.port);
    raw.write(`${head(search, json, 'Content-Length: 500')}{`);
    return raw;
  });
  const health = await fetch(`http://127.0.0.1:${listening.port}/healthz`);
  expect(health.status).toBe(200);
  await Promise.all(bad.map(({ ended }) => ended));
});
