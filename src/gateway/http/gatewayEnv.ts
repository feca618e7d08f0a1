// What travels with a request through the app.
import type { HttpBindings } from '@hono/node-server';
import { randomUUID } from 'node:crypto';

export interface GatewayEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** What the log may say of the request. */
    noted: Readonly<Record<string, string | number>>;
  };
}

// The id of a request, for its log line and for whoever asks about it. Ids are counted, not drawn: drawing one costs as much as
// finding a cached response. They are no secret; those of jobs and calls are drawn.

const form = /^[A-Za-z0-9-]{8,64}$/;
const start = randomUUID().slice(0, 19);
let count = 0;

export const nextRequestId = (): string => start + (count += 1);

/** The one that came with the request, when it can be nothing but an id. */
export const givenRequestId = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' && form.test(header) ? header : undefined;
