// Whether a client has read its response. Node tells when the last byte was handed to the system; that is taken for read,
// unless the connection is reset a moment later, as it is when the client had gone before.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than a reset needs to come back from anywhere. */
const resetWindow = 3_000;

type Tell = (isRead: boolean) => void;

/** The last response of a connection. Watched for as long as the connection: no timer and no listener for each response. */
interface Watch {
  tell: Tell | undefined;
  /** When its last byte left. */
  at: number;
}

const watched = new WeakMap<Socket, Watch>();

/** The client asks for something else on this connection, so it has what it asked for before. */
export function nextRequestOn(socket: Socket): void {
  const watch = watched.get(socket);
  if (watch) watch.tell = undefined;
}

/** `tell(true)`: it has been read; `tell(false)`: after all it has not. */
export function whenDelivered(outgoing: ServerResponse, tell: Tell): void {
  const { socket } = outgoing;
  if (!socket || socket.destroyed) return;
  outgoing.once('finish', () => {
    if (socket.destroyed) return;
    tell(true);
    const watch = watchOf(socket);
    watch.tell = tell;
    watch.at = performance.now();
  });
}

function watchOf(socket: Socket): Watch {
  const known = watched.get(socket);
  if (known) return known;
  const watch: Watch = { tell: undefined, at: 0 };
  watched.set(socket, watch);
  socket.once('close', (hadError) => {
    const isReset = hadError || socket.errored;
    if (isReset && performance.now() - watch.at < resetWindow) watch.tell?.(false);
  });
  return watch;
}
