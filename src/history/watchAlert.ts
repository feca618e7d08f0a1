// Which fields of an operation can have a condition of a watch, and which figures of a list. The forms of conditions and alerts are in
// src/protocol/watches.ts; what fires when is the gateway's part (src/gateway/watch/alerts.ts). What an alert
// says is here too, in the language of the pane, or for messages of the gateway the one that the watch was made in.
import { operationOf, type OperationId } from '../operations';
import { historyOf, tableField, pathLabel } from '../operations/histories';
import type {
  ConditionKind,
  OwnCondition,
  WatchedProduct,
  WatchCondition,
  WatchAlert,
} from '../protocol/watches';
import { spoken, type PlainKey, type Speech } from '../languages/t';

/** What can be followed of a whole list: a figure of its amounts, or how many results it has. */
const figureNames = ['min', 'median', 'max'] as const;
export type FigureName = (typeof figureNames)[number];
const count = 'count()';

export type ListFigure = { readonly name: FigureName; readonly path: string } | { readonly name: 'count' };

/** `min(price)` or `count()`; undefined for a field of an item. */
export function figureOf(text: string): ListFigure | undefined {
  if (text === count) return { name: 'count' };
  const [, name, path = ''] = /^(min|median|max)\((.+)\)$/.exec(text) ?? [];
  return name === undefined ? undefined : { name: name as FigureName, path };
}

const figuresOf = (operation: OperationId): readonly string[] =>
  operationOf(operation).results === 'one'
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
    : operationOf(operation).results === 'many';

/** Whether there is anything to compare with: of a list only the offers that were accepted are one's own product. */
export const isComparable = (
  { kind }: OwnCondition,
  { operation, price, accepted }: WatchedProduct,
): boolean =>
  kind === 'candidate'
    ? accepted !== undefined
    : price !== undefined && (operationOf(operation).results === 'one' || (accepted?.length ?? 0) > 0);

const figures = {
  min: 'alerts.lowest',
  median: 'alerts.median',
  max: 'alerts.highest',
} as const satisfies Record<FigureName, string>;

/** What people call a field, or a figure of a list. */
export function fieldLabel(
  operation: OperationId,
  text: string,
  { t, named, joined }: Speech = spoken,
): string {
  const figure = figureOf(text);
  if (figure?.name === 'count') return t('alerts.numberOfResults');
  const label = joined(
    'label',
    pathLabel(operation, figure?.path ?? text)
      .split(': ')
      .map(named),
  );
  if (!figure) return label;
  return t(figures[figure.name], { field: `${label.charAt(0).toLowerCase()}${label.slice(1)}` });
}

function amount(given: number | boolean, alert: WatchAlert, { t, number }: Speech): string {
  const { currency, operation, field } = alert;
  if (typeof given === 'boolean') return t(given ? 'history.yes' : 'history.no');
  const isPercent = operation && field !== undefined && tableField(operation, field)?.kind === 'percent';
  if (isPercent) return number(given / 100, { style: 'percent', maximumFractionDigits: 6 });
  const text = number(given, { maximumFractionDigits: 6 });
  return currency === undefined ? text : `${text} ${currency}`;
}

/** What it is about, and what it holds for: the same hotel has another price on other dates. */
const itemText = ({ item = '', conditions }: WatchAlert): string =>
  conditions === undefined ? item : `${item} (${conditions})`;

/** `zone`: of the dates in it; that of the reader by default. */
function changeText(alert: WatchAlert, speech: Speech, zone: string | undefined): string {
  const { t, number, day, joined } = speech;
  const item = itemText(alert);
  const { kind, target = 0, before = 0, now: seen = 0, operation, own } = alert;
  const path = alert.figure ?? alert.field ?? '';
  const field = operation ? fieldLabel(operation, path, speech) : path;
  const now = amount(seen, alert, speech);
  if (kind === 'back') return t('alerts.back', { item, field, now });
  if (kind === 'changed') {
    const facts = { item, field, before: amount(before, alert, speech), now };
    if (Number(before) === 0) return t('alerts.wentFrom', facts);
    const share = (Number(seen) - Number(before)) / Math.abs(Number(before));
    // Less than one percent must not look like none.
    const digits = Math.abs(share) < 0.01 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 };
    const change = { ...facts, percent: number(Math.abs(share), { style: 'percent', ...digits }) };
    return share < 0 ? t('alerts.fell', change) : t('alerts.rose', change);
  }
  const facts = { item, field, now, target: amount(target, alert, speech) };
  const is = !own
    ? t(kind === 'above' ? 'alerts.above' : 'alerts.below', facts)
    : own.at === undefined
      ? t('alerts.belowOwn', { ...facts, own: own.item })
      : t('alerts.belowOwnOf', { ...facts, own: own.item, day: day(own.at, zone) });
  return alert.before === undefined
    ? is
    : joined('sentences', [is, t('alerts.was', { before: amount(before, alert, speech) })]);
}

/** What happened to the watch itself. */
const ofWatch: Readonly<Partial<Record<WatchAlert['kind'], PlainKey>>> = {
  failed: 'alerts.failed',
  paused: 'alerts.paused',
  ended: 'alerts.ended',
  ending: 'alerts.ending',
  done: 'alerts.done',
};

/** What happened, in one or two sentences. */
export function alertText(alert: WatchAlert, speech: Speech = spoken, zone?: string): string {
  const { t, said, joined } = speech;
  const { kind, detail = '', own } = alert;
  const item = itemText(alert);
  const key = ofWatch[kind];
  if (key) return joined('sentences', [t(key), said(detail)]);
  if (kind === 'new') return own ? t('alerts.candidate', { item, own: own.item }) : t('alerts.new', { item });
  if (kind === 'gone') return t('alerts.gone', { item });
  return changeText(alert, speech, zone);
}
