// Conditions of a watch and the alerts they raise, as gateway, pane and sheet know them: their form, and which fields can have one.
// What fires when is the gateway's part (src/gateway/watch/alerts.ts); alertText.ts has the sentences.
import { z } from 'zod';
import { operationIds, operationOf, type OperationId } from '../operations';
import { historyOf, tableField } from '../operations/histories';

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

export type WatchCondition = z.infer<typeof watchCondition>;

/**
 * What is compared with a person's own products. A list of its own, which the version before does not read: it would not understand
 * them. What they raise is told as `below` and `new` with `own`, which is true for it too.
 */
export const ownCondition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cheaper'), ...limit }),
  z.strictObject({ kind: z.literal('candidate'), ...common }),
]);
export type OwnCondition = z.infer<typeof ownCondition>;
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
export type OwnProduct = z.infer<typeof ownProduct>;

const value = z.union([z.number(), z.boolean()]);

export const watchAlert = z.object({
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

export type WatchAlert = z.infer<typeof watchAlert>;

/** What can be followed of a whole list: a figure of its amounts, or how many results it has. */
const figureNames = ['min', 'median', 'max'] as const;
export type FigureName = (typeof figureNames)[number];
const count = 'count()';

export type Figure = { readonly name: FigureName; readonly path: string } | { readonly name: 'count' };

/** `min(price)` or `count()`; undefined for a field of an item. */
export function figureOf(text: string): Figure | undefined {
  if (text === count) return { name: 'count' };
  const [, name, path = ''] = /^(min|median|max)\((.+)\)$/.exec(text) ?? [];
  return name === undefined ? undefined : { name: name as FigureName, path };
}

const figuresOf = (operation: OperationId): readonly string[] =>
  operationOf(operation).answers === 'one'
    ? []
    : [
        ...historyOf(operation)
          .followed.filter((path) => tableField(operation, path)?.kind === 'money')
          .flatMap((path) => figureNames.map((name) => `${name}(${path})`)),
        count,
      ];

/** The followed fields that can have a condition, and the figures of a list. */
export function conditionFields(operation: OperationId, kind: ConditionKind): readonly string[] {
  if (kind === 'new' || kind === 'gone' || kind === 'candidate') return [];
  const figures = kind === 'back' || kind === 'cheaper' ? [] : figuresOf(operation);
  const fields = historyOf(operation).followed.filter((path) => {
    const found = tableField(operation, path);
    if (!found || !('type' in found)) return false;
    if (kind === 'cheaper') return found.kind === 'money';
    const isNumber = found.type === 'number' || found.type === 'integer';
    return kind === 'back'
      ? found.section === 'availability' && (isNumber || found.type === 'boolean')
      : isNumber;
  });
  return [...fields, ...figures];
}

/** Whether a condition says anything about the responses of an operation. */
export const concerns = (condition: WatchCondition | OwnCondition, operation: OperationId): boolean =>
  'field' in condition
    ? conditionFields(operation, condition.kind).includes(condition.field)
    : operationOf(operation).answers === 'many';

/** Whether there is anything to compare with: of a list only the offers that were accepted are one's own product. */
export const isComparable = ({ kind }: OwnCondition, { operation, price, accepted }: OwnProduct): boolean =>
  kind === 'candidate'
    ? accepted !== undefined
    : price !== undefined && (operationOf(operation).answers === 'one' || (accepted?.length ?? 0) > 0);
