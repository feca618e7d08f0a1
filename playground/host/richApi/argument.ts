// Arguments arrive as JSON. Each method states what it expects; anything else is Excel's InvalidArgument.
import { ApiError } from './apiError';
import { areaOf } from './rangeArea';
import { isApiObject } from './apiObject';
import type { WorkbookModel } from './workbookModel';
import { parseAddress, type Area } from '../../grid/area';
import type { CellScalar } from '../../grid/grid';

export function textArgument(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new ApiError('InvalidArgument', `${name} must be text.`);
  return value;
}

export function numberArgument(value: unknown, name: string): number {
  if (typeof value !== 'number') throw new ApiError('InvalidArgument', `${name} must be a number.`);
  return value;
}

export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function areaArgument(value: unknown, name: string): Area {
  const area = isApiObject(value) ? areaOf(value) : undefined;
  if (!area) throw new ApiError('InvalidArgument', `${name} must be a range.`);
  return area;
}

/** A range, or its address, which is of this sheet unless it names another. */
export function addressArgument(model: WorkbookModel, sheetId: string, value: unknown, name: string): Area {
  if (isApiObject(value)) return areaArgument(value, name);
  const { grid } = model;
  const parsed = parseAddress(textArgument(value, name), grid.size(sheetId));
  const own = parsed?.sheetName === undefined;
  const sheet = own ? sheetId : grid.sheets().find((one) => one.name === parsed.sheetName)?.id;
  if (!parsed || sheet === undefined) throw new ApiError('InvalidArgument', `${name} is not an address.`);
  return { sheetId: sheet, ...parsed.area };
}

/** A matrix in the shape of the range, or one value for all of it. */
export function matrixArgument<T extends CellScalar | null>(value: unknown, area: Area, name: string): T[][] {
  if (!Array.isArray(value)) {
    return Array.from({ length: area.rows }, () => Array.from({ length: area.columns }, () => value as T));
  }
  const rows = value as unknown[];
  const fits =
    rows.length === area.rows && rows.every((row) => Array.isArray(row) && row.length === area.columns);
  if (!fits) {
    throw new ApiError(
      'InvalidArgument',
      `The number of rows or columns of ${name} does not match the range (${area.rows} × ${area.columns}).`,
    );
  }
  return rows as T[][];
}
