// HISTORY.SERIES: what a field was over time, date by date. Free; nothing is sent.
import { isDated, ofLastOffer, readAsked, readLine, type LinePoint } from '../../history/line';
import { pointsOf, seriesOf, type Change, type Series } from '../../history/series';
import { labelled, unlabelled } from '../../languages/labels';
import { tableField, zoneOf } from '../../operations/histories';
import type { Cell } from '../../spill/cell';
import { transposed } from '../../spill/grid/grid';
import { showDate } from '../../spill/grid/fieldReader';
import { InputFault } from '../../spill/inputFault';
import { oneCell, operationNamed } from '../free/operationNamed';
import { dayAt, dayIn, intervalIn, periodOf, serialAt, type Interval } from './dates';
import { historyField, pathNamed, rank } from './fields';
import { optionsIn, type HistoryCall } from './historyCall';
import { sayHistory } from './say';
import { wantedItems, type Wanted } from './wantedItems';
import type { DataRequest } from '../../engine/request/dataRequest';
import { comparableOf, type ItemKey } from '../../history/observation';
import type { HistoryReader } from '../../history/store';

// The place of an item in the results of one request, over time. It belongs to the request, not to the item.

/** Of several items the one that stands first; null where none is in the list. */
async function rankSeries(
  reader: HistoryReader,
  [item, ...also]: readonly [ItemKey, ...ItemKey[]],
  request?: DataRequest,
): Promise<Series> {
  const wanted = new Set<string | null>([item, ...also].map(({ id }) => id));
  const keys = request
    ? [request.key]
    : (await reader.requests(item.operation))
        .filter(({ params, raw }) => comparableOf(item.operation, params, raw) === item.comparable)
        .map((one) => one.request);
  const lists = await Promise.all(keys.map((key) => reader.lists(key)));
  const having = lists.filter((all) => all.some(({ ids }) => ids.some((id) => wanted.has(id))));
  if (having.length > 1) throw new InputFault(sayHistory('severalSearches', { count: having.length }));
  return seriesOf(
    (having[0] ?? []).map(({ at, ids }): Change => {
      const place = ids.findIndex((id) => wanted.has(id));
      return [at, place < 0 ? null : place + 1];
    }),
  );
}

export const textIn = (name: string, argument: unknown): string | undefined => {
  const value = oneCell(name, argument);
  return value === undefined || value === 0 ? undefined : String(value);
};

export function sourceIn({ args }: HistoryCall) {
  const given = textIn('source', args[0]);
  if (given === undefined) throw new InputFault(sayHistory('enterFunction'));
  return operationNamed(given);
}

/**
 * Several lines as one: at each moment the lowest of what was seen then, or yes where one of them says so. What was not seen then may be
 * gone. Of amounts in two currencies none is the lowest: both stay, and cannot be compared.
 */
