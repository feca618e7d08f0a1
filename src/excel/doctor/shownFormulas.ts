// Every formula of Spillway in the workbook with what its cell shows; and entering some of them again, which makes Excel call
// exactly those, also where a cell is stuck. Calculating a whole sheet would call others too, and they might ask for data.
import { cellValues, fromCells, rangeAt, usedRanges } from '../workbook/area';
import { settleEntered } from '../workbook/enteredFormulas';
import { isSpillwayFormula } from '../workbook/spillwayFormula';
import type { CellValue, FormulaCell } from '../workbook/workbook';
import { functionNames } from '../../operations/functionNames';
import { formulaName, runPatiently } from '../host';

// A file that was saved where the add-in was not known has its functions under another name: _xldudf_STAYS_SEARCH. Excel shows
// #NAME? for them until the formula is entered again.

const stored = new RegExp(
  `(?<![\\w.])_xldudf_(?:[A-Z]+_)?(${functionNames.map((name) => name.replace('.', '_')).join('|')})(?=\\s*\\()`,
  'gi',
);

/** The formula as it is entered here; texts inside it stay. */
export const withKnownNames = (formula: string): string =>
  formula.replace(/"(?:[^"]|"")*"|[^"]+/g, (piece) =>
    piece.startsWith('"')
      ? piece
      : piece.replace(stored, (_, name: string) => formulaName(name.toUpperCase().replace('_', '.'))),
  );

export interface ShownFormula extends FormulaCell {
  /** With the names this Excel knows; the same as `formula` unless the file has others. */
  readonly entered: string;
  readonly shown: CellValue;
}

/** Of one used range. Cells that a result spills into repeat its formula in some hosts. */
export function shownFormulas(
  address: string,
  formulas: readonly (readonly unknown[])[],
  values: readonly (readonly unknown[])[],
): ShownFormula[] {
  return fromCells(address, formulas, (formula, cell, r, c) => {
    const shown = values[r]?.[c] as CellValue;
    if (typeof formula !== 'string' || formula === shown) return undefined;
    const entered = withKnownNames(formula);
    if (!isSpillwayFormula(entered)) return undefined;
    if (formulas[r]?.[c - 1] === formula || formulas[r - 1]?.[c] === formula) return undefined;
    return { cell: cell(), formula, entered, shown };
  });
}

export const readShownFormulas = (): Promise<ShownFormula[]> =>
  Excel.run(async (context) =>
    (await usedRanges(context, ['address', 'formulas', 'values'])).flatMap((range) =>
      shownFormulas(range.address, range.formulas, range.values),
    ),
  );

/** A formula that was edited since it was read is left as it is. */
export const enterAgain = (all: readonly ShownFormula[]): Promise<void> =>
  runPatiently(async (context) => {
    const cells = all.map(({ cell }) => cell);
    const formulas = await cellValues(context, cells, 'formulas');
    const unchanged = all
      .filter(({ cell, formula }) => formulas.get(cell) === formula)
      .map(({ cell, entered }) => ({ range: rangeAt(context, cell), formula: entered }));
    for (const { range, formula } of unchanged) range.formulas = [[formula]];
    await settleEntered(context, unchanged);
  });
