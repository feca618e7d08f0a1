// Which formulas depend on what was written, also in lists as long as a template's.
import { dependentsOf, joinedAreas } from '../../../src/excel/recalculation/ownWrites';
import { columnLetters, readArea } from '../../../src/excel/workbook/area';

const rows = 2_000;
const columns = 30;

/** A result that spilled, as hosts tell of it that repeat the formula of its head in every cell. */
const spilled = (sheet: string, formula: string) =>
  Array.from({ length: rows * columns }, (_, nth) => ({
    cell: `${sheet}!${columnLetters(nth % columns)}${Math.floor(nth / columns) + 1}`,
    formula,
  }));

test('formulas are found through others, on other sheets too, and not by the end of a longer name', () => {
  const formulas = [
    { cell: 'S!A1', formula: '=B1*2' },
    { cell: 'T!A1', formula: '=SUM(S!A:A)' },
    { cell: 'T!B1', formula: '=Rate2024' },
    { cell: 'T!C1', formula: '="B1"' },
    { cell: 'T!D1', formula: '=B1' },
  ];
  expect(dependentsOf(formulas, ['S!B1']).map(({ cell }) => cell)).toEqual(['S!A1', 'T!A1']);
  expect(dependentsOf(formulas, [])).toEqual([]);
});

test('of a list of 2,000 rows each formula is read once, however many cells repeat it', () => {
  const all = [
    ...spilled('Market', '=LIST(Products!A1:A2000)'),
    ...spilled('Board', '=SORT(Market!A1:AD2000)'),
  ];
  const read = jest.spyOn(String.prototype, 'matchAll');
  const found = dependentsOf(all, ['Products!A5']);
  const { length: reads } = read.mock.calls;
  read.mockRestore();
  expect(found).toHaveLength(all.length);
  expect(reads).toBe(2);
});

test('cells below each other are looked at together', () => {
  const cells = spilled('S', '=A1').flatMap(({ cell }) => readArea(cell) ?? []);
  expect(joinedAreas(cells)).toHaveLength(columns);
  expect(joinedAreas([readArea('S!B2')!, readArea('S!B4')!, readArea('T!B3')!])).toHaveLength(3);
});
