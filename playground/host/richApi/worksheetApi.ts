// Excel.Worksheet and its collection, by name or id.
import { ApiError } from './apiError';
import type { ApiObject } from './apiObject';
import { addressArgument, numberArgument, optionalText, textArgument } from './argument';
import { collectionApi } from './collection';
import { chartCollectionApi } from './charts/chartApi';
import { calculated, selectionChanged, wholeWorkbook } from './eventTargets';
import { orNull, rangeApi } from './rangeApi';
import { freezePanesApi } from './sheet/freezePanesApi';
import { pageLayoutApi } from './sheet/pageLayoutApi';
import { shapesApi } from './sheet/shapesApi';
import { tablesApi } from './sheet/tablesApi';
import type { WorkbookModel } from './workbookModel';

export function worksheetApi(model: WorkbookModel, sheetId: string): ApiObject {
  const { grid } = model;
  const position = () => grid.sheets().findIndex((sheet) => sheet.id === sheetId);
  const used = () => grid.usedArea(sheetId);
  return {
    type: 'Worksheet',
    identity: () => ({ Id: sheetId }),
    properties: {
      Id: { get: () => sheetId },
      Name: {
        get: () => model.sheetName(sheetId),
        set: (name) => grid.renameSheet(sheetId, textArgument(name, 'name')),
      },
      Position: {
        get: position,
        set: (to) => grid.features.moveSheet(sheetId, numberArgument(to, 'position')),
      },
      TabColor: {
        get: () => grid.features.tabColor(sheetId),
        set: (color) => grid.features.setTabColor(sheetId, textArgument(color, 'tabColor')),
      },
      Gridlines: {
        get: () => grid.features.gridlines(sheetId),
        set: (shown) => grid.features.setGridlines(sheetId, shown === true),
      },
      Visibility: { get: () => (grid.sheets()[position()]?.visible === false ? 'Hidden' : 'Visible') },
    },
    children: {
      Charts: () => chartCollectionApi(model, sheetId),
      FreezePanes: () => freezePanesApi(model, sheetId),
      PageLayout: () => pageLayoutApi(model, sheetId),
      Shapes: () => shapesApi(model, sheetId),
      Tables: () => tablesApi(model, sheetId),
    },
    methods: {
      GetRange: (given) => {
        const address = optionalText(given);
        const whole = { sheetId, row: 0, column: 0, ...grid.size(sheetId) };
        return rangeApi(model, address ? addressArgument(model, sheetId, address, 'address') : whole);
      },
      GetCell: (row, column) =>
        rangeApi(model, {
          sheetId,
          row: numberArgument(row, 'row'),
          column: numberArgument(column, 'column'),
          rows: 1,
          columns: 1,
        }),
      GetRangeByIndexes: (row, column, rows, columns) =>
        rangeApi(model, {
          sheetId,
          row: numberArgument(row, 'startRow'),
          column: numberArgument(column, 'startColumn'),
          rows: numberArgument(rows, 'rowCount'),
          columns: numberArgument(columns, 'columnCount'),
        }),
      GetUsedRange: () => rangeApi(model, used() ?? { sheetId, row: 0, column: 0, rows: 1, columns: 1 }),
      GetUsedRangeOrNullObject: () => orNull(model, used()),
      Activate: () => grid.activateSheet(sheetId),
      Delete: () => deleteSheet(model, sheetId),
      Calculate: () => grid.recalculate({ sheetId, row: 0, column: 0, ...grid.size(sheetId) }),
      ...sheetEvents(model, sheetId),
    },
  };
}

export function worksheetCollectionApi(model: WorkbookModel): ApiObject {
  const { grid } = model;
  const find = (key: unknown) => {
    const wanted = textArgument(key, 'key').toLowerCase();
    return grid
      .sheets()
      .find((sheet) => sheet.id.toLowerCase() === wanted || sheet.name.toLowerCase() === wanted);
  };
  return collectionApi({
    type: 'WorksheetCollection',
    noun: 'sheet',
    all: () => grid.sheets(),
    find,
    api: (sheet) => worksheetApi(model, sheet.id),
    methods: {
      GetActiveWorksheet: () => worksheetApi(model, grid.activeSheetId()),
      GetFirst: () => worksheetApi(model, grid.sheets()[0]?.id ?? ''),
      Add: (name) => worksheetApi(model, grid.addSheet(optionalText(name))),
      ...sheetEvents(model, wholeWorkbook),
    },
  });
}

/** Excel keeps at least one sheet. */
function deleteSheet({ grid, parts }: WorkbookModel, sheetId: string): void {
  if (grid.sheets().length < 2)
    throw new ApiError('InvalidOperation', 'A workbook needs at least one visible sheet.');
  grid.deleteSheet(sheetId);
  parts.removeSheet(sheetId);
}

function sheetEvents({ events }: WorkbookModel, target: string): NonNullable<ApiObject['methods']> {
  return {
    _RegisterSelectionChangedEvent: () => events.add(selectionChanged, target),
    _UnregisterSelectionChangedEvent: () => events.remove(selectionChanged, target),
    _RegisterCalculatedEvent: () => events.add(calculated, target),
    _UnregisterCalculatedEvent: () => events.remove(calculated, target),
  };
}
