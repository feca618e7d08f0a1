// What the pane tells of one field of one item over time: how long each value lasted, and the lowest, the highest and the average of those
// that are numbers.
import { isSameOffer, type LinePoint } from '../../../history/line';
import { isSame } from '../../../history/series';
import { t } from '../../../languages/t';

export interface Point extends LinePoint {
  readonly value: number;
}

/** A value and the time it lasted. */
export interface LineRun {
  readonly first: LinePoint;
  readonly last: LinePoint;
}

export const numbersOf = (line: readonly LinePoint[]): Point[] =>
  line.filter((point): point is Point => typeof point.value === 'number' && Number.isFinite(point.value));

/** Of the numbers; amounts in several currencies cannot be compared. */
export const currenciesOf = (points: readonly Point[]): string[] => [
  ...new Set(points.map(({ currency }) => currency ?? t('history.anUnknownCurrency'))),
];

/** Undefined where no value is a number. Of equal values, the first is the lowest or the highest. */
export function figuresOf(points: readonly Point[]) {
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

export function lineRuns(line: readonly LinePoint[]): LineRun[] {
  const runs: LineRun[] = [];
  for (const point of line) {
    const run = runs.at(-1);
    const isOn =
      run &&
      isSame(run.last.value, point.value) &&
      run.last.currency === point.currency &&
      isSameOffer(run.last, point);
    if (isOn) runs[runs.length - 1] = { ...run, last: point };
    else runs.push({ first: point, last: point });
  }
  return runs;
}
