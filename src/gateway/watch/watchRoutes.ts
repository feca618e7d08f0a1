// Watches for the pane: what there is, what one would cost, and every decision about it. Nothing here sends a data request; a run
// that a person asks for is begun by the runner, like any other.
import { randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { watchesPath } from '../../protocol/gateway';
import { free as noCharge } from '../../protocol/headers';
import type { AuditTrail } from '../audit/auditTrail';
import { clientAddress } from '../http/clientAddress';
import type { GatewayEnv } from '../http/gatewayEnv';
import { Problem } from '../http/problem';
import type { Person } from '../people/person';
import type { SignIn } from '../people/signIn';
import { checkBodyHeaders, decodeBody, readBody } from '../routes/requestBody';
import type { KeyBox } from './keyBox';
import { addressed, webhookForm } from './posting';
import { nextRun } from './schedule';
import { recent, seen, unseenBy } from './alerts';
import { spentOn } from './spent';
import {
  asked,
  edited,
  endsUnseenAt,
  isDeleted,
  looked,
  makeWatch,
  paused,
  resumed,
  type Watch,
} from './watch';
import { checkConditions, priceOf, watchForm, type Price, type WatchForm } from './watchForm';
import type { WatchBook } from './watchBook';

export interface WatchRouteParts {
  readonly book: WatchBook;
  readonly signIn: SignIn;
  readonly proxies: number;
  readonly audit: AuditTrail | undefined;
  readonly clock: () => number;
  /** Seals keys; undefined in a team, whose key is used. */
  readonly box: KeyBox | undefined;
  /** Where alerts may be sent. */
  readonly hosts: readonly string[];
  /** Something may be due now. */
  readonly wake: () => void;
}

const mostOfOne = 2_000;
const mostOfAll = 50_000;
const free = { ...noCharge, 'cache-control': 'no-store' };

const price = z.strictObject({ run: z.int().min(0), day: z.int().min(0), month: z.int().min(0) });
const priceForm = watchForm.pick({ requests: true, schedule: true });
const createForm = watchForm.extend({
  agreed: price,
  keepKey: z.literal(true).optional(),
  webhook: webhookForm.optional(),
});
/** The last alert of each watch that the person has before them. */
const seenForm = z.strictObject({ seen: z.record(z.string().max(64), z.int().min(0)) });
const changeForm = watchForm.partial().extend({
  until: watchForm.shape.until.nullable(),
  agreed: price.optional(),
  webhook: webhookForm.nullable().optional(),
  state: z.enum(['on', 'paused']).optional(),
});

function readForm<T>(form: z.ZodType<T>, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem(422, 'The body is not valid JSON.', free);
  }
  const found = form.safeParse(value);
  if (found.success) return found.data;
  const faults = found.error.issues.slice(0, 20);
  throw new Problem(
    422,
    faults.map(({ path, message }) => ({
      loc: ['body', ...path.map(String)],
      msg: message,
      type: 'value_error',
    })),
    free,
  );
}

/** Nothing is agreed to that is not as it was shown. */
function checkPrice(actual: Price, agreed: Price | undefined): void {
  if (agreed && agreed.run >= actual.run && agreed.day >= actual.day && agreed.month >= actual.month) return;
  const { run, day, month } = actual;
  throw new Problem(
    409,
    `The price is ${run} credits a run, up to ${day} a day and ${month} a month. Agree to this price to continue. Nothing was changed.`,
    free,
  );
}

function checkLimits({ limits, until }: WatchForm, { run }: Price, now: number): void {
  if (limits.day < run || limits.month < run)
    throw new Problem(422, `One run costs ${run} credits. A lower limit would never let it run.`, free);
  if (until !== undefined && until <= now) throw new Problem(422, 'The last day is over already.', free);
}

const none = () => new Problem(404, 'This watch does not exist.', free);
const away = () =>
  new Problem(503, 'The gateway cannot reach the store of its watches. Nothing was changed. Try again.', {
    'retry-after': '5',
    ...free,
  });

/** What every route needs: who asks, what for, and whose watch it is. */
function commonSteps({ book, signIn, proxies, audit, clock }: WatchRouteParts) {
  const identify = async (c: Context<GatewayEnv>): Promise<Person> => {
    const person = await signIn.identify(
      c.req.header('access-token'),
      clientAddress(c.env.incoming, proxies),
    );
    c.set('noted', { ...c.get('noted'), person: person.id });
    return person;
  };
  const body = async <T>(c: Context<GatewayEnv>, form: z.ZodType<T>): Promise<T> => {
    checkBodyHeaders((name) => c.req.header(name));
    return readForm(form, decodeBody(await readBody(c.req.raw)));
  };
  const update = (id: string, change: (watch: Watch) => Watch | undefined) =>
    book
      .update(id, (record) => (record && !isDeleted(record) ? change(record) : undefined))
      .catch((error: unknown) => Promise.reject(error instanceof Problem ? error : away()));
  const found = (id: string, person: Person, admins: boolean): Watch => {
    const record = book.get(id);
    const mine = record && !isDeleted(record) && record.owner.id === person.id;
    if (!record || isDeleted(record) || !(mine || (admins && person.admin))) throw none();
    return record;
  };
  const note = (
    event: 'watch created' | 'watch changed' | 'watch deleted' | 'watch asked',
    person: Person,
    watch: Watch,
  ) =>
    audit?.note(event, {
      person: person.id,
      name: person.name,
      watch: watch.id,
      title: watch.name,
      state: watch.state,
    });
  const all = (): Watch[] => [...book.all()].filter((record): record is Watch => !isDeleted(record));
  const shown = (watch: Watch, person: Person) => show(watch, clock(), person);
  return { identify, body, update, found, note, all, shown };
}

