// A table with two more columns beside each followed field: its value before, and the change.
import { operationOf } from '../../operations';
import { historyOf } from '../../operations/histories';
import type { Cell, FormattedNumber } from '../../spill/cell';
import { isPlainTable, makeGrid, transposed, type Outcomes } from '../../spill/grid/grid';
import { textOf } from '../../spill/grid/readable';
import { InputFault } from '../../spill/inputFault';
import type { Formula } from '../../spill/read/formula/formula';

const isFormatted = (cell: Cell | undefined): cell is FormattedNumber =>
  typeof cell === 'object' && 'basicValue' in cell;

const numberIn = (cell: Cell | undefined): number | undefined =>
  typeof cell === 'number' ? cell : isFormatted(cell) ? cell.basicValue : undefined;

function changeCell(now: Cell | undefined, before: Cell | undefined): Cell {
  const [a, b] = [numberIn(now), numberIn(before)];
  if (a === undefined || b === undefined) return '';
  const change = Number((a - b).toPrecision(12));
  return isFormatted(now) ? { ...now, basicValue: change } : change;
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
      const isShown = !(typeof cell === 'object' && 'fault' in cell);
      return isShown ? [cell, earlier ?? '', changeCell(cell, earlier)] : [cell, '', ''];
    }),
  );
  return view.transpose ? transposed(rows) : rows;
}
