// The first sheet: three tables that are one formula each, with a line that says what to change. The unit numbers and the
// destination are known to the sandbox.
import {
  BooleanNumber,
  WrapStrategy,
  type ICellData,
  type IStyleData,
  type IWorkbookData,
} from '@univerjs/core';

export const tour = {
  productQuery: 'iphone',
  units: ['A1234567', 'B2345678', 'C3456789', 'D4567890'],
  destination: 'Amsterdam',
} as const;

const sheetId = 'tour';
const rowsOnSheet = 400;
const columnsOnSheet = 40;

const styles: Record<string, IStyleData> = {
  title: { bl: BooleanNumber.TRUE, fs: 18 },
  heading: { bl: BooleanNumber.TRUE, fs: 12 },
  hint: { it: BooleanNumber.TRUE, cl: { rgb: '#6b7a72' } },
  input: { bg: { rgb: '#fff4cc' }, cl: { rgb: '#1b2420' }, tb: WrapStrategy.CLIP },
  date: { bg: { rgb: '#fff4cc' }, cl: { rgb: '#1b2420' }, n: { pattern: 'd mmm yyyy' } },
};

type Row = Record<number, ICellData>;

export function tourWorkbook(today: Date): Partial<IWorkbookData> {
  const checkin = serialDate(today) + 30;
  const rows: Record<number, Row> = {
    0: { 0: text('Spillway in a workbook', 'title') },
    1: {
      0: text(
        'Each table is one formula. Change a yellow cell or a formula and the table follows; what was paid for once is not paid again.',
        'hint',
      ),
    },
    3: { 0: text('1. Search prices', 'heading') },
    4: {
      0: text('Look for'),
      1: text(tour.productQuery, 'input'),
      2: text('Change the product, for example to "headphones".', 'hint'),
    },
    5: { 0: { f: '=RURETAIL.SEARCH(B5,5)' } },
    13: { 0: text('2. Compare valuations', 'heading') },
    14: {
      0: text(
        'Put other unit numbers in the yellow cells; a number that does not exist says so in its own row.',
        'hint',
      ),
    },
    15: { 0: text('Unit', 'heading'), 1: { f: '=HKPROPERTY.VALUE(A17:A20)' } },
    ...Object.fromEntries(tour.units.map((unit, index) => [16 + index, { 0: text(unit, 'input') }])),
    22: { 0: text('3. Plan a trip', 'heading') },
    23: {
      0: text(tour.destination, 'input'),
      1: { v: checkin, t: 2, s: 'date' },
      2: { v: checkin + 3, t: 2, s: 'date' },
      3: text('Change the city or the dates, or open Build in the pane for all the filters.', 'hint'),
    },
    24: { 0: { f: '=STAYS.SEARCH(A24,B24,C24,2,1,5)' } },
  };
  return {
    name: 'Tour',
    styles,
    sheetOrder: [sheetId],
    sheets: {
      [sheetId]: {
        id: sheetId,
        name: 'Tour',
        rowCount: rowsOnSheet,
        columnCount: columnsOnSheet,
        defaultColumnWidth: 104,
        defaultRowHeight: 22,
        columnData: { 0: { w: 240 } },
        rowData: { 0: { h: 34 } },
        cellData: rows,
      },
    },
  };
}

export function emptyWorkbook(): Partial<IWorkbookData> {
  return {
    name: 'Book',
    styles: {},
    sheetOrder: ['sheet1'],
    sheets: {
      sheet1: {
        id: 'sheet1',
        name: 'Sheet1',
        rowCount: 1_200,
        columnCount: 60,
        defaultColumnWidth: 104,
        defaultRowHeight: 22,
      },
    },
  };
}

function text(value: string, style?: string): ICellData {
  return style === undefined ? { v: value, t: 1 } : { v: value, t: 1, s: style };
}

/** Excel counts days from 30 December 1899. */
function serialDate(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000) + 25_569;
}