type CommonSteps = ReturnType<typeof commonSteps>;

export function watchRoutes(parts: WatchRouteParts): Hono<GatewayEnv> {
  const routes = new Hono<GatewayEnv>();
  const steps = commonSteps(parts);
  addReading(routes, parts, steps);
  addAlerts(routes, parts, steps);
  addCreating(routes, parts, steps);
  addChanging(routes, parts, steps);
  return routes;
}

function addReading(
  routes: Hono<GatewayEnv>,
  { book, clock, box, hosts }: WatchRouteParts,
  { identify, body, update, found, all, shown }: CommonSteps,
): void {
  routes.get(watchesPath, async (c) => {
    const person = await identify(c);
    if (!book.isLoaded) throw away();
    const everyone = c.req.query('all') === 'true';
    if (everyone && !person.admin) throw new Problem(403, 'Only administrators can see every watch.', free);
    const listed = all().filter(({ owner }) => everyone || owner.id === person.id);
    const now = clock();
    // A sheet that is calculated is nobody who looks.
    const isLook = c.req.query('look') !== 'false';
    for (const { id, owner } of listed)
      if (isLook && owner.id === person.id && looked(found(id, person, false), now))
        void update(id, (watch) => looked(watch, now)).catch(() => undefined);
    const sorted = listed.sort((a, b) => a.createdAt - b.createdAt);
    return c.json(
      { watches: sorted.map((watch) => shown(watch, person)), keepsKey: box !== undefined, hosts },
      200,
      free,
    );
  });

  routes.post(`${watchesPath}/price`, async (c) => {
    await identify(c);
    const form = await body(c, priceForm);
    const now = clock();
    const next: number[] = [];
    for (
      let at = nextRun(form.schedule, now);
      at !== undefined && next.length < 3;
      at = nextRun(form.schedule, at)
    )
      next.push(at);
    return c.json({ ...priceOf(form, now), next }, 200, free);
  });
}

const mostShownAlerts = 1_000;

function addAlerts(
  routes: Hono<GatewayEnv>,
  { book, clock }: WatchRouteParts,
  { identify, body, update, found, all }: CommonSteps,
): void {
  routes.get(`${watchesPath}/alerts`, async (c) => {
    const person = await identify(c);
    if (!book.isLoaded) throw away();
    const everyone = c.req.query('all') === 'true';
    if (everyone && !person.admin) throw new Problem(403, 'Only administrators can see every alert.', free);
    const since = Number(c.req.query('since') ?? 0);
    if (!Number.isFinite(since)) throw new Problem(422, 'since is milliseconds since 1970.', free);
    const own = all().filter(({ owner }) => everyone || owner.id === person.id);
    const now = clock();
    let unseen = 0;
    const alerts = own.flatMap((watch) => {
      const fresh = new Set(unseenBy(watch, person.id, now));
      unseen += fresh.size;
      return recent(watch, now)
        .filter(({ at }) => at >= since)
        .map((alert) => ({ ...alert, watch: watch.id, name: watch.name, unseen: fresh.has(alert) }));
    });
    alerts.sort((a, b) => b.at - a.at || b.number - a.number);
    return c.json({ alerts: alerts.slice(0, mostShownAlerts), unseen }, 200, free);
  });

  routes.post(`${watchesPath}/alerts/seen`, async (c) => {
    const person = await identify(c);
    const { seen: last } = await body(c, seenForm);
    for (const [id, number] of Object.entries(last)) {
      found(id, person, true);
      await update(id, (watch) => seen(watch, person.id, number));
    }
    return c.body(null, 204, free);
  });
}

