// The observations of one item as a table needs them: by serial date, at every observation or at the end of each period.
import { datedItem, type ItemKey } from '../../history/observation';
import { pointsOf, unionOf, type Json, type Series } from '../../history/series';
import type { HistoryReader } from '../../history/store';
import { localSerial } from '../../spill/read/values/excelDate';
import { endOfDay, periodOf, type Interval } from './dates';

export interface Point {
  /** Serial date with the time of day. */
  readonly at: number;
  readonly value: Json;
}

/** Values at the source's own dates belong to the same line. */
export async function readPoints(reader: HistoryReader, item: ItemKey, field: string): Promise<Point[]> {
  const dated = datedItem(item);
  const [seen, ofSource] = await Promise.all([
    reader.series(item, field),
    dated ? reader.series(dated, field) : undefined,
  ]);
  return pointsIn(ofSource && ofSource.changes.length > 0 ? unionOf(seen, ofSource) : seen);
}

export const pointsIn = (series: Series): Point[] =>
  series.changes.length === 0 ? [] : pointsOf(series).map(([at, value]) => ({ at: localSerial(at), value }));

/** The last point at or before a moment. */
export function lastAt(points: readonly Point[], moment: number): Point | undefined {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.at <= moment) low = middle + 1;
    else high = middle;
  }
  return points[low - 1];
}

/** The dates of a table over several items: every observation, or the first day of each period. */
export function datesOf(
  all: readonly (readonly Point[])[],
  interval: Interval,
  start: number | undefined,
  end: number,
): number[] {
  const from = start ?? Math.min(...all.map(([first]) => first?.at ?? Infinity));
  if (from > end) return [];
  if (interval === 0) {
    const times = all.flatMap((points) => points.map(({ at }) => at));
    return [...new Set(times)].filter((at) => at >= from && at <= end).sort((a, b) => a - b);
  }
  const dates: number[] = [];
  for (
    let [day, next] = periodOf(Math.floor(from), interval);
    day <= end;
    [day, next] = periodOf(next, interval)
  )
    dates.push(day);
  return dates;
}

/** What was known on a date of such a table; undefined before the first observation. */
export function valueOn(
  points: readonly Point[],
  date: number,
  interval: Interval,
  end: number,
): Json | undefined {
  if (interval === 0) {
    const point = lastAt(points, date);
    return point?.at === date ? point.value : undefined;
  }
  const [, next] = periodOf(date, interval);
  return lastAt(points, Math.min(endOfDay(next - 1), end))?.value;
}
