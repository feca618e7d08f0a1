// The Grid, implemented with Univer's facade. Reads use the rendered cell, because only it has spilled values and formats.
import {
  CellValueType,
  LifecycleService,
  LifecycleStages,
  type Injector,
  type IRange,
  type Nullable,
} from '@univerjs/core';
import type { FUniver } from '@univerjs/core/facade';
import { SheetsSelectionsService, type FRange } from './facade';
import { OpenWorkbook } from './openWorkbook';
import type { Calculation } from './calculation';
import { belongs, type CellDataIndex } from './cards/cellData';
import { setCellStyle, styleOf } from './cellStyle';
import { formulaCells } from './formulaCells';
import { resultFormat } from './spilledFormats';
import { Spills } from './spills';
import { UniverFeatures } from './univerFeatures';
import { intersection, type Area, type SheetSize } from '../grid/area';
import type { CellContent, CellScalar, CellStyle, ClearWhat, Grid, Sheet } from '../grid/grid';
import { keepRowHeights } from './rowHeights';

/**
 * Columns are as wide as in Excel, but there are few: when a width changes, Univer measures every cell of every row, and
 * with all of Excel's columns the page stands still for minutes.
 */
const newSheet = {
  columnCount: 60,
  rowCount: 4_000,
  defaultColumnWidth: 64,
  defaultRowHeight: 20,
};

export class UniverGrid extends OpenWorkbook implements Grid {
  readonly features: UniverFeatures;
  private readonly spills: Spills;
  /** Where results were after the last calculation, and in which workbook. */
  private spilled: { readonly workbook: string; readonly areas: readonly Area[] } = {
    workbook: '',
    areas: [],
  };

  constructor(
    api: FUniver,
    private readonly injector: Injector,
    private readonly calculation: Calculation,
    isAddInFormula: (formula: string) => boolean,
    private readonly cellData: CellDataIndex,
  ) {
    super(api);
    this.features = new UniverFeatures(api, injector);
    this.spills = new Spills(injector, () => this.workbook.getId());
    calculation.onEnded(() => this.recalculateVacated());
    calculation.onReshaped = (sheetId) => {
      for (const cell of this.formulaCells(sheetId)) {
        if (isAddInFormula(this.range(cell).getFormula())) calculation.recompute(cell);
      }
    };
  }

  sheets(): Sheet[] {
    return this.workbook.getSheets().map((sheet) => ({
      id: sheet.getSheetId(),
      name: sheet.getSheetName(),
      visible: !sheet.isSheetHidden(),
    }));
  }

  activeSheetId(): string {
    return this.workbook.getActiveSheet().getSheetId();
  }

  activateSheet(sheetId: string): void {
    if (this.activeSheetId() !== sheetId) this.workbook.setActiveSheet(sheetId);
  }

  addSheet(name?: string): string {
    const active = this.activeSheetId();
    const sheet = this.workbook.insertSheet(name, { sheet: newSheet });
    // Excel does not activate a sheet it adds.
    this.activateSheet(active);
    return sheet.getSheetId();
  }

  deleteSheet(sheetId: string): void {
    this.workbook.deleteSheet(sheetId);
  }

  renameSheet(sheetId: string, name: string): void {
    this.sheet(sheetId).setName(name);
  }

  size(sheetId: string): SheetSize {
    const sheet = this.sheet(sheetId);
    return { rows: sheet.getMaxRows(), columns: sheet.getMaxColumns() };
  }

  /** What is dear to find out is found out when it is read: a sheet has tens of thousands of cells. */
  cell(sheetId: string, row: number, column: number): CellContent {
    const sheet = this.sheet(sheetId);
    const raw = sheet.getSheet().getCellRaw(row, column);
    const spilled = this.spills.cell(sheetId, row, column);
    // Most cells of a sheet: what the facade would find out in many steps.
    if (!raw && !spilled) return { value: '', formula: '', text: '', numberFormat: 'General' };
    const shown = scalarOf(spilled ? spilled.v : raw?.v, spilled ? spilled.t : raw?.t);
    const data = this.cellData.at(sheetId, row, column);
    return {
      ...(data && belongs(data, shown) && { data }),
      value: shown,
      get formula() {
        return raw?.f || raw?.si ? sheet.getRange(row, column).getFormula() : '';
      },
      get text() {
        const drawn = sheet.getSheet().getCell(row, column);
        return drawn?.t === CellValueType.BOOLEAN ? (drawn.v ? 'TRUE' : 'FALSE') : String(drawn?.v ?? '');
      },
      get numberFormat() {
        const own = typeof spilled?.s === 'object' ? spilled.s?.n?.pattern : resultFormat(raw);
        return own || sheet.getRange(row, column).getNumberFormat() || 'General';
      },
    };
  }

