import { columnLetters, readArea, sameCell, writeArea, contains } from '../../../src/excel/workbook/area';

test.each([
  ['Sheet1!B2', { sheet: 'Sheet1', row: 1, column: 1, rows: 1, columns: 1 }],
  ["'My ''own'' sheet'!$B$2:$C$4", { sheet: "My 'own' sheet", row: 1, column: 1, rows: 3, columns: 2 }],
  ['C4:B2', { sheet: '', row: 1, column: 1, rows: 3, columns: 2 }],
  ['A:B', { sheet: '', row: 0, column: 0, rows: 1_048_576, columns: 2 }],
  ['3:4', { sheet: '', row: 2, column: 0, rows: 2, columns: 16_384 }],
])('%s is read', (address, area) => {
  expect(readArea(address)).toEqual(area);
});

test.each([
  'Prices',
  'Table1[Name]',
  'A1#',
  'A1:B2:C3',
  'S!A1:A2,S!C1:C2',
  'A0',
  'XFE1',
  '[Book]Sheet1!A1:B',
  '',
])('%s is no plain range', (address) => {
  expect(readArea(address)).toBeUndefined();
});

test('addresses are written as Excel writes them', () => {
  for (const address of [
    'Sheet1!B2',
    "'My sheet'!B2:C4",
    "'A1'!B2",
    "'R1C1'!B2",
    "'RC'!B2",
    "'c'!B2",
    "'R2'!B2",
    "'True'!B2",
    "'2027'!B2",
    "'it''s'!B2",
    'Цены!B2',
    'ZZ10',
  ]) {
    expect(writeArea(readArea(address) ?? { sheet: '', row: 0, column: 0, rows: 1, columns: 1 })).toBe(
      address,
    );
  }
  expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
});

test('cells are the same however they are spelled', () => {
  expect(sameCell("'Sheet1'!$B$2", 'sheet1!B2')).toBe(true);
  expect(sameCell('Sheet1!B2', 'Sheet2!B2')).toBe(false);
});

test('a range contains its cells on its own sheet only', () => {
  const outer = readArea('S!B2:D9');
  const inside = readArea('S!D9');
  const beside = readArea('S!E9');
  const elsewhere = readArea('T!C3');
  if (!outer || !inside || !beside || !elsewhere) throw new Error('unread');
  expect([inside, beside, elsewhere].map((inner) => contains(outer, inner))).toEqual([true, false, false]);
});
