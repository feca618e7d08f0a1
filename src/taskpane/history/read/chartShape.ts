// Where the line of a small chart runs: a value holds until the next observation, so the line has steps, and it ends where there was
// none.
import type { ChartSize } from '../../controls/dataViews';
import type { Point } from './itemLine';

/** More dots than this would be a band: only the line is drawn. */
const mostDots = 60;

const rounded = (position: number): number => Math.round(position * 10) / 10;

/** The lowest and highest value with some room; never without height. */
function rangeOf(points: readonly Point[]): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const { value } of points) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low < high
    ? [low, high]
    : [low - Math.max(Math.abs(low) * 0.05, 1), high + Math.max(Math.abs(high) * 0.05, 1)];
}

/** Takes at least one point, ascending by time. `gaps`: times at which it had no such value; no line goes through them. */
export function chartShape(points: readonly Point[], size: ChartSize, gaps: readonly number[] = []) {
  const first = points[0]!.at;
  const span = points.at(-1)!.at - first;
  const [low, high] = rangeOf(points);
  const room = { x: size.width - size.left - size.right, y: size.height - size.top - size.bottom };
  const x = (at: number) => rounded(size.left + (span === 0 ? room.x / 2 : ((at - first) / span) * room.x));
  const y = (value: number) => rounded(size.top + ((high - value) / (high - low)) * room.y);
  const steps = points.map(({ at, value }, index) => {
    const before = points[index - 1];
    const gap = before && gaps.find((time) => time > before.at && time < at);
    if (before && gap === undefined) return `H${x(at)}V${y(value)}`;
    return `${gap === undefined ? '' : `H${x(gap)}`}M${x(at)} ${y(value)}`;
  });
  return {
    line: steps.join(''),
    dots:
      points.length > mostDots ? [] : points.map((point) => ({ x: x(point.at), y: y(point.value), point })),
    ticks: [low, (low + high) / 2, high].map((value) => ({ value, y: y(value) })),
  };
}
