// When a watch runs: wall-clock times in an IANA time zone, or every so many hours. A cron expression is only arithmetic on
// calendar fields, so croner computes it in UTC; which instant a wall-clock time is in a zone is decided here, with Intl. A time
// that a clock change skips runs right after the gap; one that occurs twice runs the first time only.
import { Cron } from 'croner';
import { memoized } from '../http/memoized';
import { isTimeZone } from '../spending/day';
import { watchSchedule, type WatchSchedule as Schedule } from '../../protocol/watches';

const hour = 3_600_000;
const day = 24 * hour;
const minute = 60_000;

/** The shortest time between two runs. */
const shortestInterval = 15 * minute;

/** Its parts in the form that both sides know; whether a zone exists and a cron expression runs is known here. */
export const scheduleForm = watchSchedule.superRefine((schedule, context) => {
  const refuse = (name: string, message: string | undefined) => {
    if (message !== undefined) context.addIssue({ code: 'custom', message, path: [name] });
  };
  if (!isTimeZone(schedule.zone))
    refuse('zone', 'The time zone must be an IANA name, such as Europe/Berlin.');
  if (schedule.kind === 'cron') refuse('cron', cronFault(schedule.cron));
});

/** For times that are told: a zone that this gateway does not know, such as one that another version has stored, is UTC. */
export const knownZone = (zone: string): string => (isTimeZone(zone) ? zone : 'UTC');

function cronFault(text: string): string | undefined {
  if (text.trim().split(/\s+/).length !== 5)
    return 'The schedule must have five fields: minute, hour, day of month, month, day of week.';
  try {
    const expression = expressionOf({ kind: 'cron', cron: text, zone: 'UTC' });
    if (!expression.everRuns()) return 'This schedule never runs.';
    return expression.shortestGap < shortestInterval
      ? 'A watch can run every 15 minutes at most.'
      : undefined;
  } catch {
    return 'This is not a valid cron expression.';
  }
}

/** One for each calendar that a year can have. */
const calendars = [
  ...[2024, 2028, 2032, 2036, 2040, 2044, 2048],
  ...[2025, 2026, 2027, 2029, 2030, 2033, 2034],
];

/**
 * An expression has the same times on every day that it names. So runs are counted by days: to look for each of them would take the
 * gateway a second, which anybody could ask for.
 */
class Expression {
  readonly cron: Cron;
  /** Milliseconds of a day. */
  readonly times: readonly number[];
  readonly shortestGap: number;
  private counted: { readonly today: number; readonly month: number } | undefined;

  constructor(private readonly text: string) {
    this.cron = cronOf(text);
    const [minutes = '', hours = ''] = text.split(/\s+/);
    const everyHour = cronOf(`${minutes} * * * *`);
    const everyMinute = cronOf(`* ${hours} * * *`);
    const shown = Array.from({ length: 60 }, (_, index) => index * minute).filter((at) =>
      everyHour.match(new Date(at)),
    );
    this.times = Array.from({ length: 24 }, (_, index) => index * hour)
      .filter((at) => everyMinute.match(new Date(at)))
      .flatMap((at) => shown.map((it) => at + it));
    this.shortestGap = this.gap();
  }

  everRuns(): boolean {
    // Without these, whether a day is named does not depend on its day of the week.
    const years = /[+#LW]/i.test(this.text) ? calendars : [2024];
    return years.some((year) => {
      for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += day)
        if (this.isOn(at)) return true;
      return false;
    });
  }

  /** On the most of 31 days in a row, as the calendar of the next two months has them. */
  month(from: number): number {
    const today = Math.floor(from / day);
    if (this.counted?.today === today) return this.counted.month;
    const isOn = Array.from({ length: 63 }, (_, index) => this.isOn((today + index) * day));
    const counts = isOn.slice(31).map((_, first) => isOn.slice(first, first + 31).filter(Boolean).length);
    const month = this.times.length * Math.max(1, ...counts);
    this.counted = { today, month };
    return month;
  }

  private isOn(date: number): boolean {
    return this.cron.match(new Date(date + (this.times[0] ?? 0)));
  }

  /** The shortest time between two wall-clock times. */
  private gap(): number {
    const { times } = this;
    const [first = 0, last = 0] = [times[0], times.at(-1)];
    let least = Infinity;
    times.forEach((at, index) => {
      if (index > 0) least = Math.min(least, at - (times[index - 1] ?? 0));
    });
    let before: number | undefined;
    for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2026, 0, 1); at += day) {
      if (!this.isOn(at)) continue;
      if (before !== undefined) least = Math.min(least, at - before - (last - first));
      if (before === at - day) break;
      before = at;
    }
    return least;
  }
}

