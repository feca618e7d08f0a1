// What travels with a request through the app.
import type { HttpBindings } from '@hono/node-server';

export interface GatewayEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** What the log may say of the request. */
    noted: Readonly<Record<string, string | number>>;
  };
}
