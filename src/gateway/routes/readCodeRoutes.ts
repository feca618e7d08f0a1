// Read codes, for whoever signs in: made for their own history, or by an administrator for the team's; listed, pointed at another
// result and revoked. Like the history's routes they take their parameters in the address, and none of them calls the service.
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { operationIds } from '../../operations';
import type { AuditTrail } from '../audit/auditTrail';
import { operationOfRequest, feedTables } from '../feed/feedTables';
import type { GatewayHistory } from '../history/gatewayHistory';
import { clientAddress } from '../http/clientAddress';
import type { GatewayEnv } from '../http/gatewayEnv';
import { notFound, Problem } from '../http/problem';
import { checkQuery } from '../http/query';
import { ReadLimit } from '../http/readLimit';
import type { Grant } from '../people/accessCode';
import type { CodeRegister, ListedCode } from '../people/codeRegister';
import type { Person } from '../people/person';
import type { SignIn } from '../people/signIn';
import { plainText } from '../telemetry/plainText';
import { feedsPath } from '../../protocol/gateway';
import { free } from '../../protocol/headers';

export interface ReadCodeParts {
  readonly codes: CodeRegister;
  readonly history: GatewayHistory;
  readonly signIn: SignIn;
  readonly proxies: number;
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
const request = z.strictObject({ request: text });
const wanted = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    tables: list(feedTables),
    sources: list(operationIds).default([...operationIds]),
    id: text.optional(),
    comparable: text.optional(),
    request: text.optional(),
    from: moment.optional(),
    to: moment.optional(),
    days: z.coerce.number().int().min(1).max(3_650).default(usualDays),
  })
  .refine(({ id, comparable }) => (id === undefined) === (comparable === undefined), 'An item has both.')
  .refine(({ id, sources }) => id === undefined || sources.length === 1, 'An item is of one source.')
  .refine(
    ({ tables, request: of }) => tables.includes('result') === (of !== undefined),
    'A result has a request.',
  )
  .refine(({ from = 0, to = Infinity }) => from <= to, 'The period ends before it begins.');

const unpaid = { ...free, 'cache-control': 'no-store' };

