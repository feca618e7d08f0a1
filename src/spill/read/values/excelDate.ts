// Dates as people and the service write them, from and to Excel's serial dates.
import { timeOfNumber } from '../../../operations/numericTime';
import { isoOfSerial, isSerialDay, serialOf } from '../../../operations/serialDate';

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** The serial number of a calendar day, or undefined where there is no such day or Excel has none for it. */
function serialOfDay(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const time = Date.UTC(year, month - 1, day);
  const serial = serialOf(time);
  return isSerialDay(serial) && new Date(time).getUTCDate() === day ? serial : undefined;
}

/** Milliseconds since 1970 as a serial number in universal time, to the second. */
const serialOfTime = (time: number): number => serialOf(Math.round(time / 1000) * 1000);

/** The same on the clock of the person who reads it. */
export const localSerial = (time: number): number =>
  serialOfTime(time - new Date(time).getTimezoneOffset() * 60_000);

const isoForm =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?$/;

const hour = 3_600_000;

/**
 * ISO text as a serial number. The clock time stays as written: a hotel's midnight is the hotel's. Only where the table
 * knows the source's own time, in hours from universal time, is a moment moved to it.
 */
export function serialOfIso(text: string, zone?: number): number | undefined {
  const found = isoForm.exec(text);
  if (!found) return undefined;
  const moment = zone !== undefined && /Z|[+-]\d\d:?\d\d$/.test(text) ? Date.parse(text) : NaN;
  if (moment === moment) return serialOfTime(moment + zone! * hour);
  const day = serialOfDay(Number(found[1]), Number(found[2]), Number(found[3]));
  if (day === undefined || found[4] === undefined) return day;
  const seconds = Number(found[4]) * 3600 + Number(found[5]) * 60 + Number(found[6] ?? 0);
  return seconds < 86_400 ? day + seconds / 86_400 : undefined;
}

/** A number whose unit nobody gives (numericTime.ts), in the source's own time. */
export function serialOfNumber(value: number, zone = 0): number | undefined {
  const time = timeOfNumber(value, zone);
  const serial = time === undefined ? 0 : serialOfTime(time + zone * hour);
  return isSerialDay(serial) ? serial : undefined;
}

/** Serial numbers from 1990 to 2100: a smaller or larger number in the place of a date is something else. */
const firstPlausible = 32_874;
const endPlausible = 73_416;

const fromParts = (year: string, month: number, day: string): string | undefined => {
  const serial = serialOfDay(Number(year), month, Number(day));
  return serial === undefined ? undefined : isoOfSerial(serial);
};

const monthNamed = (name: string): number =>
  months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;

/** An ISO day from a serial number, or from text that reads the same in every country. */
export function readDay(value: string | number): string | undefined {
  if (typeof value === 'number') return readDayNumber(value);
  if (/^\d{5,8}$/.test(value)) return readDayNumber(Number(value));
  let found = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ][\d:.]+Z?)?$/.exec(value);
  if (found) return fromParts(found[1]!, Number(found[3]), found[4]!);
  found = /^(\d{1,2})[ .-]+([a-z]{3,9})[ .,-]+(\d{4})$/i.exec(value);
  if (found) return fromParts(found[3]!, monthNamed(found[2]!), found[1]!);
  found = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(value);
  return found ? fromParts(found[3]!, monthNamed(found[1]!), found[2]!) : undefined;
}

function readDayNumber(value: number): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(String(value)) ?? [];
  if (year !== undefined) return fromParts(year, Number(month), day!);
  return value >= firstPlausible && value < endPlausible ? isoOfSerial(value) : undefined;
}
