// What an alert of a watch says, in a language: that of the pane, or for messages of the gateway the one that the watch was made in.
import { spoken, type Plain, type Speech } from '../languages/t';
import type { OperationId } from '../operations';
import { pathLabel, tableField } from '../operations/histories';
import { figureOf, type FigureName } from './watchAlert';
import type { WatchAlert } from '../protocol/watches';

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

/** `zone`: of the dates in it; that of the reader by default. */
function changeText(alert: WatchAlert, speech: Speech, zone: string | undefined): string {
  const { t, number, day, joined } = speech;
  const { kind, item = '', target = 0, before = 0, now: seen = 0, operation, own } = alert;
  const path = alert.figure ?? alert.field ?? '';
  const field = operation ? fieldLabel(operation, path, speech) : path;
  const now = amount(seen, alert, speech);
  if (kind === 'back') return t('alerts.back', { item, field, now });
  if (kind === 'changed') {
    const share = (Number(seen) - Number(before)) / Math.abs(Number(before) || 1);
    const percent = number(Math.abs(share), { style: 'percent', maximumFractionDigits: 1 });
    const change = { item, field, percent, before: amount(before, alert, speech), now };
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
const ofWatch: Readonly<Partial<Record<WatchAlert['kind'], Plain>>> = {
  failed: 'alerts.failed',
  paused: 'alerts.paused',
  ended: 'alerts.ended',
  ending: 'alerts.ending',
  done: 'alerts.done',
};

/** What happened, in one or two sentences. */
export function alertText(alert: WatchAlert, speech: Speech = spoken, zone?: string): string {
  const { t, said, joined } = speech;
  const { kind, item = '', detail = '', own } = alert;
  const key = ofWatch[kind];
  if (key) return joined('sentences', [t(key), said(detail)]);
  if (kind === 'new') return own ? t('alerts.candidate', { item, own: own.item }) : t('alerts.new', { item });
  if (kind === 'gone') return t('alerts.gone', { item });
  return changeText(alert, speech, zone);
}
