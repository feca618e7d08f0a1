// Cells of a CSV file (RFC 4180) that a spreadsheet opens without running anything in it.
import { memoized } from './memoized';
import { straightText } from './straightText';

export type CsvValue = string | number | boolean | null | undefined;

/** Also behind spaces and signs that nobody sees, and as wide as East Asian letters: some spreadsheets take all of them. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/**
 * Where lists are separated by semicolons, as in most of Europe, Excel begins a cell behind each of them, and a row behind a line
 * break, also within quotes: those do not stand at the beginning of what it takes for a cell.
 */
const innerFormula = /[;\t\r\n](?=(?:(?![;\t\r\n])[\s"\p{Cc}\p{Cf}])*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;

/** A cell that begins like a formula would be run by a spreadsheet; an apostrophe makes it text. Numbers stay numbers. */
function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = straightText(value);
  const safe = (formula.test(text) ? `'${text}` : text).replace(innerFormula, "$&'");
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Names and IDs come again in every row of an item. */
const knownText = memoized(2_000, csvCell);
const longestKnown = 200;

const knownCell = (value: CsvValue): string =>
  typeof value === 'string' && value.length <= longestKnown ? knownText(value) : csvCell(value);

export function csvLine(values: readonly CsvValue[]): string {
  let line = '';
  for (let index = 0; index < values.length; index += 1)
    line += (index === 0 ? '' : ',') + knownCell(values[index]);
  return `${line}\r\n`;
}
