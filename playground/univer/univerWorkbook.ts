// Starts Univer once: its plugins, the add-in's functions, the spill reference and the formats of spills. Opening a file
// replaces the workbook and keeps the engine, because its caches refer to it.
import { LocaleType, LogLevel, Univer, mergeLocales, type IWorkbookData } from '@univerjs/core';
import { FUniver } from '@univerjs/core/facade';
import {
  CalculationMode,
  CellAlertManagerService,
  IFunctionService,
  ILayoutService,
  UniverSheetsCorePreset,
} from '@univerjs/preset-sheets-core';
import enUS from '@univerjs/preset-sheets-core/locales/en-US';
import { UniverSheetsConditionalFormattingPreset } from '@univerjs/preset-sheets-conditional-formatting';
import formatsEnUS from '@univerjs/preset-sheets-conditional-formatting/locales/en-US';
import { UniverSheetsDataValidationPreset } from '@univerjs/preset-sheets-data-validation';
import validationEnUS from '@univerjs/preset-sheets-data-validation/locales/en-US';
import '@univerjs/preset-sheets-core/lib/index.css';
import '@univerjs/preset-sheets-conditional-formatting/lib/index.css';
import '@univerjs/preset-sheets-data-validation/lib/index.css';
import type { FunctionMetadata } from '../addIn/functionMetadata';
import { CellCalls, type CallStarter, type SavedCall } from '../calls/cellCalls';
import { AddInFunction } from './addInFunction';
import { Calculation } from './calculation';
import { CellDataIndex } from './cards/cellData';
import { DrawnCells } from './cards/drawnCells';
import { FieldValue, readDottedFields } from './cards/fieldValue';
import { composeCellsOnce } from './drawnOnce';
import { functionHelp } from './functionHelp';
import { makeRoomForIcons } from './cards/iconRoom';
import { registerErrors } from './pendingError';
import { protectSortedRanges } from './safeSort';
import { calculateHeightsAsExcel } from './rowHeights';
import { keepResultFormats, showSpilledFormats } from './spilledFormats';
import { calculateInSpillOrder } from './spillOrder';
import { enableSpillReferences } from './spillReference';
import { UniverGrid } from './univerGrid';

export interface OpenWorkbook {
  readonly grid: UniverGrid;
  readonly calls: CellCalls;
  readonly drawn: DrawnCells;
  readonly api: FUniver;
  open(data: Partial<IWorkbookData>, calls: readonly SavedCall[]): void;
  snapshot(): Partial<IWorkbookData>;
  focus(): void;
  onCalculated(listener: () => void): void;
  onEdited(listener: () => void): void;
  /** The bubble of an error shows this sentence. */
  explainErrors(explain: (sheetId: string, row: number, column: number) => string): void;
  onScroll(listener: () => void): void;
  onSheetOpened(listener: () => void): void;
}

export function startUniver(
  container: HTMLElement,
  functions: readonly FunctionMetadata[],
  starter: CallStarter,
  dark: boolean,
): OpenWorkbook {
  registerErrors();
  const univer = createUniver(container, functions, dark);
  const api = FUniver.newAPI(univer);
  const injector = univer.__getInjector();
  const isCalculating = calculateInSpillOrder();
  const calculation = new Calculation(injector, () => api.getActiveWorkbook()?.getId() ?? '', isCalculating);
  const calls = new CellCalls(starter, (cell) => calculation.recompute({ ...cell, rows: 1, columns: 1 }));
  calculation.use(calls);
  const names = functions.map(({ name }) => `${name.toUpperCase()}(`);
  const isAddInFormula = (formula: string) => names.some((name) => formula.toUpperCase().includes(name));
  const cellData = new CellDataIndex(calls);
  const grid = new UniverGrid(api, injector, calculation, isAddInFormula, cellData);
  enableSpillReferences(injector);
  readDottedFields();
  calculateHeightsAsExcel(injector);
  composeCellsOnce();
  let started = false;
  return {
    grid,
    calls,
    drawn: new DrawnCells(api, grid, cellData),
    api,
    open: (data, saved) => {
      const previous = api.getActiveWorkbook()?.getId();
      if (previous !== undefined) api.disposeUnit(previous);
      calls.clear();
      calls.restore(saved);
      if (!started) {
        const executors = functions.map((metadata) => new AddInFunction(metadata, calls));
        injector.get(IFunctionService).registerExecutors(...executors, new FieldValue(cellData));
      }
      api.createWorkbook({ ...data, id: crypto.randomUUID() });
      if (!started) {
        // Univer's own functions exist from the first workbook on.
        protectSortedRanges(injector.get(IFunctionService));
        showSpilledFormats(injector);
        keepResultFormats(injector, isAddInFormula);
        makeRoomForIcons(injector, cellData);
        grid.features.startRules();
      }
      started = true;
    },
    focus: () => injector.get(ILayoutService).focus(),
    snapshot: () => api.getActiveWorkbook()?.save() ?? {},
    onCalculated: (listener) => calculation.onEnded(listener),
    onEdited: (listener) => calculation.onEdited(listener),
    onSheetOpened: (listener) => {
      api.addEvent(api.Event.ActiveSheetChanged, listener);
    },
    onScroll: (listener) => {
      api.addEvent(api.Event.Scroll, listener);
    },
    explainErrors: (explain) => {
      const alerts = injector.get(CellAlertManagerService);
      const show = alerts.showAlert.bind(alerts);
      alerts.showAlert = (alert) => {
        const { subUnitId, row, col } = alert.location;
        const message = explain(subUnitId, row, col);
        show(message === '' ? alert : { ...alert, message });
      };
    },
  };
}

function createUniver(container: HTMLElement, functions: readonly FunctionMetadata[], dark: boolean): Univer {
  const univer = new Univer({
    locale: LocaleType.EN_US,
    locales: { [LocaleType.EN_US]: mergeLocales(enUS, formatsEnUS, validationEnUS) },
    logLevel: LogLevel.ERROR,
    darkMode: dark,
  });
  const preset = UniverSheetsCorePreset({
    container,
    header: true,
    formulaBar: true,
    toolbar: false,
    contextMenu: true,
    disableAutoFocus: true,
    footer: { sheetBar: true, statisticBar: false, menus: false, zoomSlider: false },
    formula: { description: functions.map(functionHelp), initialFormulaComputing: CalculationMode.FORCED },
    sheets: { disableForceStringAlert: true, disableForceStringMark: true },
  });
  const rules = [UniverSheetsConditionalFormattingPreset(), UniverSheetsDataValidationPreset()];
  for (const entry of [preset, ...rules].flatMap(({ plugins }) => plugins)) {
    if (Array.isArray(entry)) univer.registerPlugin(...entry);
    else univer.registerPlugin(entry);
  }
  return univer;
}
