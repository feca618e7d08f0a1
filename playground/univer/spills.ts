// Where formulas spilled, as recorded by the engine: the sheet's own cells only hold the formula.
import type { ICellData, Injector, IRange } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/preset-sheets-core';
import type { Area } from '../grid/area';

export class Spills {
  constructor(
    private readonly injector: Injector,
    private readonly unitId: () => string,
  ) {}

  private get model(): FormulaDataModel {
    return this.injector.get(FormulaDataModel);
  }

  cell(sheetId: string, row: number, column: number): ICellData | undefined {
    return this.model.getArrayFormulaCellData()[this.unitId()]?.[sheetId]?.[row]?.[column] ?? undefined;
  }

  of(sheetId: string): Area[] {
    const ranges = this.model.getArrayFormulaRange()[this.unitId()]?.[sheetId] ?? {};
    return Object.values(ranges).flatMap((columns) =>
      Object.values(columns as Record<string, IRange>).map((range) => areaOf(sheetId, range)),
    );
  }

  /** A blocked formula keeps the range it needs; its own cell shows #SPILL!. */
  areaAt(sheetId: string, row: number, column: number): Area | undefined {
    const area = this.of(sheetId).find((spill) => spill.row === row && spill.column === column);
    return area && this.cell(sheetId, row, column)?.v !== '#SPILL!' ? area : undefined;
  }

  parentOf(sheetId: string, row: number, column: number): Area | undefined {
    const spill = this.of(sheetId).find(
      (area) =>
        row >= area.row &&
        row < area.row + area.rows &&
        column >= area.column &&
        column < area.column + area.columns,
    );
    return spill && this.areaAt(sheetId, spill.row, spill.column)
      ? { ...spill, rows: 1, columns: 1 }
      : undefined;
  }
}

function areaOf(sheetId: string, { startRow, startColumn, endRow, endColumn }: IRange): Area {
  return {
    sheetId,
    row: startRow,
    column: startColumn,
    rows: endRow - startRow + 1,
    columns: endColumn - startColumn + 1,
  };
}
