// Whether a client has read its answer. Node tells when the last byte was handed to the system; a client that is gone
// by then resets the connection a moment later. One that has read all sends its next request, closes in order, or stays.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than a reset needs to come back from anywhere. */
const patience = 3_000;

const pending = new WeakMap<Socket, () => void>();

/** The client asks for something else on this connection, so it has what it asked for before. */
export const asksAgain = (socket: Socket): void => pending.get(socket)?.();

export function whenRead(outgoing: ServerResponse, tell: () => void): void {
  const { socket } = outgoing;
  if (!socket || socket.destroyed) return;
  outgoing.once('finish', () => {
    if (socket.destroyed) return;
    const done = (isRead: boolean) => {
      clearTimeout(timer);
      socket.off('close', closed);
      pending.delete(socket);
      if (isRead) tell();
    };
    const closed = (hadError: boolean) => done(!hadError && !socket.errored);
    const timer = setTimeout(() => done(true), patience).unref();
    socket.once('close', closed);
    pending.set(socket, () => done(true));
  });
}
