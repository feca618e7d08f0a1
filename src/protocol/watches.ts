// What add-in and gateway say to each other about watches: each form once, read by both. What fires when is the gateway's part
// (src/gateway/watch); which fields can have a condition is in src/history/watchAlert.ts.
import { z } from 'zod';
import { operationIds } from '../operations';

/** Nobody changes what was read. */
type Fixed<T> = T extends readonly (infer Each)[]
  ? readonly Fixed<Each>[]
  : T extends object
    ? { readonly [Name in keyof T]: Fixed<T[Name]> }
    : T;

const field = z.string().min(1).max(100);
const common = {
  /** What is true already when it is first seen counts too. */
  already: z.boolean().optional(),
};
/** Days after which it is armed again although nothing has crossed back. */
const againAfter = z.int().min(1).max(365).optional();
/** A smaller change is no news, in the unit of the field. */
const least = z.number().min(0).max(1e12).optional();
const limit = {
  ...common,
  field,
  /** Amounts in another currency are not compared. By default the currency in which an item is first seen. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  least,
  /** Percent of the limit by which a value has to cross back before it can fire again. */
  margin: z.number().min(0).max(100).optional(),
  againAfter,
};
const limitValue = z.number().min(-1e12).max(1e12);

export const watchCondition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('below'), value: limitValue, ...limit }),
  z.strictObject({ kind: z.literal('above'), value: limitValue, ...limit }),
  z.strictObject({
    kind: z.literal('changed'),
    field,
    percent: z.number().positive().max(10_000),
    direction: z.enum(['up', 'down', 'either']).optional(),
    least,
  }),
  z.strictObject({ kind: z.literal('back'), field, ...common, againAfter }),
  z.strictObject({ kind: z.literal('new'), ...common, againAfter }),
  z.strictObject({ kind: z.literal('gone') }),
]);

export type WatchCondition = Fixed<z.infer<typeof watchCondition>>;

/**
 * What is compared with a person's own products. A list of its own, which the version before does not read: it would not understand
 * them. What they raise is told as `below` and `new` with `own`, which is true for it too.
 */
export const ownCondition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cheaper'), ...limit }),
  z.strictObject({ kind: z.literal('candidate'), ...common }),
]);
export type OwnCondition = Fixed<z.infer<typeof ownCondition>>;
export type ConditionKind = WatchCondition['kind'] | OwnCondition['kind'];

const id = z.string().min(1).max(500);
/** One's own product, by what a request asks for, as the workbook had it. */
export const ownProduct = z.strictObject({
  operation: z.enum(operationIds),
  item: id,
  /** None where the cell is empty or not above 0. */
  price: z.number().positive().max(1e12).optional(),
  /** What was decided about it: the offers that it is, and those that there were to choose from. None where nothing was. */
  accepted: z.array(id).max(50).optional(),
  seen: z.array(id).max(200).optional(),
});
export type WatchedProduct = Fixed<z.infer<typeof ownProduct>>;

const value = z.union([z.number(), z.boolean()]);

const watchAlert = z.object({
  /** Counts up in each watch; the name of the alert together with that of the watch. */
  number: z.number(),
  /** When it was seen, or happened. */
  at: z.number(),
  kind: z.enum([
    'below',
    'above',
    'changed',
    'back',
    'new',
    'gone',
    'failed',
    'paused',
    'ended',
    'ending',
    'done',
  ]),
  operation: z.enum(operationIds).optional(),
  item: z.string().optional(),
  /** What identifies the item at its source. */
  itemId: z.string().optional(),
  /** What it holds for, such as a city or the dates of a stay, where that is not the usual: `city=spb_cl`. */
  conditions: z.string().optional(),
  field: z.string().optional(),
  /** Instead of a field of an item: a figure of the list that was asked for. */
  figure: z.string().optional(),
  /** The limit, or the percentage. */
  target: z.number().optional(),
  before: value.optional(),
  now: value.optional(),
  currency: z.string().optional(),
  /** One's own product that it was compared with, and when the workbook had its price. */
  own: z.object({ item: z.string(), at: z.number().optional() }).optional(),
  /** Where in the workbook the request stands, as far as the watch knows. */
  cell: z.string().optional(),
  /** The run it was seen in. */
  tick: z.number().optional(),
  /** What that run cost; known when it is over. */
  credits: z.number().optional(),
  detail: z.string().optional(),
});

