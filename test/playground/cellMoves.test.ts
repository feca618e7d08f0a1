import type { ApiObject } from '../../playground/host/richApi/apiObject';
import { rangeApi } from '../../playground/host/richApi/rangeApi';
import type { WorkbookModel } from '../../playground/host/richApi/workbookModel';
import { parseAddress } from '../../playground/grid/area';
import type { CellScalar } from '../../playground/grid/grid';
import { PlainGrid } from './plainGrid';

function setUp() {
  const grid = new PlainGrid();
  const range = (address: string): ApiObject => {
    const { area } = parseAddress(address, grid.size())!;
    return rangeApi({ grid } as unknown as WorkbookModel, { sheetId: 's1', ...area });
  };
  const put = (address: string, values: CellScalar[][]) =>
    range(address).properties!['Formulas']!.set!(values);
  const formulas = (address: string) => range(address).properties!['Formulas']!.get!();
  const copy = (from: string | ApiObject, to: string, ...rest: unknown[]) =>
    range(to).methods!['CopyFrom']!(from, ...rest);
  const sort = (address: string, ...rest: unknown[]) =>
    range(address).children!['Sort']!().methods!['Apply']!(...rest);
  return { grid, range, put, formulas, copy, sort };
}

test('a copied formula is entered in the new cell, with its references moved', () => {
  const { put, copy, formulas, range } = setUp();
  put('A1:B1', [[1, '=A1+1']]);
  copy(range('B1'), 'C3');
  expect(formulas('C3')).toEqual([['=B3+1']]);
  expect(formulas('A1:B1')).toEqual([[1, '=A1+1']]);
});

test('a copy has the size of its source, or fills a target that holds it several times', () => {
  const { put, copy, formulas } = setUp();
  put('A1:B1', [['a', 'b']]);
  copy('A1:B1', 'D1');
  copy('Sheet1!A1:B1', 'D3:G4');
  copy('A1:B1', 'D6:F6');
  expect(formulas('D1:E1')).toEqual([['a', 'b']]);
  expect(formulas('D3:G4')).toEqual([
    ['a', 'b', 'a', 'b'],
    ['a', 'b', 'a', 'b'],
  ]);
  expect(formulas('D6:F6')).toEqual([['a', 'b', '']]);
});

test('values, formats and cells that are not blank are copied alone if that is asked', () => {
  const { put, copy, formulas, grid } = setUp();
  put('A1:B1', [['=1+1', '']]);
  grid.formats.set('s1!0,0', '0.00');
  put('A3:B3', [['x', 'y']]);
  copy('A1:B1', 'A3', 'Values', true);
  expect(formulas('A3:B3')).toEqual([[0, 'y']]);
  expect(grid.formats.get('s1!2,0')).toBeUndefined();
  copy('A1', 'B3', 'Formats');
  expect(formulas('B3')).toEqual([['y']]);
  expect(grid.formats.get('s1!2,1')).toBe('0.00');
});

test('a result is copied by its formula, not once more by the cells it spills into', () => {
  const { put, copy, formulas, grid } = setUp();
  put('A1:A3', [['=F(1)'], ['spilled'], ['spilled']]);
  const parent = { sheetId: 's1', row: 0, column: 0, rows: 1, columns: 1 };
  grid.spillParent = (_sheet, row, column) => (column === 0 && row < 3 ? parent : undefined);
  copy('A1:A3', 'C1');
  expect(formulas('C1:C3')).toEqual([['=F(1)'], [''], ['']]);
  copy('A2:A3', 'D1');
  expect(formulas('D1:D2')).toEqual([['spilled'], ['spilled']]);
});

test('sorted rows keep their formulas, which read the row they are in now', () => {
  const { put, sort, formulas } = setUp();
  put('A1:B3', [
    ['name', 'twice'],
    [2, '=A2*2'],
    [1, '=A3*2'],
  ]);
  sort('A1:B3', [{ key: 0, ascending: true }], false, true);
  expect(formulas('A1:B3')).toEqual([
    ['name', 'twice'],
    [1, '=A2*2'],
    [2, '=A3*2'],
  ]);
});

test('numbers come before texts, texts before truth values, errors after them and blank cells last', () => {
  const { put, sort, formulas } = setUp();
  const given = ['', '#N/A', true, 'b', 'B', false, 'a', 10, 9];
  const column = `A1:A${given.length}`;
  put(
    column,
    given.map((value) => [value]),
  );
  sort(column, [{ key: 0, ascending: true }]);
  expect(formulas(column)).toEqual([9, 10, 'a', 'b', 'B', false, true, '#N/A', ''].map((value) => [value]));
  sort(column, [{ key: 0, ascending: false }]);
  expect(formulas(column)).toEqual(['#N/A', true, false, 'b', 'B', 'a', 10, 9, ''].map((value) => [value]));
});

test('a second column decides where the first is equal', () => {
  const { put, sort, formulas } = setUp();
  put('A1:B3', [
    ['x', 1],
    ['a', 1],
    ['x', 2],
  ]);
  sort('A1:B3', [{ key: 0 }, { key: 1, ascending: false }]);
  expect(formulas('A1:B3')).toEqual([
    ['a', 1],
    ['x', 2],
    ['x', 1],
  ]);
});

test('what this Excel cannot do fails and changes nothing', () => {
  const { put, sort, copy, formulas, grid } = setUp();
  put('A1:A2', [[2], [1]]);
  expect(() => copy('A1:A2', 'C1', 'Link')).toThrow('copies no links');
  expect(() => copy('A1:A2', 'C1', 'All', false, true)).toThrow('transpose');
  expect(() => copy('Nowhere!A1', 'C1')).toThrow('not an address');
  expect(() => sort('A1:A2', [{ key: 0 }], false, false, 'Columns')).toThrow('rows only');
  expect(() => sort('A1:A2', [{ key: 1 }])).toThrow('values of columns');
  expect(() => sort('A1:A2', [{ key: 0, sortOn: 'CellColor' }])).toThrow('values of columns');
  const spill = { sheetId: 's1', row: 0, column: 0, rows: 2, columns: 1 };
  grid.spillParent = () => ({ ...spill, rows: 1 });
  grid.spilled.push(spill);
  expect(() => sort('A1:A2', [{ key: 0 }])).toThrow('Part of an array');
  expect(formulas('A1:A2')).toEqual([[2], [1]]);
  expect(grid.cells.size).toBe(2);
});