export function readCodeRoutes(parts: ReadCodeParts): Hono<GatewayEnv> {
  const { codes, history, signIn, proxies, clock, audit } = parts;
  const limit = new ReadLimit(parts.elapsed);
  const routes = new Hono<GatewayEnv>();

  const answer = async (c: Context<GatewayEnv>, work: (person: Person) => Promise<object>) => {
    const address = clientAddress(c.env.incoming, proxies);
    const person = await signIn.identify(c.req.header('access-token'), address);
    c.set('noted', { ...c.get('noted'), person: person.id });
    return limit.run(person.id, async () => {
      const found = await work(person).catch((error: unknown) => {
        if (error instanceof Problem) throw error;
        throw new Problem(503, 'Feeds cannot be read or changed at the moment. Try again.', {
          'retry-after': '5',
          ...unpaid,
        });
      });
      return c.json(found, 200, unpaid);
    });
  };

  /** Administrators of a team see all feeds; everybody else their own. */
  const feedsOf = async (person: Person): Promise<ListedFeed[]> =>
    (await codes.list()).filter(
      (code): code is ListedFeed =>
        code.grant !== undefined && (person.admin || code.grant.owner === person.id),
    );
  const feedOf = async (person: Person, id: string): Promise<ListedFeed> => {
    const found = (await feedsOf(person)).find((feed) => feed.id === id && feed.revokedAt === undefined);
    if (!found) throw new Problem(404, notFound, unpaid);
    return found;
  };
  const note = (event: 'feed created' | 'feed changed' | 'feed revoked', person: Person, feed: Noted) =>
    audit?.note(event, { person: person.id, name: person.name, feed: feed.id, called: feed.name });

  routes.get(feedsPath, (c) =>
    answer(c, async (person) => ({
      mayShare: mayShare(person, parts.isShared),
      feeds: (await feedsOf(person)).filter(({ ended }) => !ended).map((feed) => shown(feed, person)),
    })),
  );

  routes.post(feedsPath, (c) =>
    answer(c, async (person) => {
      if (!mayShare(person, parts.isShared))
        throw new Problem(403, 'Only administrators can share the history of the team.', unpaid);
      const { name, days, ...open } = checkQuery(c.req.query(), wanted);
      const grant = await grantOf(open, person, parts);
      const expiresAt = clock() + Math.min(days * day, parts.longest);
      const [made] = await codes.create([{ name: plainText(name), expiresAt, grant }]);
      if (!made) throw new Error('No code was made.');
      note('feed created', person, made.record);
      return { code: made.code, feed: shown({ ...made.record, grant, ended: false }, person) };
    }),
  );

  routes.post(`${feedsPath}/:id`, (c) =>
    answer(c, async (person) => {
      const feed = await feedOf(person, c.req.param('id'));
      const { request: of } = checkQuery(c.req.query(), request);
      if (feed.grant.request === undefined) throw new Problem(409, 'This feed shows no result.', unpaid);
      // An administrator may revoke what others made, and see no more of it than before.
      if (feed.grant.owner !== person.id)
        throw new Problem(403, 'Only who made a feed can change it.', unpaid);
      const operation = operationOfRequest(of);
      // Its other tables open what they did before.
      const isResultOnly = feed.grant.tables.every((table) => table === 'result');
      const sources = isResultOnly && operation !== undefined ? [operation] : feed.grant.sources;
      await checkRequest(history, person, { request: of, sources });
      const grant = { ...feed.grant, request: of, sources };
      await codes.change(feed.id, grant);
      note('feed changed', person, feed);
      return { feed: shown({ ...feed, grant }, person) };
    }),
  );

  routes.delete(`${feedsPath}/:id`, (c) =>
    answer(c, async (person) => {
      // Also one that is revoked already: not every place may have heard of it.
      const feed = (await feedsOf(person)).find(({ id }) => id === c.req.param('id'));
      if (!feed) throw new Problem(404, notFound, unpaid);
      await codes.revoke(feed.id, true);
      note('feed revoked', person, feed);
      return { revoked: true };
    }),
  );
  return routes;
}

type ListedFeed = ListedCode & { readonly grant: Grant };
type Noted = Pick<ListedCode, 'id' | 'name'>;

const mayShare = (person: Person, isShared: boolean): boolean => !isShared || person.admin;

async function grantOf(
  { id, comparable, request: of, from, to, tables, sources }: Omit<z.infer<typeof wanted>, 'name' | 'days'>,
  person: Person,
  { codes, history, clock }: ReadCodeParts,
): Promise<Grant> {
  const mine = (await codes.list()).filter(({ grant }) => grant?.owner === person.id);
  const today = mine.filter(({ createdAt }) => createdAt > clock() - day);
  if (mine.filter(({ ended }) => !ended).length >= most.active || today.length >= most.aDay)
    throw new Problem(409, 'You have too many feeds. Revoke one that is no longer used.', unpaid);
  // Whoever only claims to have a key has no history.
  if ((await history.of(person).size()).items === 0)
    throw new Problem(409, 'The gateway has no history of yours to share yet.', unpaid);
  if (of !== undefined) await checkRequest(history, person, { request: of, sources });
  return {
    owner: person.id,
    history: history.scopeOf(person),
    tables,
    sources,
    ...(id !== undefined && comparable !== undefined && { item: { id, comparable } }),
    ...(of !== undefined && { request: of }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** Of a result that this person has. */
async function checkRequest(
  history: GatewayHistory,
  person: Person,
  { request: of, sources }: { request: string; sources: readonly string[] },
): Promise<void> {
  const operation = operationOfRequest(of);
  const isGranted = operation !== undefined && sources.includes(operation);
  if (!isGranted || !(await history.of(person).response(of, forever)))
    throw new Problem(404, 'The gateway has no result of this request.', unpaid);
}

/** Without the name of the history and the hash of the code. */
const shown = (feed: ListedFeed, person: Person) => {
  const { id, name, createdAt, expiresAt, usedAt, grant } = feed;
  const { owner, history: _history, ...open } = grant;
  return { id, name, createdAt, expiresAt, usedAt, isMine: owner === person.id, ...open };
};
