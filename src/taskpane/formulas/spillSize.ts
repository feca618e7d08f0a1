// Estimates the size of a result, to check that its cells are free.
import { operationOf } from '../../operations';
import type { Formula } from '../../spill/read/formula/formula';
import { withPictures } from '../../spill/grid/cards/richGrid';
import { hasFigures } from '../../spill/read/options/columns';
import type { View } from '../../spill/read/options/view';
import { shownColumns } from './choices/columnChoices';

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

type Requested = Extract<Formula['items'][number], { state: 'request' }>;

/** `records`: how many there are for an item, where that is known already. */
export function spillSize(formula: Formula, records?: (item: Requested) => number | undefined): Size {
  const { operation: id, items, varying, view, matrix } = withPictures(formula);
  if (matrix) return turned(matrix, view);
  const operation = operationOf(id);
  const wide = shownColumns(id, view.columns).reduce(
    (sum, { path }) => sum + (path === '*' ? Object.keys(operation.record.fields).length : 1),
    0,
  );
  const leads = view.bare || (operation.answers === 'one' && varying.length < 2) ? 0 : varying.length;
  const figures = hasFigures(view.columns);
  const tall = items.reduce(
    (sum, item) =>
      sum + (item.state === 'request' && !figures ? (records?.(item) ?? recordsOf(id, item.params)) : 1),
    0,
  );
  const rows = Math.max(tall + (view.bare || view.headers === 'none' ? 0 : 1), 1);
  return turned({ rows, columns: leads + wide + (view.stamp ? 2 : 0) }, view);
}

const turned = ({ rows, columns }: Size, { transpose }: View): Size =>
  transpose ? { rows: columns, columns: rows } : { rows, columns };

function recordsOf(id: Formula['operation'], params: Readonly<Record<string, unknown>>): number {
  if (operationOf(id).answers === 'one') return 1;
  return typeof params.count === 'number' ? params.count : (operationOf(id).defaultCount ?? 1);
}
