// What Spillway writes makes nothing else spend, in any order of writing, calculating and calling.
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { createOwnWrites, excelBook, type WrittenBook } from '../../../src/excel/recalculation/ownWrites';
import { TypedExcel } from '../workbook/typedExcel';

const request = (query: string) => makeDataRequest('ruretail', { query, count: 5 });
const use = (cell: string, query: string) => ({
  cell,
  function: 'RURETAIL.SEARCH',
  requests: [request(query)],
  filterSets: [],
  failed: false,
  at: 0,
});

function setUp(parts: Partial<WrittenBook> = {}) {
  const formulas = new Map([
    ['S!A1', '=RURETAIL.SEARCH("lamp")'],
    ['S!A2', '=RURETAIL.SEARCH(B2)'],
  ]);
  let calculated = () => undefined as void;
  let isBusy = false;
  const writes = createOwnWrites({
    formulas: () => Promise.resolve([...formulas].map(([cell, formula]) => ({ cell, formula }))),
    formulaAt: (cell) => Promise.resolve(formulas.get(cell) ?? ''),
    watchCalculated: (listener) => {
      calculated = listener;
      return Promise.resolve();
    },
    isCalculating: () => Promise.resolve(isBusy),
    ...parts,
  });
  return {
    formulas,
    writes,
    calculate: async (leavesBusy = false) => {
      isBusy = leavesBusy;
      calculated();
      await new Promise(setImmediate);
    },
    held: async (cell: string, query = 'any') =>
      (await writes.reasonToHold(cell, request(query).key)) !== undefined,
  };
}

const write = { areas: ['S!B2'], formulas: ['S!C1'], kind: 'agreed' as const };

test('other formulas are held until Excel has calculated, not only until the write is over', async () => {
  const { writes, held, calculate } = setUp();
  await writes.holdNew(write, () => Promise.resolve());
  await new Promise(setImmediate);
  expect(await held('S!A1')).toBe(true);
  await calculate(true);
  expect(await held('S!A1')).toBe(true);
  await calculate();
  expect(await held('S!A1')).toBe(false);
});

test('a formula that depends on what was written is held until its first call, however late', async () => {
  const { writes, held, calculate } = setUp();
  await writes.holdNew(write, () => Promise.resolve());
  await calculate();
  expect(await held('S!A2', 'desk')).toBe(true);
  writes.called(use('S!A2', 'desk'));
  expect(await held('S!A2', 'desk')).toBe(true);
  // Called again for something else: that comes from what a person did since.
  writes.called(use('S!A2', 'chair'));
  expect(await held('S!A2', 'chair')).toBe(false);
});

test('everything is held while the formulas are being read, or if they cannot be', async () => {
  const reading = setUp({ formulas: () => new Promise(() => undefined) });
  void reading.writes.holdNew(write, () => Promise.resolve());
  expect(await reading.held('S!Z9')).toBe(true);
  const unreadable = setUp({ formulas: () => Promise.reject(new Error('busy')) });
  await unreadable.writes.holdNew(write, () => Promise.resolve());
  expect(await unreadable.held('S!Z9')).toBe(true);
});

test('what a person types meanwhile is not held', async () => {
  const { writes, held, formulas } = setUp();
  await writes.holdNew(write, () => Promise.resolve());
  formulas.set('S!A1', '=RURETAIL.SEARCH("sofa")');
  formulas.set('S!D1', '=RURETAIL.SEARCH("rug")');
  expect([await held('S!A1'), await held('S!D1')]).toEqual([false, false]);
});

test('what was written on a sheet that was deleted since is not waited for', async () => {
  const excel = new TypedExcel().install();
  excel.deleted.add('Price board');
  const written = ['Sheet1!A1', "'Price board'!A1"];
  expect(await excelBook.isCalculating(written)).toBe(false);
  excel.held.set('Sheet1!A1', { value: '#BUSY!', type: 'Error' });
  expect(await excelBook.isCalculating(written)).toBe(true);
});
