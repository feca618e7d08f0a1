// HISTORY.SERIES: what a field was over time, date by date. Free; nothing is sent.
import { rankSeries } from './ranks';
import type { ItemKey } from '../../history/observation';
import type { Cell } from '../../spill/cell';
import { transposed } from '../../spill/grid/grid';
import { showDate } from '../../spill/grid/fieldReader';
import { InputFault } from '../../spill/inputFault';
import { localSerial } from '../../spill/read/values/excelDate';
import { oneCell } from '../free/oneCell';
import { operationNamed } from '../free/operationNamed';
import { dayIn, endOfDay, intervalIn } from './dates';
import { fieldOf, pathNamed, rank } from './fields';
import { optionsIn, type HistoryCall } from './historyCall';
import { datesOf, pointsIn, readPoints, valueOn, type Point } from './points';
import { wantedItems, type Wanted } from './wantedItems';

export const textIn = (name: string, argument: unknown): string | undefined => {
  const value = oneCell(name, argument);
  return value === undefined || value === 0 ? undefined : String(value);
};

export function sourceIn({ args }: HistoryCall) {
  const given = textIn('source', args[0]);
  if (given === undefined)
    throw new InputFault('Enter the function whose history you want, such as "STAYS.SEARCH".');
  return operationNamed(given);
}

export const pointsFor = async (
  call: HistoryCall,
  { item, request }: Extract<Wanted, { state: 'item' }>,
  path: string,
): Promise<Point[]> =>
  path === rank
    ? pointsIn(await rankSeries(call.history.reader, item, request))
    : readPoints(call.history.reader, item, path);

export const noValues = (label: string, heading: string): InputFault =>
  new InputFault(`The history has ${label}, but no ${heading.toLowerCase()} in this period.`, 'na');

export async function historySeries(call: HistoryCall): Promise<Cell[][]> {
  const { args, now, host } = call;
  const operation = sourceIn(call);
  call.uses(operation);
  const path = pathNamed(operation, textIn('field', args[2]));
  const today = localSerial(now());
  const start = dayIn('start', oneCell('start', args[3]));
  const given = dayIn('end', oneCell('end', args[4]));
  const interval = intervalIn(oneCell('interval', args[5]));
  const { view, params } = optionsIn(call, operation, args[6]);
  const { all } = await wantedItems(call, operation, 1, params);
  const items = all.filter((one) => one.state === 'item');
  const [fault] = all.filter((one) => one.state === 'fault');
  if (items.length === 0 && fault) throw new InputFault(fault.fault.message, fault.fault.fault);
  const lines = await Promise.all(items.map((one) => pointsFor(call, one, path)));
  // A clock that is ahead elsewhere must not hide what was just seen.
  const newest = Math.max(today, ...lines.map((points) => points.at(-1)?.at ?? 0));
  const end = given === undefined ? newest : endOfDay(given);
  const dates = datesOf(lines, interval, start, interval === 0 ? end : Math.min(end, newest));
  const formats = view.formats && host.formats;
  const comparable = (items[0]?.item satisfies ItemKey | undefined)?.comparable ?? '{}';
  const field = fieldOf(operation, path, comparable, formats);
  const rows = dates
    .map((date) => ({ date, values: lines.map((points) => valueOn(points, date, interval, end)) }))
    .filter(({ values }) => interval === 0 || values.some((value) => value !== undefined))
    .map(({ date, values }): Cell[] => [
      showDate(date, formats),
      ...values.map((value) => field.cell(value)),
    ]);
  if (rows.length === 0) throw noValues(items[0]?.label ?? 'it', field.heading);
  const names = items.length === 1 ? [field.heading] : items.map(({ label }) => label);
  const table = view.headers === 'none' ? rows : [['Date', ...names], ...rows];
  return view.transpose ? transposed(table) : table;
}
