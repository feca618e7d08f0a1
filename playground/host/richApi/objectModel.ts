// The roots office.js can reach: the workbook, the custom functions service and the runtime services of the pane.
import type { ApiObject } from './apiObject';
import type { ObjectModel } from './batch';
import type { EventTargets } from './eventTargets';
import { rangeApi } from './rangeApi';
import { workbookApi } from './workbookApi';
import type { WorkbookModel } from './workbookModel';
import { worksheetApi } from './worksheetApi';
import type { CustomFunctionCalls } from '../../calls/customFunctionCalls';
import type { DocumentSettings } from './documentSettings';
import type { UnknownMembers } from './unknownMembers';
import type { Grid } from '../../grid/grid';
import type { WorkbookParts } from '../parts/workbookParts';

export interface PaneState {
  isOpen(): boolean;
  open(): void;
  close(): void;
}

interface Parts {
  readonly grid: Grid;
  readonly decimal: string;
  readonly language: string;
  readonly settings: DocumentSettings;
  readonly parts: WorkbookParts;
  readonly pane: PaneState;
  readonly unknownMembers: UnknownMembers;
}

export function objectModel(parts: Parts, calls: CustomFunctionCalls, events: EventTargets): ObjectModel {
  const references = new Map<string, ApiObject>();
  const model: WorkbookModel = {
    grid: parts.grid,
    decimal: parts.decimal,
    language: parts.language,
    settings: parts.settings,
    parts: parts.parts,
    fileName: 'Tour.xlsx',
    events,
    worksheet: (sheetId) => worksheetApi(model, sheetId),
    range: (area) => rangeApi(model, area),
    sheetName: (sheetId) => parts.grid.sheets().find((sheet) => sheet.id === sheetId)?.name ?? '',
    removeReference: (id) => references.delete(id),
  };
  const functions = () => customFunctionsApi(calls);
  return {
    root: () => workbookApi(model),
    services: {
      'Microsoft.ExcelServices.CustomFunctions': functions,
      'Microsoft.ExcelServices.CustomFunctionsContainer': () => ({
        type: 'CustomFunctionsContainer',
        children: { CustomFunctions: functions },
      }),
      'Microsoft.InternalService.AddinInternalService': () => ({
        type: 'AddinInternalService',
        methods: { NotifyActionHandlerReady: () => undefined },
      }),
      'Microsoft.AppRuntime.AppRuntimeService': () => appRuntimeApi(parts.pane),
    },
    references,
    unknownMembers: parts.unknownMembers,
    beforeRead: () => parts.grid.idle(),
  };
}

function customFunctionsApi(calls: CustomFunctionCalls): ApiObject {
  return {
    type: 'CustomFunctions',
    methods: {
      _SetOsfControlContainerReadyForCustomFunctions: () => calls.markReady(),
      _GetEnabledFeatures: () => [1, 2, 3, 4],
      SetInvocationArrayResults: (results) => calls.settleArrays(results as unknown[]),
      SetInvocationResults: (results) => calls.settleObjects(results as unknown[]),
    },
  };
}

/** Office.addin.showAsTaskpane and hide. */
function appRuntimeApi(pane: PaneState): ApiObject {
  return {
    type: 'AppRuntimeService',
    methods: {
      GetAppRuntimeState: () => (pane.isOpen() ? 'Visible' : 'Background'),
      SetAppRuntimeState: (state) => (state === 'Visible' ? pane.open() : pane.close()),
    },
  };
}
