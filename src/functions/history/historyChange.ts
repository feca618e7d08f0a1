// What became of a field of each item, one row each: HISTORY.CHANGE in figures, HISTORY.TREND as a small chart of text, because
// Excel lets no add-in make a sparkline. Free; nothing is sent.
import { ofLastOffer, type LinePoint } from '../../history/line';
import { labelled, unlabelled } from '../../languages/labels';
import type { OperationId } from '../../operations';
import type { Cell, CellFault } from '../../spill/cell';
import { showDate } from '../../spill/grid/fieldReader';
import { transposed } from '../../spill/grid/grid';
import { InputFault, shorten } from '../../spill/inputFault';
import { oneCell } from '../free/operationNamed';
import { isoDay, isWithin, limitEnd, limitIn, serialAt, type Limit } from './dates';
import { comparison, historyField, incomparable, pathNamed, type HistoryField } from './fields';
import { optionsIn, type HistoryCall } from './historyCall';
import { sayHistory } from './say';
import { lineOf, noValues, sourceIn, textIn } from './historySeries';
import { wantedItems, type Wanted } from './wantedItems';

interface Asked {
  readonly operation: OperationId;
  readonly since: Limit | undefined;
  readonly field: HistoryField;
  readonly formats: boolean;
  readonly now: number;
}

type NumberPoint = LinePoint & { readonly value: number };

const numbersIn = (points: readonly LinePoint[]): NumberPoint[] =>
  points.filter((point): point is NumberPoint => typeof point.value === 'number');

/** The first with the lowest value, and the first with the highest. */
function lowestAndHighest(points: readonly LinePoint[]): readonly NumberPoint[] {
  const numbers = numbersIn(points);
  const [first] = numbers;
  if (!first) return [];
  return [
    numbers.reduce((low, one) => (one.value < low.value ? one : low), first),
    numbers.reduce((high, one) => (one.value > high.value ? one : high), first),
  ];
}

/** Why nobody knows the change: the history begins too late, or nothing was seen after the date. */
const unknown = (why: 'tooShort' | 'notSeenSince', label: string, point: LinePoint): CellFault => ({
  fault: 'na',
  message: sayHistory(why, { label: shorten(label, 100), day: isoDay(point) }),
});

/** Without a date, before is the observation before the last one. */
function changeRow(
  points: readonly LinePoint[],
  label: string,
  { operation, since, field, formats }: Asked,
): Cell[] {
  const last = points.at(-1)!;
  const earlier = since === undefined ? points.at(-2) : points.findLast((point) => isWithin(since, point));
  const missing = since !== undefined && !earlier ? unknown('tooShort', label, points[0]!) : undefined;
  // One observation would be compared with itself, and the change would always be 0.
  const noChange = earlier === last ? unknown('notSeenSince', label, last) : missing;
  const inPeriod = earlier && since !== undefined ? points.slice(points.indexOf(earlier)) : points;
  const alike = ofLastOffer(inPeriod);
  const mixed = incomparable(operation, alike);
  const extremes = lowestAndHighest(alike);
  const dateOf = (point: LinePoint) => showDate(serialAt(point), formats);
  return [
    field.cell(last),
    missing ?? field.cell(earlier),
    ...(noChange ? [noChange, noChange] : comparison(operation, field, last, earlier, formats)),
    ...(mixed ? [mixed, '', mixed, ''] : extremes.flatMap((one) => [field.cell(one), dateOf(one)])),
    ...(!mixed && extremes.length === 0 ? ['', '', '', ''] : []),
    alike.length,
    earlier ? dateOf(earlier) : '',
    dateOf(last),
  ];
}

/** A year, in whole weeks. */
const usualPeriod = 52 * 7 * 86_400_000;
/** Of equal length, so that the rows of several items have the same dates below each other. */
const periods = 26;
const heights = '▁▂▃▄▅▆▇█';
const unseen = '·';
/** The least that the full height stands for, as a share of the highest value: a rise of 1% must not look like a doubling. */
const leastSpan = 0.1;

/** The last value that was seen in each period. Where nothing was seen, there is a dot: nobody knows what it was. */
function trendRow(
  points: readonly LinePoint[],
  label: string,
  { operation, since, field, now }: Asked,
): Cell[] {
  const start = since === undefined ? now - usualPeriod : limitEnd(since);
  if (start >= now) throw new InputFault(sayHistory('sinceAhead'));
  const seen = ofLastOffer(points).filter(({ at }) => at > start);
  const mixed = incomparable(operation, seen);
  if (mixed) return [mixed];
  const [low, high] = lowestAndHighest(seen);
  if (!low || !high) return [{ fault: 'na', message: noValues(label, field.heading).message }];
  const shown = Array.from({ length: periods }, (): number | undefined => undefined);
  const place = (at: number) => Math.ceil(((at - start) / (now - start)) * periods) - 1;
  // A clock that is ahead elsewhere must not hide what was just seen.
  for (const { at, value } of numbersIn(seen)) shown[Math.min(place(at), periods - 1)] = value;
  const span = Math.max(high.value - low.value, Math.abs(high.value) * leastSpan) || 1;
  const bottom = (high.value + low.value - span) / 2;
  // Halves go up, whatever is lost in the division.
  const heightOf = (value: number) =>
    heights[Math.round(((value - bottom) / span) * (heights.length - 1) + 1e-9)]!;
  return [shown.map((value) => (value === undefined ? unseen : heightOf(value))).join('')];
}

/** One row for each item: what `rowOf` makes of its line, below these headings. */
async function eachItem(
  call: HistoryCall,
  headings: readonly string[],
  rowOf: (points: readonly LinePoint[], label: string, asked: Asked) => Cell[],
): Promise<Cell[][]> {
  const { args, now, host } = call;
  const operation = sourceIn(call);
  call.uses(operation);
  const path = pathNamed(operation, textIn('field', args[2]));
  const since = limitIn('since', oneCell('since', args[3]), now());
  const options = optionsIn(call, operation, args[4]);
  const { view } = options;
  const formats = view.formats && host.formats;
  const said = view.headers === 'fields' ? unlabelled : labelled;
  const field = historyField(operation, path, formats, said);
  const { all, named } = await wantedItems(call, operation, 1, path, options);
  const only = (first: Cell): Cell[] => headings.map((_, index) => (index === 0 ? first : ''));
  const cellsOf = async (one: Wanted): Promise<Cell[]> => {
    if (one.state === 'blank') return only('');
    if (one.state === 'fault') return only(one.fault);
    const points = await lineOf(call, one, path);
    if (points.length > 0) return rowOf(points, one.label, { operation, since, field, formats, now: now() });
    return only({ fault: 'na', message: noValues(one.label, field.heading).message });
  };
  const rows = await Promise.all(all.map(cellsOf));
  const first = rows[0]?.[0];
  if (rows.length === 1 && typeof first === 'object' && 'fault' in first) return [[first]];
  const lead = (index: number): Cell[] => (named ? [all[index]!.label] : []);
  const table = rows.map((row, index) => [...lead(index), ...row]);
  if (view.headers !== 'none')
    table.unshift([...(named ? ['Item'] : []), ...headings].map((heading) => said(heading)));
  return view.transpose ? transposed(table) : table;
}

/** The dates of "before" and "now" came later than the others, and formulas count columns. */
const changeHeadings = [
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
  'Now on',
];

export const historyChange = (call: HistoryCall) => eachItem(call, changeHeadings, changeRow);
export const historyTrend = (call: HistoryCall) => eachItem(call, ['Trend'], trendRow);
