// Addresses as Excel writes them ('My sheet'!B2:C4) as numbers, so that "is this cell inside that range" is arithmetic.

export interface Area {
  readonly sheet: string;
  /** Zero-based, like Excel's own rowIndex and columnIndex. */
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export const lastRow = 1_048_576;
export const lastColumn = 16_384;

export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

const columnNumber = (letters: string) =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const corner = /^\$?([A-Za-z]{1,3})\$?([0-9]{1,7})$/;
const wholeColumn = /^\$?([A-Za-z]{1,3})$/;
const wholeRow = /^\$?([0-9]{1,7})$/;

function splitSheet(address: string): { sheet: string; rest: string } {
  const mark = address.lastIndexOf('!');
  if (mark < 0) return { sheet: '', rest: address };
  const name = address.slice(0, mark);
  const sheet = name.startsWith("'") && name.endsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
  return { sheet, rest: address.slice(mark + 1) };
}

/** Undefined for anything that is not one plain cell or range: names, tables, `A1#`, unions. */
export function readArea(address: string): Area | undefined {
  const { sheet, rest } = splitSheet(address.trim());
  const [first = '', second = first, more] = rest.split(':');
  // No sheet's name has a colon: this is a union of ranges.
  if (more !== undefined || sheet.includes(':')) return undefined;
  const from = corner.exec(first);
  const to = corner.exec(second);
  if (from && to) {
    const left = columnNumber(from[1] ?? '');
    const right = columnNumber(to[1] ?? '');
    const top = Number(from[2]) - 1;
    const bottom = Number(to[2]) - 1;
    if (
      Math.min(top, bottom) < 0 ||
      Math.max(top, bottom) >= lastRow ||
      Math.max(left, right) >= lastColumn
    ) {
      return undefined;
    }
    return {
      sheet,
      row: Math.min(top, bottom),
      column: Math.min(left, right),
      rows: Math.abs(bottom - top) + 1,
      columns: Math.abs(right - left) + 1,
    };
  }
  if (!rest.includes(':')) return undefined;
  const fromColumn = wholeColumn.exec(first);
  const toColumn = wholeColumn.exec(second);
  if (fromColumn && toColumn) {
    const ends = [columnNumber(fromColumn[1] ?? ''), columnNumber(toColumn[1] ?? '')].sort((a, b) => a - b);
    const [left = 0, right = 0] = ends;
    return { sheet, row: 0, column: left, rows: lastRow, columns: right - left + 1 };
  }
  const fromRow = wholeRow.exec(first);
  const toRow = wholeRow.exec(second);
  if (!fromRow || !toRow) return undefined;
  const ends = [Number(fromRow[1]) - 1, Number(toRow[1]) - 1].sort((a, b) => a - b);
  const [top = 0, bottom = 0] = ends;
  return { sheet, row: top, column: 0, rows: bottom - top + 1, columns: lastColumn };
}

/** Names that Excel would read as something else without quotes: A1, R1C1, RC, TRUE. */
const readsOtherwise = (name: string) =>
  corner.test(name) || /^(?:r\d*(?:c\d*)?|c\d*|true|false)$/i.test(name);

export const quoteSheet = (name: string) =>
  /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !readsOtherwise(name) ? name : `'${name.replaceAll("'", "''")}'`;

/** `B2:C4`, or `B2` for one cell. */
export function localAddress(area: Area): string {
  const from = `${columnLetters(area.column)}${area.row + 1}`;
  if (area.rows === 1 && area.columns === 1) return from;
  return `${from}:${columnLetters(area.column + area.columns - 1)}${area.row + area.rows}`;
}

export const writeArea = (area: Area): string =>
  area.sheet ? `${quoteSheet(area.sheet)}!${localAddress(area)}` : localAddress(area);

/** What is made of each cell of a range; undefined: nothing. The address is written only where it is asked for. */
export function fromCells<Made>(
  address: string,
  rows: readonly (readonly unknown[])[],
  make: (value: unknown, cell: () => string, r: number, c: number) => Made | undefined,
): Made[] {
  const area = readArea(address);
  const at = (r: number, c: number) =>
    writeArea({ ...area!, row: area!.row + r, column: area!.column + c, rows: 1, columns: 1 });
  const found: Made[] = [];
  for (const [r, row] of area ? rows.entries() : [])
    for (const [c, value] of row.entries()) {
      const made = make(value, () => at(r, c), r, c);
      if (made !== undefined) found.push(made);
    }
  return found;
}

export const overlap = (one: Area, other: Area): boolean =>
  one.row < other.row + other.rows &&
  other.row < one.row + one.rows &&
  one.column < other.column + other.columns &&
  other.column < one.column + one.columns &&
  (one.sheet === other.sheet || one.sheet.toLowerCase() === other.sheet.toLowerCase());

/** One spelling for each cell, so that `'Sheet1'!$B$2` and `Sheet1!B2` are the same. */
export function sameCell(a: string, b: string): boolean {
  const one = readArea(a);
  const other = readArea(b);
  if (!one || !other) return a === b;
  return writeArea(one).toLowerCase() === writeArea(other).toLowerCase();
}

export function contains(outer: Area, inner: Area): boolean {
  return (
    outer.sheet.toLowerCase() === inner.sheet.toLowerCase() &&
    inner.row >= outer.row &&
    inner.column >= outer.column &&
    inner.row + inner.rows <= outer.row + outer.rows &&
    inner.column + inner.columns <= outer.column + outer.columns
  );
}

/** The range of an address that names its sheet. */
export function rangeAt(context: Excel.RequestContext, address: string): Excel.Range {
  const area = readArea(address);
  const { worksheets } = context.workbook;
  if (!area) throw new RangeError(`${address} is not a cell or range.`);
  const sheet = area.sheet ? worksheets.getItem(area.sheet) : worksheets.getActiveWorksheet();
  return sheet.getRange(localAddress(area));
}

/** What these cells hold; those of sheets that were deleted are left out. */
export async function cellValues(
  context: Excel.RequestContext,
  cells: readonly string[],
  what: 'values' | 'formulas' = 'values',
): Promise<ReadonlyMap<string, unknown>> {
  const { worksheets } = context.workbook;
  worksheets.load('items/name');
  await context.sync();
  const names = new Set(worksheets.items.map(({ name }) => name.toLowerCase()));
  const there = cells.filter((cell) => {
    const { sheet = '' } = readArea(cell) ?? {};
    return sheet === '' || names.has(sheet.toLowerCase());
  });
  const ranges = there.map((cell) => rangeAt(context, cell));
  for (const range of ranges) range.load(what);
  await context.sync();
  return new Map(there.map((cell, place) => [cell, ranges[place]?.[what][0]?.[0]]));
}

/** What each sheet uses, with these properties. One at a time: together they could be more than Excel on the web hands over. */
export async function usedRanges(
  context: Excel.RequestContext,
  properties: string[],
): Promise<Excel.Range[]> {
  const { worksheets } = context.workbook;
  worksheets.load('items/name');
  await context.sync();
  const found: Excel.Range[] = [];
  for (const sheet of worksheets.items) {
    const range = sheet.getUsedRangeOrNullObject(true);
    range.load(properties);
    await context.sync();
    if (!range.isNullObject) found.push(range);
  }
  return found;
}
