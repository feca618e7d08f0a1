// Connections to the service that drop "100 Continue". A server may send it although nobody asked, and clients are to discard
// it (RFC 9110, 15.2); the HTTP engine ends the call instead, and a paid response would be lost.
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

const interim = 'HTTP/1.1 100';
const endOfHead = '\r\n\r\n';

export function connector(timeout: number): buildConnector.connector {
  const connect = buildConnector({ timeout, keepAlive: true, keepAliveInitialDelay: 15_000 });
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      dropContinue(socket);
      callback(null, socket);
    });
  };
}

function dropContinue(socket: Socket): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  /** The beginning of an interim response whose end has not arrived. */
  let begun: Buffer | undefined;
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const arrived = read(size);
      if (!arrived) return null;
      let chunk = begun ? Buffer.concat([begun, arrived]) : arrived;
      begun = undefined;
      while (isInterim(chunk)) {
        const end = chunk.indexOf(endOfHead);
        if (end < 0) begun = chunk;
        chunk = end < 0 ? nothing : chunk.subarray(end + endOfHead.length);
      }
      if (chunk.length > 0) return chunk;
    }
  };
}

const nothing = Buffer.alloc(0);
const isInterim = (chunk: Buffer): boolean =>
  chunk.length >= interim.length && chunk.toString('latin1', 0, interim.length) === interim;
