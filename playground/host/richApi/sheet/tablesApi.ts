// Excel.TableCollection and Excel.Table: which ranges are tables. The playground draws no table styles and no filter buttons.
import { ApiError } from '../apiError';
import type { ApiObject } from '../apiObject';
import { addressArgument, textArgument } from '../argument';
import { collectionApi, fieldOf } from '../collection';
import type { WorkbookModel } from '../workbookModel';
import { intersection } from '../../../grid/area';
import type { Table } from '../../parts/workbookParts';

const settings = ['Style', 'ShowBandedRows', 'ShowBandedColumns', 'ShowFilterButton', 'ShowHeaders'] as const;

/** Of one sheet, or of the workbook. */
export function tablesApi(model: WorkbookModel, sheetId?: string): ApiObject {
  const { parts, grid } = model;
  const own = () => parts.tables.filter(({ area }) => sheetId === undefined || area.sheetId === sheetId);
  return collectionApi({
    type: 'TableCollection',
    noun: 'table',
    all: own,
    find: (key) => own().find(({ name }) => name === key),
    api: (table) => tableApi(model, table),
    methods: {
      Add: (source, hasHeaders) => {
        const area = addressArgument(model, sheetId ?? grid.activeSheetId(), source, 'address');
        if (hasHeaders !== true) throw new ApiError('InvalidArgument', 'A table here needs headings.');
        if (parts.tables.some((table) => intersection(table.area, area)))
          throw new ApiError('InvalidArgument', 'A table cannot overlap another table.');
        const table: Table = { name: `Table${parts.tables.length + 1}`, area, settings: {} };
        parts.tables.push(table);
        parts.changed();
        return tableApi(model, table);
      },
    },
  });
}

function tableApi(model: WorkbookModel, table: Table): ApiObject {
  const changed = () => model.parts.changed();
  return {
    type: 'Table',
    identity: () => ({ Id: table.name }),
    properties: {
      Id: { get: () => table.name },
      Name: { get: () => table.name, set: (name) => (table.name = textArgument(name, 'name')) },
      ...Object.fromEntries(settings.map((name) => [name, fieldOf(table.settings, name, changed)])),
    },
    methods: { GetRange: () => model.range(table.area) },
  };
}
