// Conditions of a watch and the alerts they raise, as gateway, pane and sheet know them: their form, which fields can have one, and
// the sentence that says what happened. What fires when is the gateway's part (src/gateway/watch/alerts.ts).
import { z } from 'zod';
import { operationIds, operationOf, type OperationId } from '../operations';
import { historyOf, pathLabel, tableField } from '../operations/histories';

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
  value: z.number().min(-1e12).max(1e12),
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

export const watchCondition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('below'), ...limit }),
  z.strictObject({ kind: z.literal('above'), ...limit }),
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

export type WatchCondition = z.infer<typeof watchCondition>;
export type ConditionKind = WatchCondition['kind'];

const value = z.union([z.number(), z.boolean()]);

export const watchAlert = z.object({
  /** Counts up in each watch; the name of the alert together with that of the watch. */
  number: z.number(),
  /** When it was seen, or happened. */
  at: z.number(),
  kind: z.enum(['below', 'above', 'changed', 'back', 'new', 'gone', 'failed', 'paused', 'ended', 'ending']),
  operation: z.enum(operationIds).optional(),
  item: z.string().optional(),
  /** What identifies the item at its source. */
  itemId: z.string().optional(),
  field: z.string().optional(),
  /** The limit, or the percentage. */
  target: z.number().optional(),
  before: value.optional(),
  now: value.optional(),
  currency: z.string().optional(),
  /** Where in the workbook the request stands, as far as the watch knows. */
  cell: z.string().optional(),
  /** The run it was seen in. */
  tick: z.number().optional(),
  /** What that run cost; known when it is over. */
  credits: z.number().optional(),
  detail: z.string().optional(),
});

export type WatchAlert = z.infer<typeof watchAlert>;

/** The followed fields that can have a condition. */
export function conditionFields(operation: OperationId, kind: ConditionKind): readonly string[] {
  if (kind === 'new' || kind === 'gone') return [];
  return historyOf(operation).followed.filter((path) => {
    const found = tableField(operation, path);
    if (!found || !('type' in found)) return false;
    const isNumber = found.type === 'number' || found.type === 'integer';
    return kind === 'back'
      ? found.section === 'availability' && (isNumber || found.type === 'boolean')
      : isNumber;
  });
}

/** Whether a condition says anything about the responses of an operation. */
export const concerns = (condition: WatchCondition, operation: OperationId): boolean =>
  condition.kind === 'new' || condition.kind === 'gone'
    ? operationOf(operation).answers === 'many'
    : conditionFields(operation, condition.kind).includes(condition.field);

const amount = (given: number | boolean, { currency, operation, field: path }: WatchAlert): string => {
  if (typeof given === 'boolean') return given ? 'yes' : 'no';
  const isPercent = operation && path !== undefined && tableField(operation, path)?.kind === 'percent';
  const text = given.toLocaleString('en', { maximumFractionDigits: 6 });
  return isPercent ? `${text}%` : currency === undefined ? text : `${text} ${currency}`;
};

function changeText(alert: WatchAlert): string {
  const { kind, item = '', target = 0, before, now = 0, operation, field: path = '' } = alert;
  const name = operation ? pathLabel(operation, path) : path;
  const [is, was] = [amount(now, alert), before === undefined ? undefined : amount(before, alert)];
  if (kind === 'back') return `${item} is in stock. ${name}: ${is}.`;
  if (kind !== 'changed')
    return `${item}: ${name} is ${is}, ${kind} ${amount(target, alert)}.${was === undefined ? '' : ` It was ${was}.`}`;
  const percent = (Number(now) - Number(before)) / Math.abs(Number(before) || 1);
  const by = Math.abs(percent * 100).toLocaleString('en', { maximumFractionDigits: 1 });
  return `${item}: ${name} ${percent < 0 ? 'fell' : 'rose'} by ${by}%, from ${was} to ${is}.`;
}

/** What happened, in one or two sentences. */
export function alertText(alert: WatchAlert): string {
  const { kind, item = '', detail = '' } = alert;
  if (kind === 'failed') return `A run failed. ${detail}`.trim();
  if (kind === 'paused') return `The watch was paused. ${detail}`.trim();
  if (kind === 'ended') return `The watch has ended. ${detail}`.trim();
  if (kind === 'ending') return `The watch ends soon. ${detail}`.trim();
  if (kind === 'new') return `${item} is new in the list.`;
  if (kind === 'gone') return `${item} is gone from the list.`;
  return changeText(alert);
}
