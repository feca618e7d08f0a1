// Excel's serial dates: days since 1899-12-30, with the time of day as a fraction. Excel counts a 29 February 1900 that
// never existed, so days before March 1900 are not converted.

const dayMilliseconds = 86_400_000;
const unixEpoch = 25_569;
const first = 61;
const last = 2_958_465;

/** Milliseconds since 1970, in universal time, as a serial date. */
export const serialOf = (time: number): number => time / dayMilliseconds + unixEpoch;

/** A serial date as milliseconds since 1970, in universal time. */
export const timeOf = (serial: number): number => (serial - unixEpoch) * dayMilliseconds;

/** Whether both Excel and the calendar have this day. */
export const isSerialDay = (serial: number): boolean => serial >= first && serial < last + 1;

/** The day of a serial date as yyyy-mm-dd. */
export const isoOfSerial = (serial: number): string | undefined =>
  isSerialDay(serial) ? new Date(timeOf(Math.floor(serial))).toISOString().slice(0, 10) : undefined;
