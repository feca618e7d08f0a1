import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { connectUpstream, UpstreamError } from '../../src/gateway/upstream/upstream';
import { answer } from './support/fakeUpstream';
import { testGateway, valuation, type TestGateway } from './support/testGateway';
import { longKept } from '../keepAlive';

const key = { 'access-token': 'a-key-of-one-person' };
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await testGateway();
});
afterEach(() => gateway.close());

test.each([101, 201, 202, 204, 205, 206, 301, 304, 307, 600, 799, 999])(
  'a service that answers with status %i is told as such, and nobody knows whether it was paid',
  async (status) => {
    gateway.upstream.reply = () => answer(status, '');
    const response = await gateway.post(valuation, { unit: 'A' }, key);
    expect([response.status, response.headers.get('spillway-credits')]).toEqual([502, null]);
    expect(response.headers.get('spillway-status')).toBe(String(status));
    const { detail } = (await response.json()) as { detail: string };
    expect(detail).toMatch(new RegExp(`status ${status}: .*may have been charged`));
  },
);

test.each([405, 409, 410, 413, 418, 451, 501, 502, 503, 504, 599])(
  'a failure with status %i is passed on in its own words',
  async (status) => {
    gateway.upstream.reply = () => answer(status, { detail: 'because' });
    const response = await gateway.post(valuation, { unit: 'A' }, key);
    const told = Number(response.headers.get('spillway-status') ?? response.status);
    expect([told, await response.json()]).toEqual([status, { detail: 'because' }]);
  },
);

test.each([402, 502])('a %i of the service is not taken for the gateway’s own', async (status) => {
  gateway.upstream.reply = () => answer(status, { detail: 'because' });
  const response = await gateway.post(valuation, { unit: 'A' }, key);
  const { headers } = response;
  expect([headers.get('spillway-status'), headers.get('spillway-detail')]).toEqual([String(status), null]);
});

test.each([
  [200, '{"detail":"busy"}', null],
  [200, '[null]', null],
  [200, '[{"id":"A"}', null],
  [404, '<html>portal</html>', null],
  [200, '[]', '1'],
  [200, '[null,{"id":"A"}]', '1'],
  [404, '{"detail":"gone"}', '0'],
  [429, '<html>slow down</html>', '0'],
])('status %i with the body %s: credits %p', async (status, body, credits) => {
  gateway.upstream.reply = () => answer(status, body);
  const response = await gateway.post(valuation, { unit: 'A' }, key);
  expect(response.headers.get('spillway-credits')).toBe(credits);
});

test('words that the gateway puts in place of a missing response are marked as its own', async () => {
  gateway.upstream.reply = () => answer(204, '');
  const response = await gateway.post(valuation, { unit: 'A' }, key);
  expect(response.headers.get('spillway-detail')).toBe('gateway');
});

test.each([404, 408, 413, 429, 500, 503])(
  'a failure with status %i and no words gets some',
  async (status) => {
    gateway.upstream.reply = () => ({ ...answer(status, ''), type: 'text/html' });
    const response = await gateway.post(valuation, { unit: 'A' }, key);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ detail: expect.stringContaining(`status ${status}`) as string });
  },
);

test('a list that came whole is not lost with its connection', async () => {
  gateway.upstream.reply = () =>
    Promise.reject(new UpstreamError('broken', true, undefined, answer(200, '[{"id":"A"}]')));
  const response = await gateway.post(valuation, { unit: 'A' }, key);
  expect([response.status, response.headers.get('spillway-credits')]).toEqual([200, '1']);
  expect(await response.json()).toEqual([{ id: 'A' }]);
  gateway.upstream.reply = () =>
    Promise.reject(new UpstreamError('broken', true, undefined, answer(200, '[{"id":"A"},')));
  expect((await gateway.post(valuation, { unit: 'B' }, key)).status).toBe(502);
});

