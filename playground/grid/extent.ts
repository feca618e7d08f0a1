// How many pixels the first rows, or columns, of a sheet take.
import type { Grid } from './grid';

const sum = (count: number, sizeOf: (index: number) => number): number =>
  Array.from({ length: count }, (_, index) => sizeOf(index)).reduce((total, size) => total + size, 0);

export const heightOf = (grid: Pick<Grid, 'rowHeight'>, sheetId: string, rows: number): number =>
  sum(rows, (row) => grid.rowHeight(sheetId, row));

export const widthOf = (grid: Pick<Grid, 'columnWidth'>, sheetId: string, columns: number): number =>
  sum(columns, (column) => grid.columnWidth(sheetId, column));
