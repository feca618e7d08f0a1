// HISTORY.CHANGE: what a field is now, what it was, and its lowest and highest value. Free; nothing is sent.
import type { LinePoint } from '../../history/line';
import type { OperationId } from '../../operations';
import type { Cell, CellFault } from '../../spill/cell';
import { showDate } from '../../spill/grid/fieldReader';
import { transposed } from '../../spill/grid/grid';
import { shorten } from '../../spill/shorten';
import { oneCell } from '../free/oneCell';
import { dayText, isWithin, limitIn, serialAt, type Limit } from './dates';
import { comparison, fieldOf, incomparable, pathNamed, type HistoryField } from './fields';
import { optionsIn, type HistoryCall } from './historyCall';
import { lineOf, noValues, sourceIn, textIn } from './historySeries';
import { wantedItems, type Wanted } from './wantedItems';

/** The date of "before" came later than the others, and formulas count columns. */
const headings = [
  'Now',
  'Before',
  'Change',
  'Change %',
  'Low',
  'Low on',
  'High',
  'High on',
  'Observations',
  'Before on',
];

interface Asked {
  readonly operation: OperationId;
  readonly since: Limit | undefined;
  readonly field: HistoryField;
  readonly formats: boolean;
}

type NumberPoint = LinePoint & { readonly value: number };

/** The first with the lowest value, and the first with the highest. */
function lowestAndHighest(points: readonly LinePoint[]): readonly NumberPoint[] {
  const numbers = points.filter((point): point is NumberPoint => typeof point.value === 'number');
  const [first] = numbers;
  if (!first) return [];
  return [
    numbers.reduce((low, one) => (one.value < low.value ? one : low), first),
    numbers.reduce((high, one) => (one.value > high.value ? one : high), first),
  ];
}

const tooShort = (label: string, first: LinePoint): CellFault => ({
  fault: 'na',
  message: `The history of ${shorten(label, 100)} begins on ${dayText(first)}, which is later than the date to compare with. Use a later date, or leave since out.`,
});

/** Without a date, before is the observation before the last one. */
function changeRow(
  points: readonly LinePoint[],
  label: string,
  { operation, since, field, formats }: Asked,
): Cell[] {
  const last = points.at(-1)!;
  const earlier = since === undefined ? points.at(-2) : points.findLast((point) => isWithin(since, point));
  const missing = since !== undefined && !earlier ? tooShort(label, points[0]!) : undefined;
  const inPeriod = earlier && since !== undefined ? points.slice(points.indexOf(earlier)) : points;
  const mixed = incomparable(operation, inPeriod);
  const extremes = lowestAndHighest(inPeriod);
  const dateOf = (point: LinePoint) => showDate(serialAt(point), formats);
  return [
    field.cell(last),
    missing ?? field.cell(earlier),
    ...(missing ? [missing, missing] : comparison(operation, field, last, earlier, formats)),
    ...(mixed ? [mixed, '', mixed, ''] : extremes.flatMap((one) => [field.cell(one), dateOf(one)])),
    ...(!mixed && extremes.length === 0 ? ['', '', '', ''] : []),
    inPeriod.length,
    earlier ? dateOf(earlier) : '',
  ];
}

export async function historyChange(call: HistoryCall): Promise<Cell[][]> {
  const { args, now, host } = call;
  const operation = sourceIn(call);
  call.uses(operation);
  const path = pathNamed(operation, textIn('field', args[2]));
  const since = limitIn('since', oneCell('since', args[3]), now());
  const { view, params } = optionsIn(call, operation, args[4]);
  const formats = view.formats && host.formats;
  const field = fieldOf(operation, path, formats);
  const { all, named } = await wantedItems(call, operation, 1, params);
  const rowOf = async (one: Wanted): Promise<Cell[]> => {
    if (one.state === 'blank') return headings.map(() => '');
    if (one.state === 'fault') return headings.map((_, index) => (index === 0 ? one.fault : ''));
    const points = await lineOf(call, one, path);
    if (points.length > 0) return changeRow(points, one.label, { operation, since, field, formats });
    const { message } = noValues(one.label, field.heading);
    return headings.map((_, index) => (index === 0 ? { fault: 'na', message } : ''));
  };
  const rows = await Promise.all(all.map(rowOf));
  const only = rows[0]?.[0];
  if (rows.length === 1 && typeof only === 'object' && 'fault' in only) return [[only]];
  const lead = (index: number): Cell[] => (named ? [all[index]!.label] : []);
  const table = rows.map((row, index) => [...lead(index), ...row]);
  if (view.headers !== 'none') table.unshift([...(named ? ['Item'] : []), ...headings]);
  return view.transpose ? transposed(table) : table;
}
