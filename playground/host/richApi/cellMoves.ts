// Range.copyFrom and Range.sort.apply: cells take their contents and formats to another place, where formulas are entered anew, so
// that Excel calls their functions again. What this Excel cannot do fails, so that no test passes on half of it.
import { ApiError } from './apiError';
import type { ApiObject } from './apiObject';
import { addressArgument } from './argument';
import type { WorkbookModel } from './workbookModel';
import { intersection, mapCells, type Area } from '../../grid/area';
import type { CellScalar, Grid } from '../../grid/grid';

const copyTypes = ['All', 'Formulas', 'Values', 'Formats'] as const;

export function copyCells(
  model: WorkbookModel,
  target: Area,
  given: unknown,
  type: unknown,
  skipBlanks: unknown,
  transpose: unknown,
): void {
  const { grid } = model;
  const what = copyTypes.find((one) => one === (type ?? 'All'));
  if (!what || transpose === true)
    throw new ApiError('InvalidArgument', 'This Excel copies no links and does not transpose.');
  const source = addressArgument(model, target.sheetId, given, 'sourceRange');
  const area = filled(source, target);
  // Everything is read before anything is written: the ranges may overlap.
  const from = mapCells(area, (row, column) => {
    const cell = {
      row: source.row + ((row - area.row) % source.rows),
      column: source.column + ((column - area.column) % source.columns),
    };
    const { value, formula, numberFormat } = grid.cell(source.sheetId, cell.row, cell.column);
    const content =
      what === 'Values'
        ? constant(value)
        : formula
          ? grid.shifted(formula, row - cell.row, column - cell.column)
          : spillsFrom(grid, source, cell.row, cell.column)
            ? ''
            : constant(value);
    return {
      content,
      isBlank: value === '' && formula === '',
      numberFormat,
      style: grid.style(source.sheetId, cell.row, cell.column),
    };
  });
  const skips = ({ isBlank }: { isBlank: boolean }) => skipBlanks === true && isBlank;
  if (what === 'All' || what === 'Formats')
    from.forEach((line, r) =>
      line.forEach((cell, c) => {
        if (skips(cell)) return;
        const one = { ...area, row: area.row + r, column: area.column + c, rows: 1, columns: 1 };
        grid.clear(one, 'Formats');
        grid.setNumberFormats(one, [[cell.numberFormat]]);
        grid.setStyle(one, cell.style);
      }),
    );
  if (what !== 'Formats')
    grid.write(
      area,
      from.map((line) => line.map((cell) => (skips(cell) ? null : cell.content))),
    );
}

/** A text stays the text that it is, also where it looks like a number or a formula. */
const constant = (value: CellScalar): CellScalar =>
  typeof value === 'string' && value !== '' && !isError(value) ? `'${value}` : value;

const isError = (text: string) => text.startsWith('#');

/** As large as the source, or as many times the source as the target holds exactly. */
function filled(source: Area, target: Area): Area {
  const size = (own: number, room: number) => (room > own && room % own === 0 ? room : own);
  return {
    ...target,
    rows: size(source.rows, target.rows),
    columns: size(source.columns, target.columns),
  };
}

/** The formula that the cell spills from comes along, and fills it again. */
function spillsFrom(grid: Grid, source: Area, row: number, column: number): boolean {
  const parent = grid.spillParent(source.sheetId, row, column);
  return parent !== undefined && intersection(parent, source) !== undefined;
}

interface SortField {
  readonly key: number;
  readonly ascending?: boolean;
}

/** Excel.RangeSort, by the values of columns. */
export function rangeSortApi({ grid }: WorkbookModel, area: Area): ApiObject {
  return {
    type: 'RangeSort',
    methods: {
      Apply: (fields, matchCase, hasHeaders, orientation) => {
        if ((orientation ?? 'Rows') !== 'Rows')
          throw new ApiError('InvalidArgument', 'This Excel sorts rows only.');
        const by = sortFields(fields, area);
        const body = hasHeaders === true ? { ...area, row: area.row + 1, rows: area.rows - 1 } : area;
        sortRows(grid, body, by, matchCase === true);
      },
    },
  };
}

function sortFields(given: unknown, { columns }: Area): SortField[] {
  const fields = (Array.isArray(given) ? given : []) as (SortField & Record<string, unknown>)[];
  const isKnown = ({ key, sortOn, dataOption, subField }: (typeof fields)[number]) =>
    Number.isInteger(key) &&
    key >= 0 &&
    key < columns &&
    (sortOn ?? 'Value') === 'Value' &&
    (dataOption ?? 'Normal') === 'Normal' &&
    (subField ?? '') === '';
  if (fields.length === 0 || !fields.every(isKnown))
    throw new ApiError('InvalidArgument', 'This Excel sorts by the values of columns of the range.');
  return fields;
}

function sortRows(grid: Grid, area: Area, fields: readonly SortField[], matchCase: boolean): void {
  const rows = mapCells(area, (row, column) => {
    const parent = grid.spillParent(area.sheetId, row, column);
    const spill = parent && grid.spillArea(area.sheetId, parent.row, parent.column);
    if (spill && spill.rows * spill.columns > 1)
      throw new ApiError('InvalidOperation', 'Part of an array cannot be changed.');
    return {
      ...grid.cell(area.sheetId, row, column),
      row,
      style: grid.style(area.sheetId, row, column),
    };
  }).sort((a, b) => {
    for (const { key, ascending } of fields) {
      const order = compare(a[key]!.value, b[key]!.value, matchCase, ascending !== false);
      if (order !== 0) return order;
    }
    return 0;
  });
  rows.forEach((line, r) =>
    line.forEach(({ style }, c) => {
      const one = { ...area, row: area.row + r, column: area.column + c, rows: 1, columns: 1 };
      grid.clear(one, 'Formats');
      grid.setStyle(one, style);
    }),
  );
  grid.setNumberFormats(
    area,
    rows.map((line) => line.map(({ numberFormat }) => numberFormat)),
  );
  grid.write(
    area,
    rows.map((line, r) =>
      line.map(({ formula, value, row }) =>
        formula ? grid.shifted(formula, area.row + r - row, 0) : constant(value),
      ),
    ),
  );
}

/** Numbers, texts, FALSE, TRUE, errors; blank cells are last in either direction. */
function compare(a: CellScalar, b: CellScalar, matchCase: boolean, ascending: boolean): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  const rank = (value: CellScalar) =>
    typeof value === 'number' ? 0 : typeof value === 'boolean' ? 2 : isError(value) ? 3 : 1;
  const sensitivity = matchCase ? 'variant' : 'accent';
  const order =
    rank(a) - rank(b) ||
    (rank(a) === 3
      ? 0
      : typeof a === 'string'
        ? a.localeCompare(String(b), 'en', { sensitivity })
        : Number(a) - Number(b));
  return ascending ? order : -order;
}
