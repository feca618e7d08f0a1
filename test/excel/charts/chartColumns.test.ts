import { chartColumns, formatsOf, type ResultTable } from '../../../src/excel/charts/chartColumns';

const products: ResultTable = {
  headings: ['Product', 'Brand', 'Price', 'Old price', 'Discount', 'Product ID', 'Product page'],
  rows: [
    ['Phone A', 'Apple', 100, 120, 0.17, 7, 'https://example.com/1'],
    ['Phone B', 'Apple', 90, '', 0, 8, 'https://example.com/2'],
  ],
  formats: ['General', 'General', '#,##0 ₽', '#,##0 ₽', '0%', 'General', 'General'],
};

it('shows numbers of one unit by the column that names the rows', () => {
  expect(chartColumns(products, 'bar')).toEqual({ category: 0, values: [2, 3] });
});

it('takes two numbers for a scatter chart, and no numbers that are names', () => {
  expect(chartColumns(products, 'scatter')).toEqual({ category: 2, values: [4] });
});

it('puts dates along a line, and never among the values', () => {
  const table: ResultTable = {
    headings: ['City', 'Check-in', 'Per night'],
    rows: [
      ['Paris', 46_000, 120],
      ['Paris', 46_007, 130],
    ],
    formats: ['General', 'd mmm yyyy', '€ #,##0'],
  };
  expect(chartColumns(table, 'line')).toEqual({ category: 1, values: [2] });
  expect(chartColumns(table, 'column')).toEqual({ category: 0, values: [2] });
});

it('finds low, high and value for a range, and says so when there are none', () => {
  const table: ResultTable = {
    headings: ['Unit', 'Valuation', 'Lowest estimate', 'Highest estimate'],
    rows: [['A', 10, 9, 11]],
    formats: ['General', 'HK$', 'HK$', 'HK$'],
  };
  expect(chartColumns(table, 'range')).toEqual({ category: 0, values: [3, 2, 1] });
  expect(chartColumns(products, 'range')).toBeUndefined();
  expect(chartColumns({ ...products, rows: [] }, 'bar')).toBeUndefined();
});

it('draws a line, a range or points of columns with a number in each row, and bars of others too', () => {
  const table = (old: unknown): ResultTable => ({
    headings: ['Unit', 'Valuation', 'Lowest', 'Highest'],
    rows: [
      ['A', 10, 9, 11],
      ['B', 20, old, 22],
    ],
    formats: ['General', 'HK$ 0', 'HK$ 0.0', 'HK$ 0'],
  });
  expect(chartColumns(table(19), 'line')).toEqual({ category: 0, values: [1, 2, 3] });
  expect(chartColumns(table(''), 'line')).toEqual({ category: 0, values: [1, 3] });
  expect(chartColumns(table(''), 'range')).toBeUndefined();
  expect(chartColumns(table(''), 'scatter')).toEqual({ category: 1, values: [3] });
  expect(chartColumns(table(''), 'bar')).toEqual({ category: 0, values: [1, 2, 3] });
  // Excel leaves it out.
  expect(chartColumns(table('#N/A'), 'line')).toEqual({ category: 0, values: [1, 2, 3] });
});

it('draws prices of which one is in words, and names nothing by them', () => {
  const table: ResultTable = {
    headings: ['Product', 'Price'],
    rows: [
      ['Phone', 100],
      ['Phone', 'Sold out'],
      ['Phone', 120],
    ],
    formats: ['General', '€ 0'],
  };
  expect(chartColumns(table, 'bar')).toEqual({ category: 0, values: [1] });
  expect(chartColumns(table, 'line')).toBeUndefined();
});

it('puts no amounts in several currencies on one axis', () => {
  const rows = [
    ['A', '', 9, 46_000],
    ['B', 20, 8, 46_001.5],
    ['C', 30, 7, 46_002],
  ];
  const formats = (last: string) => [
    ['General', 'General', '[$€] #,##0', 'yyyy-mm-dd'],
    ['General', '[$€] #,##0', '[$€] #,##0.00', 'yyyy-mm-dd hh:mm'],
    ['General', last, '[$€] #,##0', 'yyyy-mm-dd'],
  ];
  const headings = ['Name', 'Price', 'List price', 'Fetched at'];
  const inEuros = formatsOf(rows, formats('[$€] #,##0.00'));
  expect(inEuros).toEqual(['General', '[$€] #,##0', '[$€] #,##0', 'yyyy-mm-dd']);
  expect(chartColumns({ headings, rows, formats: inEuros }, 'bar')?.values).toEqual([1, 2]);
  const mixed = formatsOf(rows, formats('[$$] #,##0'));
  expect(mixed[1]).toBeUndefined();
  expect(chartColumns({ headings, rows, formats: mixed }, 'bar')?.values).toEqual([2]);
});

it('takes amounts that wait to be fetched again for the same unit as the others', () => {
  const rows = [
    ['A', 10, 4.5],
    ['B', 20, 4],
  ];
  const formats = [
    ['General', '[$₽] #,##0" ⚠"', 'General" ⚠"'],
    ['General', '[$₽] #,##0', 'General'],
  ];
  expect(formatsOf(rows, formats)).toEqual(['General', '[$₽] #,##0', 'General']);
});
