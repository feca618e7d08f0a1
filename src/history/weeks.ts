// Which times stay when old detail is thinned: the last of each week. Weeks begin on Monday, in universal time.

const week = 7 * 86_400_000;
/** 1 January 1970 was a Thursday. */
const monday = 4 * 86_400_000;

const weekOf = (time: number): number => Math.floor((time - monday) / week);

/** Takes ascending times; what is not older than `before` stays. */
export const weekly = (times: readonly number[], before: number): number[] =>
  times.filter((at, index) => {
    const next = times[index + 1];
    return at >= before || next === undefined || weekOf(next) !== weekOf(at);
  });
