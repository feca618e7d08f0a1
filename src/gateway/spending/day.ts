// A budget's day: the calendar day of the team's time zone.
import { memoized } from '../http/memoized';

/** A zone has as many names as there are ways to write its letters. */
const mostZones = 200;
/** Formatting a date is slow, and the day is asked for with every request. The Swedish form of a date is the ISO form. */
const told = memoized(mostZones, (timeZone) => ({
  formatter: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }),
  second: NaN,
  day: '',
}));

export function dayOfZone(now: number, timeZone: string): string {
  const known = told(timeZone);
  const second = Math.floor(now / 1_000);
  if (known.second !== second) Object.assign(known, { second, day: known.formatter.format(now) });
  return known.day;
}

/** Seconds until the day ends; a day that the clocks change may be told up to an hour wrong. */
export function secondsLeft(now: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(now);
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return 86_400 - (hours * 3_600 + minutes * 60 + seconds);
}

export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
};

export const monthOf = (now: number, timeZone: string): string => dayOfZone(now, timeZone).slice(0, 7);

/** Seconds until the month ends, as exact as those of the day. */
export function secondsLeftOfMonth(now: number, timeZone: string): number {
  const [year = 0, month = 0, day = 0] = dayOfZone(now, timeZone).split('-').map(Number);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return secondsLeft(now, timeZone) + (days - day) * 86_400;
}
