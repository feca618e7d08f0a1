// Excel.RangeFormat with its font and fill. Excel measures widths in points, the grid in pixels.
import { ApiError } from './apiError';
import type { ApiObject, ScalarProperty } from './apiObject';
import type { Area } from '../../grid/area';
import type { CellStyle, Grid } from '../../grid/grid';
import { rangeBordersApi } from './rangeBordersApi';

const pixelsPerPoint = 4 / 3;

export function rangeFormatApi(grid: Grid, area: Area): ApiObject {
  return {
    type: 'RangeFormat',
    properties: {
      ColumnWidth: {
        get: () => grid.columnWidth(area.sheetId, area.column) / pixelsPerPoint,
        set: (points) => grid.setColumnWidth(area, positive(points, 'columnWidth') * pixelsPerPoint),
      },
      RowHeight: {
        get: () => grid.rowHeight(area.sheetId, area.row) / pixelsPerPoint,
        set: (points) => grid.setRowHeight(area, positive(points, 'rowHeight') * pixelsPerPoint),
      },
      WrapText: style(grid, area, 'wrap', false),
      HorizontalAlignment: style(grid, area, 'horizontal', 'General'),
      VerticalAlignment: style(grid, area, 'vertical', 'Bottom'),
      IndentLevel: style(grid, area, 'indent', 0),
    },
    children: {
      Borders: () => rangeBordersApi(grid, area),
      Font: () => ({
        type: 'RangeFont',
        properties: {
          Bold: style(grid, area, 'bold', false),
          Italic: style(grid, area, 'italic', false),
          Color: style(grid, area, 'fontColor', '#000000'),
          Size: style(grid, area, 'fontSize', 11),
          Name: style(grid, area, 'fontName', 'Calibri'),
        },
      }),
      Fill: () => ({
        type: 'RangeFill',
        properties: { Color: style(grid, area, 'fill', '#FFFFFF') },
        methods: { Clear: () => grid.setStyle(area, { fill: '' }) },
      }),
    },
    methods: {
      AutofitColumns: () => grid.autofitColumns(area),
      AutofitRows: () => undefined,
    },
  };
}

function style(
  grid: Grid,
  area: Area,
  key: keyof CellStyle,
  otherwise: boolean | string | number,
): ScalarProperty {
  return {
    get: () => grid.style(area.sheetId, area.row, area.column)[key] ?? otherwise,
    set: (value) => grid.setStyle(area, { [key]: value }),
  };
}

function positive(value: unknown, name: string): number {
  if (typeof value !== 'number' || value < 0)
    throw new ApiError('InvalidArgument', `${name} must be a number.`);
  return value;
}
