import { chartColumns, type ResultTable } from '../../../src/excel/charts/chartColumns';

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
  expect(chartColumns(products, 'scatter')).toEqual({ category: 2, values: [3] });
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