function lowestAt([first = [], ...others]: readonly LinePoint[][]): LinePoint[] {
  if (others.length === 0) return first;
  const found = new Map<string, LinePoint>();
  for (const point of [...first, ...others.flat()]) {
    const key = `${point.at} ${point.currency}`;
    const low = found.get(key)?.value;
    if (point.value === null) continue;
    const isLower = typeof low === 'number' ? Number(point.value) < low : point.value === true;
    if (low === undefined || isLower) found.set(key, point);
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

export async function lineOf(
  { reader }: HistoryCall,
  { item, request, also, times }: Extract<Wanted, { state: 'item' }>,
  path: string,
): Promise<LinePoint[]> {
  const all = [item, ...(also ?? [])] as const;
  if (path !== rank) {
    const read = also ? readAsked : readLine;
    const lines = await Promise.all(all.map((one) => read(reader, one, path)));
    return lowestAt(times ? lines.map((points) => points.filter(({ at }) => times.has(at))) : lines);
  }
  const series = await rankSeries(reader, all, request);
  return series.changes.length === 0 ? [] : pointsOf(series).map(([at, value]) => ({ at, value }));
}

export const noValues = (label: string, heading: string): InputFault =>
  new InputFault(sayHistory('noValues', { label, field: heading.toLowerCase() }), 'na');

/** As many rows as a sheet has, and as many columns with their currencies and the date. */
const mostRows = 1_048_576;
const mostItems = 8_191;

interface Row {
  readonly date: number;
  /** One for each line; undefined where it has none. */
  readonly points: readonly (LinePoint | undefined)[];
}

interface Period {
  readonly start: number | undefined;
  readonly end: number;
}

/** One row, or as many as a line has amounts in several currencies at that moment. */
const rowsAt = (date: number, points: readonly (readonly LinePoint[])[]): Row[] =>
  Array.from({ length: Math.max(...points.map(({ length }) => length)) }, (_, nth) => ({
    date,
    points: points.map((all) => all[nth]),
  }));

/** The points of the last moment before a place. */
function lastOf(line: readonly LinePoint[], end: number): readonly LinePoint[] {
  let from = Math.max(end - 1, 0);
  while (from > 0 && line[from - 1]!.at === line[from]!.at) from -= 1;
  return line.slice(from, end);
}

/** Every observation has its row, even if two are of the same second, or of the hour that a clock shows twice. */
function everyObservation(lines: readonly LinePoint[][], { start, end }: Period): Row[] {
  const known = lines.map(
    (points) => new Map(points.map((point, place) => [point.at, lastOf(points, place + 1)])),
  );
  const moments = new Map(lines.flatMap((points) => points.map((point) => [point.at, point] as const)));
  return [...moments.values()]
    .filter((moment) => (start === undefined || dayAt(moment) >= start) && dayAt(moment) <= end)
    .sort((a, b) => a.at - b.at)
    .flatMap((moment) =>
      rowsAt(
        serialAt(moment),
        known.map((points) => points.get(moment.at) ?? []),
      ),
    );
}

/** What was known at the end of each period. */
function byPeriod(lines: readonly LinePoint[][], interval: 1 | 2 | 3, { start, end }: Period): Row[] {
  const days = lines.map((points) => points.map(dayAt));
  const from = start ?? Math.min(...days.map(([first]) => first ?? Infinity));
  const rows: Row[] = [];
  if (from > end) return rows;
  const places = lines.map(() => 0);
  let [day, next] = periodOf(from, interval);
  while (day <= end && rows.length < mostRows) {
    const last = Math.min(next - 1, end);
    const points = lines.map((line, index) => {
      while ((days[index]![places[index]!] ?? Infinity) <= last) places[index]! += 1;
      return lastOf(line, places[index]!);
    });
    rows.push(...rowsAt(day, points));
    [day, next] = periodOf(next, interval);
  }
  return rows;
}

const rowsIn = (lines: readonly LinePoint[][], interval: Interval, period: Period): Row[] =>
  interval === 0 ? everyObservation(lines, period) : byPeriod(lines, interval, period);

export async function historySeries(call: HistoryCall): Promise<Cell[][]> {
  const { args, now, host } = call;
  const operation = sourceIn(call);
  call.uses(operation);
  const path = pathNamed(operation, textIn('field', args[2]));
  const start = dayIn('start', oneCell('start', args[3]));
  const given = dayIn('end', oneCell('end', args[4]));
  const interval = intervalIn(oneCell('interval', args[5]));
  const options = optionsIn(call, operation, args[6]);
  const { view } = options;
  const { all } = await wantedItems(call, operation, 1, path, options);
  // An item that is not known has its column too: the next one must not stand in its place.
  const items = all.filter((one) => one.state !== 'blank');
  const [fault] = items.flatMap((one) => (one.state === 'fault' ? [one.fault] : []));
  if (fault && items.every(({ state }) => state === 'fault'))
    throw new InputFault(fault.message, fault.fault);
  if (items.length > mostItems) throw new InputFault(sayHistory('tooManyItems', { count: items.length }));
  const lines = await Promise.all(
    items.map(async (one) => (one.state === 'item' ? ofLastOffer(await lineOf(call, one, path)) : [])),
  );
  // A clock that is ahead elsewhere must not hide what was just seen.
  const zone = isDated(operation, path) ? zoneOf(operation) : undefined;
  const newest = lines.reduce(
    (latest, points) => Math.max(latest, ...points.slice(-1).map(dayAt)),
    dayAt({ at: now(), zone }),
  );
  const rows = rowsIn(lines, interval, { start, end: Math.min(given ?? newest, newest) });
  const formats = view.formats && host.formats;
  const said = view.headers === 'fields' ? unlabelled : labelled;
  const field = historyField(operation, path, formats, said);
  // A chart draws text as 0, also an empty one, and leaves out #N/A.
  const isNumeric = path === rank || ['number', 'integer'].includes(tableField(operation, path)?.type ?? '');
  const gaps = items.map(({ label }): Cell => ({
    fault: 'na',
    message: noValues(label, field.heading).message,
  }));
  if (rows.length === 0) throw noValues(items[0]?.label ?? sayHistory('it'), field.heading);
  // A column of amounts in several currencies is no line: each says which.
  const isMixed = lines.map(
    (points) => new Set(points.flatMap(({ value, currency }) => (value === null ? [] : [currency]))).size > 1,
  );
  const beside = <T>(
    values: readonly T[],
    currency: (value: T, index: number) => Cell,
    cell: (value: T, index: number) => Cell,
  ) =>
    values.flatMap((value, index) =>
      isMixed[index] ? [cell(value, index), currency(value, index)] : [cell(value, index)],
    );
  const cellOf = (point: LinePoint | undefined, index: number): Cell => {
    const item = items[index]!;
    if (item.state === 'fault') return item.fault;
    const cell = field.cell(point);
    return cell === '' && isNumeric ? gaps[index]! : cell;
  };
  const table = rows.map(({ date, points }): Cell[] => [
    showDate(date, formats),
    ...beside(points, (point) => point?.currency ?? '', cellOf),
  ]);
  const names = items.length === 1 ? [field.heading] : items.map(({ label }) => label);
  const heading = (name: string) =>
    items.length === 1 ? said('Currency') : said('{item} currency').replace('{item}', () => name);
  if (view.headers !== 'none') table.unshift([said('Date'), ...beside(names, heading, (name) => name)]);
  return view.transpose ? transposed(table) : table;
}
