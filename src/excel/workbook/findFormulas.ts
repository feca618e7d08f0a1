// Finds the cells that call Spillway: one read for each sheet, however many formulas it has.
import { columnLetters, quoteSheet, readArea } from './area';
import { isSpillwayFormula } from './spillwayFormula';
import type { FormulaCell, Scope } from './workbook';

export function spillwayCells(
  address: string,
  formulas: readonly (readonly unknown[])[],
  values?: readonly (readonly unknown[])[],
): FormulaCell[] {
  const area = readArea(address);
  if (!area) return [];
  const sheet = quoteSheet(area.sheet);
  const found: FormulaCell[] = [];
  for (const [r, row] of formulas.entries()) {
    for (const [c, formula] of row.entries()) {
      // A text that reads like a formula, as on a Sources sheet, is its own value.
      if (!isSpillwayFormula(formula) || values?.[r]?.[c] === formula) continue;
      found.push({ cell: `${sheet}!${columnLetters(area.column + c)}${area.row + r + 1}`, formula });
    }
  }
  return found;
}

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
