// The ledger as people search and export it.
import type { LedgerEntry } from '../../engine/engine';
import type { CellValue } from '../../excel/workbook/workbook';
import { operationOf } from '../../operations';
import { joined, named, t } from '../../languages/t';
import { hasFailed, noteText, outcomeText, requestText, requestTitle } from '../text/outcome';
import { hasWords, sheetTime } from '../text/words';

export type OutcomeFilter = 'all' | 'spent' | 'saved' | 'failed';

export function filterLedger(
  entries: readonly LedgerEntry[],
  text: string,
  outcome: OutcomeFilter,
): LedgerEntry[] {
  return entries
    .filter((entry) => {
      if (outcome === 'spent' && entry.spent === 0) return false;
      if (outcome === 'saved' && entry.saved === 0) return false;
      if (outcome === 'failed' && !hasFailed(entry)) return false;
      const title = named(operationOf(entry.operation).title);
      const about = [title, ...entry.cells, requestText(entry), outcomeText(entry), noteText(entry)];
      return hasWords(about.join(' '), text);
    })
    .sort((a, b) => b.at - a.at || b.id - a.id);
}

export const ledgerSheet = (entries: readonly LedgerEntry[]): CellValue[][] => [
  [
    t('common.time'),
    t('common.source'),
    t('common.request'),
    t('common.cells'),
    t('common.parameters'),
    t('activity.outcome'),
    t('activity.creditsSpent'),
    t('activity.creditsSaved'),
    t('common.results'),
    t('activity.milliseconds'),
    t('common.note'),
  ],
  ...entries.map((entry): CellValue[] => [
    sheetTime(entry.at),
    named(operationOf(entry.operation).title),
    requestTitle(entry),
    joined('items', entry.cells),
    requestText(entry),
    outcomeText(entry),
    entry.spent,
    entry.saved,
    entry.results,
    Math.round(entry.milliseconds),
    noteText(entry),
  ]),
];
