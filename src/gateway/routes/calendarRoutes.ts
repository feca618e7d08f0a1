// The calendar of the sandbox, for the playground's "Next day". Only a gateway in front of the sandbox has this route.
import { Hono } from 'hono';
import { z } from 'zod';
import { aheadDays, type SandboxCalendar } from '../calendar/sandboxCalendar';
import type { GatewayEnv } from '../http/gatewayEnv';
import { Problem } from '../http/problem';
import { checkBodyHeaders, decodeBody, readBody } from './requestBody';

const wanted = z.strictObject({ aheadDays });

export function calendarRoutes(calendar: SandboxCalendar): Hono<GatewayEnv> {
  const routes = new Hono<GatewayEnv>();
  routes.post('/sandbox/calendar', async (c) => {
    // JSON only: a page of another origin cannot send it unasked.
    checkBodyHeaders((name) => c.req.header(name));
    const body = wanted.safeParse(parsed(decodeBody(await readBody(c.req.raw))));
    if (!body.success) throw new Problem(400, 'aheadDays must be a whole number of days from 0 to 3650.');
    if (!(await calendar.turn(body.data.aheadDays)))
      throw new Problem(502, 'The sandbox did not change its date. Check that it is running.');
    return c.json({ aheadDays: calendar.days });
  });
  return routes;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
