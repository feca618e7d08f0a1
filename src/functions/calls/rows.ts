// A grid as Excel accepts it: rows of plain values, numbers with a format, and Excel's own errors.
import { excelError, type ExcelError } from '../../excel/errors/excelError';
import type { Cell, CellFault, FormattedNumber } from '../../spill/cell';

export type ExcelCell = string | number | boolean | FormattedNumber | ExcelError;
/** Read-only: the same rows answer every recalculation. Office.js only writes them out as JSON. */
export type Rows = readonly (readonly ExcelCell[])[];

const isFault = (cell: Cell): cell is CellFault => typeof cell === 'object' && 'fault' in cell;

const excelCell = (cell: Cell): ExcelCell => (isFault(cell) ? excelError(cell) : cell);

/** A result that is nothing but one error is thrown, so that Excel shows its message like that of any other formula. */
export function excelRows(cells: readonly (readonly Cell[])[]): Rows {
  const [only] = cells[0] ?? [];
  if (only === undefined) return [['']];
  if (cells.length === 1 && cells[0]?.length === 1 && isFault(only)) throw excelError(only);
  return cells.map((row) => row.map(excelCell));
}
