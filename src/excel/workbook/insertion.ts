// Putting a formula into a cell, and knowing before whether its result has room to spill.
import {
  lastColumn,
  lastRow,
  localAddress,
  readArea,
  writeArea,
  type Area,
  columnLetters,
  contains,
  rangeAt,
} from './area';
import { columnPoints } from './newSheet';
import { settleEntered } from './enteredFormulas';
import { InputFault } from '../../spill/inputFault';
import { runAsOne } from './runAsOne';
import type { TableLook } from './workbook';

// Where a spill would be blocked: the first cell that holds something, apart from the formula's own old result.

export function firstOccupied(
  target: Area,
  values: readonly (readonly unknown[])[],
  own: Area,
): string | undefined {
  for (const [r, row] of values.entries()) {
    for (const [c, value] of row.entries()) {
      if (value === '' || value === null) continue;
      const cell = { ...target, row: target.row + r, column: target.column + c, rows: 1, columns: 1 };
      if (contains(own, cell)) continue;
      return `${columnLetters(cell.column)}${cell.row + 1}`;
    }
  }
  return undefined;
}

/** A larger area than this is not read; Excel itself will say #SPILL!. */
const cellsToRead = 100_000;

function spillTarget(cell: string, rows: number, columns: number): Area | undefined {
  const head = readArea(cell);
  return head && { ...head, rows: Math.max(rows, 1), columns: Math.max(columns, 1) };
}

export async function findBlocker(
  cell: string,
  rows: number,
  columns: number,
  ownArea?: string,
): Promise<string | undefined> {
  const target = spillTarget(cell, rows, columns);
  if (!target) return undefined;
  if (target.row + target.rows > lastRow || target.column + target.columns > lastColumn)
    return 'the edge of the sheet';
  const readable = { ...target, rows: Math.min(target.rows, Math.ceil(cellsToRead / target.columns)) };
  return Excel.run(async (context) => {
    const range = rangeAt(context, writeArea(readable));
    const spill = rangeAt(context, cell).getSpillingToRangeOrNullObject();
    // A formula that shows nothing is in the way all the same.
    range.load('formulas');
    spill.load('address');
    await context.sync();
    const own = spill.isNullObject ? readArea(ownArea ?? '') : readArea(spill.address);
    return firstOccupied(readable, range.formulas, own ?? { ...target, rows: 1, columns: 1 });
  });
}

/** Columns only grow: a width that someone chose for a wider table stays. */
function makeReadable(head: Excel.Range, columns: readonly Excel.Range[], look: TableLook): void {
  columns.forEach((column, index) => {
    const wanted = columnPoints(look.widths[index] ?? 0);
    if (column.format.columnWidth < wanted) column.format.columnWidth = wanted;
  });
  if (!look.headings) return;
  const row = head.getResizedRange(0, look.widths.length - 1);
  row.format.font.bold = true;
  row.format.fill.color = '#dff0f2';
  const line = row.format.borders.getItem('EdgeBottom');
  line.style = 'Continuous';
  line.color = '#08626c';
}

export const insertFormula = (cell: string, formula: string, look?: TableLook): Promise<void> =>
  runAsOne(async (context) => {
    const range = rangeAt(context, cell);
    range.load('numberFormat');
    const columns = (look?.widths ?? []).map((_, index) => range.getOffsetRange(0, index));
    for (const column of columns) column.load('format/columnWidth');
    await context.sync();
    if (look && columns.length > 0) makeReadable(range, columns, look);
    // In a cell formatted as text a formula would be text.
    if (range.numberFormat[0]?.[0] === '@') range.numberFormat = [['General']];
    range.formulas = [[formula]];
    const [unknown] = await settleEntered(context, [{ range, formula }]);
    if (unknown)
      throw new InputFault(
        'The formula is in the cell, but Excel does not know one of its names and shows #NAME?. Check the names in it. If they are right, select the cell, press F2 and then Enter.',
      );
  });

export const selectCell = (cell: string): Promise<void> =>
  Excel.run(async (context) => {
    const area = readArea(cell);
    if (area?.sheet) context.workbook.worksheets.getItem(area.sheet).activate();
    rangeAt(context, cell).select();
    await context.sync();
  });

/** Values of a reference as a formula in `from` would see it; whole columns are cut to what is used. */
export async function readValues(reference: string, from: string) {
  const area = readArea(reference);
  if (!area) return undefined;
  const sheet = area.sheet || (readArea(from)?.sheet ?? '');
  return Excel.run(async (context) => {
    const range = rangeAt(context, writeArea({ ...area, sheet }));
    const used = range.getUsedRangeOrNullObject(true);
    const target = area.rows * area.columns > cellsToRead ? used : range;
    target.load('values');
    await context.sync();
    return target.isNullObject ? [] : (target.values as (string | number | boolean)[][]);
  }).catch(() => undefined);
}

export const describeTarget = (cell: string, rows: number, columns: number): string => {
  const target = spillTarget(cell, rows, columns);
  return target ? localAddress(target) : cell;
};
