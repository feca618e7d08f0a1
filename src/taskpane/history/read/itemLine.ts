// One field of one item over time: its values, and the lowest, the highest and the average of those that are numbers.
import { datedItem, type ItemKey } from '../../../history/observation';
import { pointsOf, type Json, type Series } from '../../../history/series';
import type { HistoryReader } from '../../../history/store';
import { historyOf } from '../../../operations/histories';

export interface Point {
  readonly at: number;
  readonly value: number;
}

export interface LineFigures {
  readonly low: Point;
  readonly high: Point;
  /** Of all observations, each counted once. */
  readonly average: number;
}

/** A source that dates its values itself has them at its own dates; others when they were fetched. */
export async function readLine(
  reader: Pick<HistoryReader, 'series'>,
  item: ItemKey,
  field: string,
): Promise<Series> {
  const dated = datedItem(item);
  if (dated && historyOf(item.operation).dated?.fields.includes(field)) {
    const own = await reader.series(dated, field);
    if (own.times.length > 0) return own;
  }
  return reader.series(item, field);
}

export const numbersOf = (series: Series): Point[] =>
  pointsOf(series).flatMap(([at, value]: readonly [number, Json]) =>
    typeof value === 'number' && Number.isFinite(value) ? [{ at, value }] : [],
  );

/** Undefined where no value is a number. Of equal values, the first is the lowest or the highest. */
export function figuresOf(points: readonly Point[]): LineFigures | undefined {
  const [first] = points;
  if (!first) return undefined;
  let [low, high] = [first, first];
  let average = 0;
  points.forEach((point, index) => {
    if (point.value < low.value) low = point;
    if (point.value > high.value) high = point;
    average += (point.value - average) / (index + 1);
  });
  return { low, high, average };
}
