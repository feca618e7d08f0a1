// The look of an inserted table and of the Sources sheet of Freeze: what is set, what is left, and that it is one step for Undo.
import { insertFormula } from '../../../src/excel/workbook/insertion';
import { addSheet, columnPoints } from '../../../src/excel/workbook/newSheet';

const formula = '=BIZBUREAU.SEARCH("roofing")';

/** Remembers what is set on the columns and the heading of one table. */
function install(widths: number[], sets: readonly string[] = []) {
  const columns = widths.map((columnWidth) => ({ format: { columnWidth }, load: () => undefined }));
  const line: Record<string, unknown> = {};
  const heading = { font: {} as Record<string, unknown>, fill: {} as Record<string, unknown>, cells: 0 };
  const cell = {
    numberFormat: [['General']],
    formulas: undefined as unknown,
    values: [['#BUSY!']],
    load: () => undefined,
    getOffsetRange: (_: number, index: number) => columns[index],
    getResizedRange: (_: number, more: number) => {
      heading.cells = more + 1;
      return { format: { ...heading, borders: { getItem: () => line } } };
    },
  };
  const runs: unknown[] = [];
  const sheets: { name: string; widths: Map<string, number>; bold: string[] }[] = [];
  const shown: string[] = [];
  const newSheet = (name: string) => {
    const made = { name, widths: new Map<string, number>(), bold: [] as string[] };
    sheets.push(made);
    return {
      activate: () => shown.push(name),
      getRange: (address: string) => ({
        format: {
          set columnWidth(points: number) {
            made.widths.set(address.split(':')[0]!, points);
          },
        },
      }),
      getRangeByIndexes: (row: number, _: number, rows: number) => ({
        format: {
          font: {
            set bold(_is: boolean) {
              made.bold.push(`${row + 1}:${row + rows}`);
            },
          },
        },
      }),
    };
  };
  const worksheets = {
    load: () => undefined,
    items: [{ name: 'Sheet1' }, { name: 'Sources' }],
    getItem: () => ({ getRange: () => cell }),
    add: newSheet,
  };
  Object.assign(globalThis, {
    Excel: {
      run: (first: unknown, second?: unknown) => {
        runs.push(typeof first === 'function' ? undefined : first);
        const work = (second ?? first) as (context: unknown) => Promise<unknown>;
        return work({ workbook: { worksheets }, sync: () => Promise.resolve() });
      },
    },
    Office: {
      context: {
        requirements: {
          isSetSupported: (set: string, version: string) => sets.includes(`${set} ${version}`),
        },
      },
    },
  });
  return { cell, columns, heading, line, runs, sheets, shown };
}

test('headings are marked and narrow columns widened; wide ones stay', async () => {
  const { cell, columns, heading, line } = install([50, 300]);
  await insertFormula('Sheet1!B2', formula, { headings: true, widths: [24, 12] });
  expect(cell.formulas).toEqual([[formula]]);
  expect(columns.map(({ format }) => format.columnWidth)).toEqual([columnPoints(24), 300]);
  expect(heading).toEqual({ font: { bold: true }, fill: { color: '#dff0f2' }, cells: 2 });
  expect(line).toEqual({ style: 'Continuous', color: '#08626c' });
});

test('without headings only widths change, and without a look nothing does', async () => {
  const first = install([50]);
  await insertFormula('Sheet1!B2', formula, { headings: false, widths: [24] });
  expect([first.columns[0]?.format.columnWidth, first.heading.cells]).toEqual([columnPoints(24), 0]);
  const second = install([50]);
  await insertFormula('Sheet1!B2', formula);
  expect([second.columns[0]?.format.columnWidth, second.heading.cells]).toEqual([50, 0]);
});

test('formula and look are one step for Undo where Excel can do that', async () => {
  const look = { headings: true, widths: [24] };
  const older = install([50]);
  await insertFormula('Sheet1!B2', formula, look);
  expect(older.runs).toEqual([undefined]);
  const newer = install([50], ['ExcelApi 1.20']);
  await insertFormula('Sheet1!B2', formula, look);
  expect(newer.runs).toEqual([{ mergeUndoGroup: true }]);
});

test('the Sources sheet is fitted within bounds, keeps its name free, and opens behind', async () => {
  const { sheets, shown } = install([]);
  const rows = [
    ['Cell', 'Formula'],
    ['Sheet1!B2', `=${'x'.repeat(500)}`],
    ['A long line under the table that runs over all of its columns'],
  ];
  expect(await addSheet('Sources', rows, 'behind')).toBe('Sources 2');
  expect([...(sheets[0]?.widths ?? [])]).toEqual([
    ['A', columnPoints(10)],
    ['B', columnPoints(60)],
  ]);
  expect([sheets[0]?.bold, shown]).toEqual([['1:1'], []]);
});
