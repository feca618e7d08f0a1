// The user's day: limits and totals restart at local midnight.

/** Local date, yyyy-mm-dd. */
export const dayOf = (now: number): string => {
  const date = new Date(now);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
