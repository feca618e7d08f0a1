// The icon of a card stands before the text of its cell, so the text begins further to the right.
import { InterceptorEffectEnum, type Injector } from '@univerjs/core';
import { INTERCEPTOR_POINT, SheetInterceptorService } from '@univerjs/preset-sheets-core';
import { isPicture, type CellDataIndex } from './cellData';

/** After the spilled value is inserted (100) and before number formats are applied (10). */
const priority = 45;
const room = 22;

export function makeRoomForIcons(injector: Injector, cellData: CellDataIndex): void {
  injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority,
    effect: InterceptorEffectEnum.Style,
    handler: (cell, { subUnitId, row, col, workbook }, next) => {
      const data = cell && cellData.at(subUnitId, row, col);
      if (!cell || !data || isPicture(data)) return next(cell);
      return next({ ...cell, s: { ...workbook.getStyles().get(cell.s), pd: { l: room } } });
    },
  });
}
