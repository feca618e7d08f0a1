// The result of a custom function, as cells: numbers with formats, errors with messages. Follows the JSON that the
// custom functions runtime of office.js sends; see "Arguments and results" in Microsoft's documentation.
import type { CellData, CellScalar } from '../grid/grid';

export type ResultCell =
  | { readonly value: CellScalar; readonly format?: string; readonly data?: CellData }
  | { readonly error: string; readonly message: string; readonly data?: CellData };

/** What results may hold: nothing but plain values, also numbers with a format and pictures (ExcelApi 1.16), also cards (1.19). */
export type DataTypes = 'none' | 'formats' | 'cards';

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

export function succeededResult(value: unknown, dataTypes: DataTypes): FunctionResult {
  if (!Array.isArray(value)) return { cells: [[toCell(value, dataTypes)]] };
  const rows = value as unknown[];
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  const rectangular = width > 0 && rows.every((row) => Array.isArray(row) && row.length === width);
  if (!rectangular) return { cells: [[unreadable]] };
  return { cells: (rows as unknown[][]).map((row) => row.map((cell) => toCell(cell, dataTypes))) };
}

function toCell(value: unknown, dataTypes: DataTypes): ResultCell {
  if (value === null || value === undefined) return { value: 0 };
  if (typeof value === 'number' || typeof value === 'boolean') return { value };
  if (typeof value === 'string') return { value: value.slice(0, longestText) };
  if (typeof value !== 'object') return unreadable;
  const data = value as Record<string, unknown>;
  if (data['valueType'] === 'CustomFunctionError' || data['type'] === 'Error') {
    const error = errorByName[String(data['errorType'])] ?? '#VALUE!';
    return { error, message: typeof data['message'] === 'string' ? data['message'] : '' };
  }
  return dataTypes === 'none' ? unreadable : fromDataType(data, dataTypes);
}

/** Each form only where its API set has it, so that a form sent to an older Excel does not go unnoticed. */
function fromDataType(data: CellData, dataTypes: DataTypes): ResultCell {
  const { type, basicValue: basic, numberFormat: format, properties } = data;
  // A picture has no value: formulas that use it get an error.
  if (type === 'WebImage') return { ...unreadable, data };
  const newer = type !== 'FormattedNumber' && (format !== undefined || properties !== undefined);
  if (newer && dataTypes !== 'cards') return unreadable;
  if (typeof basic !== 'number' && typeof basic !== 'string' && typeof basic !== 'boolean') return unreadable;
  return {
    value: typeof basic === 'string' ? basic.slice(0, longestText) : basic,
    ...(typeof format === 'string' && typeof basic === 'number' && { format }),
    ...(properties !== undefined && { data }),
  };
}
