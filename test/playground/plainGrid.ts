// A grid of plain cells, enough for the host's own tests: no engine, no spill but what a test puts there.
import type { Area } from '../../playground/grid/area';
import type { DefinedName, GridFeatures } from '../../playground/grid/gridFeatures';
import type { CellContent, CellScalar, CellStyle, ClearWhat, Grid, Sheet } from '../../playground/grid/grid';

/** Remembers what it is told. */
function plainFeatures(): GridFeatures {
  const names: DefinedName[] = [];
  const colors = new Map<string, string>();
  const panes = new Map<string, { rows: number; columns: number }>();
  return {
    tabColor: (sheetId) => colors.get(sheetId) ?? '',
    setTabColor: (sheetId, color) => void colors.set(sheetId, color),
    gridlines: () => true,
    setGridlines: () => undefined,
    moveSheet: () => undefined,
    frozen: (sheetId) => panes.get(sheetId) ?? { rows: 0, columns: 0 },
    freeze: (sheetId, rows, columns) => void panes.set(sheetId, { rows, columns }),
    setBorder: () => undefined,
    merge: () => undefined,
    unmerge: () => undefined,
    names: () => names,
    addName: (name) => void names.push(name),
    deleteName: (name) =>
      void names.splice(
        names.findIndex((one) => one.name === name),
        1,
      ),
  };
}

export class PlainGrid implements Grid {
  readonly features = plainFeatures();
  readonly sheetList: { id: string; name: string }[] = [{ id: 's1', name: 'Sheet1' }];
  readonly cells = new Map<string, CellScalar>();
  readonly formats = new Map<string, string>();
  readonly recalculated: Area[] = [];
  readonly spilled: Area[] = [];
  readonly styles: CellStyle[] = [];
  everythingRecalculated = 0;
  selected: Area = { sheetId: 's1', row: 0, column: 0, rows: 1, columns: 1 };
  private active = 's1';

  sheets(): Sheet[] {
    return this.sheetList.map((sheet) => ({ ...sheet, visible: true }));
  }
  activeSheetId = () => this.active;
  activateSheet(sheetId: string): void {
    this.active = sheetId;
  }
  addSheet(name = `Sheet${this.sheetList.length + 1}`): string {
    const id = `s${this.sheetList.length + 1}`;
    this.sheetList.push({ id, name });
    return id;
  }
  deleteSheet(sheetId: string): void {
    this.sheetList.splice(
      this.sheetList.findIndex(({ id }) => id === sheetId),
      1,
    );
  }
  renameSheet(sheetId: string, name: string): void {
    const sheet = this.sheetList.find(({ id }) => id === sheetId);
    if (sheet) sheet.name = name;
  }
  size = () => ({ rows: 100, columns: 26 });

  cell(sheetId: string, row: number, column: number): CellContent {
    const key = `${sheetId}!${row},${column}`;
    const raw = this.cells.get(key) ?? '';
    const formula = typeof raw === 'string' && raw.startsWith('=') ? raw : '';
    return {
      value: formula ? 0 : raw,
      formula,
      text: String(raw),
      numberFormat: this.formats.get(key) ?? 'General',
    };
  }
  write(area: Area, values: readonly (readonly (CellScalar | null)[])[]): void {
    values.forEach((line, r) =>
      line.forEach((value, c) => {
        const text = typeof value === 'string' ? value.replace(/^'/, '') : value;
        if (text !== null) this.cells.set(`${area.sheetId}!${area.row + r},${area.column + c}`, text);
      }),
    );
  }
  /** For references of one letter. */
  shifted = (formula: string, rows: number, columns: number): string =>
    formula.replace(
      /\b([A-Z])(\d+)\b/g,
      (_, letter: string, row: string) =>
        `${String.fromCharCode(letter.charCodeAt(0) + columns)}${Number(row) + rows}`,
    );
  clear(area: Area, what: ClearWhat): void {
    if (what === 'Formats') return;
    for (let r = 0; r < area.rows; r++) {
      for (let c = 0; c < area.columns; c++)
        this.cells.delete(`${area.sheetId}!${area.row + r},${area.column + c}`);
    }
  }
  setNumberFormats(area: Area, formats: readonly (readonly string[])[]): void {
    formats.forEach((line, r) =>
      line.forEach((format, c) =>
        this.formats.set(`${area.sheetId}!${area.row + r},${area.column + c}`, format),
      ),
    );
  }
  style = (): CellStyle => this.styles.at(-1) ?? {};
  setStyle(_area: Area, style: CellStyle): void {
    this.styles.push(style);
  }
  columnWidth = () => 100;
  setColumnWidth = () => undefined;
  rowHeight = () => 20;
  setRowHeight = () => undefined;
  autofitColumns = () => undefined;

  usedArea(sheetId: string): Area | undefined {
    const used = [...this.cells.keys()].filter((key) => key.startsWith(`${sheetId}!`));
    if (used.length === 0) return undefined;
    const positions = used.map((key) => (key.split('!')[1] ?? '').split(',').map(Number));
    const rows = Math.max(...positions.map(([row = 0]) => row)) + 1;
    const columns = Math.max(...positions.map(([, column = 0]) => column)) + 1;
    return { sheetId, row: 0, column: 0, rows, columns };
  }
  spillArea(sheetId: string, row: number, column: number): Area | undefined {
    return this.spilled.find(
      (area) => area.sheetId === sheetId && area.row === row && area.column === column,
    );
  }
  spillParent: Grid['spillParent'] = () => undefined;

  selection = () => this.selected;
  activeCell = () => ({ ...this.selected, rows: 1, columns: 1 });
  select(area: Area): void {
    this.selected = area;
  }
  insertRows = () => undefined;
  deleteRows = () => undefined;
  recalculate(area: Area): void {
    this.recalculated.push(area);
  }
  recalculateAll(): void {
    this.everythingRecalculated++;
  }
  idle = () => Promise.resolve();
}
