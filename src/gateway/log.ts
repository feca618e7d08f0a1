// Structured logs, one line for each request: an id, a route, a status, a time. No key, no code, no body, no parameter,
// and addresses only as routes.
import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

export const makeLog = (level: string, destination?: DestinationStream): Log => {
  const options = {
    level,
    base: null,
    // Should a header or a setting ever be logged by mistake, what could be a secret is not.
    redact: {
      paths: ['*.key', '*["access-token"]', '*.authorization', 'key', 'code', 'body'],
      censor: '•••',
    },
  };
  return pino(options, destination ?? buffered());
};

/** Written in pieces, at least once a second and at the end: a line for each cache hit must not cost a system call. */
function buffered(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4_096 });
  setInterval(() => destination.flush(), 1_000).unref();
  process.on('exit', () => destination.flushSync());
  return destination;
}
