// Which times stay when old detail is thinned: the last of each week. Weeks begin on Monday, in universal time.

const week = 7 * 86_400_000;
/** 1 January 1970 was a Thursday. */
const monday = 4 * 86_400_000;

const weekOf = (time: number): number => Math.floor((time - monday) / week);

export interface Thinning {
  readonly before: number;
  /** Nothing that is older than `before` stays. */
  readonly drop: boolean;
}

/** Takes ascending times; what is not older than `before` stays, and what is in `listed`. */
export const keptTimes = (
  times: readonly number[],
  { before, drop }: Thinning,
  listed: ReadonlySet<number> = new Set(),
): Set<number> =>
  new Set(
    times.filter((at, index) => {
      if (at >= before || listed.has(at)) return true;
      const next = times[index + 1];
      return !drop && (next === undefined || weekOf(next) !== weekOf(at));
    }),
  );
