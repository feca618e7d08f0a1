// How large a result will be, before it is there: for the check that its cells are free.
import { operationOf } from '../../operations';
import type { Formula } from '../../spill/read/formula';
import { shownColumns } from './columnChoices';

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

export function spillSize(formula: Formula): Size {
  const { operation: id, items, single, view } = formula;
  const operation = operationOf(id);
  const wide = shownColumns(id, view.columns).reduce(
    (sum, { path }) => sum + (path === '*' ? Object.keys(operation.record.fields).length : 1),
    0,
  );
  const lookup = single || view.bare || operation.answers === 'one' ? 0 : 1;
  const width = wide + lookup + (view.stamp ? 2 : 0);
  const tall = items.reduce(
    (sum, item) => sum + (item.state === 'request' ? recordsOf(id, item.params) : 1),
    0,
  );
  const height = Math.max(tall + (view.bare || view.headers === 'none' ? 0 : 1), 1);
  return view.transpose ? { rows: width, columns: height } : { rows: height, columns: width };
}

function recordsOf(id: Formula['operation'], params: Readonly<Record<string, unknown>>): number {
  if (operationOf(id).answers === 'one') return 1;
  return typeof params.count === 'number' ? params.count : (operationOf(id).defaultCount ?? 1);
}
