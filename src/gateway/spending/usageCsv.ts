// Usage as a table for a spreadsheet.
import { kinds, type UsageRow } from './usageBook';

const columns = ['day', 'person', 'name', 'operation', ...kinds] as const;

/** Also behind spaces and signs that nobody sees, and as wide as East Asian letters: some spreadsheets take all of them. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** A cell that begins like a formula would be run by a spreadsheet; an apostrophe makes it text. */
const cell = (value: string | number): string => {
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const usageCsv = (rows: readonly UsageRow[]): string =>
  [columns.join(','), ...rows.map((row) => columns.map((name) => cell(row[name])).join(','))].join('\r\n') +
  '\r\n';
