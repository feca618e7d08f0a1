// A table with two more columns beside each followed field: its value before, and the change.
import { operationOf, type OperationId } from '../../operations';
import { currencyOf, historyOf, type CurrencyPlace } from '../../operations/histories';
import type { Cell, FormattedNumber } from '../../spill/cell';
import { bounded } from '../../spill/grid/bounded';
import { aim } from '../../spill/grid/columnReader';
import { soleField } from '../../spill/grid/fieldReader';
import { isPlainTable, makeGrid, transposed, type Outcomes } from '../../spill/grid/grid';
import { textOf } from '../../spill/grid/readable';
import { InputFault } from '../../spill/inputFault';
import type { Formula } from '../../spill/read/formula/formula';
import { difference, incomparable } from './fields';

const isFormatted = (cell: Cell | undefined): cell is FormattedNumber =>
  typeof cell === 'object' && 'basicValue' in cell;

const numberIn = (cell: Cell | undefined): number | undefined =>
  typeof cell === 'number' ? cell : isFormatted(cell) ? cell.basicValue : undefined;

function changeCell(now: Cell | undefined, before: Cell | undefined): Cell {
  const [a, b] = [numberIn(now), numberIn(before)];
  if (a === undefined || b === undefined) return '';
  const change = difference(a, b);
  return isFormatted(now) ? { ...now, basicValue: change } : change;
}

/** A record that reads as one field is that field: a price with its currency. */
function amountPath(operation: OperationId, path: string): string {
  const { field } = aim(operationOf(operation).record, path.split('.'));
  const sole = field?.kind === 'record' ? soleField(field.of) : undefined;
  return sole === undefined ? path : `${path}.${sole}`;
}

/** For each cell of the grid the currency of its amount; undefined where no column has one. */
function currencies(
  formula: Formula,
  outcomes: Outcomes,
  places: readonly (CurrencyPlace | undefined)[],
): (y: number, x: number, column: number) => string | undefined {
  if (places.every((place) => place?.path === undefined)) return (_y, _x, column) => places[column]?.code;
  // In the place of each column stands the field with its currency.
  const columns = places.map((place) => ({
    path: place?.path ?? operationOf(formula.operation).columns[0]!,
  }));
  const { cells } = makeGrid({ ...formula, view: { ...formula.view, columns } }, outcomes, {
    formats: false,
  });
  return (y, x, column) => {
    const place = places[column];
    const code = place?.path === undefined ? '' : cells[y]?.[x];
    return typeof code === 'string' && code !== '' ? code.toUpperCase() : place?.code;
  };
}

/** Both grids have the same form, because the records before stand in the places of those now. */
export function changesGrid(
  formula: Formula,
  outcomes: Outcomes,
  before: Outcomes,
  host: { readonly formats: boolean },
): Cell[][] {
  const { view, operation } = formula;
  if (!isPlainTable(formula))
    throw new InputFault(
      'changes needs columns by name: it cannot be combined with columns=* or with figures.',
    );
  const upright: Formula = { ...formula, view: { ...view, transpose: false } };
  const now = makeGrid(upright, outcomes, host).cells;
  const then = makeGrid(upright, before, host).cells;
  const named =
    view.columns.length > 0 ? view.columns.map(({ path }) => path) : operationOf(operation).columns;
  const places = named.map((path) => currencyOf(operation, amountPath(operation, path)));
  const [codeNow, codeThen] = [outcomes, before].map((all) => currencies(upright, all, places)) as [
    ReturnType<typeof currencies>,
    ReturnType<typeof currencies>,
  ];
  const { followed } = historyOf(operation);
  const isFollowed = (path: string) => followed.some((one) => one === path || one.startsWith(`${path}.`));
  const width = now[0]?.length ?? 0;
  const first = width - named.length - (view.stamp ? 2 : 0);
  const heads = view.headers === 'none' ? 0 : 1;
  const rows = now.map((row, y) =>
    row.flatMap((cell, x): Cell[] => {
      const path = named[x - first];
      if (path === undefined || !isFollowed(path)) return [cell];
      if (y < heads)
        return view.headers === 'fields'
          ? [cell, `${path}_before`, `${path}_change`]
          : [cell, `${textOf(cell)} before`, `${textOf(cell)} change`];
      const earlier = then[y]?.[x];
      if (typeof cell === 'object' && 'fault' in cell) return [cell, '', ''];
      const fault = incomparable(operation, [
        { value: numberIn(cell), currency: codeNow(y, x, x - first) },
        { value: numberIn(earlier), currency: codeThen(y, x, x - first) },
      ]);
      return [cell, earlier ?? '', fault ?? changeCell(cell, earlier)];
    }),
  );
  const { rows: kept } = bounded(rows);
  return view.transpose ? transposed(kept) : kept;
}
