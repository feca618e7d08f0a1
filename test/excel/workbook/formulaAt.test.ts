import { formulaAt } from '../../../src/excel/workbook/formulaAt';

interface FakeCell {
  readonly formula: unknown;
  readonly value: unknown;
  readonly head?: string;
}

const cells: Readonly<Record<string, FakeCell>> = {
  A1: { formula: '=RURETAIL.SEARCH("phone")', value: 'Product', head: 'S!A1' },
  // Some hosts repeat the formula of the head.
  A2: { formula: '=RURETAIL.SEARCH("phone")', value: 'Phone x', head: 'S!A1' },
  B1: { formula: '=RURETAIL.SEARCH("tv")', value: '=RURETAIL.SEARCH("tv")' },
  C1: { formula: 5, value: 5 },
};
let trips = 0;
let isBusy = false;

beforeEach(() => {
  [trips, isBusy] = [0, false];
  const range = (address: string) => ({
    address: `S!${address}`,
    formulas: [[cells[address]?.formula]],
    values: [[cells[address]?.value]],
    load: () => undefined,
    getSpillParentOrNullObject: () => ({
      isNullObject: cells[address]?.head === undefined,
      address: cells[address]?.head,
      load: () => undefined,
    }),
  });
  const context = {
    workbook: { worksheets: { getItem: () => ({ getRange: range }) } },
    sync: () => Promise.resolve(),
  };
  const run = (work: (given: unknown) => Promise<void>) => {
    trips += 1;
    return isBusy ? Promise.reject(new Error('busy')) : work(context);
  };
  Object.assign(globalThis, { Excel: { run } });
});

test('is the formula of the cell itself, and nothing else; one trip for many', async () => {
  expect(await Promise.all(['S!A1', 'S!A2', 'S!B1', 'S!C1'].map(formulaAt))).toEqual([
    '=RURETAIL.SEARCH("phone")',
    '',
    '',
    '',
  ]);
  expect(trips).toBe(1);
});

test('is unknown while Excel is busy', async () => {
  isBusy = true;
  expect(await formulaAt('S!A1')).toBeUndefined();
});
