// A new sheet for what the pane exports: the ledger, the sources of frozen values.
import { columnLetters } from './area';
import { literal, type Literal } from './literal';
import type { CellValue } from './workbook';

/** The width of a column for so many characters of the normal font, in points: a digit is 7 pixels wide, and the cell's own margin 5. */
export const columnPoints = (characters: number): number => (characters * 7 + 5) * 0.75;

export const widthCharacters = (points: number): number => Math.round((points / 0.75 - 5) / 7);

/** With a number, if it is taken; case and the spaces around it make no difference. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const plain = (name: string) => name.trim().toLowerCase();
  const used = new Set(taken.map(plain));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted.trim()} ${number}`;
    if (!used.has(plain(name))) return name;
  }
}

/** Times are written so that Excel reads them as such; any other text is that text. */
const isTime = (value: CellValue): boolean => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(value));

const cellOf = (value: CellValue): Literal =>
  value === '' || isTime(value) ? { value, format: 'General' } : literal(value, 'General');

/** No column is wider than this many characters, so that a long formula does not push the others out of sight. */
const widest = 60;

function fitColumns(sheet: Excel.Worksheet, rows: readonly (readonly CellValue[])[], width: number): void {
  // A line of text under the table may run over its columns.
  const table = rows.filter((row) => row.length > 1 || width === 1);
  for (let column = 0; column < width; column += 1) {
    const longest = Math.max(...table.map((row) => String(row[column] ?? '').length), 0);
    const letter = columnLetters(column);
    sheet.getRange(`${letter}:${letter}`).format.columnWidth = columnPoints(
      Math.min(Math.max(longest + 1, 8), widest),
    );
  }
}

/** `behind`: the sheet that is open stays open. */
export const addSheet = (
  wanted: string,
  rows: readonly (readonly CellValue[])[],
  place: 'open' | 'behind' = 'open',
): Promise<string> =>
  Excel.run(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load('items/name');
    await context.sync();
    const name = freeName(
      wanted,
      worksheets.items.map((item) => item.name),
    );
    const sheet = worksheets.add(name);
    const width = Math.max(...rows.map((row) => row.length), 1);
    const blanks = (length: number) => Array.from({ length }, () => ({ value: '', format: 'General' }));
    const padded = rows.map((row) => [...row.map(cellOf), ...blanks(width - row.length)]);
    if (padded.length > 0) {
      const range = sheet.getRangeByIndexes(0, 0, padded.length, width);
      range.numberFormat = padded.map((row) => row.map(({ format }) => format));
      range.values = padded.map((row) => row.map(({ value }) => value));
      sheet.getRangeByIndexes(0, 0, 1, width).format.font.bold = true;
      fitColumns(sheet, rows, width);
    }
    if (place === 'open') sheet.activate();
    await context.sync();
    return name;
  });
