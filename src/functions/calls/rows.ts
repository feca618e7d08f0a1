// A grid as Excel accepts it: rows of plain values, numbers with a format, and Excel's own errors.
import type { Host } from '../../excel/host';
import { excelError, type ExcelError } from '../../excel/errors/excelError';
import type { CardCell, CellFault, FormattedNumber, RichCell, WebImage } from '../../spill/cell';

/** The form of a number with a format before ExcelApi 1.19. */
type OlderNumber = Omit<FormattedNumber, 'type'> & { readonly type: 'FormattedNumber' };

export type ExcelCell =
  | string
  | number
  | boolean
  | FormattedNumber
  | OlderNumber
  | CardCell
  | WebImage
  | ExcelError;
/** Read-only: the same rows serve every recalculation. Office.js only writes them out as JSON. */
export type ExcelRows = readonly (readonly ExcelCell[])[];

const isFault = (cell: RichCell): cell is CellFault => typeof cell === 'object' && 'fault' in cell;

const isNumber = (cell: RichCell): cell is FormattedNumber =>
  typeof cell === 'object' && 'type' in cell && cell.type === 'Double';

const excelCell = (cell: RichCell): ExcelCell => (isFault(cell) ? excelError(cell) : cell);
const olderCell = (cell: RichCell): ExcelCell =>
  isNumber(cell) ? { ...cell, type: 'FormattedNumber' } : excelCell(cell);

/** Whether Excel takes every cell as it is, as in most rows. A loop, because a result has hundreds of thousands of cells. */
function isTaken(row: readonly RichCell[], cards: boolean): row is readonly Exclude<RichCell, CellFault>[] {
  for (const cell of row) if (typeof cell === 'object' && (!cards || 'fault' in cell)) return false;
  return true;
}

/** A result that is nothing but one error is thrown, so that Excel shows its message like that of any other formula. */
export function excelRows(cells: readonly (readonly RichCell[])[], host: Pick<Host, 'cards'>): ExcelRows {
  const [only] = cells[0] ?? [];
  if (only === undefined) return [['']];
  if (cells.length === 1 && cells[0]?.length === 1 && isFault(only)) throw excelError(only);
  const cellOf = host.cards ? excelCell : olderCell;
  return cells.map((row) => (isTaken(row, host.cards) ? row : row.map(cellOf)));
}
