// Usage by person, for an administrator: JSON, or CSV with ?format=csv. Days are ISO dates; without them, the last 30.
import { Hono } from 'hono';
import { csvLine } from '../http/csv';
import type { GatewayEnv } from '../http/gatewayEnv';
import { callerOf, type CallerParts } from '../people/callerOf';
import { Problem } from '../http/problem';
import { dayOfZone } from '../spending/day';
import { type UsageBook, usageKinds, type UsageRow } from '../spending/usageBook';
import { usagePath } from '../../protocol/gateway';

// Usage as a table for a spreadsheet.

const columns = ['day', 'person', 'name', 'operation', ...usageKinds] as const;

export const usageCsv = (rows: readonly UsageRow[]): string =>
  [columns, ...rows.map((row) => columns.map((name) => row[name]))].map(csvLine).join('');

export interface AdminParts extends CallerParts {
  readonly usage: UsageBook;
  readonly clock: () => number;
  readonly timeZone: string;
}

const day = 86_400_000;
const mostDays = 400;

export function adminRoutes({ usage, signIn, proxies, clock, timeZone }: AdminParts): Hono<GatewayEnv> {
  const admin = new Hono<GatewayEnv>();
  admin.get(usagePath, async (c) => {
    const person = await callerOf(c, { signIn, proxies });
    if (!person.admin) throw new Problem(403, 'Only administrators can view usage.');
    const from = isoDay(c.req.query('from')) ?? dayOfZone(clock() - 29 * day, timeZone);
    const to = isoDay(c.req.query('to')) ?? dayOfZone(clock(), timeZone);
    if (Date.parse(to) - Date.parse(from) > mostDays * day)
      throw new Problem(400, `The range can be at most ${mostDays} days.`);
    const rows = await usage.report(from, to);
    if (c.req.query('format') !== 'csv') return c.json({ from, to, rows });
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="spillway-usage-${from}-${to}.csv"`,
    };
    return c.body(usageCsv(rows), 200, headers);
  });
  return admin;
}

function isoDay(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new Problem(400, 'from and to must be dates such as 2027-05-03.');
}
