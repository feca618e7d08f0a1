// The result of a custom function, as cells: numbers with formats, errors with messages. Follows the JSON that the
// custom functions runtime of office.js sends; see "Arguments and results" in Microsoft's documentation.
import type { CellScalar } from '../grid/grid';

export type ResultCell =
  | { readonly value: CellScalar; readonly format?: string }
  | { readonly error: string; readonly message: string };

export interface FunctionResult {
  readonly cells: readonly (readonly ResultCell[])[];
}

/** Numbers of CustomFunctionResultErrorCode in the runtime. */
const errorByCode: Readonly<Record<number, string>> = {
  1: '#N/A',
  5: '#DIV/0!',
  6: '#NUM!',
  7: '#VALUE!',
  8: '#NULL!',
};

const errorByName: Readonly<Record<string, string>> = {
  NotAvailable: '#N/A',
  Div0: '#DIV/0!',
  Num: '#NUM!',
  Value: '#VALUE!',
  Null: '#NULL!',
  Name: '#NAME?',
  Ref: '#REF!',
};

const longestText = 32_767;
const unreadable: ResultCell = { error: '#VALUE!', message: '' };

export function failedResult(code: number, message: string): FunctionResult {
  const error = errorByCode[code] ?? '#VALUE!';
  // Excel shows a custom message for these two only.
  return { cells: [[{ error, message: error === '#VALUE!' || error === '#N/A' ? message : '' }]] };
}

export function succeededResult(value: unknown, dataTypes: boolean): FunctionResult {
  if (!Array.isArray(value)) return { cells: [[toCell(value, dataTypes)]] };
  const rows = value as unknown[];
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  const rectangular = width > 0 && rows.every((row) => Array.isArray(row) && row.length === width);
  if (!rectangular) return { cells: [[unreadable]] };
  return { cells: (rows as unknown[][]).map((row) => row.map((cell) => toCell(cell, dataTypes))) };
}

function toCell(value: unknown, dataTypes: boolean): ResultCell {
  if (value === null || value === undefined) return { value: 0 };
  if (typeof value === 'number' || typeof value === 'boolean') return { value };
  if (typeof value === 'string') return { value: value.slice(0, longestText) };
  if (typeof value !== 'object') return unreadable;
  const data = value as Record<string, unknown>;
  if (data['valueType'] === 'CustomFunctionError' || data['type'] === 'Error') {
    const error = errorByName[String(data['errorType'])] ?? '#VALUE!';
    return { error, message: typeof data['message'] === 'string' ? data['message'] : '' };
  }
  if (!dataTypes) return unreadable;
  const basic = data['basicValue'];
  if (typeof basic !== 'number' && typeof basic !== 'string' && typeof basic !== 'boolean') return unreadable;
  const format = data['numberFormat'];
  return typeof format === 'string' && typeof basic === 'number'
    ? { value: basic, format }
    : { value: basic };
}
