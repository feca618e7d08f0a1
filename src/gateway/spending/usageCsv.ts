// Usage as a table for a spreadsheet.
import { kinds, type UsageRow } from './usageBook';

const columns = ['day', 'person', 'name', 'operation', ...kinds] as const;

/** A cell that begins like a formula would be run by a spreadsheet; an apostrophe makes it text. */
const cell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const usageCsv = (rows: readonly UsageRow[]): string =>
  [columns.join(','), ...rows.map((row) => columns.map((name) => cell(row[name])).join(','))].join('\r\n') +
  '\r\n';
