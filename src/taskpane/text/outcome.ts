// How a request ended, in words, and whether that counts as a failure.
import type { LedgerEntry } from '../../engine/engine';
import { operationOf, type OperationId } from '../../operations';
import { joined, named, t, type PlainKey } from '../../languages/t';
import { credits } from './words';

const good = new Set<LedgerEntry['outcome']>(['fetched', 'cached', 'shared']);
export const hasFailed = ({ outcome }: LedgerEntry): boolean => !good.has(outcome) && outcome !== 'held';

const words: Readonly<Partial<Record<LedgerEntry['outcome'], PlainKey>>> = {
  fetched: 'text.fetched',
  cached: 'text.fromCache',
  shared: 'text.shared',
  held: 'text.held',
  rejected: 'text.declined',
};
/** Spillway did not send these: they cannot have cost anything. */
const unsent = new Set<LedgerEntry['outcome']>([
  'held',
  'rejected',
  'no_key',
  'over_budget',
  'not_cached',
  'past_stay',
  'circuit_open',
  'stopped',
  'cancelled',
]);

/** What the request cost or saved, as far as it is known. */
export function creditsText({ outcome, spent, saved, maybe }: LedgerEntry): string {
  if (spent > 0) return `−${spent}`;
  if (maybe !== undefined) return `−${maybe}?`;
  if (saved > 0) return t('text.saved', { saved });
  return unsent.has(outcome) ? t('text.notSent') : good.has(outcome) ? t('common.free') : '0';
}

/** What else there is to know about the request; empty where there is nothing. */
export const noteText = ({ maybe, note }: LedgerEntry): string =>
  note ?? (maybe === undefined ? '' : t('text.mayHaveBeenCharged', { credits: credits(maybe) }));

export function outcomeText({ outcome }: LedgerEntry): string {
  const known = words[outcome];
  return known ? t(known) : t('text.failed', { outcome });
}

interface Asked {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A request by what a person asked for: its lookup, and how much else was said. */
export function requestTitle({ operation, params }: Asked): string {
  const { lookup, params: table } = operationOf(operation);
  const parameter = table[lookup];
  const other = parameter?.kind === 'text' ? parameter.numberMeans : undefined;
  const value = params[lookup] ?? (other === undefined ? undefined : params[other]);
  const dates = [params.checkin, params.checkout].filter((date) => typeof date === 'string').join(' – ');
  const main =
    typeof value === 'string'
      ? value
      : typeof value === 'number'
        ? `ID ${value}`
        : named(operationOf(operation).title);
  return joined('facts', [main, dates]);
}

/** Every parameter on one line. */
export const requestText = ({ params }: Pick<Asked, 'params'>): string =>
  Object.entries(params)
    .map(
      ([name, value]) =>
        `${name}=${Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('; ');
