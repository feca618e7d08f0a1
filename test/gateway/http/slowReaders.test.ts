// Clients that never read a large response cost little memory and not for long, and nobody else notices.
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { SlowReaders } from '../../../src/gateway/http/slowReaders';
import { eventually } from '../support/eventually';

const size = 20_000_000;
let server: Server;
let clients: Socket[] = [];

const start = async (readers: SlowReaders) => {
  server = createServer((_incoming, outgoing) => {
    const body = Buffer.alloc(size);
    outgoing.writeHead(200, { 'content-length': size });
    outgoing.end(body);
    readers.watch(outgoing, size);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
};
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  await new Promise((resolve) => server.close(resolve));
});

/** Asks, and never reads. */
function deaf(...headers: string[]): void {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(['GET / HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n'));
  clients.push(socket);
}
const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

test('what waits is bounded for one client, oldest first', async () => {
  const readers = new SlowReaders(0, { stall: 60_000, client: 3 * size, all: 10 * size });
  await start(readers);
  for (let number = 0; number < 12; number += 1) deaf();
  await eventually(async () => (await open()) === 3 && readers.bytes === 3 * size);
});

test('whoever has many addresses of one network is one client', async () => {
  const readers = new SlowReaders(1, { stall: 60_000, client: 2 * size, all: 10 * size });
  await start(readers);
  for (let number = 1; number < 8; number += 1) deaf(`X-Forwarded-For: 2001:db8:1:2::${number}`);
  await eventually(async () => (await open()) === 2 && readers.bytes === 2 * size, 5_000);
});

test('what waits is bounded for all together', async () => {
  const readers = new SlowReaders(1, { stall: 60_000, client: 3 * size, all: 4 * size });
  await start(readers);
  for (let number = 0; number < 12; number += 1) deaf(`X-Forwarded-For: 198.51.100.${number}`);
  await eventually(async () => (await open()) === 4 && readers.bytes === 4 * size);
});

test('a connection that takes nothing is closed after a time, one that reads is not', async () => {
  const readers = new SlowReaders(0, { stall: 3_000, client: 10 * size, all: 10 * size });
  await start(readers);
  deaf();
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const reader = answer.body!.getReader();
  let read = 0;
  // It pauses between pieces, and is slower as a whole than the time without a byte.
  for (let turn = 0; ; turn += 1) {
    const { done, value } = await reader.read();
    if (done) break;
    read += value.length;
    if (turn % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(read).toBe(size);
  await eventually(() => readers.bytes === 0);
});
