import { connect, type Socket } from 'node:net';
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
