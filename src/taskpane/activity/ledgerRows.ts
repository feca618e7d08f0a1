// The ledger as people search and export it.
import type { LedgerEntry } from '../../engine/engine';
import type { CellValue } from '../../excel/workbook/workbook';
import { operationOf } from '../../operations';
import { requestText, requestTitle } from './requestTitle';

export type OutcomeFilter = 'all' | 'spent' | 'saved' | 'failed';

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

export function filterLedger(
  entries: readonly LedgerEntry[],
  text: string,
  outcome: OutcomeFilter,
): LedgerEntry[] {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries
    .filter((entry) => {
      if (outcome === 'spent' && entry.spent === 0) return false;
      if (outcome === 'saved' && entry.saved === 0) return false;
      if (outcome === 'failed' && !hasFailed(entry)) return false;
      if (terms.length === 0) return true;
      const hay =
        `${operationOf(entry.operation).title} ${entry.cells.join(' ')} ${requestText(entry)} ${outcomeText(entry)}`.toLowerCase();
      return terms.every((term) => hay.includes(term));
    })
    .sort((a, b) => b.at - a.at || b.id - a.id);
}

/** Local time the way Excel reads as a date in every country. */
export function sheetTime(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

export const ledgerSheet = (entries: readonly LedgerEntry[]): CellValue[][] => [
  [
    'Time',
    'Source',
    'Asked for',
    'Cells',
    'Request',
    'Outcome',
    'Credits spent',
    'Credits saved',
    'Results',
    'Milliseconds',
  ],
  ...entries.map((entry): CellValue[] => [
    sheetTime(entry.at),
    operationOf(entry.operation).title,
    requestTitle(entry),
    entry.cells.join(', '),
    requestText(entry),
    outcomeText(entry),
    entry.spent,
    entry.saved,
    entry.results,
    Math.round(entry.milliseconds),
  ]),
];
