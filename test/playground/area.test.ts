import {
  areaName,
  cellName,
  columnLetters,
  intersection,
  parseAddress,
  quotedSheetName,
} from '../../playground/grid/area';

const size = { rows: 100, columns: 26 };

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('column %i is called %s', (column, letters) => {
  expect(columnLetters(column)).toBe(letters);
});

test('an area is named by its corners, a single cell by itself', () => {
  expect(areaName({ row: 1, column: 0, rows: 3, columns: 2 })).toBe('A2:B4');
  expect(areaName({ row: 1, column: 0, rows: 1, columns: 1 })).toBe('A2');
  expect(cellName(9, 27)).toBe('AB10');
});

test('a sheet name with a space or an apostrophe is quoted', () => {
  expect(quotedSheetName('Tour')).toBe('Tour');
  expect(quotedSheetName("Bob's 2")).toBe("'Bob''s 2'");
});

test.each([
  ['B3', undefined, { row: 2, column: 1, rows: 1, columns: 1 }],
  ['$A$1:$B$2', undefined, { row: 0, column: 0, rows: 2, columns: 2 }],
  ["'Bob''s 2'!C1", "Bob's 2", { row: 0, column: 2, rows: 1, columns: 1 }],
  ['Tour!A:B', 'Tour', { row: 0, column: 0, rows: 100, columns: 2 }],
  ['2:3', undefined, { row: 1, column: 0, rows: 2, columns: 26 }],
])('%s is read', (address, sheetName, area) => {
  expect(parseAddress(address, size)).toEqual(sheetName === undefined ? { area } : { sheetName, area });
});

test.each(['', 'A', '12', 'B0', 'nonsense!', 'B2:A1'])('%p is no address', (address) => {
  expect(parseAddress(address, size)).toBeUndefined();
});

test('areas of different sheets do not intersect', () => {
  const a = { sheetId: 'x', row: 0, column: 0, rows: 5, columns: 5 };
  expect(intersection(a, { ...a, row: 3, column: 4 })).toEqual({
    sheetId: 'x',
    row: 3,
    column: 4,
    rows: 2,
    columns: 1,
  });
  expect(intersection(a, { ...a, sheetId: 'y' })).toBeUndefined();
  expect(intersection(a, { ...a, row: 5 })).toBeUndefined();
});
