// Finds the cells that call Spillway: one read for each sheet, however many formulas it has.
import { fromCells } from './area';
import { isSpillwayFormula } from './spillwayFormula';
import type { FormulaCell, Scope } from './workbook';

export const spillwayCells = (
  address: string,
  formulas: readonly (readonly unknown[])[],
  values?: readonly (readonly unknown[])[],
): FormulaCell[] =>
  fromCells(address, formulas, (formula, cell, r, c) =>
    // A text that reads like a formula, as on a Sources sheet, is its own value.
    isSpillwayFormula(formula) && values?.[r]?.[c] !== formula ? { cell: cell(), formula } : undefined,
  );

export const findFormulas = (scope: Scope): Promise<FormulaCell[]> =>
  Excel.run(async (context) => {
    const ranges = await rangesOf(context, scope);
    for (const range of ranges) range.load(['address', 'formulas']);
    await context.sync();
    const users = ranges.filter(
      (range) => !range.isNullObject && spillwayCells(range.address, range.formulas).length > 0,
    );
    if (users.length === 0) return [];
    // Another round trip: together, formulas and values could be more than Excel on the web hands over.
    for (const range of users) range.load('values');
    await context.sync();
    const cells = users.flatMap((range) => spillwayCells(range.address, range.formulas, range.values));
    // The active cell may also be the head of its spilled range.
    return [...new Map(cells.map((each) => [each.cell, each])).values()];
  });

async function rangesOf(context: Excel.RequestContext, scope: Scope): Promise<Excel.Range[]> {
  const { workbook } = context;
  switch (scope) {
    case 'cell': {
      const active = workbook.getActiveCell();
      return [active, active.getSpillParentOrNullObject()];
    }
    case 'selection':
      return [workbook.getSelectedRange().getUsedRangeOrNullObject(true)];
    case 'sheet':
      return [workbook.worksheets.getActiveWorksheet().getUsedRangeOrNullObject(true)];
    case 'workbook': {
      workbook.worksheets.load('items/name');
      await context.sync();
      return workbook.worksheets.items.map((sheet) => sheet.getUsedRangeOrNullObject(true));
    }
  }
}
