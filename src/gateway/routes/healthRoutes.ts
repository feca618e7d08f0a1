// For whatever watches the gateway: is it alive, may it be sent requests, and its numbers.
import { Hono } from 'hono';
import type { GatewayHistory } from '../history/gatewayHistory';
import type { GatewayEnv } from '../http/gatewayEnv';
import type { Metrics } from '../telemetry/metrics';
import type { ResilientStore } from '../stores/resilientStore';

export interface HealthParts {
  readonly store: ResilientStore;
  readonly version: string;
  readonly kind: 'redis' | 'disk' | 'memory';
  readonly metrics: Metrics | undefined;
  readonly stopping: () => boolean;
  /** Whether the data service answers. */
  readonly answers: () => Promise<boolean>;
  /** The team's budgets, and what the operator should know; undefined where there are none. */
  readonly budgets?: (() => object | undefined) | undefined;
  readonly history?: Pick<GatewayHistory, 'kept' | 'health'> | undefined;
  /** Brings the gauges up to date. */
  readonly measure: () => Promise<void>;
}

export function healthRoutes(parts: HealthParts): Hono<GatewayEnv> {
  const { store, version, kind, metrics, stopping, answers, measure, history } = parts;
  const health = new Hono<GatewayEnv>();
  // A degraded gateway works: restarting it would lose what it holds.
  health.get('/healthz', (c) => {
    const { state, reason, owed } = store.health;
    const budgets = parts.budgets?.();
    return c.json({
      status: state,
      version,
      store: { kind, ...(reason === undefined ? {} : { reason }), owed },
      ...(budgets === undefined ? {} : { budgets }),
      ...(history ? { history: { kept: history.kept, ...history.health } } : {}),
    });
  });
  health.get('/readyz', async (c) => {
    if (stopping()) return c.json({ status: 'stopping' }, 503);
    if (!(await answers())) return c.json({ status: 'service unreachable' }, 503);
    return c.json({ status: store.health.state, ...(history ? { history: history.health.state } : {}) });
  });
  if (metrics) {
    health.get('/metrics', async (c) => {
      await measure();
      return c.body(await metrics.text(), 200, { 'content-type': metrics.registry.contentType });
    });
  }
  return health;
}
