// Whether a client has read its answer. Node tells when the last byte was handed to the system; that is taken for read,
// unless the connection is reset a moment later, as it is when the client had gone before.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than a reset needs to come back from anywhere. */
const resetWindow = 3_000;

const watched = new WeakMap<Socket, () => void>();

/** The client asks for something else on this connection, so it has what it asked for before. */
export const nextRequestOn = (socket: Socket): void => watched.get(socket)?.();

/** `tell(true)`: it has been read; `tell(false)`: after all it has not. */
export function whenDelivered(outgoing: ServerResponse, tell: (isRead: boolean) => void): void {
  const { socket } = outgoing;
  if (!socket || socket.destroyed) return;
  outgoing.once('finish', () => {
    if (socket.destroyed) return;
    tell(true);
    const done = () => {
      clearTimeout(timer);
      socket.off('close', closed);
      if (watched.get(socket) === done) watched.delete(socket);
    };
    const closed = (hadError: boolean) => {
      done();
      if (hadError || socket.errored) tell(false);
    };
    const timer = setTimeout(done, resetWindow).unref();
    watched.set(socket, done);
    socket.once('close', closed);
  });
}
