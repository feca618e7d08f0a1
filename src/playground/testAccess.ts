// What the end-to-end tests see of the page: cells by address, the host's log, and the members it did not know.
import { parseAddress, type Area } from './grid/area';
import type { CellContent, CellScalar } from './grid/grid';
import type { LogEntry } from './host/hostLog';
import type { Playground } from './playground';

export interface SpillwayHost {
  readonly unknownMembers: readonly string[];
  readonly log: readonly LogEntry[];
  counts(): { invoked: number; cancelled: number; pending: number };
  write(address: string, values: CellScalar | CellScalar[][]): void;
  read(address: string): CellContent[][];
  message(address: string): string;
  spill(address: string): { row: number; column: number; rows: number; columns: number } | null;
  select(address: string): void;
  /** Puts the keyboard into the grid. */
  focus(): void;
  clear(address: string): void;
  insertRows(row: number, count: number): void;
  deleteRows(row: number, count: number): void;
  addSheet(name: string): void;
  activateSheet(name: string): void;
  recalculate(): void;
  settings(): Record<string, string>;
  /** What Office answers when the add-in asks for a token: a token, or an error number. */
  signInAs(answer: string | number): void;
  /** No call is open and nothing is being computed. */
  isQuiet(): boolean;
  reopen(): Promise<void>;
  reset(): Promise<void>;
  command(functionName: string): Promise<void>;
}

declare global {
  interface Window {
    spillwayHost?: SpillwayHost;
  }
}

export function exposeForTests(playground: Playground): void {
  const { grid } = playground.workbook;
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
      };
    },
    write: (address, values) => {
      const area = at(address);
      const matrix = Array.isArray(values) ? values : [[values]];
      grid.write({ ...area, rows: matrix.length, columns: matrix[0]?.length ?? 1 }, matrix);
    },
    read: (address) => {
      const area = at(address);
      return Array.from({ length: area.rows }, (_, r) =>
        Array.from({ length: area.columns }, (__, c) =>
          grid.cell(area.sheetId, area.row + r, area.column + c),
        ),
      );
    },
    message: (address) => {
      const { sheetId, row, column } = at(address);
      return playground.messages.messageAt(sheetId, row, column);
    },
    spill: (address) => {
      const { sheetId, row, column } = at(address);
      return grid.spillArea(sheetId, row, column) ?? null;
    },
    select: (address) => grid.select(at(address)),
    focus: () => playground.workbook.focus(),
    clear: (address) => grid.clear(at(address), 'Contents'),
    insertRows: (row, count) => grid.insertRows(grid.activeSheetId(), row, count),
    deleteRows: (row, count) => grid.deleteRows(grid.activeSheetId(), row, count),
    addSheet: (name) => grid.activateSheet(grid.addSheet(name)),
    activateSheet: (name) => grid.activateSheet(grid.sheets().find((sheet) => sheet.name === name)?.id ?? ''),
    recalculate: () => grid.recalculateAll(),
    settings: () => playground.documentSettings(),
    signInAs: (answer) => void (playground.identity.answer = answer),
    isQuiet: () => playground.excel?.calls.pending === 0 && grid.isIdle,
    reopen: () => playground.reopen(),
    reset: () => playground.reset(),
    command: (functionName) =>
      playground.excel?.runCommand(functionName) ?? Promise.reject(new Error('No add-in.')),
  };
}
