// Watches for the pane: what there is, what one would cost, and every decision about it. Nothing here sends a data request; a run
// that a person asks for is begun by the runner, like any other.
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Hono, type Context } from 'hono';
import type { z } from 'zod';
import { spokenLanguages } from '../../languages/all';
import { watchesPath } from '../../protocol/gateway';
import {
  changeForm,
  createForm,
  ownForm,
  priceForm,
  runForm,
  seenForm,
  type AlertList,
  type ShownWatch,
  type WatchForm,
  type WatchList,
} from '../../protocol/watches';
import type { AuditTrail } from '../audit/auditTrail';
import type { GatewayEnv } from '../http/gatewayEnv';
import { Problem, tryAgain } from '../http/problem';
import { callerOf, type CallerParts } from '../people/callerOf';
import { free } from '../../protocol/headers';
import type { KeyCheck } from '../people/keyAttemptLimit';
import { sha256 } from '../people/keyDigest';
import type { Person } from '../people/person';
import { readForm } from '../routes/requestBody';
import { ReadLimit } from '../http/readLimit';
import type { KeyBox } from './keyBox';
import { addressed, shownAddresses, type Allowed } from './posting';
import { knownZone, nextRun, scheduleForm } from './schedule';
import { recent, seen, unseenBy } from './raisedAlerts';
import { spentOn } from './spent';
import {
  asked,
  deleted,
  edited,
  endsUnseenAt,
  handedOverId,
  isOnce,
  looked,
  makeWatch,
  owned,
  paused,
  resumed,
  wasAsked,
  type Watch,
  type WatchRecord,
} from './watch';
import { checkConditions, checkLimits, checkPrice, storedPrice, watchPrice } from './watchForm';
import { blindSpots } from './views';
import type { WatchBook } from './watchBook';

export interface WatchRouteParts extends CallerParts {
  readonly book: WatchBook;
  readonly audit: AuditTrail | undefined;
  readonly clock: () => number;
  readonly elapsed: () => number;
  /** Seals keys; undefined in a team, whose key is used. */
  readonly box: KeyBox | undefined;
  readonly keys: KeyCheck;
  /** Where alerts may be sent. */
  readonly allowed: Allowed;
  /** Something may be due now. */
  readonly wake: () => void;
}

/** A watch of 500 products with what was decided about each. */
const maxBody = 1_000_000;

/** With a schedule that can be kept. */
const forms = {
  price: priceForm.extend({ schedule: scheduleForm }),
  create: createForm.extend({ schedule: scheduleForm }),
  change: changeForm.extend({ schedule: scheduleForm.optional() }),
};

const refuse = (status: number, why: string): never => {
  throw new Problem(status, why);
};
const none = () => new Problem(404, 'This watch does not exist.');
const away = () =>
  tryAgain(503, 'The gateway cannot reach the store of its watches. Nothing was changed. Try again.');

const crowded =
  'There are too many watches, or you deleted too many in the last 90 days. Delete some, or try again later.';