function addCreating(
  routes: Hono<GatewayEnv>,
  { book, clock, box, hosts }: WatchRouteParts,
  { identify, body, note, all, shown }: CommonSteps,
): void {
  routes.post(watchesPath, async (c) => {
    const person = await identify(c);
    const { agreed, keepKey, webhook, ...form } = await body(c, createForm);
    const now = clock();
    const actual = priceOf(form, now);
    checkPrice(actual, agreed);
    checkLimits(form, actual, now);
    checkConditions(form);
    if (box && keepKey !== true)
      throw new Problem(
        422,
        'A watch needs your key. Allow this gateway to store it, encrypted, to continue.',
        free,
      );
    const known = all();
    if (known.length >= mostOfAll || known.filter(({ owner }) => owner.id === person.id).length >= mostOfOne)
      throw new Problem(409, 'There are too many watches. Delete some to continue.', free);
    const id = randomBytes(9).toString('base64url');
    const owner = { id: person.id, name: person.name, account: person.account, groups: person.groups };
    const made = makeWatch(form, { id, owner, sealedKey: box?.seal(person.key, `${id} ${person.id}`), now });
    const watch = addressed(made, webhook, hosts);
    await book.update(id, (record) => (record ? undefined : watch)).catch(() => Promise.reject(away()));
    note('watch created', person, watch);
    return c.json(shown(watch, person), 201, free);
  });
}

function addChanging(
  routes: Hono<GatewayEnv>,
  { book, clock, wake, hosts }: WatchRouteParts,
  { identify, body, update, found, note, shown }: CommonSteps,
): void {
  routes.patch(`${watchesPath}/:id`, async (c) => {
    const person = await identify(c);
    const { agreed, state, until, webhook, ...change } = await body(c, changeForm);
    const stops =
      state === 'paused' && until === undefined && webhook === undefined && Object.keys(change).length === 0;
    const { id } = found(c.req.param('id'), person, stops);
    const now = clock();
    const { record } = await update(id, (watch) => {
      if (stops)
        return paused(watch, now, watch.owner.id === person.id ? undefined : 'An administrator paused it.');
      const whole = {
        ...change,
        ...(until === undefined ? {} : { until: until ?? undefined }),
      } as Partial<WatchForm>;
      const next = addressed(edited(watch, whole, now), webhook, hosts);
      const actual = priceOf(next, now);
      // Whatever makes it spend more, or again, is agreed to with its price in view.
      if (change.requests ?? change.schedule ?? (state === 'on' && watch.state !== 'on'))
        checkPrice(actual, agreed);
      if (change.requests ?? change.conditions) checkConditions(next);
      checkLimits(next, actual, state === 'on' || until !== undefined ? now : -Infinity);
      return state === 'on'
        ? (resumed(next, now) ?? next)
        : state === 'paused'
          ? (paused(next, now) ?? next)
          : next;
    });
    if (!record || isDeleted(record)) throw none();
    note('watch changed', person, record);
    wake();
    return c.json(shown(record, person), 200, free);
  });

  routes.post(`${watchesPath}/:id/run`, async (c) => {
    const person = await identify(c);
    const { agreed } = await body(c, z.strictObject({ agreed: price }));
    const { id } = found(c.req.param('id'), person, false);
    const now = clock();
    const { record, changed } = await update(id, (watch) => {
      checkPrice({ ...agreed, run: priceOf(watch, now).run }, agreed);
      return asked(watch, now);
    });
    if (!record || isDeleted(record)) throw none();
    if (!changed)
      throw new Problem(
        409,
        record.state === 'ended' ? 'This watch has ended.' : 'This watch is running already.',
        free,
      );
    note('watch asked', person, record);
    wake();
    return c.json(shown(record, person), 202, free);
  });

  routes.delete(`${watchesPath}/:id`, async (c) => {
    const person = await identify(c);
    const watch = found(c.req.param('id'), person, true);
    await book
      .update(watch.id, (record) =>
        record && !isDeleted(record)
          ? { id: record.id, version: record.version, deletedAt: clock() }
          : undefined,
      )
      .catch(() => Promise.reject(away()));
    note('watch deleted', person, watch);
    return c.body(null, 204, free);
  });
}

/** What its owner, or an administrator, sees of it; never the key. */
function show(watch: Watch, now: number, person: Person) {
  const {
    id,
    name,
    requests,
    schedule,
    limits,
    until,
    conditions,
    state,
    why,
    nextAt,
    run,
    last,
    createdAt,
    owner,
    askedAt,
  } = watch;
  const { dayCredits, monthCredits } = spentOn(watch, now);
  const done = run?.items.filter((item) => item !== null && item.kind !== 'sent').length;
  return {
    id,
    name,
    requests,
    schedule,
    limits,
    until,
    conditions,
    // More items than its conditions follow.
    crowded: watch.conditionStates?.some(({ isFull }) => isFull) ?? false,
    state,
    why,
    nextAt,
    asked: askedAt !== undefined,
    running: run && { done, of: run.items.length },
    last,
    createdAt,
    price: priceOf(watch, now),
    spent: { day: dayCredits, month: monthCredits },
    endsUnseenAt: endsUnseenAt(watch, now),
    failures: watch.failures ?? 0,
    unseen: unseenBy(watch, person.id, now).length,
    owner: owner.name,
    own: owner.id === person.id,
    // The secret is for whoever checks the signatures: its owner alone.
    webhook:
      owner.id === person.id && watch.webhook ? { ...watch.webhook, trouble: watch.post?.why } : undefined,
  };
}
