// Number formats of spilled cells. The engine keeps the format of each number, but the sheet only shows the value. The format
// is applied when the cell is rendered, so that it disappears with the spill. What is empty there is drawn as nothing, not as 0.
import { CellValueType, InterceptorEffectEnum, type Injector } from '@univerjs/core';
import { INTERCEPTOR_POINT, SheetInterceptorService } from '@univerjs/preset-sheets-core';
import { Spills } from './spills';

/** After the spilled value is inserted (100), before number formats are applied (10). */
const priority = 50;

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
      const format = typeof spilled?.s === 'object' ? spilled.s?.n : undefined;
      if (!cell || !format) return next(cell);
      const own = location.workbook.getStyles().get(cell.s);
      return next(own?.n ? cell : { ...cell, s: { ...own, n: format } });
    },
  });
}
