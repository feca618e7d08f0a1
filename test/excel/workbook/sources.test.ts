// Refresh finds the Spillway formulas that a figure comes from, over any number of cells and sheets, and no others.
import { findSources } from '../../../src/excel/workbook/sources';

interface Sheet {
  readonly name: string;
  /** The used range. */
  readonly at: string;
  readonly formulas: readonly (readonly unknown[])[];
  /** Where results spilled to, by row and column in the used range. */
  readonly spills?: Readonly<Record<string, string>>;
}

/** As Excel tells of it: one load and one sync at a time. */
function open(sheets: readonly Sheet[], names: Readonly<Record<string, string>> = {}): void {
  const load = () => undefined;
  const missing = { isNullObject: true, load };
  const used = ({ name, at, formulas, spills = {} }: Sheet) => ({
    isNullObject: at === '',
    load,
    address: `${/\W/.test(name) ? `'${name}'` : name}!${at}`,
    formulas,
    getCell: (r: number, c: number) => ({
      getSpillingToRangeOrNullObject: () => {
        const to = spills[`${r},${c}`];
        return to === undefined ? missing : { isNullObject: false, load, address: to };
      },
    }),
  });
  const context = {
    sync: () => Promise.resolve(),
    workbook: {
      worksheets: {
        load,
        items: sheets.map((sheet) => ({ name: sheet.name, getUsedRangeOrNullObject: () => used(sheet) })),
      },
      names: { load, items: Object.entries(names).map(([name, formula]) => ({ name, formula })) },
    },
  };
  Object.assign(globalThis, { Excel: { run: (work: (each: unknown) => unknown) => work(context) } });
}

const tv = '=RURETAIL.SEARCH("tv")';
const flat = '=HKPROPERTY.VALUE("TKS-01-12-B",,"price")';
const cellsOf = async (address: string) => (await findSources(address)).map(({ cell }) => cell).sort();

const data: Sheet = {
  name: 'My data',
  at: 'A1:C3',
  formulas: [
    [tv, 'Name', 'Price'],
    ['', 'One', 10],
    ['', flat, ''],
  ],
  spills: { '0,0': "'My data'!A1:A3" },
};

test('through cells of other sheets, to a cell that only the spilled result reaches', async () => {
  const middle = { name: 'Middle', at: 'B2:B3', formulas: [["='My data'!A3*2"], ['=SUM(B2:B2)']] };
  open([data, middle, { name: 'Board', at: 'A1:A2', formulas: [['=Middle!$B$3'], [7]] }]);
  expect(await cellsOf('Board!A1')).toEqual(["'My data'!A1"]);
  expect(await cellsOf('Board!A2')).toEqual([]);
});

test('a name, whole columns, a spill reference and two areas are followed; the input of a Spillway formula is not', async () => {
  const formulas = [['=Prices', '=SUM(Two!B:B)', '=INDEX(Two!B1#,1)', '="\'My data\'!A1"']];
  const asks = { name: 'Two', at: 'B1:B1', formulas: [["=RURETAIL.SEARCH('My data'!A2)"]] };
  open([data, asks, { name: 'Board', at: 'A1:D1', formulas }], { Prices: "='My data'!$A$2:$A$3" });
  expect(await cellsOf('Board!A1')).toEqual(["'My data'!A1"]);
  expect(await cellsOf('Board!B1')).toEqual(['Two!B1']);
  expect(await cellsOf('Board!C1')).toEqual(['Two!B1']);
  expect(await cellsOf('Board!A1,Board!B1')).toEqual(["'My data'!A1", 'Two!B1']);
  // A text that looks like a reference.
  expect(await cellsOf('Board!D1')).toEqual([]);
});

test('a Spillway formula itself and a part of its result name it; formulas beside it are left out', async () => {
  open([data, { name: 'Empty', at: '', formulas: [] }]);
  expect(await findSources("'My data'!A1:A1")).toEqual([{ cell: "'My data'!A1", formula: tv }]);
  expect(await cellsOf("'My data'!A2")).toEqual(["'My data'!A1"]);
  expect(await cellsOf("'My data'!B3")).toEqual(["'My data'!B3"]);
  expect(await cellsOf("'My data'!C2")).toEqual([]);
});

test('formulas that refer to each other in a circle end', async () => {
  const formulas = [['=B1', '=A1+C1', tv]];
  open([{ name: 'Board', at: 'A1:C1', formulas }]);
  expect(await cellsOf('Board!A1')).toEqual(['Board!C1']);
});
