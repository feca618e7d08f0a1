// When a watch runs: wall-clock times in an IANA time zone, or every so many hours. A cron expression is only arithmetic on
// calendar fields, so croner computes it in UTC; which instant a wall-clock time is in a zone is decided here, with Intl. A time
// that a clock change skips runs right after the gap; one that occurs twice runs the first time only.
import { Cron } from 'croner';
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

function cronFault(text: string): string | undefined {
  if (text.trim().split(/\s+/).length !== 5)
    return 'The schedule must have five fields: minute, hour, day of month, month, day of week.';
  try {
    const cron = cronOf(text);
    if (!cron.nextRun(new Date(Date.UTC(2024, 0, 1)))) return 'This schedule never runs.';
  } catch {
    return 'This is not a valid cron expression.';
  }
  return shortestGap(text) < shortestInterval ? 'A watch can run every 15 minutes at most.' : undefined;
}

const crons = new Map<string, Cron>();
const mostKnown = 1_000;

function cronOf(text: string): Cron {
  const known = crons.get(text);
  if (known) return known;
  const made = new Cron(text.trim(), { utcOffset: 0, mode: '5-part', paused: true });
  if (crons.size >= mostKnown) crons.clear();
  crons.set(text, made);
  return made;
}

const expressionOf = (schedule: Exclude<Schedule, { kind: 'hours' | 'once' }>): string => {
  if (schedule.kind === 'cron') return schedule.cron;
  const [hours = 0, minutes = 0] = schedule.at.split(':').map(Number);
  const days = [...new Set(schedule.days)].sort((a, b) => a - b).map((it) => it % 7);
  return `${minutes} ${hours} * * ${days.join(',')}`;
};

/** Enough for two weeks of the densest schedule that is allowed, or for years of a rare one. */
const looked = 1_500;
const gaps = new Map<string, number>();

/** The shortest time between two wall-clock times of an expression. */
function shortestGap(text: string): number {
  const known = gaps.get(text);
  if (known !== undefined) return known;
  const cron = cronOf(text);
  let at = new Date(Date.UTC(2024, 0, 1));
  const until = Date.UTC(2024, 11, 31);
  let least = Infinity;
  for (let count = 0; count < looked; count += 1) {
    const next = cron.nextRun(at);
    if (!next || (next.getTime() > until && count > 12)) break;
    if (count > 0) least = Math.min(least, next.getTime() - at.getTime());
    at = next;
  }
  if (gaps.size >= mostKnown) gaps.clear();
  gaps.set(text, least);
  return least;
}

/** The time between two runs, where no clock changes: the shortest where it varies. */
export function intervalOf(schedule: Schedule): number {
  if (schedule.kind === 'once') return 0;
  if (schedule.kind === 'hours') return schedule.every * hour;
  return Math.min(shortestGap(expressionOf(schedule)), 366 * day);
}

/** The first run after `after`; undefined where there is none any more. */
export function nextRun(schedule: Schedule, after: number): number | undefined {
  if (schedule.kind === 'once') return undefined;
  if (schedule.kind === 'hours') {
    const step = schedule.every * hour;
    return schedule.from + Math.max(0, Math.floor((after - schedule.from) / step) + 1) * step;
  }
  const cron = cronOf(expressionOf(schedule));
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

/** The most runs in one day and in 31 days, as the calendar of the next two months has them: what it costs follows from it. */
export function mostRuns(schedule: Schedule, from: number): MostRuns {
  if (schedule.kind === 'once') return { day: 1, month: 1 };
  if (schedule.kind === 'hours')
    return { day: Math.ceil(24 / schedule.every), month: Math.ceil((31 * 24) / schedule.every) };
  const cron = cronOf(expressionOf(schedule));
  // Wall-clock times alone: a change of the clock adds no run.
  const runs: number[] = [];
  for (let at = cron.nextRun(new Date(from)); at && at.getTime() <= from + 62 * day; at = cron.nextRun(at))
    runs.push(at.getTime());
  return { day: Math.max(1, most(runs, day)), month: Math.max(1, most(runs, 31 * day)) };
}

/** The most of these instants that lie within one stretch of this length. */
function most(instants: readonly number[], length: number): number {
  let first = 0;
  let found = 0;
  instants.forEach((at, index) => {
    while (at - (instants[first] ?? at) >= length) first += 1;
    found = Math.max(found, index - first + 1);
  });
  return found;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, made);
  return made;
}

/** What clocks in the zone show, as if it were UTC. */
function wallClock(instant: number, timeZone: string): number {
  if (timeZone === 'UTC') return instant;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day: date = 1, hour: hours = 0, minute: minutes = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, date, hours, minutes, second) + (((instant % 1_000) + 1_000) % 1_000);
}

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
