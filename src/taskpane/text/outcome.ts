// How a request ended, in words, and whether that counts as a failure.
import type { LedgerEntry } from '../../engine/engine';

const good = new Set<LedgerEntry['outcome']>(['fetched', 'cached', 'shared']);
export const hasFailed = ({ outcome }: LedgerEntry): boolean => !good.has(outcome) && outcome !== 'held';

const words: Readonly<Partial<Record<LedgerEntry['outcome'], string>>> = {
  fetched: 'Fetched',
  cached: 'From cache',
  shared: 'Shared',
  held: 'Held',
  rejected: 'Declined',
};
export const outcomeText = ({ outcome }: LedgerEntry): string =>
  words[outcome] ?? `Failed: ${outcome.replaceAll('_', ' ')}`;