export type WatchAlert = Fixed<z.infer<typeof watchAlert>>;

const mostRequests = 500;
const mostConditions = 8;
const mostViews = 50;
const count = z.number().nonnegative();
const instant = z.int().min(0).max(8.64e15);
const zone = z.string().max(64);

/** When it runs; the gateway checks zone and cron (src/gateway/watch/schedule.ts). */
export const watchSchedule = z.discriminatedUnion('kind', [
  /** Days of the week, Monday is 1 and Sunday 7, at one time. */
  z.strictObject({
    kind: z.literal('days'),
    days: z.array(z.int().min(1).max(7)).min(1).max(7),
    at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'The time must be written as 07:00.'),
    zone,
  }),
  /** Every so many hours from a first instant on; no clock change moves it. */
  z.strictObject({ kind: z.literal('hours'), every: z.int().min(1).max(168), from: instant, zone }),
  z.strictObject({ kind: z.literal('cron'), cron: z.string().max(100), zone }),
  /** At once, and never again: what a person has handed over to be finished. */
  z.strictObject({ kind: z.literal('once'), zone }),
]);
export type WatchSchedule = Fixed<z.infer<typeof watchSchedule>>;

const cell = z.string().max(300);
/** What a formula shows of a response. Alerts are about what the sheet shows, not about what was fetched besides. */
const watchedView = z.strictObject({
  /** As src/spill/where reads them; all of them are to be met. */
  where: z.array(z.string().max(4_000)).max(50).optional(),
  /** Only what was accepted in Match as the item. */
  matched: z.literal(true).optional(),
  /** Only so many of the results. */
  count: z.int().min(1).max(1e6).optional(),
  cell: cell.optional(),
});
export type WatchedView = Fixed<z.infer<typeof watchedView>>;

const watchedRequest = z.strictObject({
  operation: z.enum(operationIds),
  body: z.record(z.string(), z.unknown()),
  /** Parameters that are passed on unchecked. */
  raw: z.array(z.string().max(64)).max(40).optional(),
  /** Handed over: the oldest response that will do when it is handed over, in milliseconds; any if it is left out. */
  maxAge: z.int().min(0).max(1e12).optional(),
  /** The cells that ask for it, for messages. */
  cell: cell.optional(),
  /** One for each way in which cells show it; all results if there are none. */
  views: z.array(watchedView).min(1).max(mostViews).optional(),
});
export type WatchedRequest = Fixed<z.infer<typeof watchedRequest>>;

const credits = z.int().min(1).max(1_000_000_000);
/** What a person decides. */
export const watchForm = z.strictObject({
  name: z.string().trim().min(1).max(120),
  requests: z.array(watchedRequest).min(1).max(mostRequests),
  schedule: watchSchedule,
  /** The most credits in a day and in a month. */
  limits: z.strictObject({ day: credits, month: credits }),
  until: instant.optional(),
  /** What raises an alert. */
  conditions: z.array(watchCondition).max(mostConditions).optional(),
  /** The same, compared with one's own products, and these as the workbook has them. */
  ownConditions: z.array(ownCondition).max(mostConditions).optional(),
  ownProducts: z.array(ownProduct).max(mostRequests).optional(),
});
export type WatchForm = Fixed<z.infer<typeof watchForm>>;

/** Where alerts are sent besides, and in which form. */
const webhookForm = z.strictObject({
  url: z.string().max(2_000),
  form: z.enum(['standard', 'slack', 'teams']),
});
export type WatchWebhook = Fixed<z.infer<typeof webhookForm>>;
const emailForm = z.strictObject({
  to: z.string().max(254),
  /** At once, or a digest at seven in the morning of each day or of Mondays. */
  when: z.enum(['once', 'day', 'week']),
});
export type WatchEmail = Fixed<z.infer<typeof emailForm>>;
/** In which alerts are sent, such as `zh-HK`; one that the gateway does not know is English. */
const language = z.string().max(35).optional();
const addresses = { webhook: webhookForm.optional(), email: emailForm.optional(), language };
export type WatchAddresses = Fixed<z.infer<z.ZodObject<typeof addresses>>>;
export type NewWatch = WatchForm & WatchAddresses;

