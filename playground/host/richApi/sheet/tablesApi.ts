// Excel.TableCollection and Excel.Table: which ranges are tables. The playground draws no table styles and no filter buttons.
import { ApiError } from '../apiError';
import { isApiObject, type ApiObject } from '../apiObject';
import { areaArgument, textArgument } from '../argument';
import type { WorkbookModel } from '../workbookModel';
import { intersection, parseAddress, type Area } from '../../../grid/area';
import type { Table } from '../../parts/workbookParts';

const settings = ['Style', 'ShowBandedRows', 'ShowBandedColumns', 'ShowFilterButton', 'ShowHeaders'] as const;

/** Of one sheet, or of the workbook. */
export function tablesApi(model: WorkbookModel, sheetId?: string): ApiObject {
  const { parts, grid } = model;
  const own = () => parts.tables.filter(({ area }) => sheetId === undefined || area.sheetId === sheetId);
  return {
    type: 'TableCollection',
    properties: { Count: { get: () => own().length } },
    items: () => own().map((table) => tableApi(model, table)),
    methods: {
      Add: (source, hasHeaders) => {
        const area = isApiObject(source) ? areaArgument(source, 'address') : addressed(source);
        if (hasHeaders !== true) throw new ApiError('InvalidArgument', 'A table here needs headings.');
        if (parts.tables.some((table) => intersection(table.area, area)))
          throw new ApiError('InvalidArgument', 'A table cannot overlap another table.');
        const table: Table = { name: `Table${parts.tables.length + 1}`, area, settings: {} };
        parts.tables.push(table);
        parts.changed();
        return tableApi(model, table);
      },
    },
  };

  function addressed(source: unknown): Area {
    const sheet = sheetId ?? grid.activeSheetId();
    const parsed = parseAddress(textArgument(source, 'address'), grid.size(sheet));
    if (!parsed) throw new ApiError('InvalidArgument', `"${String(source)}" is not an address.`);
    return { sheetId: sheet, ...parsed.area };
  }
}

function tableApi(model: WorkbookModel, table: Table): ApiObject {
  return {
    type: 'Table',
    identity: () => ({ Id: table.name }),
    properties: {
      Id: { get: () => table.name },
      Name: { get: () => table.name, set: (name) => (table.name = textArgument(name, 'name')) },
      ...Object.fromEntries(
        settings.map((name) => [
          name,
          {
            get: () => table.settings[name] ?? null,
            set: (value: unknown) => (table.settings[name] = value),
          },
        ]),
      ),
    },
    methods: { GetRange: () => model.range(table.area) },
  };
}