const cronOf = (text: string): Cron => new Cron(text, { utcOffset: 0, mode: '5-part', paused: true });

/** One takes some 100 kB. */
const mostKnown = 200;
const known = memoized(mostKnown, (text) => new Expression(text));
const expressionOf = (schedule: Exclude<Schedule, { kind: 'hours' | 'once' }>): Expression =>
  known(textOf(schedule));

const textOf = (schedule: Exclude<Schedule, { kind: 'hours' | 'once' }>): string => {
  if (schedule.kind === 'cron') return schedule.cron.trim();
  const [hours = 0, minutes = 0] = schedule.at.split(':').map(Number);
  const days = [...new Set(schedule.days)].sort((a, b) => a - b).map((it) => it % 7);
  return `${minutes} ${hours} * * ${days.join(',')}`;
};

/** The time between two runs, where no clock changes: the shortest where it varies. */
export function intervalOf(schedule: Schedule): number {
  if (schedule.kind === 'once') return 0;
  if (schedule.kind === 'hours') return schedule.every * hour;
  return Math.min(expressionOf(schedule).shortestGap, 366 * day);
}

/** The first run after `after`; undefined where there is none any more. */
export function nextRun(schedule: Schedule, after: number): number | undefined {
  if (schedule.kind === 'once') return undefined;
  if (schedule.kind === 'hours') {
    const step = schedule.every * hour;
    return schedule.from + Math.max(0, Math.floor((after - schedule.from) / step) + 1) * step;
  }
  const { cron } = expressionOf(schedule);
  let wall = new Date(wallClock(after, schedule.zone));
  for (;;) {
    const next = cron.nextRun(wall);
    if (!next) return undefined;
    const instant = instantOf(next.getTime(), schedule.zone);
    if (instant > after) return instant;
    wall = next;
  }
}

export interface MostRuns {
  readonly day: number;
  readonly month: number;
}

/**
 * The most runs in one day and in 31 days: what it costs follows from it. A change of the clock adds no run at a time of the day; a day
 * that it makes longer has room for more of those that are some hours apart.
 */
export function mostRuns(schedule: Schedule, from: number): MostRuns {
  if (schedule.kind === 'once') return { day: 1, month: 1 };
  if (schedule.kind === 'hours') {
    const [step, longer] = [schedule.every * hour, longestDay(knownZone(schedule.zone)) - day];
    return { day: Math.ceil((day + longer) / step), month: Math.ceil((31 * day + longer) / step) };
  }
  const expression = expressionOf(schedule);
  return { day: expression.times.length, month: expression.month(from) };
}

/** A zone has as many names as there are ways to write its letters. */
const formatterOf = memoized(
  mostKnown,
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);

/** What clocks in the zone show, as if it were UTC. */
function wallClock(instant: number, timeZone: string): number {
  if (timeZone === 'UTC') return instant;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day: date = 1, hour: hours = 0, minute: minutes = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, date, hours, minutes, second) + (((instant % 1_000) + 1_000) % 1_000);
}

/** By zone, of a year and a day, which are as long in other years. */
const longestDay = memoized(mostKnown, (zone) => {
  const shown = Array.from({ length: 367 }, (_, index) =>
    wallClock(Date.UTC(2027, 0, 1) + index * day, zone),
  );
  const steps = shown.slice(1).map((at, index) => at - (shown[index] ?? at));
  return 2 * day - Math.min(...steps);
});

/** The first instant at which clocks in the zone show this time, or the end of the gap that skips it. */
function instantOf(wall: number, timeZone: string): number {
  const offset = (instant: number) => wallClock(instant, timeZone) - instant;
  // No zone is further from UTC than this, so both lie on either side of the time.
  let [low, high] = [wall - 16 * hour, wall + 16 * hour];
  const offsets = [...new Set([offset(low), offset(high)])].sort((a, b) => b - a);
  const exact = offsets.map((it) => wall - it).find((instant) => wallClock(instant, timeZone) === wall);
  if (exact !== undefined) return exact;
  // Clocks jump over it: the first instant at which they show a later time.
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000;
    if (wallClock(middle, timeZone) < wall) low = middle;
    else high = middle;
  }
  return high;
}
