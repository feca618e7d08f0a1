// Turns formulas into the values they show, so that a book opens anywhere; and back, until the book is closed.
import { inert } from './inert';
import { rangeAt } from './rangeAt';
import type { CellValue, FormulaCell, FreezeReport, Frozen } from './workbook';

/** A whole result that is an error, or not there yet: freezing it would keep nothing of worth. */
const unfinished = (value: unknown) => typeof value === 'string' && /^#(?:[A-Z/0]+[!?]|N\/A)$/.test(value);

export const freeze = (cells: readonly FormulaCell[]): Promise<FreezeReport> =>
  Excel.run(async (context) => {
    const work = cells.map((cell) => {
      const head = rangeAt(context, cell.cell);
      const spill = head.getSpillingToRangeOrNullObject();
      head.load(['address', 'values']);
      spill.load(['address', 'values']);
      return { cell, head, spill };
    });
    await context.sync();
    const frozen: Frozen[] = [];
    const skipped: string[] = [];
    for (const { cell, head, spill } of work) {
      const range = spill.isNullObject ? head : spill;
      if (unfinished(head.values[0]?.[0])) {
        skipped.push(cell.cell);
        continue;
      }
      const values = range.values as CellValue[][];
      range.values = values.map((row) => row.map(inert));
      frozen.push({ ...cell, area: range.address });
    }
    await context.sync();
    return { frozen, skipped };
  });

export const thaw = (frozen: readonly Frozen[]): Promise<void> =>
  Excel.run(async (context) => {
    for (const { area } of frozen) rangeAt(context, area).clear(Excel.ClearApplyTo.contents);
    await context.sync();
    for (const { cell, formula } of frozen) rangeAt(context, cell).formulas = [[formula]];
    await context.sync();
  });
