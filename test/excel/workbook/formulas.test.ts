import { readArea } from '../../../src/excel/workbook/area';
import { spillwayCells } from '../../../src/excel/workbook/findFormulas';
import { freeName } from '../../../src/excel/workbook/newSheet';
import { firstOccupied } from '../../../src/excel/workbook/insertion';
import { isDataFormula, isSpillwayFormula } from '../../../src/excel/workbook/spillwayFormula';

test.each([
  ['=RURETAIL.SEARCH("tv")', true, true],
  ['=DEV.STAYS.SEARCH(A1,B1,B2)', true, true],
  ['=MIN( nlretail.search ("x",20,"price"))', true, true],
  ['=TOKEN.USAGE()', true, false],
  ['=STAYS.FILTERS("family")', true, false],
  ['="RURETAIL.SEARCH(1)"', false, false],
  ['=MYRURETAIL.SEARCH(1)', false, false],
  ['RURETAIL.SEARCH("tv")', false, false],
  [42, false, false],
])('%s', (formula, spillway, data) => {
  expect([isSpillwayFormula(formula), isDataFormula(formula)]).toEqual([spillway, data]);
});

test('cells that call Spillway are found with their addresses', () => {
  const formulas = [
    ['x', '=SUM(A1)', '=TOKEN.USAGE()'],
    ['', '=RURETAIL.SEARCH("tv")', 5],
  ];
  expect(spillwayCells("'My sheet'!B2:D3", formulas)).toEqual([
    { cell: "'My sheet'!D2", formula: '=TOKEN.USAGE()' },
    { cell: "'My sheet'!C3", formula: '=RURETAIL.SEARCH("tv")' },
  ]);
});

test('a spill is blocked by the first cell that is not its own', () => {
  const target = readArea('S!B2:C4');
  const own = readArea('S!B2:B3');
  if (!target || !own) throw new Error('unread');
  const values = [
    ['old', ''],
    ['old', ''],
    ['', 'note'],
  ];
  expect(firstOccupied(target, values, own)).toBe('C4');
  expect(firstOccupied(target, values.slice(0, 2), own)).toBeUndefined();
});

test('a new sheet never takes a name that exists', () => {
  expect(freeName('Sources', ['sheet1', 'SOURCES', 'Sources 2'])).toBe('Sources 3');
  expect(freeName('Paris ', ['paris'])).toBe('Paris 2');
});
