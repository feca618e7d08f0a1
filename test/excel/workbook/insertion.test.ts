import {
  describeTarget,
  findBlocker,
  insertFormula,
  readValues,
  selectCell,
} from '../../../src/excel/workbook/insertion';
import { setTypedSigns } from '../../../src/spill/read/formula/typedFormula';
import { TypedExcel } from './typedExcel';

const formula = '=BIZBUREAU.SEARCH("roofing")';
let excel: TypedExcel;
beforeEach(() => {
  excel = new TypedExcel().install();
});
const hold = (cell: string, value: string | number) =>
  excel.held.set(cell, { value, type: typeof value === 'number' ? 'Double' : 'String' });

describe('inserting a formula', () => {
  it('writes it into the cell, on the sheet that the address names', async () => {
    await insertFormula("'Other Sheet'!C3", formula);
    expect([...excel.formulas.values()]).toEqual([formula]);
    expect([...excel.formulas.keys()][0]).toContain('Other Sheet');
  });

  it('keeps the format of a cell, except text, in which a formula would be text', async () => {
    excel.formats.set('Sheet1!B2', '@').set('Sheet1!B3', '0.00');
    await insertFormula('Sheet1!B2', formula);
    await insertFormula('Sheet1!B3', formula);
    expect(excel.formats.get('Sheet1!B2')).toBe('General');
    expect(excel.formats.get('Sheet1!B3')).toBe('0.00');
    expect(excel.formulas.get('Sheet1!B2')).toBe(formula);
  });

  it('enters it as it is typed where Excel does not know the function in what programs write', async () => {
    setTypedSigns(',');
    excel.unknown = /BIZBUREAU/;
    await insertFormula('Sheet1!B2', '=BIZBUREAU.SEARCH("a, b",1.5,A1)');
    expect(excel.formulas.get('Sheet1!B2')).toBe('=BIZBUREAU.SEARCH("a, b";1,5;A1)');
    expect(excel.at('Sheet1!B2').value).not.toBe('#NAME?');
    setTypedSigns('.');
  });

  it('says so where Excel does not know a name in it however it is written', async () => {
    excel.results.set(formula, [[{ value: '#NAME?', type: 'Error' }]]);
    await expect(insertFormula('Sheet1!B2', formula)).rejects.toThrow('does not know one of its names');
    expect(excel.formulas.get('Sheet1!B2')).toBe(formula);
  });

  it('passes on that Excel refuses, and leaves the cell as it was', async () => {
    hold('Sheet1!B2', 'before');
    excel.refuse = 0;
    await expect(insertFormula('Sheet1!B2', formula)).rejects.toThrow('The sheet is protected.');
    expect(excel.at('Sheet1!B2').value).toBe('before');
  });

  it('rejects an address that is not a range', async () => {
    await expect(insertFormula('Table1[Name]', formula)).rejects.toThrow('is not a cell or range');
  });
});

describe('room for the result', () => {
  it('is taken by the first value or formula in the way', async () => {
    hold('Sheet1!C4', 'in the way');
    expect(await findBlocker('Sheet1!B2', 5, 3)).toContain('C4');
    expect(await findBlocker('Sheet1!B2', 2, 3)).toBeUndefined();
  });

  it('may hold the cell itself and what its own formula spills now', async () => {
    const cell = { value: 'x', type: 'String' } as const;
    excel.formulas.set('Sheet1!B2', formula);
    excel.results.set(formula, [
      [cell, cell],
      [cell, cell],
    ]);
    expect(await findBlocker('Sheet1!B2', 4, 2)).toBeUndefined();
  });

  it('ends at the edge of the sheet, without reading it', async () => {
    expect(await findBlocker('Sheet1!B1048570', 20, 1)).toBe('the edge of the sheet');
    expect(await findBlocker('Sheet1!XFD1', 1, 2)).toBe('the edge of the sheet');
    expect(excel.batches).toEqual([]);
  });

  it('is not read beyond 100,000 cells', async () => {
    expect(await findBlocker('Sheet1!A1', 1_000_000, 10)).toBeUndefined();
    expect(Math.max(...excel.batches)).toBeLessThanOrEqual(100_000);
  });

  it('is unknown for an address that cannot be read', async () => {
    expect(await findBlocker('Table1[Name]', 2, 2)).toBeUndefined();
    expect(describeTarget('Table1[Name]', 2, 2)).toBe('Table1[Name]');
  });

  it('is described by the cells of the result, at least one', () => {
    expect(describeTarget('Sheet1!B2', 3, 2)).toBe('B2:C4');
    expect(describeTarget('Sheet1!B2', 0, 0)).toBe('B2');
  });
});

describe('values of a reference', () => {
  it('come from the sheet of the formula if the reference names none', async () => {
    hold('Prices!A1', 'ssd');
    hold('Prices!A2', 7);
    expect(await readValues('A1:A2', 'Prices!D9')).toEqual([['ssd'], [7]]);
    expect(await readValues('Prices!A1', 'Sheet1!D9')).toEqual([['ssd']]);
  });

  it('of a whole column end with the used cells', async () => {
    hold('Sheet1!A2', 'ssd');
    expect(await readValues('Sheet1!A1:A1048576', 'Sheet1!D9')).toEqual([[''], ['ssd']]);
  });

  it('of an empty column are none', async () => {
    expect(await readValues('Sheet1!A1:A1048576', 'Sheet1!D9')).toEqual([]);
  });

  it('are unknown for a name', async () => {
    expect(await readValues('MyRange', 'Sheet1!D9')).toBeUndefined();
  });
});

it('selecting a cell shows its sheet first', async () => {
  await selectCell('Prices!C3');
  expect(excel.shown).toEqual(['Prices', 'Prices!C3']);
  await selectCell('C3');
  expect(excel.shown.slice(2)).toEqual(['Sheet1!C3']);
});