/** What every route needs: who asks, what for, and whose watch it is. */
function commonSteps({ book, signIn, proxies, audit, clock, elapsed }: WatchRouteParts) {
  const limit = new ReadLimit(elapsed);
  const identify = async (c: Context<GatewayEnv>) => {
    const person = await callerOf(c, { signIn, proxies });
    limit.enter(person.id)();
    return person;
  };
  const body = <T>(c: Context<GatewayEnv>, form: z.ZodType<T>) => readForm(c, form, maxBody);
  const told = (error: unknown) => Promise.reject(error instanceof Problem ? error : away());
  const update = (id: string, change: (watch: Watch) => WatchRecord | undefined) =>
    book.update(id, change).catch(told);
  const add = async (watch: Watch) => book.add(fitting(watch)).catch(told);
  const found = (id: string, person: Person, admins: boolean): Watch => {
    const watch = book.get(id);
    if (!watch || !(watch.owner.id === person.id || (admins && person.admin))) throw none();
    return watch;
  };
  const note = (event: Parameters<AuditTrail['note']>[0], person: Person, watch: Watch) =>
    audit?.note(event, {
      person: person.id,
      name: person.name,
      watch: watch.id,
      title: watch.name,
      state: watch.state,
    });
  const listedFor = (c: Context<GatewayEnv>, person: Person, refusal: string): Watch[] => {
    if (!book.isLoaded) throw away();
    const everyone = c.req.query('all') === 'true';
    if (everyone && !person.admin) refuse(403, refusal);
    return [...book.all()].filter(({ owner }) => everyone || owner.id === person.id);
  };
  const shown = (watch: Watch, person: Person) => show(watch, clock(), person);
  const fitting = (watch: Watch): Watch => (book.hasRoom(watch) ? watch : refuse(409, crowded));
  return { identify, body, update, add, found, note, listedFor, shown, fitting };
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
  { clock, box, allowed }: WatchRouteParts,
  { identify, body, update, listedFor, shown }: CommonSteps,
): void {
  routes.get(watchesPath, async (c) => {
    const person = await identify(c);
    const listed = listedFor(c, person, 'Only administrators can see every watch.');
    const now = clock();
    // A sheet that is calculated is nobody who looks.
    const isLook = c.req.query('look') !== 'false';
    for (const watch of listed)
      if (isLook && watch.owner.id === person.id && looked(watch, now))
        void update(watch.id, (known) => looked(known, now)).catch(() => undefined);
    const watches: ReturnType<typeof shown>[] = [];
    for (const watch of listed.sort((a, b) => a.createdAt - b.createdAt)) {
      watches.push(shown(watch, person));
      // Those of one person may take long to read, and others ask too.
      if (watches.length % 10 === 0) await nextTurn();
    }
    return c.json(
      {
        watches,
        keepsKey: box !== undefined,
        isAdmin: person.admin,
        hosts: allowed.hosts,
        mailDomains: allowed.mail?.domains ?? [],
        languages: spokenLanguages,
      } satisfies WatchList,
      200,
      free,
    );
  });

  routes.post(`${watchesPath}/price`, async (c) => {
    await identify(c);
    const form = await body(c, forms.price);
    const now = clock();
    const next: number[] = [];
    for (
      let at = nextRun(form.schedule, now);
      at !== undefined && next.length < 3;
      at = nextRun(form.schedule, at)
    )
      next.push(at);
    return c.json({ ...watchPrice(form, now), next }, 200, free);
  });
}

const mostShownAlerts = 1_000;

