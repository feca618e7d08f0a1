// Where a sheet has formulas, as recorded by the engine.
import { ObjectMatrix, type Injector } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/preset-sheets-core';
import type { Area } from '../grid/area';

export function formulaCells(injector: Injector, unitId: string, sheetId: string): Area[] {
  const register = injector.get(FormulaDataModel).getFormulaData()[unitId]?.[sheetId];
  const cells: Area[] = [];
  new ObjectMatrix(register ?? {}).forValue((row, column) => {
    cells.push({ sheetId, row, column, rows: 1, columns: 1 });
  });
  return cells;
}
