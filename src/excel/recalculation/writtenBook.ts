// What Excel tells about formulas and calculations, for what has to be held while Spillway writes.
import { columnLetters, quoteSheet, readArea } from '../workbook/area';
import { rangeAt } from '../workbook/rangeAt';
import type { FormulaCell } from '../workbook/workbook';
import type { WrittenBook } from './ownWrites';

const waiting = new Set<unknown>(['#BUSY!', '#GETTING_DATA']);

/** Waits while the user edits a cell: Excel refuses everything then. */
const run = async <T>(batch: (context: Excel.RequestContext) => Promise<T>): Promise<T> =>
  Excel.run({ delayForCellEdit: true }, batch);

function formulasIn(address: string, rows: readonly (readonly unknown[])[]): FormulaCell[] {
  const area = readArea(address);
  if (!area) return [];
  return rows.flatMap((row, r) =>
    row.flatMap((formula, c): FormulaCell[] => {
      if (typeof formula !== 'string' || !formula.startsWith('=')) return [];
      const cell = `${columnLetters(area.column + c)}${area.row + r + 1}`;
      return [{ cell: `${quoteSheet(area.sheet)}!${cell}`, formula }];
    }),
  );
}

export const excelBook: WrittenBook = {
  formulas: () =>
    run(async (context) => {
      const { worksheets } = context.workbook;
      worksheets.load('items/name');
      await context.sync();
      const found: FormulaCell[][] = [];
      // One sheet at a time: together they could be more than Excel on the web hands over.
      for (const sheet of worksheets.items) {
        const range = sheet.getUsedRangeOrNullObject(true);
        range.load(['address', 'formulas']);
        await context.sync();
        if (!range.isNullObject) found.push(formulasIn(range.address, range.formulas));
      }
      return found.flat();
    }),
  formulaAt: (cell) =>
    run(async (context) => {
      const range = rangeAt(context, cell);
      range.load('formulas');
      await context.sync();
      return String(range.formulas[0]?.[0] ?? '');
    }),
  watchCalculated: (listener) =>
    run(async (context) => {
      context.workbook.worksheets.onCalculated.add(() => {
        listener();
        return Promise.resolve();
      });
      await context.sync();
    }),
  isCalculating: (cells) =>
    run(async (context) => {
      const { application } = context.workbook;
      application.load('calculationState');
      const heads = cells.map((cell) => {
        const range = rangeAt(context, cell);
        range.load('values');
        return range;
      });
      await context.sync();
      const isDone = String(application.calculationState) === 'Done';
      return !isDone || heads.some(({ values }) => waiting.has(values[0]?.[0]));
    }),
};
