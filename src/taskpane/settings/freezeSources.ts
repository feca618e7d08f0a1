// The "Sources" sheet: where each frozen value came from, so that a book without formulas can still be checked.
import type { LedgerEntry } from '../../engine/engine';
import type { CellUse } from '../../excel/runtime';
import type { CellValue, Frozen } from '../../excel/workbook/workbook';
import { operationOf } from '../../operations';
import { cellKey } from '../formulas/cellReference';
import { requestText } from '../text/requestTitle';
import { sheetTime } from '../text/sheetTime';

export function sourcesSheet(
  frozen: readonly Frozen[],
  uses: readonly CellUse[],
  ledger: readonly LedgerEntry[],
  frozenAt: number,
): CellValue[][] {
  const byCell = new Map(uses.map((use) => [cellKey(use.cell), use]));
  const fetched = new Map<string, LedgerEntry>();
  for (const entry of ledger) {
    const known = fetched.get(entry.key);
    if (entry.outcome === 'fetched' && (!known || known.at < entry.at)) fetched.set(entry.key, entry);
  }
  const rows = frozen.flatMap(({ cell, area, formula }): CellValue[][] => {
    const requests = byCell.get(cellKey(cell))?.requests ?? [];
    if (requests.length === 0) return [[cell, area, formula, '', '', '', '']];
    return requests.map((request, index) => {
      const entry = fetched.get(request.key);
      return [
        index === 0 ? cell : '',
        index === 0 ? area : '',
        index === 0 ? formula : '',
        operationOf(request.operation).title,
        requestText(request),
        entry ? sheetTime(entry.at) : '',
        entry?.spent ?? '',
      ];
    });
  });
  return [
    ['Cell', 'Range', 'Formula', 'Source', 'Parameters', 'Fetched', 'Credits'],
    ...rows,
    ['Frozen', sheetTime(frozenAt)],
  ];
}
