import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { listen, type Listening } from '../../../src/gateway/http/server';

let listening: Listening;
beforeEach(async () => {
  listening = await listen({ port: 0, host: '127.0.0.1', listener: (_, outgoing) => outgoing.end('here') });
});

async function connected(): Promise<Socket> {
  const accepted = new Promise((resolve) => listening.server.once('connection', resolve));
  const socket = connect(listening.port, '127.0.0.1');
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
