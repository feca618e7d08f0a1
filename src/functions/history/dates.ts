// Dates of the history as Excel counts them: in the source's own calendar where the source dates its values, otherwise on the clock
// of the person who reads them.
import type { DatedMoment } from '../../history/line';
import { isSerialDay, serialOf, timeOf } from '../../operations/serialDate';
import { InputFault, inQuotes } from '../../spill/inputFault';
import { ageUnits } from '../../spill/read/options/view';
import { localSerial, readDay, serialOfIso } from '../../spill/read/values/excelDate';
import { sayHistory } from './say';

type Given = string | number | boolean | undefined;

const isLeftOut = (value: Given): value is undefined => value === undefined || value === '' || value === 0;

/** A day as a serial number; undefined where it is left out. */
export function dayIn(name: string, value: Given): number | undefined {
  if (isLeftOut(value)) return undefined;
  const iso = typeof value === 'boolean' ? undefined : readDay(value);
  const serial = iso === undefined ? undefined : serialOfIso(iso);
  if (serial !== undefined && isSerialDay(serial)) return serial;
  throw new InputFault(sayHistory('date', { name, value: inQuotes(String(value)) }));
}

/** What counts as "then": everything up to a moment, or up to the end of a day of whatever calendar is meant. */
export type Limit = { readonly until: number } | { readonly day: number };

/** A date, or an age such as 7d before now; undefined where it is left out. 3m may be minutes or months: it is neither. */
export function limitIn(name: string, value: Given, now: number): Limit | undefined {
  if (isLeftOut(value)) return undefined;
  const [, number, unit = ''] = /^(\d{1,5}) ?([hdw])$/i.exec(String(value)) ?? [];
  if (number !== undefined) {
    const milliseconds = unit.toLowerCase() === 'w' ? 7 * ageUnits['d']! : ageUnits[unit.toLowerCase()]!;
    return { until: Math.floor(now - Number(number) * milliseconds) };
  }
  const day = dayIn(name, value);
  return day === undefined ? undefined : { day: Math.floor(day) };
}

/** With the time of day, to the second: what was seen a moment before midnight was seen on that day. */
export function serialAt({ at, zone }: DatedMoment): number {
  return zone === undefined ? localSerial(at) : serialOf(Math.floor(at / 1000) * 1000 + zone * 3_600_000);
}

export const dayAt = (moment: DatedMoment): number => Math.floor(serialAt(moment));

export const isWithin = (limit: Limit, moment: DatedMoment): boolean =>
  'until' in limit ? moment.at <= limit.until : dayAt(moment) <= limit.day;

/** When a day begins on the clock of the reader. */
function midnight(serial: number): number {
  const day = new Date(timeOf(serial));
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()).getTime();
}

/** The last millisecond of a limit, on the clock of the reader. */
export const limitEnd = (limit: Limit): number =>
  Math.max(0, 'until' in limit ? limit.until : midnight(limit.day + 1) - 1);

/** From the beginning of a day on, or from a moment on; from the beginning where there is no limit. */
export const limitStart = (limit: Limit = { until: 0 }): number =>
  Math.max(0, 'until' in limit ? limit.until : midnight(limit.day));

/** As people write it in a sentence. */
export const isoDay = (moment: DatedMoment): string =>
  new Date(timeOf(dayAt(moment))).toISOString().slice(0, 10);

/** 0 every observation, 1 day, 2 week, 3 month. */
export type Interval = 0 | 1 | 2 | 3;

export function intervalIn(value: Given): Interval {
  const names = ['observation', 'day', 'week', 'month'];
  const number = value === undefined || value === '' ? 0 : Number(value);
  const named = names.findIndex(
    (name) =>
      String(value)
        .toLowerCase()
        .replace(/s$|ly$/, '') === name,
  );
  const found = named >= 0 ? named : number;
  if (found === 0 || found === 1 || found === 2 || found === 3) return found;
  throw new InputFault(sayHistory('interval', { value: inQuotes(String(value)) }));
}

/** Excel's serial 2 was a Monday. */
const mondayOf = (day: number): number => day - ((((day - 2) % 7) + 7) % 7);

const firstOfMonth = (day: number, later = 0): number => {
  const date = new Date(timeOf(day));
  return serialOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1));
};

/** The first day of the period that a day is in, and of the next one. */
export function periodOf(day: number, interval: 1 | 2 | 3): readonly [first: number, next: number] {
  if (interval === 1) return [day, day + 1];
  if (interval === 2) return [mondayOf(day), mondayOf(day) + 7];
  return [firstOfMonth(day), firstOfMonth(day, 1)];
}
