import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { listen, type Listening } from '../../../src/gateway/http/server';
import { rawSocket } from '../support/rawSocket';

let listening: Listening;
beforeEach(async () => {
  listening = await listen({ port: 0, host: '127.0.0.1', listener: (_, outgoing) => outgoing.end('here') });
});

async function connected(allowHalfOpen = false): Promise<Socket> {
  const accepted = new Promise((resolve) => listening.server.once('connection', resolve));
  const socket = connect({ port: listening.port, host: '127.0.0.1', allowHalfOpen });
  await accepted;
  return socket;
}
const request = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const received = (socket: Socket) =>
  new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (part: Buffer) => (text += part.toString()));
    socket.once('end', () => resolve(text)).once('error', reject);
  });

test('a connection opened before the server closes gets the response to its first request, and ends', async () => {
  const socket = await connected();
  const text = received(socket);
  const closed = listening.close();
  socket.write(request);
  expect(await text).toMatch(/^HTTP\/1\.1 200 .*here/s);
  await closed;
});

test('a connection that waits for its next request does not keep the server from closing', async () => {
  const socket = await connected();
  socket.write(request);
  await new Promise((resolve) => socket.once('data', resolve));
  await listening.close();
  expect(await listening.connections()).toBe(0);
});

test('a connection that never sends a request does not keep the server from closing', async () => {
  const socket = await connected();
  socket.on('error', () => undefined);
  await listening.close();
  expect(await listening.connections()).toBe(0);
});

test('a connection that was made while the gateway was busy, and that it has not taken yet, is served before the port closes', async () => {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const client = new Worker(
    `const { parentPort, workerData: { port, flag, request } } = require('node:worker_threads');
     let text = '';
     const socket = require('node:net').connect(port, '127.0.0.1', () => {
       socket.write(request);
       Atomics.store(flag, 0, 1);
       Atomics.notify(flag, 0);
     });
     socket.on('data', (part) => (text += part)).on('error', ({ code }) => (text += code));
     socket.on('close', () => parentPort.postMessage(text));`,
    { eval: true, workerData: { port: listening.port, flag, request } },
  );
  const heard = new Promise((resolve) => client.once('message', resolve));
  // This thread does nothing else until the system has made the connection.
  Atomics.wait(flag, 0, 0);
  await listening.close();
  expect(await heard).toMatch(/^HTTP\/1\.1 200 .*here/s);
});

const chunked = 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n';
test.each([
  ['an earlier request has no response yet', request, ''],
  ['a response has begun', chunked, 'begun'],
])('what is not HTTP ends the connection without a word while %s', async (_, before, begun) => {
  await listening.close();
  let serve = () => undefined as void;
  const served = new Promise<void>((resolve) => (serve = resolve));
  const listener: RequestListener = (_incoming, outgoing) => {
    if (begun !== '') outgoing.write(begun);
    serve();
  };
  listening = await listen({ port: 0, host: '127.0.0.1', listener });
  const raw = rawSocket(listening.port);
  raw.write(before);
  await served;
  raw.write('GARBAGE\r\n\r\n');
  const text = await raw.ended;
  expect([text.includes('begun'), text.includes('400')]).toEqual([begun !== '', false]);
  await listening.close();
});

describe('a client that gets its response while it still sends', () => {
  const begun = async (length: number) => {
    const socket = await connected(true);
    const text = received(socket);
    const heard = new Promise((resolve) => socket.once('data', resolve));
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\nx`);
    await heard;
    return { socket, text };
  };

  test('is not cut off before it has sent all', async () => {
    const { socket, text } = await begun(900_000);
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    for (let sent = 1; sent < 900_000; sent += 100_000) {
      socket.write('x'.repeat(Math.min(100_000, 900_000 - sent)));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    socket.end();
    await closed;
    expect([errors, await text]).toEqual([[], expect.stringMatching(/^HTTP\/1\.1 200 .*here/s)]);
    await listening.close();
  });

  test('is cut off if it does not come to an end', async () => {
    const { socket } = await begun(1_000_000_000);
    let sent = 0;
    const cut = new Promise((resolve) => socket.on('error', resolve).once('close', resolve));
    const send = (): boolean => {
      sent += 100_000;
      return socket.write('x'.repeat(100_000));
    };
    const more = () => {
      while (!socket.destroyed && send());
    };
    socket.on('drain', more);
    more();
    await cut;
    expect(sent).toBeLessThan(1_000_000_000);
    await listening.close();
  });
});
