// Number formats of results. A format comes with each result and goes with it: it is applied when the cell is rendered, where the cell
// has none of its own. The engine keeps those of spilled cells, and would make that of a formula's own cell the cell's for good.
// What is empty in a spill is drawn as nothing, not as 0.
import {
  CellValueType,
  ICommandService,
  InterceptorEffectEnum,
  ObjectMatrix,
  type ICellData,
  type Injector,
  type Nullable,
} from '@univerjs/core';
import {
  FormulaDataModel,
  INTERCEPTOR_POINT,
  SetFormulaCalculationResultMutation,
  SheetInterceptorService,
  type ISetFormulaCalculationResultMutation,
} from '@univerjs/preset-sheets-core';
import { Spills } from './spills';

/** After the spilled value is inserted (100), before number formats are applied (10). */
const priority = 50;

const patternOf = (cell: Nullable<ICellData>): string | undefined =>
  typeof cell?.s === 'object' ? cell.s?.n?.pattern : undefined;

/** The format of the result that a formula's own cell shows. */
export const resultFormat = (cell: Nullable<ICellData>): string | undefined =>
  cell?.custom?.['resultFormat'] as string | undefined;

export function showSpilledFormats(injector: Injector): void {
  injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority,
    effect: InterceptorEffectEnum.Style | InterceptorEffectEnum.Value,
    handler: (cell, location, next) => {
      const spilled = new Spills(injector, () => location.unitId).cell(
        location.subUnitId,
        location.row,
        location.col,
      );
      if (cell && spilled && (spilled.v ?? '') === '')
        return next({ ...cell, v: '', t: CellValueType.FORCE_STRING });
      const pattern = patternOf(spilled) ?? resultFormat(cell);
      if (!cell || !pattern) return next(cell);
      const own = location.workbook.getStyles().get(cell.s);
      return next(own?.n ? cell : { ...cell, s: { ...own, n: { pattern } } });
    },
  });
}

/** Of the add-in's functions, as Excel does it for values that have a format. */
export function keepResultFormats(injector: Injector, isAddInFormula: (formula: string) => boolean): void {
  const formulas = injector.get(FormulaDataModel);
  injector.get(ICommandService).beforeCommandExecuted(({ id, params }) => {
    if (id !== SetFormulaCalculationResultMutation.id) return;
    const { unitData } = params as ISetFormulaCalculationResultMutation;
    for (const [unitId, sheets] of Object.entries(unitData))
      for (const [sheetId, cells] of Object.entries(sheets ?? {}))
        new ObjectMatrix(cells ?? {}).forValue((row, column, cell) => {
          const formula = formulas.getFormulaStringByCell(row, column, sheetId, unitId);
          if (!cell || !formula || !isAddInFormula(formula)) return;
          const format = patternOf(cell);
          cell.custom = format === undefined ? null : { resultFormat: format };
          delete cell.s;
        });
  });
}
