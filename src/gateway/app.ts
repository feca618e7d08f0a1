// The gateway as a fetch handler: the add-in's files, the operations of the service, a few words about itself, nothing else.
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { commonHeaders } from './http/commonHeaders';
import { reportProblem } from './http/reportProblem';
import type { GatewayEnv } from './http/gatewayEnv';
import type { Log } from './telemetry/log';
import type { Metrics } from './telemetry/metrics';
import { isProblem, notFound } from './http/problem';
import { givenRequestId, nextRequestId } from './http/requestId';
import { routeName } from './routes/routeName';

export interface AppParts {
  readonly routes: readonly Hono<GatewayEnv>[];
  readonly metrics: Metrics;
  readonly log: Log;
  readonly clock: () => number;
  /** Whether browsers may be told to come by https only. */
  readonly secure: boolean;
}

export function makeApp({ routes, metrics, log, clock, secure }: AppParts): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  const headers = Object.entries(commonHeaders(secure));
  app.use(async (c, next) => {
    const began = clock();
    const requestId = givenRequestId(c.req.header('x-request-id')) ?? nextRequestId();
    c.set('requestId', requestId);
    for (const [name, value] of headers) c.header(name, value);
    c.header('x-request-id', requestId);
    await next();
    const route = routeName(c.req.path);
    metrics.requests.inc({ route, status: c.res.status });
    metrics.latency.observe({ route }, Math.max(0, clock() - began) / 1_000);
    const facts = { id: requestId, method: c.req.method, route, status: c.res.status, ms: clock() - began };
    log.info({ ...facts, ...c.get('noted') }, 'request');
  });
  for (const part of routes) app.route('/', part);
  app.notFound((c) => c.json({ detail: notFound }, 404));
  app.onError((error, c) => {
    const problem = reportProblem(error, c.get('requestId'), { log, metrics });
    c.header('cache-control', 'no-store');
    // A refusal of the gateway's own comes before anything is sent; only of a lost job nobody knows.
    const free = isProblem(error) && problem.status !== 404 ? { 'spillway-credits': '0' } : {};
    const told = { ...free, ...problem.headers };
    return c.json({ detail: problem.detail }, problem.status as ContentfulStatusCode, told);
  });
  return app;
}
