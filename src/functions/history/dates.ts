// Dates of the history as Excel counts them, on the clock of the person who reads them.
import { isSerialDay, timeOf } from '../../operations/serialDate';
import { InputFault } from '../../spill/inputFault';
import { ageUnits } from '../../spill/read/options/general';
import { localSerial, readDay, serialOfIso } from '../../spill/read/values/excelDate';
import { inQuotes } from '../../spill/shorten';

type Given = string | number | boolean | undefined;

const isLeftOut = (value: Given): value is undefined => value === undefined || value === '' || value === 0;

/** A day as a serial number; undefined where it is left out. */
export function dayIn(name: string, value: Given): number | undefined {
  if (isLeftOut(value)) return undefined;
  const iso = typeof value === 'boolean' ? undefined : readDay(value);
  const serial = iso === undefined ? undefined : serialOfIso(iso);
  if (serial !== undefined && isSerialDay(serial)) return serial;
  throw new InputFault(`${name} must be a date, such as 2026-11-01, not ${inQuotes(String(value))}.`);
}

/**
 * The last moment that counts as "then", as a serial number: the end of a day, or an age such as 7d before now. Undefined
 * where it is left out.
 */
export function momentIn(name: string, value: Given, now: number): number | undefined {
  if (isLeftOut(value)) return undefined;
  const [, number, unit = ''] = /^(\d{1,5}) ?([mhdw])$/i.exec(String(value)) ?? [];
  if (number !== undefined) {
    const milliseconds = unit.toLowerCase() === 'w' ? 7 * ageUnits['d']! : ageUnits[unit.toLowerCase()]!;
    return localSerial(now - Number(number) * milliseconds);
  }
  const day = dayIn(name, value);
  return day === undefined ? undefined : endOfDay(day);
}

/** A serial date on this clock as milliseconds since 1970. */
export function momentOf(serial: number): number {
  const guess = timeOf(serial);
  return guess + new Date(guess).getTimezoneOffset() * 60_000;
}

/** The last second of a day. */
export const endOfDay = (serial: number): number => Math.floor(serial) + 86_399 / 86_400;

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
  throw new InputFault(
    `interval must be 0 (every observation), 1 (day), 2 (week) or 3 (month), not ${inQuotes(String(value))}.`,
  );
}

/** Excel's serial 2 was a Monday. */
const mondayOf = (day: number): number => day - ((((day - 2) % 7) + 7) % 7);

const dateOf = (day: number) => new Date((day - 25_569) * 86_400_000);
const firstOfMonth = (day: number, later = 0): number => {
  const date = dateOf(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / 86_400_000 + 25_569;
};

/** The first day of the period that a day is in, and of the next one. */
export function periodOf(day: number, interval: 1 | 2 | 3): readonly [first: number, next: number] {
  if (interval === 1) return [day, day + 1];
  if (interval === 2) return [mondayOf(day), mondayOf(day) + 7];
  return [firstOfMonth(day), firstOfMonth(day, 1)];
}