describe('over real sockets', () => {
  let server: Server;
  const serve = async (listener: RequestListener) => {
    server = createServer(longKept, listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return connectUpstream({ base: new URL(`http://127.0.0.1:${port}`) });
  };
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const call = { method: 'POST', path: '/x', key: 'k', body: '{}', deadline: 20_000 } as const;

  test('a switch of protocols is an answer without records', async () => {
    const upstream = await serve(() => undefined);
    server.removeAllListeners('request');
    server.on('connection', (socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Odd\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      ),
    );
    expect((await upstream.call(call)).status).toBe(101);
    upstream.close();
  });

  test('interim responses that nobody asked for are passed over, and the connection is used again', async () => {
    const body = '[{"id":"A"}]';
    const final = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const go = 'HTTP/1.1 100 Continue\r\n\r\n';
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
    const sequences = [
      [go + final],
      [go, final],
      [go + go, hints, final],
      ['HTTP/1.1 100 Cont', 'inue\r\nx: y\r\n\r\n' + final],
    ];
    let connections = 0;
    const upstream = await serve(() => undefined);
    server.removeAllListeners('request');
    server.on('connection', (socket) => {
      connections += 1;
      socket.setNoDelay(true);
      socket.on('data', () => {
        void (async () => {
          for (const part of sequences.shift() ?? []) {
            socket.write(part);
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        })();
      });
    });
    for (let left = sequences.length; left > 0; left -= 1)
      expect(await upstream.call(call)).toMatchObject({ status: 200, body: Buffer.from(body) });
    expect(connections).toBeLessThan(4);
    upstream.close();
  });

  test('a call that was cut off may have been billed, and one that found no server was not', async () => {
    const upstream = await serve((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' });
      outgoing.write('[');
      outgoing.destroy();
    });
    await expect(upstream.call(call)).rejects.toMatchObject({ code: 'broken', sent: true });
    await new Promise((resolve) => server.close(resolve));
    await expect(upstream.call(call)).rejects.toMatchObject({ code: 'unreachable', sent: false });
    upstream.close();
  });

  test('what had arrived when a response was cut off is told', async () => {
    const upstream = await serve((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.write('[{"id":"A"}]', () => outgoing.destroy());
    });
    const arrived = { status: 200, type: 'application/json', body: Buffer.from('[{"id":"A"}]') };
    await expect(upstream.call(call)).rejects.toMatchObject({ code: 'broken', sent: true, arrived });
    upstream.close();
  });

  test('a byte order mark is no part of a response, whether or not it came whole', async () => {
    let isCut = false;
    const upstream = await serve((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.write('\ufeff[{"id":"A"}]', () => (isCut ? outgoing.destroy() : outgoing.end()));
    });
    const body = Buffer.from('[{"id":"A"}]');
    expect(await upstream.call(call)).toMatchObject({ status: 200, body });
    isCut = true;
    await expect(upstream.call(call)).rejects.toMatchObject({ code: 'broken', arrived: { body } });
    upstream.close();
  });

  test('a response with many cookies is read', async () => {
    const upstream = await serve((_, outgoing) => {
      outgoing.setHeader(
        'set-cookie',
        Array.from({ length: 50 }, (_none, nth) => `c${nth}=${'x'.repeat(1_000)}`),
      );
      outgoing.end('[]');
    });
    expect((await upstream.call(call)).status).toBe(200);
    upstream.close();
  });

  test('a call that takes longer than its deadline, or is given up, ends and may have been billed', async () => {
    const upstream = await serve(() => undefined);
    // Long enough for a busy machine to send it.
    await expect(upstream.call({ ...call, deadline: 1_500 })).rejects.toMatchObject({
      code: 'deadline',
      sent: true,
    });
    const stopped = new AbortController();
    const stopping = upstream.call(call, stopped.signal);
    server.once('request', () => stopped.abort());
    await expect(stopping).rejects.toMatchObject({ sent: true });
    upstream.close();
  });

  test('a response that comes compressed although nobody asked for it is read', async () => {
    const text = '[{"id":"A"}]';
    const bodies: Readonly<Record<string, Buffer>> = {
      gzip: gzipSync(text),
      'x-gzip': gzipSync(text),
      deflate: deflateSync(text),
      BR: brotliCompressSync(text),
      'gzip, br': brotliCompressSync(gzipSync(text)),
      identity: Buffer.from(text),
    };
    const upstream = await serve((incoming, outgoing) => {
      const coding = decodeURIComponent(incoming.url?.slice(1) ?? '');
      outgoing.setHeader('content-encoding', coding).end(bodies[coding] ?? 'x');
    });
    const ask = (coding: string) => upstream.call({ ...call, path: `/${encodeURIComponent(coding)}` });
    for (const coding of Object.keys(bodies)) expect((await ask(coding)).body.toString()).toBe(text);
    // Paid, and of no use.
    for (const coding of ['zstd', 'compress'])
      await expect(ask(coding)).rejects.toMatchObject({ code: 'broken', sent: true });
    upstream.close();
  });

  test('a small response that unpacks to gigabytes is given up', async () => {
    const bomb = gzipSync(Buffer.alloc(70_000_000));
    const upstream = await serve((_incoming, outgoing) =>
      outgoing.setHeader('content-encoding', 'gzip').end(bomb),
    );
    await expect(upstream.call(call)).rejects.toMatchObject({ code: 'too_large', sent: true });
    upstream.close();
  });

  test('four hundred calls are under way at once, and none waits for another’s connection', async () => {
    let waiting: (() => void)[] = [];
    const upstream = await serve((_incoming, outgoing) => {
      waiting.push(() => outgoing.end('[]'));
      if (waiting.length < 400) return;
      // Longer than the time a connection may take to be made.
      setTimeout(() => waiting.forEach((end) => end()), 700);
    });
    const answers = await Promise.all(Array.from({ length: 400 }, () => upstream.call(call)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    waiting = [];
    upstream.close();
  });
});