  write(area: Area, values: readonly (readonly (CellScalar | null)[])[]): void {
    const whole = values.every((row) => row.every((value) => value !== null));
    const at = (r: number, c: number) => this.sheet(area.sheetId).getRange(area.row + r, area.column + c);
    const toCell = (value: CellScalar, r: number, c: number) => {
      if (typeof value !== 'string' || value === '') return { v: value, f: null };
      if (value.startsWith("'")) return { v: value.slice(1), f: null, t: CellValueType.FORCE_STRING };
      if (at(r, c).getNumberFormat() === '@') return { v: value, f: null, t: CellValueType.FORCE_STRING };
      return value.startsWith('=') && value.length > 1 ? { f: value } : { v: value, f: null };
    };
    if (whole) {
      this.range(area).setValues(values.map((row, r) => row.map((value, c) => toCell(value ?? '', r, c))));
      return;
    }
    values.forEach((row, r) =>
      row.forEach((value, c) => {
        if (value !== null) at(r, c).setValue(toCell(value, r, c));
      }),
    );
  }

  shifted(formula: string, rows: number, columns: number): string {
    return this.api.getFormula().moveFormulaRefOffset(formula, columns, rows);
  }

  clear(area: Area, what: ClearWhat): void {
    const range = this.range(area);
    if (what === 'All') range.clear();
    else if (what === 'Contents') range.clearContent();
    else range.clearFormat();
  }

  setNumberFormats(area: Area, formats: readonly (readonly string[])[]): void {
    this.range(area).setNumberFormats(formats.map((row) => [...row]));
  }

  style(sheetId: string, row: number, column: number): CellStyle {
    return styleOf(this.sheet(sheetId).getRange(row, column));
  }

  setStyle(area: Area, style: CellStyle): void {
    setCellStyle(this.range(area), style);
  }

  columnWidth(sheetId: string, column: number): number {
    return this.sheet(sheetId).getColumnWidth(column);
  }

  setColumnWidth(area: Area, pixels: number): void {
    keepRowHeights(() => this.sheet(area.sheetId).setColumnWidths(area.column, area.columns, pixels));
  }

  rowHeight(sheetId: string, row: number): number {
    return this.sheet(sheetId).getRowHeight(row);
  }

  setRowHeight(area: Area, pixels: number): void {
    this.sheet(area.sheetId).setRowHeights(area.row, area.rows, pixels);
  }

  autofitColumns(area: Area): void {
    this.sheet(area.sheetId).autoResizeColumns(area.column, area.columns);
  }

  /** Univer draws its first sheet a moment after the workbook was opened; before that, cells have no place. */
  get isDrawn(): boolean {
    return this.injector.get(LifecycleService).stage >= LifecycleStages.Rendered;
  }

  /** The corner of the first cell on the canvas of the active sheet, and how far the sheet is scrolled from it. */
  view(): { corner: DOMRect; scrolledX: number; scrolledY: number } {
    const sheet = this.workbook.getActiveSheet();
    const { sheetViewStartRow, sheetViewStartColumn, offsetX, offsetY } = sheet.getScrollState();
    const corner = sheet.getRange(0, 0).getCellRect();
    const seen = sheet.getRange(sheetViewStartRow, sheetViewStartColumn).getCellRect();
    return {
      corner,
      scrolledX: seen.left - corner.left + offsetX,
      scrolledY: seen.top - corner.top + offsetY,
    };
  }

  usedArea(sheetId: string): Area | undefined {
    const spilled = this.spills.of(sheetId);
    let bottom = Math.max(-1, ...spilled.map(({ row, rows }) => row + rows - 1));
    let right = Math.max(-1, ...spilled.map(({ column, columns }) => column + columns - 1));
    // A cell with a format alone is not in use.
    this.sheet(sheetId)
      .getSheet()
      .getCellMatrix()
      .forValue((row, column, cell) => {
        if (!cell || ((cell.v ?? '') === '' && !cell.f && !cell.si)) return;
        bottom = Math.max(bottom, row);
        right = Math.max(right, column);
      });
    if (bottom < 0 || right < 0) return undefined;
    return { sheetId, row: 0, column: 0, rows: bottom + 1, columns: right + 1 };
  }

