// The open workbook, through Excel.run.
import { findBlocker, insertFormula, readValues, selectCell } from './insertion';
import { addSheet } from './newSheet';
import { readSelection, watchSelection } from './selection';
import { findSources } from './sources';
import type { Workbook, FormulaCell, Scope } from './workbook';
import { columnLetters, quoteSheet, readArea, rangeAt } from './area';
import { isSpillwayFormula } from './spillwayFormula';

// Finds the cells that call Spillway: one read for each sheet, however many formulas it has.

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

const findFormulas = (scope: Scope): Promise<FormulaCell[]> =>
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

const follow = (name: string, address: string | undefined): Promise<boolean> =>
  Excel.run(async (context) => {
    const { names } = context.workbook;
    const before = names.getItemOrNullObject(name);
    before.load('name');
    await context.sync();
    if (!before.isNullObject) before.delete();
    if (address !== undefined) names.add(name, rangeAt(context, address));
    await context.sync();
    return true;
  }).catch(() => false);

const followed = (name: string): Promise<string | undefined> =>
  Excel.run(async (context) => {
    const item = context.workbook.names.getItemOrNullObject(name);
    const range = item.getRangeOrNullObject();
    range.load('address');
    await context.sync();
    return range.isNullObject ? undefined : range.address;
  });

export const excelWorkbook: Workbook = {
  // Nothing is selected while a chart or a shape is.
  selection: () => readSelection().catch(() => undefined),
  watchSelection,
  values: readValues,
  follow,
  followed,
  blocker: findBlocker,
  insert: insertFormula,
  select: selectCell,
  formulas: findFormulas,
  async sources(scope) {
    const { address, cell } = await readSelection();
    return findSources(scope === 'cell' ? cell : address);
  },
  addSheet,
};
