// Text as a CSV file (RFC 4180) that a spreadsheet opens without running anything in it: text that it would take for a formula
// is marked as text. Numbers stay numbers, also negative ones.

export type CsvCell = string | number | boolean | null;

/** Excel, LibreOffice and Google Sheets compute what begins with one of these; some skip white space before it. */
const formulaStart = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) || safe !== cell ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Begins with a byte order mark: without it Excel takes the letters of other alphabets for something else. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;
