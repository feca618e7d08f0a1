// What browser tests can access: cells by address, the host's log, and members the host does not implement.
import { mapCells, parseAddress, type Area } from './grid/area';
import type { CellContent, CellScalar } from './grid/grid';
import type { FunctionResult } from './calls/functionResult';
import type { LogEntry } from './calls/hostLog';
import { previewValue } from './calls/valuePreview';
import type { SavedParts } from './host/parts/workbookParts';
import type { SignInResult } from './host/identity';
import type { ExcelOfAddress, Playground } from './playground';

export interface SpillwayHost {
  readonly unknownMembers: readonly string[];
  readonly log: readonly LogEntry[];
  counts(): { invoked: number; cancelled: number; pending: number; batches: number };
  sheets(): string[];
  /** Charts, validations, conditional formats and print settings, as they would be saved. */
  parts(): SavedParts;
  names(): string[];
  write(address: string, values: CellScalar | CellScalar[][]): void;
  read(address: string): CellContent[][];
  message(address: string): string;
  /** The table of the formula in a cell; null while there is no table, an error, a part of it only, or a calculation is running. */
  table(address: string): CellScalar[][] | null;
  select(address: string): void;
  /** Whether a cell is being edited. */
  isEditing(): boolean;
  /** Moves the keyboard focus to the grid. */
  focus(): void;
  clear(address: string): void;
  insertRows(row: number, count: number): void;
  deleteRows(row: number, count: number): void;
  insertColumns(column: number, count: number): void;
  addSheet(name: string): void;
  widen(column: string, pixels: number): void;
  activateSheet(name: string): void;
  recalculate(): void;
  /** So many of the next results never reach their cells. */
  loseResults(count: number): void;
  /** Excel calls these cells (`Sheet1!B2`) only when others, or none, are named. */
  delayCalls(cells: readonly string[]): void;
  settings(): Record<string, string>;
  /** What Office returns when the add-in requests a token: a token, or an error. */
  signInAs(result: SignInResult): void;
  /** No call is pending, no cell waits for the rest of its result and no calculation is running. */
  isQuiet(): boolean;
  reopen(): Promise<void>;
  reset(): Promise<void>;
  /** Ends the add-in and saving, until the page is started over or left. */
  leave(): Promise<void>;
  /** Makes the page as if it had just loaded with this query; false if only loading it does. */
  startOver(search: string): Promise<boolean>;
  command(functionName: string): Promise<void>;
  /** The value Excel would preview while a formula is being typed into the cell at the address. */
  preview(address: string, functionId: string, parameters: unknown[]): Promise<FunctionResult>;
}

declare global {
  interface Window {
    spillwayHost?: SpillwayHost;
  }
}

/** All of the page but the workbook, its status and the add-in: what somebody has changed there outlives them. */
const looks = (): string =>
  [document.documentElement, document.querySelector('.stage')]
    .map((parent) => (parent?.cloneNode(false) as Element | undefined)?.outerHTML)
    .concat(
      [...document.querySelectorAll('.bar > :not(#status), .ribbon, .notice')].map((part) => part.outerHTML),
    )
    .join('\n');

/** `excelOf` gives the Excel that a page with this query would have; undefined if it would differ in anything else. */
export function exposeForTests(
  playground: Playground,
  excelOf: (search: string) => Promise<ExcelOfAddress | undefined>,
): void {
  const { grid, api } = playground.workbook;
  const lookedFirst = looks();
  const at = (address: string): Area => {
    const sheets = grid.sheets();
    const active = grid.activeSheetId();
    const parsed = parseAddress(address, grid.size(active));
    if (!parsed) throw new Error(`"${address}" is not an address.`);
    const named = sheets.find(({ name }) => name === parsed.sheetName)?.id;
    return { sheetId: named ?? active, ...parsed.area };
  };
  window.spillwayHost = {
    unknownMembers: playground.unknownMembers.list,
    log: playground.log.entries,
    counts: () => {
      const calls = playground.excel?.calls;
      return {
        invoked: calls?.counts.invoked ?? 0,
        cancelled: calls?.counts.cancelled ?? 0,
        pending: calls?.pending ?? 0,
        batches: playground.excel?.batches ?? 0,
      };
    },
    sheets: () => grid.sheets().map(({ name }) => name),
    parts: () => structuredClone(playground.parts.toJSON()),
    names: () => grid.features.names().map(({ name }) => name),
    write: (address, values) => {
      const area = at(address);
      const matrix = Array.isArray(values) ? values : [[values]];
      grid.write({ ...area, rows: matrix.length, columns: matrix[0]?.length ?? 1 }, matrix);
    },
    read: (address) => {
      const area = at(address);
      return mapCells(area, (row, column) => grid.cell(area.sheetId, row, column));
    },
    table: (address) => {
      const area = at(address);
      const { value } = grid.cell(area.sheetId, area.row, area.column);
      if (!grid.isIdle || value === '' || String(value).startsWith('#')) return null;
      if (playground.workbook.calls.isFilling(area)) return null;
      const table = grid.spillArea(area.sheetId, area.row, area.column) ?? area;
      return mapCells(table, (row, column) => grid.cell(area.sheetId, row, column).value);
    },
    message: (address) => {
      const { sheetId, row, column } = at(address);
      return playground.messages.messageAt(sheetId, row, column);
    },
    select: (address) => grid.select(at(address)),
    isEditing: () => api.getActiveWorkbook()?.isCellEditing() ?? false,
    focus: () => playground.workbook.focus(),
    clear: (address) => grid.clear(at(address), 'Contents'),
    insertRows: (row, count) => grid.insertRows(grid.activeSheetId(), row, count),
    deleteRows: (row, count) => grid.deleteRows(grid.activeSheetId(), row, count),
    insertColumns: (column, count) => grid.insertColumns(grid.activeSheetId(), column, count),
    widen: (column, pixels) => grid.setColumnWidth(at(`${column}1`), pixels),
    addSheet: (name) => grid.activateSheet(grid.addSheet(name)),
    activateSheet: (name) => grid.activateSheet(grid.sheets().find((sheet) => sheet.name === name)?.id ?? ''),
    recalculate: () => grid.recalculateAll(),
    loseResults: (count) => {
      if (playground.excel) playground.excel.calls.losing = count;
    },
    delayCalls: (cells) => playground.excel?.calls.delay(cells),
    settings: () => playground.documentSettings(),
    signInAs: (result) => void (playground.identity.signIn = result),
    isQuiet: () =>
      grid.isIdle && playground.excel?.calls.pending === 0 && !playground.workbook.calls.isFilling(),
    reopen: () => playground.reopen(),
    reset: () => playground.reset(),
    leave: () => playground.leave(),
    startOver: async (search) => {
      const isEditing = api.getActiveWorkbook()?.isCellEditing() ?? false;
      const isLoading = document.querySelector('#loading') !== null;
      if (isEditing || isLoading || location.hash !== '' || looks() !== lookedFirst) return false;
      const excel = await excelOf(search);
      if (!excel) return false;
      history.replaceState(null, '', search);
      await playground.startOver(excel);
      return true;
    },
    command: (functionName) =>
      playground.excel?.runCommand(functionName) ?? Promise.reject(new Error('No add-in.')),
    preview: (address, functionId, parameters) => {
      const { excel, pane } = playground;
      if (!excel || !pane.window) return Promise.reject(new Error('No add-in.'));
      return previewValue(pane.window, excel.calls, { functionId, parameters, address });
    },
  };
}
