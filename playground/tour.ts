// The first sheet: three tables of one formula each, with a hint on what to change. The sandbox knows the unit numbers and
// the destination.
import {
  BooleanNumber,
  CellValueType,
  WrapStrategy,
  type ICellData,
  type IStyleData,
  type IWorkbookData,
} from '@univerjs/core';
import { localSerial } from '../src/spill/read/values/excelDate';

const tour = {
  productQuery: 'iphone',
  units: ['TKS-01-12-B', 'MFS-01-12-B', 'COS-01-12-B', 'KWV-01-12-B'],
  destination: 'Amsterdam',
} as const;

const valuationColumns =
  'estate_name,price,price_change_percent as Change,saleable_area as Area,saleable_price_per_sqft as Per sq ft';
const sheetId = 'tour';
const rowsOnSheet = 400;
const columnsOnSheet = 40;

const styles: Record<string, IStyleData> = {
  title: { bl: BooleanNumber.TRUE, fs: 16 },
  heading: { bl: BooleanNumber.TRUE, fs: 12 },
  columns: { bl: BooleanNumber.TRUE },
  hint: { it: BooleanNumber.TRUE, cl: { rgb: '#5f6e66' } },
  input: { bg: { rgb: '#fff4cc' }, cl: { rgb: '#1b2420' }, tb: WrapStrategy.CLIP },
  date: { bg: { rgb: '#fff4cc' }, cl: { rgb: '#1b2420' }, n: { pattern: 'd mmm yyyy' } },
};

type Row = Record<number, ICellData>;

export function tourWorkbook(today: Date): Partial<IWorkbookData> {
  const checkin = Math.floor(localSerial(today.getTime())) + 30;
  const rows: Record<number, Row> = {
    0: { 0: text('Spillway in a workbook', 'title') },
    1: {
      0: text(
        'Each table is one formula. Change a shaded cell to update its table. Data you already have is not charged again.',
        'hint',
      ),
    },
    2: {
      0: text(
        'These are sandbox data, which are free. For a finished workbook, choose a template in the pane.',
        'hint',
      ),
    },
    3: { 0: text('1. Search prices', 'heading') },
    4: {
      0: text(tour.productQuery, 'input'),
      1: text(
        'Change the product, for example to "samsung tv", or change the 5 in the formula to 3.',
        'hint',
      ),
    },
    5: { ...columnHeads(), 0: { f: '=RURETAIL.SEARCH(A5,5)', s: 'columns' } },
    12: { 0: text('2. Compare valuations', 'heading') },
    13: {
      0: text(
        'Enter other units in the shaded cells. A unit that does not exist only affects its own row: try "TKS-99-99-H".',
        'hint',
      ),
    },
    14: {
      ...columnHeads(),
      0: text('Unit', 'columns'),
      1: { f: `=HKPROPERTY.VALUE(A16:A19,,"columns=${valuationColumns}")`, s: 'columns' },
    },
    ...Object.fromEntries(tour.units.map((unit, index) => [15 + index, { 0: text(unit, 'input') }])),
    20: { 0: text('3. Plan a trip', 'heading') },
    21: {
      0: text(tour.destination, 'input'),
      1: { v: checkin, t: CellValueType.NUMBER, s: 'date' },
      2: { v: checkin + 3, t: CellValueType.NUMBER, s: 'date' },
      3: text('Change the city or the dates. All filters are in the pane, under Build.', 'hint'),
    },
    22: { ...columnHeads(), 0: { f: '=STAYS.SEARCH(A22,B22,C22,2,1,5,"cards=yes")', s: 'columns' } },
    29: {
      0: text('Select the icon beside a name to see its card. A field of the card:', 'hint'),
      3: { f: '=FIELDVALUE(A24,"Per night")' },
    },
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
        defaultColumnWidth: 106,
        defaultRowHeight: 20,
        columnData: { 0: { w: 270 }, 1: { w: 120 }, 2: { w: 118 } },
        rowData: { 0: { h: 28 } },
        cellData: rows,
      },
    },
  };
}

/** The first row of a table is its headings; a style alone does not block a spill. */
function columnHeads(): Row {
  return Object.fromEntries(Array.from({ length: 12 }, (_, column) => [column, { s: 'columns' }]));
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
  return style === undefined
    ? { v: value, t: CellValueType.STRING }
    : { v: value, t: CellValueType.STRING, s: style };
}