  spillArea(sheetId: string, row: number, column: number): Area | undefined {
    return this.spills.areaAt(sheetId, row, column);
  }

  spillParent(sheetId: string, row: number, column: number): Area | undefined {
    return this.spills.parentOf(sheetId, row, column);
  }

  selection(): Area {
    const range = this.workbook.getActiveRange();
    return range ? areaOfRange(range) : this.activeCell();
  }

  activeCell(): Area {
    const cell = this.workbook.getActiveCell();
    if (cell) return areaOfRange(cell);
    return { sheetId: this.activeSheetId(), row: 0, column: 0, rows: 1, columns: 1 };
  }

  select(area: Area): void {
    const sheet = this.sheet(area.sheetId);
    this.range(area).activate();
    if (!isWithin(area, sheet.getVisibleRange()))
      sheet.scrollToCell(Math.max(0, area.row - 2), Math.max(0, area.column - 2));
  }

  onSelectionChanged(listener: (area: Area) => void): void {
    this.injector.get(SheetsSelectionsService).selectionChanged$.subscribe(() => {
      // Closing a file also changes the selection.
      if (this.api.getActiveWorkbook()) listener(this.selection());
    });
  }

  insertRows(sheetId: string, row: number, count: number): void {
    this.sheet(sheetId).insertRows(row, count);
  }

  deleteRows(sheetId: string, row: number, count: number): void {
    this.sheet(sheetId).deleteRows(row, count);
  }

  insertColumns(sheetId: string, column: number, count: number): void {
    this.sheet(sheetId).insertColumns(column, count);
  }

  recalculate(area: Area): void {
    for (const cell of this.formulaCells(area.sheetId)) {
      if (intersection(cell, area)) this.calculation.callAgain(cell);
    }
  }

  /** The engine does not see that cells are empty now because a result became smaller. */
  private recalculateVacated(): void {
    const workbook = this.workbook.getId();
    const now = this.sheets().flatMap(({ id }) => this.spills.of(id));
    // A sheet of the next workbook may have the same ID.
    const last = this.spilled.workbook === workbook ? this.spilled.areas : [];
    for (const before of last) {
      const { sheetId, row, column, rows, columns } = before;
      if (!this.sheets().some(({ id }) => id === sheetId)) continue;
      const after = now.find(
        (area) => area.sheetId === sheetId && area.row === row && area.column === column,
      );
      const kept = {
        rows: Math.min(after?.rows ?? 1, rows),
        columns: Math.min(after?.columns ?? 1, columns),
      };
      if (kept.rows < rows)
        this.calculation.recompute({ ...before, row: row + kept.rows, rows: rows - kept.rows });
      if (kept.columns < columns)
        this.calculation.recompute({
          ...before,
          column: column + kept.columns,
          columns: columns - kept.columns,
          rows: kept.rows,
        });
    }
    this.spilled = { workbook, areas: now };
  }

  recalculateAll(): void {
    for (const { id } of this.sheets())
      for (const cell of this.formulaCells(id)) this.calculation.callAgain(cell);
  }

  get isIdle(): boolean {
    return this.calculation.isIdle;
  }

  idle(): Promise<void> {
    return this.calculation.idle();
  }

  private formulaCells(sheetId: string): Area[] {
    return formulaCells(this.injector, this.workbook.getId(), sheetId);
  }
}

/** The last visible row and column may be partly hidden. */
function isWithin({ row, column }: Area, seen: IRange | null): boolean {
  if (!seen) return false;
  const { startRow, startColumn, endRow, endColumn } = seen;
  return row >= startRow && row < endRow && column >= startColumn && column < endColumn;
}

function areaOfRange(range: FRange): Area {
  const { startRow, startColumn, endRow, endColumn } = range.getRange();
  return {
    sheetId: range.getSheetId(),
    row: startRow,
    column: startColumn,
    rows: endRow - startRow + 1,
    columns: endColumn - startColumn + 1,
  };
}

/** Univer stores booleans as 0 and 1 with a type. */
function scalarOf(value: Nullable<CellScalar>, type: Nullable<CellValueType>): CellScalar {
  if (value === null || value === undefined) return '';
  if (type === CellValueType.BOOLEAN)
    return value === 1 || value === true || value === 'TRUE' || value === '1';
  if (type === CellValueType.NUMBER && typeof value === 'string' && value !== '') return Number(value);
  return value;
}
