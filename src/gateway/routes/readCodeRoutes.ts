// Read codes, for whoever signs in: made for their own history, or by an administrator for the team's; listed, pointed at another
// result and revoked. Like the history's routes they take their parameters in the address, and the requests of a table, which may
// be many, as JSON in the body. None of them calls the service.
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { operationIds } from '../../operations';
import type { AuditTrail } from '../audit/auditTrail';
import { operationOfRequest, feedTables } from '../feed/feedTables';
import type { GatewayHistory } from '../history/gatewayHistory';
import type { GatewayEnv } from '../http/gatewayEnv';
import { notFound, Problem, tryAgain } from '../http/problem';
import { checkQuery } from '../http/query';
import type { Grant } from '../people/accessCode';
import type { CodeRegister, ListedCode } from '../people/codeRegister';
import { responder, type CallerParts } from '../people/callerOf';
import type { Person } from '../people/person';
import { readForm } from './requestBody';
import { Turns } from '../stores/turns';
import { plainText } from '../telemetry/log';
import { feedsPath } from '../../protocol/gateway';

export interface ReadCodeParts extends CallerParts {
  readonly codes: CodeRegister;
  readonly history: GatewayHistory;
  readonly clock: () => number;
  readonly elapsed: () => number;
  readonly audit: AuditTrail | undefined;
  /** One history for all; only an administrator may share it. */
  readonly isShared: boolean;
  /** Milliseconds for which a code holds at most. */
  readonly longest: number;
}

const day = 86_400_000;
/** The last moment of a date; the clock of another gateway may be ahead. */
const forever = 8_640_000_000_000_000;
const usualDays = 90;
/** Of one person: codes that hold, and codes made in a day, so that nobody fills the register. */
const most = { active: 20, aDay: 50 };

const list = <T extends string>(values: readonly T[]) =>
  z
    .string()
    .max(500)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values as [T, ...T[]])).min(1));
const text = z.string().max(8_000);
const moment = z.coerce.number().int().min(0).max(forever);
/** Of a table: those of its formulas. They are stored with the code, which is read often. */
const mostRequests = { count: 500, characters: 50_000 };
const ofResult = {
  request: text.optional(),
  requests: z
    .array(text)
    .min(1)
    .max(mostRequests.count)
    .transform((all) => [...new Set(all)])
    .refine((all) => all.join('').length <= mostRequests.characters, 'The requests are too long.')
    .optional(),
};
const another = z
  .strictObject(ofResult)
  .refine(({ request: of, requests }) => (of === undefined) !== (requests === undefined), 'Give a request.');
const wanted = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    tables: list(feedTables),
    sources: list(operationIds).default([...operationIds]),
    id: text.optional(),
    comparable: text.optional(),
    ...ofResult,
    from: moment.optional(),
    to: moment.optional(),
    days: z.coerce.number().int().min(1).max(3_650).default(usualDays),
  })
  .refine(({ id, comparable }) => (id === undefined) === (comparable === undefined), 'An item has both.')
  .refine(({ id, sources }) => id === undefined || sources.length === 1, 'An item is of one source.')
  .refine(
    ({ tables, request: of, requests }) =>
      Number(tables.includes('result')) === Number(of !== undefined) + Number(requests !== undefined),
    'A result has a request.',
  )
  .refine(({ tables, id }) => id === undefined || !tables.includes('matches'), 'An item has no matches.')
  .refine(({ from = 0, to = Infinity }) => from <= to, 'The period ends before it begins.');

const ofTable = z.strictObject({ requests: z.array(z.unknown()) });

