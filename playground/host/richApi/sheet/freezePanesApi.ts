// Excel.WorksheetFreezePanes: rows and columns that stay in view.
import { nullObject, type ApiObject } from '../apiObject';
import { areaArgument, numberArgument } from '../argument';
import type { WorkbookModel } from '../workbookModel';

export function freezePanesApi(model: WorkbookModel, sheetId: string): ApiObject {
  const { features } = model.grid;
  return {
    type: 'WorksheetFreezePanes',
    methods: {
      FreezeRows: (count) => features.freeze(sheetId, numberArgument(count, 'count'), 0),
      FreezeColumns: (count) => features.freeze(sheetId, 0, numberArgument(count, 'count')),
      FreezeAt: (range) => {
        const area = areaArgument(range, 'frozenRange');
        features.freeze(sheetId, area.row + area.rows, area.column + area.columns);
      },
      Unfreeze: () => features.freeze(sheetId, 0, 0),
      GetLocationOrNullObject: () => {
        const { rows, columns } = features.frozen(sheetId);
        if (rows === 0 && columns === 0) return nullObject;
        const size = model.grid.size(sheetId);
        return model.range({
          sheetId,
          row: 0,
          column: 0,
          rows: rows || size.rows,
          columns: columns || size.columns,
        });
      },
    },
  };
}
