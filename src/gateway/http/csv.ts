// Cells of a CSV file (RFC 4180) that a spreadsheet opens without running anything in it.

export type CsvValue = string | number | boolean | null | undefined;

/** Also behind spaces and signs that nobody sees, and as wide as East Asian letters: some spreadsheets take all of them. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** A cell that begins like a formula would be run by a spreadsheet; an apostrophe makes it text. Numbers stay numbers. */
function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly CsvValue[]): string => `${values.map(csvCell).join(',')}\r\n`;