/** The most credits of a run, a day and a month. */
const price = z.strictObject({ run: z.int().min(0), day: z.int().min(0), month: z.int().min(0) });
export type WatchPrice = Fixed<z.infer<typeof price>>;
/** Whoever asks again with the same, because no response came, gets what there is, and no second one. */
const idempotencyKey = z.string().min(16).max(100).optional();
export const runForm = z.strictObject({ agreed: price, idempotencyKey });
export const priceForm = watchForm.pick({ requests: true, schedule: true });
export const createForm = watchForm.extend({
  agreed: price,
  keepKey: z.literal(true).optional(),
  idempotencyKey,
  ...addresses,
});
/** Null for none. */
export const changeForm = watchForm.partial().extend({
  until: watchForm.shape.until.nullable(),
  agreed: price.optional(),
  webhook: webhookForm.nullable().optional(),
  email: emailForm.nullable().optional(),
  language,
  state: z.enum(['on', 'paused']).optional(),
});
export type WatchChange = Omit<Fixed<z.infer<typeof changeForm>>, 'agreed'>;
export const ownForm = z.strictObject({ products: watchForm.shape.ownProducts.unwrap() });
/** The last alert of each watch that the person has before them. */
export const seenForm = z.strictObject({ seen: z.record(z.string().max(64), z.int().min(0)) });

const trouble = { trouble: z.string().optional() };
export const shownWatch = watchForm
  .extend({
    /** Limits of an earlier version may be any. */
    limits: z.object({ day: count, month: count }),
    id: z.string(),
    /** When a workbook had the products. */
    ownAt: z.number().optional(),
    /** There are more items than its conditions follow. */
    crowded: z.boolean(),
    /** Cells about which it cannot alert, and why. */
    blind: z.array(z.object({ cell: z.string(), why: z.string() })).default([]),
    /** `secret`: checks the signatures. `trouble`: why the last alert was not sent. */
    webhook: webhookForm.extend({ secret: z.string(), ...trouble }).optional(),
    email: emailForm.extend(trouble).optional(),
    /** Alerts that this person has not seen. */
    unseen: count,
    state: z.enum(['on', 'paused', 'ended']),
    why: z.string().optional(),
    nextAt: z.number().optional(),
    /** A run was asked for and has not begun. */
    asked: z.boolean(),
    running: z.object({ done: count, of: count }).optional(),
    last: z
      .object({
        startedAt: count,
        outcome: z.enum(['ok', 'partly', 'failed', 'budget', 'stopped']),
        credits: count,
        responses: count,
        changed: count,
        rows: count.default(0),
        detail: z.string().optional(),
      })
      .optional(),
    price,
    spent: z.object({ day: count, month: count }),
    endsUnseenAt: z.number().optional(),
    owner: z.string(),
    own: z.boolean(),
  })
  .strip();
export type ShownWatch = Fixed<z.infer<typeof shownWatch>>;

/** Alerts go to `hosts` and `mailDomains`. */
export const watchList = z.object({
  watches: z.array(shownWatch),
  /** One's own key would be stored. */
  keepsKey: z.boolean(),
  isAdmin: z.boolean().default(false),
  hosts: z.array(z.string()),
  mailDomains: z.array(z.string()).default([]),
  languages: z.array(z.string()).default([]),
});
export type WatchList = Fixed<z.infer<typeof watchList>>;

/** An alert, with its watch. */
const shownAlert = watchAlert.extend({
  watch: z.string(),
  name: z.string(),
  /** This person has not had it before them. */
  unseen: z.boolean(),
});
export type ShownAlert = Fixed<z.infer<typeof shownAlert>>;
/** The newest first; `unseen` counts all of them. */
export const alertList = z.object({ alerts: z.array(shownAlert), unseen: count });
export type AlertList = Fixed<z.infer<typeof alertList>>;
export const pricedWatch = price.strip().extend({ next: z.array(z.number()) });
