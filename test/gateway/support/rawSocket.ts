// Speaks to a server byte by byte, as a bad client would, and gives back all it answered.
import { connect, type Socket } from 'node:net';

export interface RawSocket {
  readonly socket: Socket;
  write(text: string): void;
  /** Everything received until the server ended the connection. */
  readonly ended: Promise<string>;
  received(): string;
}

export function rawSocket(port: number): RawSocket {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return { socket, ended, write: (data) => void socket.write(data), received: () => text };
}