export function readCodeRoutes(parts: ReadCodeParts): Hono<GatewayEnv> {
  const { codes, history, clock, audit } = parts;
  const routes = new Hono<GatewayEnv>();
  /** Of one person: each is counted before the next is made. */
  const turns = new Turns();

  const respondTo = responder(parts);
  const respond = (c: Context<GatewayEnv>, work: (person: Person) => Promise<object>) =>
    respondTo(c, (person) =>
      work(person).catch((error: unknown) => {
        if (error instanceof Problem) throw error;
        throw tryAgain(503, 'Feeds cannot be read or changed at the moment. Try again.');
      }),
    );

  /** Administrators of a team see all feeds; everybody else their own. */
  const feedsOf = async (person: Person): Promise<ListedFeed[]> =>
    (await codes.list()).filter(
      (code): code is ListedFeed =>
        code.grant !== undefined && (person.admin || code.grant.owner === person.id),
    );
  const feedOf = async (person: Person, id: string): Promise<ListedFeed> => {
    const found = (await feedsOf(person)).find((feed) => feed.id === id && feed.revokedAt === undefined);
    if (!found) throw new Problem(404, notFound);
    return found;
  };
  const note = (event: 'feed created' | 'feed changed' | 'feed revoked', person: Person, feed: Noted) =>
    audit?.note(event, { person: person.id, name: person.name, feed: feed.id, called: feed.name });

  routes.get(feedsPath, (c) =>
    respond(c, async (person) => ({
      mayShare: mayShare(person, parts.isShared),
      feeds: (await feedsOf(person)).filter(({ ended }) => !ended).map((feed) => shown(feed, person)),
    })),
  );

  routes.post(feedsPath, (c) =>
    respond(c, async (person) => {
      if (!mayShare(person, parts.isShared))
        throw new Problem(403, 'Only administrators can share the history of the team.');
      const { name, days, ...open } = checkQuery(await given(c), wanted);
      const expiresAt = clock() + Math.min(days * day, parts.longest);
      const { grant, made } = await turns.take(person.id, async () => {
        const grant = await grantOf(open, person, parts);
        const [made] = await codes.create([{ name: plainText(name), expiresAt, grant }]);
        if (!made) throw new Error('No code was made.');
        return { grant, made };
      });
      note('feed created', person, made.record);
      return { code: made.code, feed: shown({ ...made.record, grant, ended: false }, person) };
    }),
  );

  routes.post(`${feedsPath}/:id`, (c) =>
    respond(c, async (person) => {
      const feed = await feedOf(person, c.req.param('id'));
      const { request, requests } = checkQuery(await given(c), another);
      if (!feed.grant.tables.includes('result')) throw new Problem(409, 'This feed shows no result.');
      // An administrator may revoke what others made, and see no more of it than before.
      if (feed.grant.owner !== person.id) throw new Problem(403, 'Only who made a feed can change it.');
      const { request: _one, requests: _all, ...rest } = feed.grant;
      const operation = operationOfRequest(request ?? requests?.[0] ?? '');
      // Its other tables open what they did before.
      const isResultOnly = rest.tables.every((table) => table === 'result');
      const sources = isResultOnly && operation !== undefined ? [operation] : rest.sources;
      const shows = await checkRequests(history, person, { request, requests, sources });
      const grant = { ...rest, ...shows, sources };
      await codes.change(feed.id, grant);
      note('feed changed', person, feed);
      return { feed: shown({ ...feed, grant }, person) };
    }),
  );

  routes.delete(`${feedsPath}/:id`, (c) =>
    respond(c, async (person) => {
      // Also one that is revoked already: not every place may have heard of it.
      const feed = (await feedsOf(person)).find(({ id }) => id === c.req.param('id'));
      if (!feed) throw new Problem(404, notFound);
      await codes.revoke(feed.id, true);
      note('feed revoked', person, feed);
      return { revoked: true };
    }),
  );
  return routes;
}

type ListedFeed = ListedCode & { readonly grant: Grant };
type Shown = { readonly request?: string | undefined; readonly requests?: readonly string[] | undefined };
type Noted = Pick<ListedCode, 'id' | 'name'>;

const mayShare = (person: Person, isShared: boolean): boolean => !isShared || person.admin;

async function grantOf(
  open: Omit<z.infer<typeof wanted>, 'name' | 'days'>,
  person: Person,
  { codes, history, clock }: ReadCodeParts,
): Promise<Grant> {
  const { id, comparable, from, to, tables, sources } = open;
  const mine = (await codes.list()).filter(({ grant }) => grant?.owner === person.id);
  const today = mine.filter(({ createdAt }) => createdAt > clock() - day);
  if (mine.filter(({ ended }) => !ended).length >= most.active || today.length >= most.aDay)
    throw new Problem(409, 'You have too many feeds. Revoke one that is no longer used.');
  // Whoever only claims to have a key has no history.
  if ((await history.of(person).size()).items === 0)
    throw new Problem(409, 'The gateway has no history of yours to share yet.');
  const shows = await checkRequests(history, person, open);
  return {
    owner: person.id,
    history: history.scopeOf(person),
    tables,
    sources,
    ...(id !== undefined && comparable !== undefined && { item: { id, comparable } }),
    ...shows,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** Of one source, and of a result that this person has; those of a table may be paid for later. */
async function checkRequests(
  history: GatewayHistory,
  person: Person,
  { request, requests, sources }: Shown & { readonly sources: readonly string[] },
): Promise<Pick<Grant, 'request' | 'requests'>> {
  if (request === undefined && requests === undefined) return {};
  const all = requests ?? [request ?? ''];
  const [operation, ...others] = new Set(all.map(operationOfRequest));
  if (others.length > 0) throw new Problem(422, 'The requests of a table are of one source.');
  const isGranted = operation !== undefined && sources.includes(operation);
  const reader = history.of(person);
  for (const one of isGranted ? all : [])
    if (await reader.response(one, forever)) return requests ? { requests } : { request: one };
  throw new Problem(404, 'The gateway has no result of this request.');
}

/** The parameters of the address, with the requests of a table. */
async function given(c: Context<GatewayEnv>): Promise<Record<string, unknown>> {
  const query = c.req.query();
  if (c.req.header('content-type') === undefined) return query;
  return { ...query, ...(await readForm(c, ofTable)) };
}

/** Without the name of the history and the hash of the code. */
const shown = (feed: ListedFeed, person: Person) => {
  const { id, name, createdAt, expiresAt, usedAt, grant } = feed;
  const { owner, history: _history, ...open } = grant;
  return { id, name, createdAt, expiresAt, usedAt, isMine: owner === person.id, ...open };
};
