// Recipes and shared workbooks as Univer opens them.
import { BooleanNumber, CellValueType, type ICellData, type IWorkbookData } from '@univerjs/core';
import { parseAddress } from '../grid/area';
import type { CellScalar } from '../grid/grid';
import { sheetSize, type PlainCell, type PlainSheet } from './plainSheet';

export function workbookOf(sheets: readonly PlainSheet[]): Partial<IWorkbookData> {
  const ids = sheets.map((_, index) => `sheet${index + 1}`);
  return {
    name: 'Book',
    styles: {},
    sheetOrder: ids,
    sheets: Object.fromEntries(
      sheets.map((sheet, index) => [
        `sheet${index + 1}`,
        {
          id: `sheet${index + 1}`,
          name: sheet.name,
          rowCount: sheetSize.rows,
          columnCount: sheetSize.columns,
          defaultColumnWidth: 104,
          defaultRowHeight: 22,
          columnData: Object.fromEntries(
            Object.entries(sheet.widths ?? {}).map(([column, w]) => [column, { w }]),
          ),
          cellData: cellData(sheet),
        },
      ]),
    ),
  };
}

function cellData({ cells }: PlainSheet): Record<number, Record<number, ICellData>> {
  const rows: Record<number, Record<number, ICellData>> = {};
  for (const [address, cell] of Object.entries(cells)) {
    const { row, column } = parseAddress(address, sheetSize)?.area ?? {};
    if (row === undefined || column === undefined) throw new Error(`${address} is not an address.`);
    (rows[row] ??= {})[column] = { ...contentOf(cell.content), ...styleOf(cell) };
  }
  return rows;
}

function contentOf(content: CellScalar): ICellData {
  if (typeof content === 'number') return { v: content, t: CellValueType.NUMBER };
  if (typeof content === 'boolean') return { v: content ? 1 : 0, t: CellValueType.BOOLEAN };
  if (content.startsWith('=') && content.length > 1) return { f: content };
  return { v: content.startsWith("'") ? content.slice(1) : content, t: CellValueType.STRING };
}

const styleOf = ({ format, bold }: PlainCell): Pick<ICellData, 's'> =>
  format === undefined && !bold
    ? {}
    : {
        s: {
          ...(format !== undefined && { n: { pattern: format } }),
          ...(bold && { bl: BooleanNumber.TRUE }),
        },
      };
