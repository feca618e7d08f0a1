// A client that repeats the same bytes, to measure servers that respond from their cache.
import { connect } from 'node:net';
import { headers, longestWait, search } from './gatewayServers';

/** One connection that repeats the same bytes; responses are separated by their length alone. */
function askAgain(port: number, bytes: Buffer, bodyLength: number, requests: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let left = requests;
    let missing = -1;
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed')));
    socket.setTimeout(longestWait, () => socket.destroy(new Error('no response')));
    socket.on('data', (chunk) => {
      missing =
        missing < 0 ? chunk.indexOf('\r\n\r\n') + 4 + bodyLength - chunk.length : missing - chunk.length;
      if (missing > 0) return;
      missing = -1;
      left -= 1;
      if (left > 0) socket.write(bytes);
      else socket.end(resolve);
    });
  });
}

/** Seconds for the given number of requests on 16 connections. */
export async function askSame(
  port: number,
  body: string,
  bodyLength: number,
  requests: number,
): Promise<number> {
  const head = Object.entries({ host: '127.0.0.1', ...headers, 'content-length': String(body.length) });
  const lines = head.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  const bytes = Buffer.from(`POST ${search} HTTP/1.1\r\n${lines}\r\n\r\n${body}`);
  const began = performance.now();
  await Promise.all(Array.from({ length: 16 }, () => askAgain(port, bytes, bodyLength, requests / 16)));
  return (performance.now() - began) / 1_000;
}
