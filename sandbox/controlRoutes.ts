// What only the sandbox has: faults on demand, journal, counters, reset, an adjustable clock, and sample inputs.
import { Hono } from 'hono';
import { keyNames, keys } from './accounts/keys';
import { faultRule } from './faults/faultRule';
import { Problem } from './contract/problem';
import { resetOptions } from './resetOptions';
import { samples } from './samples';
import type { SandboxState } from './sandboxState';

export function controlRoutes(state: SandboxState): Hono {
  const routes = new Hono();
  routes.get('/', (context) =>
    context.json(
      routes.routes.filter(({ path }) => path !== '/').map(({ method, path }) => `${method} /sandbox${path}`),
    ),
  );
  routes.get('/journal', (context) => context.json(state.journal.entries));
  routes.get('/counters', (context) => context.json(state.journal.counters));
  routes.get('/samples', (context) => context.json(samples));
  routes.get('/keys', (context) =>
    context.json(keyNames.map((key) => ({ key, plan: keys[key]?.plan, says: keys[key]?.says }))),
  );
  routes.get('/faults', (context) => context.json(state.faults.rules));
  routes.post('/faults', async (context) => {
    const given = await readJson(context.req.raw);
    const list: unknown = given && typeof given === 'object' && 'rules' in given ? given.rules : given;
    state.faults.add((Array.isArray(list) ? list : [list]).map(faultRule));
    return context.json(state.faults.rules);
  });
  routes.delete('/faults', (context) => {
    state.faults.clear();
    return context.json([]);
  });
  routes.post('/reset', async (context) => {
    state.reset(resetOptions(await readJson(context.req.raw)));
    return context.json({ ok: true });
  });
  routes.post('/clock', async (context) => {
    const { advanceMs, aheadMs } = (await readJson(context.req.raw)) as Record<string, unknown>;
    if (isTime(advanceMs)) state.advance(advanceMs);
    else if (isTime(aheadMs)) state.setAhead(aheadMs);
    else throw new Problem(400, 'advanceMs or aheadMs must be a number of milliseconds.');
    return context.json({ now: new Date(state.now()).toISOString() });
  });
  return routes;
}

/** A date stays one that a calendar has. */
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= 100 * 365 * 86_400_000;

/** An empty body is an empty object. */
async function readJson(request: Request): Promise<object> {
  const text = await request.text();
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Handled below: neither is an object.
  }
  throw new Problem(400, 'The body must be a JSON object or list.');
}
