// The whole documented service as one fetch handler, so that the product can be tried and tested without an account.
// Paths, prices and body rules come from the table; the data is made from a seed.
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { operationIds, operationOf } from '../src/operations';
import { tokenStatistic } from '../src/operations/tokenStatistic';
import { controlRoutes } from './controlRoutes';
import { cors } from './cors';
import { dataRoute, noted, problemResponse } from './dataRoute';
import { drawImage } from './contract/images';
import { Problem } from './contract/problem';
import { tokenRoute } from './tokenRoute';
import { SandboxState, type SandboxOptions } from './sandboxState';

export type { SandboxOptions } from './sandboxState';

export type SandboxApp = Hono<{ Bindings: Partial<HttpBindings> }>;

export interface Sandbox {
  readonly app: SandboxApp;
  readonly state: SandboxState;
}

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const state = new SandboxState(options);
  const app: SandboxApp = new Hono();
  app.use(cors(() => state.cors));
  for (const id of operationIds) app.post(operationOf(id).path, dataRoute(state, id));
  app.get(tokenStatistic.path, tokenRoute(state));
  app.route('/sandbox', controlRoutes(state));
  app.get('/images/:source/:file', (context) => {
    const name = context.req.param('file').replace(/\.svg$/, '');
    return new Response(drawImage(context.req.param('source'), name), {
      headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
    });
  });
  app.notFound((context) =>
    noted(state, context, null, null, () => Promise.reject(new Problem(404, 'Not Found'))),
  );
  app.onError((error) =>
    problemResponse(
      error instanceof Problem ? error : new Problem(500, `The sandbox itself failed: ${error.message}`),
    ),
  );
  return { app, state };
}
