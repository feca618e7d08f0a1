// How Excel makes series of a range: a heading row names them, a leading column of text (or of x values) is their category.
import type { ChartSeries, ChartType } from './chart';
import type { Area } from '../../grid/area';
import type { Grid } from '../../grid/grid';

export function seriesOf(grid: Grid, area: Area, type: ChartType, by: unknown): ChartSeries[] {
  const byRows = by === 'Rows' || (by !== 'Columns' && area.columns > area.rows);
  const value = (row: number, column: number) => grid.cell(area.sheetId, row, column).value;
  const isText = (row: number, column: number) => {
    const found = value(row, column);
    // An error is not text: it is a point that is left out.
    return typeof found === 'string' && found !== '' && !/^#[A-Z]/.test(found);
  };
  const heading = area.rows > 1 && isText(area.row, area.column + area.columns - 1) ? 1 : 0;
  const leads =
    area.columns > 1 && (type === 'XYScatter' || isText(area.row + area.rows - 1, area.column)) ? 1 : 0;
  const body: Area = {
    ...area,
    row: area.row + heading,
    column: area.column + leads,
    rows: area.rows - heading,
    columns: area.columns - leads,
  };
  const column = (index: number): Area => ({ ...body, column: body.column + index, columns: 1 });
  const row = (index: number): Area => ({ ...body, row: body.row + index, rows: 1 });
  if (byRows)
    return Array.from({ length: body.rows }, (_, index) => ({
      name: leads ? String(value(body.row + index, area.column)) : '',
      values: row(index),
      ...(heading && { categories: { ...body, row: area.row, rows: 1 } }),
    }));
  return Array.from({ length: body.columns }, (_, index) => ({
    name: heading ? String(value(area.row, body.column + index)) : '',
    ...(heading && { named: { ...column(index), row: area.row, rows: 1 } }),
    values: column(index),
    ...(leads && { categories: { ...body, column: area.column, columns: 1 } }),
  }));
}
