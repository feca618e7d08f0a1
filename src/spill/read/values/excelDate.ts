// Dates as people and the service write them, from and to Excel's serial dates.
import { timeOfNumber } from '../../../operations/numericTime';
import { isoOfSerial, isSerialDay, serialOf } from '../../../operations/serialDate';
import { westernDigits } from '../../../operations/check/canonicalValue';
import { monthNamed } from './localWords';

/** The serial number of a calendar day, or undefined where there is no such day or Excel has none for it. */
function serialOfDay(year: number, month: number, day: number): number | undefined {
  // JavaScript takes a year below 100 for one of the 20th century.
  if (year < 100 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const time = Date.UTC(year, month - 1, day);
  const serial = serialOf(time);
  return isSerialDay(serial) && new Date(time).getUTCDate() === day ? serial : undefined;
}

/** Milliseconds since 1970 as a serial number in universal time, to the second: a moment before midnight is on its own day. */
const serialOfTime = (time: number): number => serialOf(Math.floor(time / 1000) * 1000);

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

/**
 * Serial numbers from 1990 to 2100: a smaller or larger number in the place of a date is something else. Text is bound above
 * only: that a date has passed is said where it matters.
 */
const firstPlausible = 32_874;
const endPlausible = 73_416;

const fromParts = (year: string, month: number, day: string): string | undefined => {
  const serial = serialOfDay(Number(year), month, Number(day));
  return serial === undefined || serial >= endPlausible ? undefined : isoOfSerial(serial);
};

/** Signs that only say in which direction the text around them runs. */
const marks = /[\u200e\u200f\u061c]/g;

/** Between the parts: `3 de mayo de 2027`, `3. Mai 2027`, `3-May-2027`. */
const between = String.raw`(?:[ .]+(?:del? +|d')|[ .,،-]+)`;
const month = String.raw`(\p{L}[\p{L}\p{M}' ]*?)`;
const dayFirst = new RegExp(
  String.raw`^(\d{1,2})(?:er|º|ª)?${between}${month}${between}(\d{4})\.?(?: ?(?:г|года|р|року)\.?)?$`,
  'iu',
);
const monthFirst = new RegExp(String.raw`^${month}\.? (\d{1,2})[,،]? (\d{4})$`, 'iu');
const yearFirst = new RegExp(String.raw`^(\d{4})${between}${month}${between}(\d{1,2})\.?$`, 'iu');
const byCharacters = /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日号號일]?$/;

/** An ISO day from a serial number, or from text that reads the same in every country. */
export function readDay(value: string | number): string | undefined {
  if (typeof value === 'number') return readDayNumber(value);
  const text = westernDigits(value).replace(marks, '').trim();
  if (/^\d{5,8}$/.test(text)) return readDayNumber(Number(text));
  let found = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ][\d:.]+Z?)?$/.exec(text);
  if (found) return fromParts(found[1]!, Number(found[3]), found[4]!);
  found = byCharacters.exec(text);
  if (found) return fromParts(found[1]!, Number(found[2]), found[3]!);
  found = dayFirst.exec(text);
  if (found) return fromParts(found[3]!, monthNamed(found[2]!), found[1]!);
  found = monthFirst.exec(text);
  if (found) return fromParts(found[3]!, monthNamed(found[1]!), found[2]!);
  found = yearFirst.exec(text);
  return found ? fromParts(found[1]!, monthNamed(found[2]!), found[3]!) : undefined;
}

function readDayNumber(value: number): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(String(value)) ?? [];
  if (year !== undefined) return fromParts(year, Number(month), day!);
  return value >= firstPlausible && value < endPlausible ? isoOfSerial(value) : undefined;
}