function addAlerts(
  routes: Hono<GatewayEnv>,
  { clock }: WatchRouteParts,
  { identify, body, update, found, listedFor }: CommonSteps,
): void {
  routes.get(`${watchesPath}/alerts`, async (c) => {
    const person = await identify(c);
    const own = listedFor(c, person, 'Only administrators can see every alert.');
    const since = Number(c.req.query('since') ?? 0);
    if (!Number.isFinite(since)) refuse(422, 'since is milliseconds since 1970.');
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
    return c.json({ alerts: alerts.slice(0, mostShownAlerts), unseen } satisfies AlertList, 200, free);
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

const idOf = (
  person: Person,
  form: Pick<WatchForm, 'schedule'>,
  idempotencyKey: string | undefined,
): string => {
  const own =
    idempotencyKey === undefined
      ? randomBytes(9).toString('base64url')
      : sha256(`${person.id}\n${idempotencyKey}`).slice(0, 12);
  return isOnce(form) ? `${handedOverId}${own}` : own;
};

function addCreating(
  routes: Hono<GatewayEnv>,
  { clock, box, keys, allowed, wake }: WatchRouteParts,
  { identify, body, add, note, shown }: CommonSteps,
): void {
  routes.post(watchesPath, async (c) => {
    const person = await identify(c);
    const { agreed, keepKey, idempotencyKey, ...whole } = await body(c, forms.create);
    const { webhook, email, language, ...given } = whole;
    const id = idOf(person, given, idempotencyKey);
    const madeOf = sha256(JSON.stringify(whole));
    // Of what is handed over nothing counts but the price that was agreed to.
    const form = isOnce(given) ? { ...given, limits: { day: agreed.run, month: agreed.run } } : given;
    const now = clock();
    const actual = watchPrice(form, now);
    checkPrice(actual, agreed);
    checkLimits(form, actual, now);
    checkConditions(form);
    if (box && keepKey !== true)
      refuse(422, 'A watch needs your key. Allow this gateway to store it, encrypted, to continue.');
    await keys.check(person.key);
    const owner = { id: person.id, name: person.name, account: person.account, groups: person.groups };
    const sealedKey = box?.seal(person.key, `${id} ${person.id}`);
    const made = makeWatch(form, { id, owner, sealedKey, madeOf, now });
    const watch = addressed(made, { webhook, email, language }, allowed);
    const { watch: stands, changed } = await add(watch);
    if (!stands) throw none();
    if (!changed) {
      // Something else by the same name was meant in its place, and not besides.
      if ((stands.madeOf ?? madeOf) !== madeOf)
        refuse(
          412,
          'An earlier try has created this watch with other settings. Change it in the list of watches.',
        );
      return c.json(shown(stands, person), 200, free);
    }
    note('watch created', person, watch);
    wake();
    return c.json(shown(watch, person), 201, free);
  });
}

function addChanging(
  routes: Hono<GatewayEnv>,
  { clock, wake, allowed }: WatchRouteParts,
  { identify, body, update, found, note, shown, fitting }: CommonSteps,
): void {
  routes.patch(`${watchesPath}/:id`, async (c) => {
    const person = await identify(c);
    const { agreed, state, until, webhook, email, language, ...change } = await body(c, forms.change);
    const others = [until, webhook, email, language, ...Object.values(change)];
    const stops = state === 'paused' && others.every((other) => other === undefined);
    const { id } = found(c.req.param('id'), person, stops);
    const now = clock();
    const { watch: next } = await update(id, (watch) => {
      if ((isOnce(watch) && !stops) || change.schedule?.kind === 'once')
        refuse(409, 'What was handed over can be stopped or deleted, not changed.');
      if (stops)
        return paused(watch, now, watch.owner.id === person.id ? undefined : 'An administrator paused it.');
      const whole = {
        ...change,
        ...(until === undefined ? {} : { until: until ?? undefined }),
      } as Partial<WatchForm>;
      const next = fitting(addressed(edited(watch, whole, now), { webhook, email, language }, allowed));
      const actual = watchPrice(next, now);
      // Whatever makes it spend more, or again, is agreed to with its price in view.
      if (change.requests ?? change.schedule ?? (state === 'on' && watch.state !== 'on'))
        checkPrice(actual, agreed);
      if (change.requests ?? change.conditions ?? change.ownConditions) checkConditions(next);
      checkLimits(next, actual, state === 'on' || until !== undefined ? now : -Infinity);
      const step = state === 'on' ? resumed : state === 'paused' ? paused : undefined;
      return step?.(next, now) ?? next;
    });
    if (!next) throw none();
    note('watch changed', person, next);
    wake();
    return c.json(shown(next, person), 200, free);
  });

  routes.put(`${watchesPath}/:id/own`, async (c) => {
    const person = await identify(c);
    const { products } = await body(c, ownForm);
    const { id } = found(c.req.param('id'), person, false);
    await update(id, (watch) => {
      const next = owned(watch, products, clock());
      return next && fitting(next);
    });
    return c.body(null, 204, free);
  });

  routes.post(`${watchesPath}/:id/run`, async (c) => {
    const person = await identify(c);
    const { agreed, idempotencyKey: key } = await body(c, runForm);
    const { id } = found(c.req.param('id'), person, false);
    const now = clock();
    const { watch: next, changed } = await update(id, (watch) => {
      if (wasAsked(watch, key)) return undefined;
      checkPrice({ ...agreed, run: watchPrice(watch, now).run }, agreed);
      const why = watch.state === 'ended' ? 'This watch has ended.' : 'This watch is running already.';
      return asked(watch, now, key) ?? refuse(409, why);
    });
    if (!next) throw none();
    if (!changed) return c.json(shown(next, person), 200, free);
    note('watch asked', person, next);
    wake();
    return c.json(shown(next, person), 202, free);
  });

  routes.delete(`${watchesPath}/:id`, async (c) => {
    const person = await identify(c);
    const watch = found(c.req.param('id'), person, true);
    await update(watch.id, (known) => deleted(known, clock()));
    note('watch deleted', person, watch);
    return c.body(null, 204, free);
  });
}

/** What its owner, or an administrator, sees of it; never the key. */
function show(watch: Watch, now: number, person: Person): ShownWatch {
  const { id, name, requests, schedule, limits, until, conditions, ownConditions } = watch;
  const { state, why, nextAt, last, run, owner } = watch;
  const zone = knownZone(schedule.zone);
  const { dayCredits, monthCredits } = spentOn({ ...watch, schedule: { ...schedule, zone } }, now);
  const done = run?.items.filter((item) => item !== null && item.kind !== 'sent').length;
  return {
    id,
    name,
    requests,
    schedule,
    limits,
    until,
    conditions,
    ownConditions,
    // More items than its conditions follow.
    crowded: [...(watch.conditionStates ?? []), ...(watch.ownStates ?? [])].some(({ isFull }) => isFull),
    blind: blindSpots(watch),
    state,
    why,
    nextAt,
    asked: watch.askedAt !== undefined,
    running: run && { done: done ?? 0, of: run.items.length },
    last,
    price: storedPrice(watch, now),
    spent: { day: dayCredits, month: monthCredits },
    endsUnseenAt: endsUnseenAt(watch, now),
    unseen: unseenBy(watch, person.id, now).length,
    owner: owner.name,
    own: owner.id === person.id,
    // What they are and cost is their owner's business.
    ...(owner.id === person.id && {
      ...shownAddresses(watch),
      ownProducts: watch.ownProducts,
      ownAt: watch.ownAt,
    }),
  };
}
