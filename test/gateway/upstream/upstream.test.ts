// A service that announces more than it may send, or stops in the middle, is told long before the caller gives up.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { connectUpstream } from '../../../src/gateway/upstream/upstream';
import { eventually } from '../support/eventually';

const sockets = new Set<Socket>();
let server: Server;

const serve = (text: string | Buffer) =>
  new Promise<URL>((resolve) => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(text));
    });
    server.listen(0, '127.0.0.1', () =>
      resolve(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
    );
  });
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await new Promise((resolve) => server.close(resolve));
});

test.each([
  ['announces a gigabyte and stops', '1000000000', 'too_large'],
  ['stops in the middle', '1000', 'broken'],
])('a service that %s', async (_how, length, code) => {
  const base = await serve(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n[`,
  );
  const upstream = connectUpstream({ base, stallTimeout: 1_000 });
  const call = upstream.call({ method: 'POST', path: '/', key: 'k', body: '{}', deadline: 600_000 });
  await expect(call).rejects.toMatchObject({ code, sent: true });
  upstream.close();
});

test('of responses that are too large together the last one is given up, and the next has room again', async () => {
  const base = await serve(
    `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 6001\r\n\r\n${' '.repeat(6_000)}`,
  );
  const upstream = connectUpstream({ base, maxHeld: 10_000 });
  const call = () => upstream.call({ method: 'POST', path: '/', key: 'k', body: '{}', deadline: 60_000 });
  const begun = () => [...sockets].filter(({ bytesWritten }) => bytesWritten > 6_000);
  const first = call();
  await eventually(() => begun().length === 1);
  await expect(call()).rejects.toMatchObject({ code: 'too_large', sent: true });
  begun()[0]!.write(' ');
  expect((await first).body).toHaveLength(6_001);
  const third = call();
  await eventually(() => begun().length === 3);
  for (const socket of begun()) socket.write(' ');
  expect((await third).body).toHaveLength(6_001);
  upstream.close();
});

test('a response counts until whoever asked for it has read it', async () => {
  const base = await serve(
    `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 6000\r\n\r\n${' '.repeat(6_000)}`,
  );
  const upstream = connectUpstream({ base, maxHeld: 10_000 });
  let over: () => void = () => undefined;
  const inUse = new Promise<void>((resolve) => (over = resolve));
  const call = { method: 'POST', path: '/', key: 'k', body: '{}', deadline: 60_000 } as const;
  expect((await upstream.call({ ...call, inUse })).body).toHaveLength(6_000);
  await expect(upstream.call(call)).rejects.toMatchObject({ code: 'too_large' });
  over();
  expect((await upstream.call(call)).body).toHaveLength(6_000);
  upstream.close();
});

test('of packed responses one at a time is unpacked and read', async () => {
  const packed = gzipSync(Buffer.alloc(1_000_000, ' '));
  const head = `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
  const upstream = connectUpstream({ base: await serve(Buffer.concat([Buffer.from(head), packed])) });
  let [unpacked, most] = [0, 0];
  const ask = async () => {
    let over: () => void = () => undefined;
    const inUse = new Promise<void>((resolve) => (over = resolve));
    const call = { method: 'POST', path: '/', key: 'k', body: '{}', deadline: 60_000, inUse } as const;
    const { body } = await upstream.call(call);
    expect(body).toHaveLength(1_000_000);
    most = Math.max(most, (unpacked += 1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    unpacked -= 1;
    over();
  };
  await Promise.all(Array.from({ length: 8 }, ask));
  expect(most).toBe(1);
  upstream.close();
});

test('an interim response that does not end is not kept for ever', async () => {
  const base = await serve('HTTP/1.1 100 Continue\r\n');
  let sent = 0;
  server.on('connection', (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(`x: ${'a'.repeat(60_000)}\r\n`)) sent += 60_000;
      if (!socket.destroyed) setImmediate(more);
    };
    socket.once('data', more);
  });
  const upstream = connectUpstream({ base });
  const call = upstream.call({ method: 'POST', path: '/', key: 'k', body: '{}', deadline: 3_000 });
  await expect(call).rejects.toMatchObject({ code: 'broken', sent: true });
  expect(sent).toBeLessThan(50_000_000);
  upstream.close();
});

test('a response in single bytes does not take a piece of memory for each of them', async () => {
  const body = JSON.stringify(['x'.repeat(20_000)]);
  const pieces = [...body].map((byte) => `1\r\n${byte}\r\n`).join('');
  const base = await serve(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`,
  );
  const concat = jest.spyOn(Buffer, 'concat');
  const upstream = connectUpstream({ base });
  const call = await upstream.call({ method: 'POST', path: '/', key: 'k', body: '{}', deadline: 60_000 });
  expect(call.body.toString()).toBe(body);
  const joined = concat.mock.calls.map(([list]) => list.length);
  expect(joined.length).toBeGreaterThan(20);
  expect(Math.max(...joined)).toBe(1_000);
  concat.mockRestore();
  upstream.close();
});
