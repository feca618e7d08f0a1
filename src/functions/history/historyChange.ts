// HISTORY.CHANGE: what a field is now, what it was, and its lowest and highest value. Free; nothing is sent.
import type { Json } from '../../history/series';
import type { Cell } from '../../spill/cell';
import { showDate } from '../../spill/grid/fieldReader';
import { transposed } from '../../spill/grid/grid';
import { percentFormat } from '../../spill/grid/numberFormat';
import { oneCell } from '../free/oneCell';
import { momentIn } from './dates';
import { fieldOf, pathNamed, type HistoryField } from './fields';
import { optionsIn, type HistoryCall } from './historyCall';
import { noValues, pointsFor, sourceIn, textIn } from './historySeries';
import { lastAt, type Point } from './points';
import { wantedItems, type Wanted } from './wantedItems';

const headings = ['Now', 'Before', 'Change', 'Change %', 'Low', 'Low on', 'High', 'High on', 'Observations'];

const isNumber = (value: Json | undefined): value is number => typeof value === 'number';

export function percentCell(now: Json | undefined, before: Json | undefined, formats: boolean): Cell {
  if (!isNumber(now) || !isNumber(before) || before === 0) return '';
  const basicValue = now / before - 1;
  return formats ? { type: 'Double', basicValue, numberFormat: percentFormat } : basicValue;
}

/** Without a date, before is the observation before the last one. */
function changeRow(
  points: readonly Point[],
  since: number | undefined,
  field: HistoryField,
  formats: boolean,
): Cell[] {
  const last = points.at(-1)!;
  const earlier = since === undefined ? points.at(-2) : (lastAt(points, since) ?? points[0]);
  const inPeriod = since === undefined ? points : points.filter(({ at }) => at > since || at === earlier?.at);
  const numbers = inPeriod.filter((point): point is Point & { value: number } => isNumber(point.value));
  const lowest = numbers.reduce<(typeof numbers)[number] | undefined>(
    (low, one) => (low && low.value <= one.value ? low : one),
    undefined,
  );
  const highest = numbers.reduce<(typeof numbers)[number] | undefined>(
    (high, one) => (high && high.value >= one.value ? high : one),
    undefined,
  );
  const [now, before] = [last.value, earlier?.value];
  return [
    field.cell(now),
    field.cell(before),
    isNumber(now) && isNumber(before) ? field.cell(now - before) : '',
    percentCell(now, before, formats),
    ...[lowest, highest].flatMap((one): Cell[] =>
      one ? [field.cell(one.value), showDate(one.at, formats)] : ['', ''],
    ),
    inPeriod.length,
  ];
}

export async function historyChange(call: HistoryCall): Promise<Cell[][]> {
  const { args, now, host } = call;
  const operation = sourceIn(call);
  call.uses(operation);
  const path = pathNamed(operation, textIn('field', args[2]));
  const since = momentIn('since', oneCell('since', args[3]), now());
  const { view, params } = optionsIn(call, operation, args[4]);
  const formats = view.formats && host.formats;
  const { all, named } = await wantedItems(call, operation, 1, params);
  const rowOf = async (one: Wanted): Promise<Cell[]> => {
    if (one.state === 'blank') return headings.map(() => '');
    if (one.state === 'fault') return headings.map((_, index) => (index === 0 ? one.fault : ''));
    const field = fieldOf(operation, path, one.item.comparable, formats);
    const points = await pointsFor(call, one, path);
    if (points.length > 0) return changeRow(points, since, field, formats);
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
