// How a request ended, in words, and whether that counts as a failure.
import type { LedgerEntry } from '../../engine/engine';
import { operationOf, type OperationId } from '../../operations';
import { credits } from './words';

const good = new Set<LedgerEntry['outcome']>(['fetched', 'cached', 'shared']);
export const hasFailed = ({ outcome }: LedgerEntry): boolean => !good.has(outcome) && outcome !== 'held';

const words: Readonly<Partial<Record<LedgerEntry['outcome'], string>>> = {
  fetched: 'Fetched',
  cached: 'From cache',
  shared: 'Shared',
  held: 'Held',
  rejected: 'Declined',
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
  if (saved > 0) return `saved ${saved}`;
  return unsent.has(outcome) ? 'not sent' : good.has(outcome) ? 'free' : '0';
}

/** What else there is to know about the request; empty where there is nothing. */
export const noteText = ({ maybe, note }: LedgerEntry): string =>
  note ?? (maybe === undefined ? '' : `May have been charged: ${credits(maybe)}.`);

export const outcomeText = ({ outcome }: LedgerEntry): string =>
  words[outcome] ?? `Failed: ${outcome.replaceAll('_', ' ')}`;

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
        : operationOf(operation).title;
  return dates ? `${main}, ${dates}` : main;
}

/** Every parameter on one line. */
export const requestText = ({ params }: Pick<Asked, 'params'>): string =>
  Object.entries(params)
    .map(
      ([name, value]) =>
        `${name}=${Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('; ');
