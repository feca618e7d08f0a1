// Prices are the same all day and move a little from one day to the next; ratings move from week to week, and reviews add up.
import { fraction } from './random';

const dayMs = 86_400_000;

export const dayOf = (now: number): number => Math.floor(now / dayMs);

/** Monday of the week as a day number; 1 January 1970 was a Thursday. */
export const mondayOf = (day: number): number => day - ((day + 3) % 7);

export const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Midnight at the given offset from UTC in hours. */
export const secondsOf = (day: number, zone: number): number => (day * dayMs) / 1000 - zone * 3600;

/** The day number of an ISO date. */
export const dayOfIso = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs);

const weekOf = (day: number): number => Math.floor((day + 3) / 7);
const firstDay = dayOfIso('2026-01-01');

/** Reviews only become more: a popular record gets several a week, most get one now and then. */
export function grown(seed: number, id: string | number, count: number, day: number): number {
  const perDay = (count / 2_000) * fraction(seed, id, 'growth');
  return count + Math.floor(perDay * Math.max(0, day - firstDay));
}

/** A score as this week's reviews leave it: at most a tenth of a point away, with as many decimals as before. */
export function weekly(
  seed: number,
  id: string | number,
  score: number,
  { day, best, step }: { readonly day: number; readonly best: number; readonly step: number },
): number {
  const moved = score + (fraction(seed, id, 'week', weekOf(day)) - 0.5) * 0.2;
  return Math.round(Math.min(best, moved) / step) / Math.round(1 / step);
}

/** A factor near 1, specific to the record: a slow wave of about a month and a small daily change. */
export function drift(seed: number, id: string | number, day: number, size = 0.03): number {
  const phase = fraction(seed, id, 'phase') * 2 * Math.PI;
  const wave = Math.sin((2 * Math.PI * day) / 29 + phase);
  const twitch = fraction(seed, id, 'day', day) * 2 - 1;
  return 1 + size * (0.6 * wave + 0.4 * twitch);
}
