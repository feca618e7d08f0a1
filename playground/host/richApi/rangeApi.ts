// Excel.Range: what the add-in reads and writes. Only what exists here works; see apiObject.ts.
import { ApiError } from './apiError';
import { nullObject, type ApiObject } from './apiObject';
import { areaArgument, matrixArgument, numberArgument } from './argument';
import { copyCells, rangeSortApi } from './cellMoves';
import { rangeFormatApi } from './rangeFormatApi';
import { conditionalFormatsApi } from './rules/conditionalFormatApi';
import { dataValidationApi } from './rules/dataValidationApi';
import { withArea } from './rangeArea';
import type { WorkbookModel } from './workbookModel';
import { areaName, intersection, mapCells, quotedSheetName, type Area } from '../../grid/area';
import type { CellContent, CellData, CellScalar, ClearWhat } from '../../grid/grid';

export function rangeApi(model: WorkbookModel, area: Area): ApiObject {
  const range: ApiObject = {
    type: 'Range',
    properties: { ...contentProperties(model, area), ...shapeProperties(model, area) },
    children: {
      Worksheet: () => model.worksheet(area.sheetId),
      Format: () => rangeFormatApi(model.grid, area),
      Sort: () => rangeSortApi(model, area),
      DataValidation: () => dataValidationApi(model.parts, area),
      ConditionalFormats: () => conditionalFormatsApi(model, area),
    },
    methods: { ...shapeMethods(model, area), ...spillMethods(model, area), ...actionMethods(model, area) },
  };
  return withArea(range, area);
}

function contentProperties({ grid }: WorkbookModel, area: Area): NonNullable<ApiObject['properties']> {
  const read = <T>(pick: (row: number, column: number) => T) => mapCells(area, pick);
  const cell = (row: number, column: number) => grid.cell(area.sheetId, row, column);
  const formula = (row: number, column: number) => {
    const { formula: own, value } = cell(row, column);
    return own || value;
  };
  const write = (name: string) => (value: unknown) =>
    grid.write(area, matrixArgument<CellScalar | null>(value, area, name));
  const numberFormat = {
    get: () => read((r, c) => cell(r, c).numberFormat),
    set: (value: unknown) => grid.setNumberFormats(area, matrixArgument<string>(value, area, 'numberFormat')),
  };
  return {
    Values: { get: () => read((r, c) => cell(r, c).value), set: write('values') },
    Formulas: { get: () => read(formula), set: write('formulas') },
    FormulasLocal: { get: () => read(formula), set: write('formulasLocal') },
    Text: { get: () => read((r, c) => cell(r, c).text) },
    NumberFormat: numberFormat,
    NumberFormatLocal: numberFormat,
    ValuesAsJson: { get: () => read((r, c) => dataTypeOf(cell(r, c))) },
    ValueTypes: { get: () => read((r, c) => valueType(cell(r, c).value)) },
  };
}

/** A cell as Excel's data types write it (ExcelApi 1.16). */
function dataTypeOf({ value, numberFormat, data }: CellContent): CellData {
  if (data) return data;
  const type = valueType(value);
  if (type !== 'Double') return { type, basicValue: value, basicType: type };
  return numberFormat === 'General'
    ? { type, basicValue: value, basicType: type }
    : { type: 'FormattedNumber', basicValue: value, basicType: type, numberFormat };
}

function valueType(value: CellScalar): string {
  if (value === '') return 'Empty';
  if (typeof value === 'number') return 'Double';
  if (typeof value === 'boolean') return 'Boolean';
  return /^#[A-Z/0!?_]+$/.test(value) ? 'Error' : 'String';
}

function shapeProperties(model: WorkbookModel, area: Area): NonNullable<ApiObject['properties']> {
  const address = () => `${quotedSheetName(model.sheetName(area.sheetId))}!${areaName(area)}`;
  const size = () => model.grid.size(area.sheetId);
  return {
    Address: { get: address },
    AddressLocal: { get: address },
    RowIndex: { get: () => area.row },
    ColumnIndex: { get: () => area.column },
    RowCount: { get: () => area.rows },
    ColumnCount: { get: () => area.columns },
    CellCount: { get: () => area.rows * area.columns },
    IsEntireRow: { get: () => area.columns >= size().columns },
    IsEntireColumn: { get: () => area.rows >= size().rows },
    HasSpill: { get: () => model.grid.spillParent(area.sheetId, area.row, area.column) !== undefined },
  };
}

