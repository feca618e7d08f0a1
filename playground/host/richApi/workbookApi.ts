// Excel.Workbook and Excel.Application: the root of every Excel.run.
import type { ApiObject } from './apiObject';
import { optionalText } from './argument';
import { customXmlPartsApi } from './customXmlPartsApi';
import { rangeApi } from './rangeApi';
import { settingsApi } from './settingsApi';
import { namesApi } from './sheet/namesApi';
import { tablesApi } from './sheet/tablesApi';
import type { WorkbookModel } from './workbookModel';
import { worksheetCollectionApi } from './worksheetApi';

export function workbookApi(model: WorkbookModel): ApiObject {
  const { grid } = model;
  return {
    type: 'Workbook',
    properties: {
      Name: { get: () => model.fileName },
      ReadOnly: { get: () => false },
      IsDirty: { get: () => false, set: () => undefined },
      AutoSave: { get: () => true },
    },
    children: {
      Application: () => applicationApi(model),
      Worksheets: () => worksheetCollectionApi(model),
      Settings: () => settingsApi(model.settings),
      Names: () => namesApi(model),
      CustomXmlParts: () => customXmlPartsApi(model.parts),
      Tables: () => tablesApi(model),
    },
    methods: {
      GetSelectedRange: () => rangeApi(model, grid.selection()),
      GetActiveCell: () => rangeApi(model, grid.activeCell()),
      _RemoveReference: (id) => model.removeReference(optionalText(id) ?? ''),
    },
  };
}

function applicationApi({ grid, decimal, language }: WorkbookModel): ApiObject {
  let mode = 'Automatic';
  return {
    type: 'Application',
    properties: {
      CalculationMode: { get: () => mode, set: (value) => (mode = optionalText(value) ?? mode) },
      CalculationState: { get: () => 'Done' },
      CalculationEngineVersion: { get: () => 191029 },
      DecimalSeparator: { get: () => decimal },
      ThousandsSeparator: { get: () => (decimal === ',' ? '.' : ',') },
      UseSystemSeparators: { get: () => true },
    },
    children: {
      // The region of a real Excel can differ from its language.
      CultureInfo: () => ({ type: 'CultureInfo', properties: { Name: { get: () => language } } }),
    },
    methods: {
      // "Recalculate" only affects dirty cells, and the grid computes those itself.
      Calculate: (type) => {
        if (type !== 'Recalculate') grid.recalculateAll();
      },
      SuspendApiCalculationUntilNextSync: () => undefined,
      SuspendScreenUpdatingUntilNextSync: () => undefined,
    },
  };
}
