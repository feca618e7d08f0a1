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
  return destination ? pino(options, destination) : pino(options);
};
