// The values of one field of one item over time, exactly: every time at which it was seen, and the value wherever it changed.
// A year of daily refreshes of a price that never changes is a list of times, which all fields of the item share.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The value from this time on. */
export type Change = readonly [at: number, value: Json];

/** Times in milliseconds since 1970, ascending and distinct. Before the first change the value is null. */
export interface Series {
  readonly times: readonly number[];
  readonly changes: readonly Change[];
}

export const isSame = (a: Json, b: Json): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** How many elements come before `at`, or at it with `inclusive`. */
function countBefore<T>(
  all: readonly T[],
  at: number,
  timeOf: (one: T) => number,
  inclusive = false,
): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const time = timeOf(all[middle]!);
    if (time < at || (inclusive && time === at)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const itself = (time: number) => time;
const timeOf = ([at]: Change) => at;

/** Adds a time; the same list where it is known. */
export function withTime(times: readonly number[], at: number): readonly number[] {
  const index = countBefore(times, at, itself);
  return times[index] === at ? times : [...times.slice(0, index), at, ...times.slice(index)];
}

/** Adds the value seen at a time that is not among `times` yet. The same list where nothing changes. */
export function withValue(
  changes: readonly Change[],
  times: readonly number[],
  at: number,
  value: Json,
): readonly Change[] {
  const index = countBefore(changes, at, timeOf);
  const before = changes[index - 1]?.[1] ?? null;
  const next = times[countBefore(times, at, itself)];
  const following = changes[index];
  const added: Change[] = isSame(value, before) ? [] : [[at, value]];
  let removed = 0;
  if (next !== undefined) {
    if (following?.[0] !== next) {
      if (added.length > 0) added.push([next, before]);
    } else if (isSame(following[1], value)) removed = 1;
  }
  if (added.length === 0 && removed === 0) return changes;
  return [...changes.slice(0, index), ...added, ...changes.slice(index + removed)];
}

/** The value as it was last seen at or before a time; undefined where the item had not been seen. */
export function valueAt({ times, changes }: Series, at: number): Json | undefined {
  const first = times[0];
  if (first === undefined || first > at) return undefined;
  return changes[countBefore(changes, at, timeOf, true) - 1]?.[1] ?? null;
}

/** When it was last seen at or before a time. */
export const seenAt = ({ times }: Pick<Series, 'times'>, at: number): number | undefined =>
  times[countBefore(times, at, itself, true) - 1];

/** Every time with its value. */
export function pointsOf({ times, changes }: Series): Change[] {
  let index = 0;
  let value: Json = null;
  return times.map((at) => {
    for (; index < changes.length && changes[index]![0] <= at; index += 1) value = changes[index]![1];
    return [at, value];
  });
}

export function seriesOf(points: Iterable<Change>): Series {
  const times: number[] = [];
  const changes: Change[] = [];
  let last: Json = null;
  for (const point of points) {
    times.push(point[0]);
    if (!isSame(point[1], last)) changes.push(point);
    last = point[1];
  }
  return { times, changes };
}

/** Whether it has a value at every time. */
export const isFull = ({ times, changes }: Series): boolean =>
  changes[0]?.[0] === times[0] && changes.every(([, value]) => value !== null);

/** Where the series has no value, that of another at the same time. */
export function filledFrom(series: Series, other: Series): Series {
  return seriesOf(pointsOf(series).map(([at, value]): Change => [at, value ?? valueAt(other, at) ?? null]));
}

/** Both together. What was seen at the same time was seen once; the first series decides its value. */
export function unionOf(a: Series, b: Series): Series {
  if (b.times.length === 0) return a;
  if (a.times.length === 0) return b;
  const all = new Map([...pointsOf(b), ...pointsOf(a)]);
  return seriesOf([...all].sort(([x], [y]) => x - y));
}
