// What is held follows the sheet: deleted, moved and edited formulas want nothing under their old address.
import type { DataRequest } from '../../../src/engine/request/dataRequest';
import type { HeldBurst } from '../../../src/engine/engine';
import { createCellRegistry } from '../../../src/excel/recalculation/cellRegistry';
import { createHeldCells } from '../../../src/excel/recalculation/heldCells';
import type { FormulaCell } from '../../../src/excel/workbook/workbook';
import { business } from '../../engine/support/engineUnderTest';

function sheet(formulas: Record<string, string>) {
  const cells = createCellRegistry();
  let at = 0;
  const call = (cell: string, ...requests: DataRequest[]) => {
    at += 10_000;
    cells.note({ cell, function: 'BIZBUREAU.SEARCH', requests, filterSets: [], failed: true, at });
  };
  const recalculated: string[] = [];
  const held = (): HeldBurst[] => [
    {
      id: 'ask_above',
      reason: 'ask_above',
      since: 0,
      requests: [],
      cells: cells.uses().map(({ cell }) => cell),
      cached: 0,
      credits: 0,
    },
  ];
  const engine = { state: () => ({ held: held(), queue: [] }), demandChanged: () => undefined };
  const workbook = {
    formulas: () =>
      Promise.resolve(Object.entries(formulas).map(([cell, formula]): FormulaCell => ({ cell, formula }))),
  };
  const review = createHeldCells({ engine: engine as never, cells }, workbook, (moved) =>
    recalculated.push(...moved),
  );
  return { cells, call, formulas, recalculated, review: () => review.review() };
}

const search = '=BIZBUREAU.SEARCH("x",15)';
const living = ({ cells }: ReturnType<typeof sheet>) => cells.uses().map(({ cell }) => cell);

describe('a held cell', () => {
  test('stays as long as its formula does, however its address is written', async () => {
    const book = sheet({ "'My sheet'!$A$1": search });
    book.call("'My sheet'!A1", business('x'));
    await book.review();
    await book.review();
    expect(living(book)).toEqual(["'My sheet'!A1"]);
    expect(book.recalculated).toEqual([]);
  });

  test.each([
    ['is deleted', undefined],
    ['becomes a value', '12'],
    ['calls something else', '=SUM(B1:B2)'],
    ['only mentions the function in a text', '="BIZBUREAU.SEARCH("'],
  ])('is forgotten when its formula %s', async (_, formula) => {
    const book = sheet({ 'S!A1': search, 'S!A2': search });
    book.call('S!A1', business('x'));
    book.call('S!A2', business('y'));
    if (formula === undefined) delete book.formulas['S!A1'];
    else book.formulas['S!A1'] = formula;
    await book.review();
    expect(living(book)).toEqual(['S!A2']);
  });

  test('is called again where it was moved to, and no formula that Excel has not called yet', async () => {
    const book = sheet({ 'S!A1': search, 'S!C1': '=BIZBUREAU.SEARCH("saved",15)' });
    book.call('S!A1', business('x'));
    await book.review();
    delete book.formulas['S!A1'];
    book.formulas['S!A7'] = search;
    await book.review();
    expect(living(book)).toEqual([]);
    expect(book.recalculated).toEqual(['S!A7']);
  });

  test('is forgotten when it was edited and not calculated yet', async () => {
    const book = sheet({ 'S!A1': search });
    book.call('S!A1', business('x', 5_000));
    await book.review();
    book.formulas['S!A1'] = '=BIZBUREAU.SEARCH("x",16)';
    await book.review();
    expect(living(book)).toEqual([]);
  });

  test('stays when it was edited and calculated: it wants what it asked for last', async () => {
    const book = sheet({ 'S!A1': search });
    book.call('S!A1', business('x', 5_000));
    await book.review();
    book.formulas['S!A1'] = '=BIZBUREAU.SEARCH("x",4000)';
    book.call('S!A1', business('x', 4_000));
    await book.review();
    expect(book.cells.of('S!A1')?.requests).toEqual([business('x', 4_000)]);
  });

  test('wants no more than its formula calls, also right after an edit', async () => {
    const book = sheet({ 'S!A1': search });
    const use = { cell: 'S!A1', function: 'BIZBUREAU.SEARCH', filterSets: [], failed: true };
    book.cells.note({ ...use, requests: [business('x', 5_000)], at: 1_000 });
    book.cells.note({ ...use, requests: [business('x', 15)], at: 1_300 });
    expect(book.cells.of('S!A1')?.requests).toHaveLength(2);
    await book.review();
    expect(book.cells.of('S!A1')?.requests).toEqual([business('x', 15)]);
  });

  test('stays when it was edited and calculated, and asks for the same', async () => {
    const book = sheet({ 'S!A1': search });
    const same = [business('x', 15)];
    const use = { cell: 'S!A1', function: 'BIZBUREAU.SEARCH', filterSets: [], failed: true, requests: same };
    book.cells.note({ ...use, at: 1_000 });
    await book.review();
    book.formulas['S!A1'] = `=IFERROR(${search.slice(1)},"")`;
    book.cells.note({ ...use, at: 30_000 });
    await book.review();
    await book.review();
    expect(book.cells.of('S!A1')?.requests).toBe(same);
  });

  test('stays when it was edited and calculated within a second of its last call', async () => {
    const book = sheet({ 'S!A1': search });
    const use = { cell: 'S!A1', function: 'BIZBUREAU.SEARCH', filterSets: [], failed: true };
    book.cells.note({ ...use, requests: [business('x', 5_000)], at: 1_000 });
    await book.review();
    book.formulas['S!A1'] = '=BIZBUREAU.SEARCH("x",16)';
    book.cells.note({ ...use, requests: [business('x', 16)], at: 1_300 });
    await book.review();
    await book.review();
    expect(book.cells.of('S!A1')?.requests).toEqual([business('x', 16)]);
  });

  test.each([
    ['queued', []],
    ['running', ['S!A1']],
  ] as const)('is forgotten as well while its request is %s', async (state, left) => {
    const book = sheet({});
    book.call('S!A1', business('x'));
    const engine = {
      state: () => ({ held: [], queue: [{ state, cells: ['S!A1'] }] }),
      demandChanged: () => undefined,
    };
    await createHeldCells(
      { engine: engine as never, cells: book.cells },
      { formulas: () => Promise.resolve([]) },
      () => undefined,
    ).review();
    expect(living(book)).toEqual(left);
  });

  test('is not decided on while the sheet cannot be read', async () => {
    const book = sheet({});
    book.call('S!A1', business('x'));
    const review = createHeldCells(
      {
        engine: {
          state: () => ({ held: [{ cells: ['S!A1'] }], queue: [] }),
          demandChanged: () => undefined,
        } as never,
        cells: book.cells,
      },
      { formulas: () => Promise.reject(new Error('A cell is being edited.')) },
      () => undefined,
    );
    await expect(review.review()).rejects.toThrow();
    expect(living(book)).toEqual(['S!A1']);
  });
});
