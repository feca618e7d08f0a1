// A grid as Excel takes it.
import { isExcelError } from '../../../src/excel/errors/excelError';
import { excelRows } from '../../../src/functions/calls/rows';
import type { Cell } from '../../../src/spill/cell';
import { installCustomFunctions } from '../support/customFunctions';

beforeAll(installCustomFunctions);

const price = { type: 'Double', basicValue: 5, numberFormat: '0.00' } as const;
const plain: Cell[] = ['name', 5, true];
const formatted: Cell[] = ['name', price, true];
const failed: Cell[] = ['name', { fault: 'na', message: 'Not found.' }, price];

it('takes rows as they are, except for errors', () => {
  const rows = excelRows([plain, formatted, failed], { cards: true });
  expect(rows[0]).toBe(plain);
  expect(rows[1]).toBe(formatted);
  expect(rows[2]).toEqual(['name', expect.anything(), price]);
  expect(isExcelError(rows[2]![1])).toBe(true);
});

it('writes numbers with a format in the form of an older Excel', () => {
  const older = { ...price, type: 'FormattedNumber' };
  const rows = excelRows([plain, formatted, failed], { cards: false });
  expect(rows[0]).toBe(plain);
  expect(rows.slice(1)).toEqual([
    ['name', older, true],
    ['name', expect.anything(), older],
  ]);
  expect(isExcelError(rows[2]![1])).toBe(true);
});
