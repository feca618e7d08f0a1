// What the pane asks of the gateway itself: how to sign in, and in a team who one is and what is left of the budget. In front of the
// sandbox also the date, which the playground's "Next day" changes.
import { Hono } from 'hono';
import { z } from 'zod';
import { aheadDays, type SandboxCalendar } from '../calendar/sandboxCalendar';
import type { GatewayEnv } from '../http/gatewayEnv';
import { Problem } from '../http/problem';
import { callerOf, type CallerParts } from '../people/callerOf';
import type { EntraSettings } from '../people/entraTokens';
import type { SignIn } from '../people/signIn';
import type { GatewaySettings } from '../settings/settings';
import type { TeamSpending } from '../spending/spending';
import type { Upstream } from '../upstream/upstream';
import { infoPath, mePath } from '../../protocol/gateway';
import { checkBodyHeaders, decodeBody, readBody } from './requestBody';
import { jsonOrNothing } from '../http/json';
import { clientAddress } from '../http/clientAddress';
import type { Metrics } from '../telemetry/metrics';

const wantedDate = z.strictObject({ aheadDays });

export interface InfoParts {
  readonly settings: GatewaySettings;
  readonly upstream: Upstream;
  readonly signIn: SignIn;
  readonly spending: TeamSpending | undefined;
  readonly hasCodes: boolean;
  /** What the add-in may ask for. */
  readonly serves: Readonly<Record<'history' | 'feeds' | 'agents' | 'watches' | 'shared', boolean>>;
  /** Only in front of the sandbox. */
  readonly calendar?: SandboxCalendar | undefined;
}

export function infoRoutes(parts: InfoParts): Hono<GatewayEnv> {
  const { settings, upstream, signIn, spending, hasCodes, serves, calendar } = parts;
  const { mode, team, sandbox, proxies } = settings;
  const ways = mode === 'team' ? [...(team.entra ? ['entra'] : []), ...(hasCodes ? ['code'] : [])] : [];
  const entra = team.entra && mode === 'team' ? { entra: registration(team.entra) } : {};
  const info = new Hono<GatewayEnv>();
  info.get(infoPath, async (c) => {
    await calendar?.align();
    return c.json({
      mode,
      signIn: ways,
      ...entra,
      ...Object.fromEntries(Object.entries(serves).filter(([, isServed]) => isServed)),
      ...(sandbox ? { sandbox: true, keys: await sandboxKeys(upstream) } : {}),
      ...(calendar ? { aheadDays: calendar.days } : {}),
    });
  });
  if (spending) {
    info.get(mePath, async (c) => {
      const person = await callerOf(c, { signIn, proxies });
      return c.json({
        name: person.name,
        admin: person.admin,
        today: spending.today(person),
        team: spending.teamToday(),
        // Every budget that has a limit; groups by their names.
        budgets: spending.states(person).filter(({ limit }) => limit !== undefined),
      });
    });
  }
  if (calendar) {
    info.post('/sandbox/calendar', async (c) => {
      // JSON only: a page of another origin cannot send it unasked.
      checkBodyHeaders((name) => c.req.header(name));
      const body = wantedDate.safeParse(jsonOrNothing(decodeBody(await readBody(c.req.raw))));
      if (!body.success) throw new Problem(400, 'aheadDays must be a whole number of days from 0 to 3650.');
      if (!(await calendar.turn(body.data.aheadDays)))
        throw new Problem(502, 'The sandbox did not change its date. Check that it is running.');
      return c.json({ aheadDays: calendar.days });
    });
  }
  return info;
}

function registration({ tenant, clientId, audience, scope }: EntraSettings) {
  const app = audience.find((name) => name.startsWith('api://')) ?? clientId;
  return { tenant, audience: audience[0], ...(clientId && { clientId, scope: `${app}/${scope}` }) };
}

async function sandboxKeys(upstream: Upstream): Promise<unknown> {
  const asked = upstream.call({ method: 'GET', path: '/sandbox/keys', key: '', deadline: 5_000 });
  const response = await asked.catch(() => undefined);
  return (response?.status === 200 && jsonOrNothing(response.body.toString('utf8'))) || [];
}

// For whatever watches the gateway: is it alive, may it be sent requests, and its numbers. Strangers learn no more than that;
// what the gateway stores, spends and suffers from is for administrators.

interface HealthParts extends CallerParts {
  /** Everything, for administrators. */
  readonly health: () => object;
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
