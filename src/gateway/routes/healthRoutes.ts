// For whatever watches the gateway: is it alive, may it be sent requests, and its numbers. Strangers learn no more than that;
// what the gateway stores, spends and suffers from is for administrators.
import { Hono } from 'hono';
import { clientAddress } from '../http/clientAddress';
import type { GatewayEnv } from '../http/gatewayEnv';
import type { SignIn } from '../people/signIn';
import type { Metrics } from '../telemetry/metrics';

export interface HealthParts {
  /** Everything, for administrators. */
  readonly health: () => object;
  readonly signIn: SignIn;
  readonly proxies: number;
  readonly metrics: Metrics | undefined;
  readonly stopping: () => boolean;
  /** Whether the data service responds. */
  readonly responds: () => Promise<boolean>;
  /** Brings the gauges up to date. */
  readonly measure: () => Promise<void>;
}

export function healthRoutes(parts: HealthParts): Hono<GatewayEnv> {
  const { signIn, proxies, metrics, stopping, responds, measure } = parts;
  const health = new Hono<GatewayEnv>();
  // A degraded gateway works: restarting it would lose what it holds. So this is 200 for everybody.
  health.get('/healthz', async (c) => {
    const credential = c.req.header('access-token');
    const address = clientAddress(c.env.incoming, proxies);
    const person =
      credential === undefined
        ? undefined
        : await signIn.identify(credential, address).catch(() => undefined);
    return c.json(person?.admin ? parts.health() : { status: 'ok' });
  });
  health.get('/readyz', async (c) => {
    if (stopping()) return c.json({ status: 'stopping' }, 503);
    if (!(await responds())) return c.json({ status: 'service unreachable' }, 503);
    return c.json({ status: 'ok' });
  });
  if (metrics) {
    health.get('/metrics', async (c) => {
      await measure();
      return c.body(await metrics.text(), 200, { 'content-type': metrics.registry.contentType });
    });
  }
  return health;
}