function shapeMethods(model: WorkbookModel, area: Area): NonNullable<ApiObject['methods']> {
  const range = (part: Partial<Area>) => rangeApi(model, { ...area, ...part });
  const bottom = area.row + area.rows - 1;
  const right = area.column + area.columns - 1;
  const shared = (other: unknown) => intersection(area, areaArgument(other, 'anotherRange'));
  const used = () => {
    const whole = model.grid.usedArea(area.sheetId);
    return whole && intersection(area, whole);
  };
  return {
    GetCell: (row, column) =>
      range({
        row: area.row + numberArgument(row, 'row'),
        column: area.column + numberArgument(column, 'column'),
        rows: 1,
        columns: 1,
      }),
    GetRow: (row) => range({ row: area.row + numberArgument(row, 'row'), rows: 1 }),
    GetColumn: (column) => range({ column: area.column + numberArgument(column, 'column'), columns: 1 }),
    GetLastCell: () => range({ row: bottom, column: right, rows: 1, columns: 1 }),
    GetLastRow: () => range({ row: bottom, rows: 1 }),
    GetLastColumn: () => range({ column: right, columns: 1 }),
    GetEntireRow: () => range({ column: 0, columns: model.grid.size(area.sheetId).columns }),
    GetEntireColumn: () => range({ row: 0, rows: model.grid.size(area.sheetId).rows }),
    GetOffsetRange: (rows, columns) =>
      range({
        row: area.row + numberArgument(rows, 'rowOffset'),
        column: area.column + numberArgument(columns, 'columnOffset'),
      }),
    GetResizedRange: (rows, columns) =>
      range({
        rows: area.rows + numberArgument(rows, 'deltaRows'),
        columns: area.columns + numberArgument(columns, 'deltaColumns'),
      }),
    GetAbsoluteResizedRange: (rows, columns) =>
      range({ rows: numberArgument(rows, 'numRows'), columns: numberArgument(columns, 'numColumns') }),
    GetIntersection: (other) => found(model, shared(other), 'The ranges do not intersect.'),
    GetIntersectionOrNullObject: (other) => orNull(model, shared(other)),
    GetUsedRange: () => rangeApi(model, used() ?? { ...area, rows: 1, columns: 1 }),
    GetUsedRangeOrNullObject: () => orNull(model, used()),
  };
}

function spillMethods(model: WorkbookModel, area: Area): NonNullable<ApiObject['methods']> {
  const spill = () => model.grid.spillArea(area.sheetId, area.row, area.column);
  const parent = () => model.grid.spillParent(area.sheetId, area.row, area.column);
  return {
    GetSpillingToRange: () => found(model, spill(), 'The cell does not spill.'),
    GetSpillingToRangeOrNullObject: () => orNull(model, spill()),
    GetSpillParent: () => found(model, parent(), 'The cell is not part of a spill.'),
    GetSpillParentOrNullObject: () => orNull(model, parent()),
  };
}

function actionMethods(model: WorkbookModel, area: Area): NonNullable<ApiObject['methods']> {
  const { grid } = model;
  return {
    Select: () => {
      grid.activateSheet(area.sheetId);
      grid.select(area);
    },
    Clear: (what) => grid.clear(area, (what as ClearWhat | null) ?? 'All'),
    SetDirty: () => grid.recalculate(area),
    Calculate: () => grid.recalculate(area),
    CopyFrom: (source, type, skipBlanks, transpose) =>
      copyCells(model, area, source, type, skipBlanks, transpose),
    Merge: () => grid.features.merge(area),
    Unmerge: () => grid.features.unmerge(area),
    _ValidateArraySize: () => undefined,
    Insert: () => {
      grid.insertRows(area.sheetId, area.row, area.rows);
      return rangeApi(model, area);
    },
    Delete: () => grid.deleteRows(area.sheetId, area.row, area.rows),
  };
}

function found(model: WorkbookModel, area: Area | undefined, otherwise: string): ApiObject {
  if (!area) throw new ApiError('ItemNotFound', otherwise);
  return rangeApi(model, area);
}

export function orNull(model: WorkbookModel, area: Area | undefined): ApiObject {
  return area ? rangeApi(model, area) : nullObject;
}
