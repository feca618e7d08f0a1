// A rectangle of cells on one sheet, and its A1 address, which is what the add-in's requests use.
export interface Area {
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

export function quotedSheetName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_.]*$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}

export function cellName(row: number, column: number): string {
  return `${columnLetters(column)}${row + 1}`;
}

export function areaName(area: Omit<Area, 'sheetId'>): string {
  const first = cellName(area.row, area.column);
  if (area.rows === 1 && area.columns === 1) return first;
  return `${first}:${cellName(area.row + area.rows - 1, area.column + area.columns - 1)}`;
}

export interface SheetSize {
  readonly rows: number;
  readonly columns: number;
}

/** `Sheet1!A1:B2`, `A1`, `A:C`, `2:5`; undefined if it is not an address. The sheet name is returned separately. */
export function parseAddress(
  text: string,
  size: SheetSize,
): { sheetName?: string; area: Omit<Area, 'sheetId'> } | undefined {
  const match = /^(?:(?:'((?:[^']|'')+)'|([^'!]+))!)?([^!]+)$/.exec(text.trim());
  if (!match) return undefined;
  const sheetName = match[1]?.replaceAll("''", "'") ?? match[2];
  const area = parseCells((match[3] ?? '').replaceAll('$', ''), size);
  if (!area) return undefined;
  return sheetName === undefined ? { area } : { sheetName, area };
}

function parseCells(cells: string, size: SheetSize): Omit<Area, 'sheetId'> | undefined {
  const match = /^([A-Za-z]{1,3})?(\d+)?(?::([A-Za-z]{1,3})?(\d+)?)?$/.exec(cells);
  if (!match || cells === '') return undefined;
  const [, letters, digits, endLetters = letters, endDigits = digits] = match;
  if (!cells.includes(':') && (!letters || !digits)) return undefined;
  const row = digits ? Number(digits) - 1 : 0;
  const lastRow = endDigits ? Number(endDigits) - 1 : size.rows - 1;
  const column = letters ? columnNumber(letters) : 0;
  const lastColumn = endLetters ? columnNumber(endLetters) : size.columns - 1;
  if (row < 0 || lastRow < row || lastColumn < column) return undefined;
  return { row, column, rows: lastRow - row + 1, columns: lastColumn - column + 1 };
}

export function intersection(a: Area, b: Area): Area | undefined {
  if (a.sheetId !== b.sheetId) return undefined;
  const row = Math.max(a.row, b.row);
  const column = Math.max(a.column, b.column);
  const rows = Math.min(a.row + a.rows, b.row + b.rows) - row;
  const columns = Math.min(a.column + a.columns, b.column + b.columns) - column;
  return rows > 0 && columns > 0 ? { sheetId: a.sheetId, row, column, rows, columns } : undefined;
}

/** One value for each cell of the area, row by row. */
export function mapCells<T>(area: Area, read: (row: number, column: number) => T): T[][] {
  return Array.from({ length: area.rows }, (_, r) =>
    Array.from({ length: area.columns }, (__, c) => read(area.row + r, area.column + c)),
  );
}
