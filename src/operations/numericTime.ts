// A date as a number whose unit nobody gives: yyyymmdd, seconds or milliseconds since 1970, told apart by magnitude. Or as ISO text.

const hour = 3_600_000;

/** Milliseconds since 1970. A day begins at its midnight in the zone, in hours from universal time. */
export function timeOfNumber(value: number, zone = 0): number | undefined {
  if (value >= 19_000_101 && value <= 99_991_231 && Number.isInteger(value)) {
    const [year, month, day] = [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100];
    const time = Date.UTC(year, month - 1, day);
    const isDay = month >= 1 && month <= 12 && new Date(time).getUTCDate() === day;
    return isDay ? time - zone * hour : undefined;
  }
  if (value >= 1e8 && value < 1e10) return value * 1000;
  if (value >= 1e11 && value < 1e13) return value;
  return undefined;
}

/** The time that a field of a record gives, in any of these forms; text without a zone of its own is in the source's. */
export function timeOfField(value: unknown, zone = 0): number | undefined {
  if (typeof value === 'number') return timeOfNumber(value, zone);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{8,13}$/.test(text)) return timeOfNumber(Number(text), zone);
  const [, day, clock = 'T00:00', own] =
    /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)? ?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const time = Date.parse(`${day}${clock.replace(' ', 'T').replace(',', '.')}${own ?? 'Z'}`);
  if (Number.isNaN(time)) return undefined;
  return own === undefined ? time - zone * hour : time;
}
