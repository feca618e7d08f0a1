// How the table of a formula is made readable before its data are there: by what each column holds.
import type { TableLook } from '../../excel/workbook/workbook';
import { operationOf } from '../../operations';
import { tableField } from '../../operations/histories';
import { withPictures } from '../../spill/grid/cards/richGrid';
import type { Formula } from '../../spill/read/formula/formula';
import { hasFigures } from '../../spill/read/options/columns';
import type { View } from '../../spill/read/options/view';
import { shownColumns } from './choices/columnChoices';

/** In characters, with room for the sign behind a number that is older than its formula wants it. */
const widths: Readonly<Record<string, number>> = { money: 17, percent: 11, date: 14, record: 20, list: 24 };
const text = 24;
/** The first text column is what a row is about, so it is not cut in the middle. */
const firstText = 42;
const plain = 12;

export function tableLook(formula: Formula): TableLook | undefined {
  const { operation: id, single, view } = withPictures(formula);
  if (view.transpose || view.bare) return undefined;
  const operation = operationOf(id);
  const paths = shownColumns(id, view.columns).flatMap(({ path }) =>
    path === '*' ? Object.keys(operation.record.fields) : [path],
  );
  let sawText = false;
  const own = paths.map((path) => {
    const field = tableField(id, path);
    if (!field) return plain;
    const known = widths[field.kind];
    if (known !== undefined) return known;
    if (field.type !== 'string') return plain;
    if (field.kind === 'link' || field.kind === 'image' || sawText) return text;
    sawText = true;
    return firstText;
  });
  const lookup = single || operation.results === 'one' ? [] : [text];
  return { headings: view.headers !== 'none', widths: [...lookup, ...own, ...(view.stamp ? [18, 10] : [])] };
}

interface Size {
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
  const leads = view.bare || (operation.results === 'one' && varying.length < 2) ? 0 : varying.length;
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
  if (operationOf(id).results === 'one') return 1;
  return typeof params.count === 'number' ? params.count : (operationOf(id).defaultCount ?? 1);
}
