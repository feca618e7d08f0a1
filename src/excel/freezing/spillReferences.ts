// Formulas that take a whole result as `A1#`. Once its formula is a value there is no spill to refer to, and they show
// #REF!, so the person is warned before freezing it.
import { readArea, usedRanges, writeArea } from '../workbook/area';
import type { FormulaCell } from '../workbook/workbook';

const spillReference = /(?:('(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?(\$?[A-Za-z]{1,3}\$?\d{1,7})#/gu;

/** One spelling for each cell, on a sheet or on the sheet of the formula. */
const spelling = (cell: string, sheet: string): string | undefined => {
  const area = readArea(cell);
  return area && writeArea({ ...area, sheet: area.sheet || sheet }).toLowerCase();
};

/** The cells a formula on `sheet` refers to as `A1#`. */
export function spillHeads(formula: string, sheet: string): string[] {
  const bare = formula.replace(/"(?:[^"]|"")*"/g, '""');
  return [...bare.matchAll(spillReference)].flatMap(([, on, cell = '']) => {
    const head = spelling(on === undefined ? cell : `${on}!${cell}`, sheet);
    return head === undefined ? [] : [head];
  });
}

/** Cells of one sheet, other than the frozen ones, that refer to a frozen result. */
export function spillUsers(
  address: string,
  formulas: readonly (readonly unknown[])[],
  frozen: readonly FormulaCell[],
): string[] {
  const area = readArea(address);
  if (!area) return [];
  const heads = new Set(frozen.map(({ cell }) => spelling(cell, '')));
  return formulas.flatMap((row, r) =>
    row.flatMap((formula, c) => {
      if (typeof formula !== 'string' || !formula.startsWith('=') || !formula.includes('#')) return [];
      // Some hosts repeat a formula in the cells it spills to.
      if (row[c - 1] === formula || formulas[r - 1]?.[c] === formula) return [];
      const cell = writeArea({ ...area, row: area.row + r, column: area.column + c, rows: 1, columns: 1 });
      if (heads.has(cell.toLowerCase())) return [];
      return spillHeads(formula, area.sheet).some((head) => heads.has(head)) ? [cell] : [];
    }),
  );
}

export const findSpillUsers = (frozen: readonly FormulaCell[]): Promise<string[]> =>
  Excel.run(async (context) =>
    (await usedRanges(context, ['address', 'formulas'])).flatMap((range) =>
      spillUsers(range.address, range.formulas, frozen),
    ),
  );
