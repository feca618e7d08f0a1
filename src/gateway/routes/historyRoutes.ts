// The history for the add-in: whoever signs in reads what is theirs, for nothing. No route here calls the service, and none
// waits longer than the store is given.
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { historyPrefix } from '../../history/client';
import type { HistoryReader } from '../../history/store';
import { operationIds } from '../../operations';
import type { AuditTrail } from '../audit/auditTrail';
import { isContentFault } from '../history/historyWriter';
import type { GatewayHistory } from '../history/gatewayHistory';
import type { GatewayEnv } from '../http/gatewayEnv';
import { Problem, tryAgain } from '../http/problem';
import { checkQuery } from '../http/query';
import { ReadLimit } from '../http/readLimit';
import { callerOf, type CallerParts } from '../people/callerOf';
import type { Person } from '../people/person';
import { free } from '../../protocol/headers';

export interface HistoryRouteParts extends CallerParts {
  readonly history: GatewayHistory | undefined;
  readonly elapsed: () => number;
  readonly audit: AuditTrail | undefined;
  /** One history for all; only an administrator may delete of it. */
  readonly isShared: boolean;
}

const operation = z.enum(operationIds);
const text = z.string().max(8_000);
const item = z.strictObject({ operation, id: text, comparable: text });
const filter = item.partial();
const ofItem = z.strictObject({ ...item.shape, field: text });
const ofOperation = z.strictObject({ operation });
const ofDeletion = z.strictObject({ deletion: z.string().max(64) });
const ofRequest = z.strictObject({ request: text });
const atTime = z.strictObject({
  request: text,
  at: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});

/** JSON of at most so many characters: what is longer no sheet could show. */
const longest = 32_000_000;

/** Milliseconds for which nobody tries again. */
const awayFor = 3_000;

const away = () => tryAgain(503, 'The history of this gateway cannot be reached at the moment. Try again.');

export function historyRoutes(parts: HistoryRouteParts): Hono<GatewayEnv> {
  const { history, audit, isShared } = parts;
  const limit = new ReadLimit(parts.elapsed);
  let awayUntil = -Infinity;
  const routes = new Hono<GatewayEnv>();

  /** Runs a question for whoever asks, unless too many are asked at once. */
  const ask = async (
    c: Context<GatewayEnv>,
    work: (kept: GatewayHistory, person: Person) => Promise<unknown>,
  ): Promise<Response> => {
    const person = await callerOf(c, parts);
    if (!history) throw new Problem(404, 'This gateway does not keep a history.');
    // Who asks next does not wait for what was just seen to be away.
    if (parts.elapsed() < awayUntil) throw away();
    const found = await limit.run(person.id, () =>
      work(history, person).catch((error: unknown) => {
        if (error instanceof Problem) throw error;
        // What one caller sends changes nothing for the others.
        if (isContentFault(error)) throw new Problem(422, 'The history cannot be read with these values.');
        awayUntil = parts.elapsed() + awayFor;
        throw away();
      }),
    );
    const body = JSON.stringify(found ?? null);
    if (body.length > longest) throw new Problem(413, 'The result is too large to send. Narrow the request.');
    return c.body(body, 200, { 'content-type': 'application/json', ...free });
  };

  const get = <T>(
    name: string,
    form: z.ZodType<T>,
    read: (reader: HistoryReader, query: T) => Promise<unknown>,
  ) =>
    routes.get(`${historyPrefix}/${name}`, (c) =>
      ask(c, (kept, person) => read(kept.of(person), checkQuery(c.req.query(), form))),
    );

  get('items', filter, (reader, query) => reader.items(given(query)));
  get('series', ofItem, (reader, { field, ...of }) => reader.series(of, field));
  get('requests', ofOperation, (reader, query) => reader.requests(query.operation));
  get('lists', ofRequest, (reader, query) => reader.lists(query.request));
  get('response', atTime, (reader, { request, at }) => reader.response(request, at));

  routes.get(`${historyPrefix}/status`, (c) =>
    ask(c, async (kept, person) => ({
      ...(await kept.of(person).size()),
      kept: kept.kept,
      owed: kept.health.owed,
      scope: isShared ? 'team' : 'own',
      mayDelete: !isShared || person.admin,
    })),
  );

  routes.delete(historyPrefix, (c) =>
    ask(c, async (kept, person) => {
      checkRight(person, isShared);
      const which = checkQuery(c.req.query(), filter);
      const deleted = await kept.delete(person, given(which));
      audit?.note('history deleted', { person: person.id, name: person.name, ...which });
      return deleted;
    }),
  );
  routes.post(`${historyPrefix}/undo`, (c) =>
    ask(c, async (kept, person) => {
      checkRight(person, isShared);
      const { deletion } = checkQuery(c.req.query(), ofDeletion);
      const undone = await kept.undo(person, deletion);
      if (undone) audit?.note('history restored', { person: person.id, name: person.name, deletion });
      return { undone };
    }),
  );
  return routes;
}

function checkRight(person: Person, isShared: boolean): void {
  if (isShared && !person.admin)
    throw new Problem(403, 'Only administrators can delete the history of the team.');
}

type Given<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/** Without what was left out, rather than with undefined. */
const given = <T extends object>(query: T): Given<T> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Given<T>;
