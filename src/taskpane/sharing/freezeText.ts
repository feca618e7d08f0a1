// What freezing will do, and what it did, in sentences.
import type { FormulaCell, FreezeReport } from '../../excel/workbook/workbook';
import { plural } from '../text/words';

export interface Freezable {
  readonly cells: readonly FormulaCell[];
  /** Cells that would lose what they refer to. */
  readonly users: readonly string[];
}

const named = 5;

export function foundText({ cells, users }: Freezable): string {
  if (cells.length === 0) return 'No Spillway formulas found.';
  const replaced = `${plural(cells.length, 'formula')} will be replaced with values.`;
  if (users.length === 0) return replaced;
  const refer = users.length === 1 ? '1 other formula refers' : `${users.length} other formulas refer`;
  const more = users.length > named ? ` and ${users.length - named} more` : '';
  return `${replaced} ${refer} to a spilled range (such as A1#) and will show #REF!: ${users.slice(0, named).join(', ')}${more}.`;
}

export const nothingFrozen = 'Nothing was frozen. The cells contain errors or are still calculating.';

export function frozenText({ frozen, skipped, failed }: FreezeReport, sheet: string): string {
  const sentences = [
    `${plural(frozen.length, 'formula')} frozen.`,
    `The sheet ${sheet} lists where the values came from.`,
    skipped.length > 0 &&
      `${plural(skipped.length, 'cell')} with errors ${skipped.length === 1 ? 'is still a formula' : 'are still formulas'}.`,
    failed.length > 0 && `Excel didn’t allow changes to ${plural(failed.length, 'formula')}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}
