import { expiredWatch, makeWatch } from '../../../src/gateway/watch/watch';
import { Cron } from 'croner';
import { intervalOf, mostRuns, nextRun, scheduleForm } from '../../../src/gateway/watch/schedule';
import { spentOn } from '../../../src/gateway/watch/spent';
import type { WatchSchedule as Schedule } from '../../../src/protocol/watches';
import { runs } from '../../runs';

const hour = 3_600_000;
const day = 24 * hour;

/** An oracle of Intl alone: looks at what clocks show, minute by minute around the time, and knows nothing of cron or offsets. */
class Clocks {
  private readonly format: Intl.DateTimeFormat;

  constructor(zone: string) {
    this.format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
  }

  /** `2027-03-28 01:59`, which sorts as it passes, save where clocks go back. */
  shown(instant: number): string {
    return this.format.format(instant);
  }

  /** The first instant of a local day and time: the first minute that shows it, or else the first that shows a later one. */
  first(date: string, time: string): number {
    const wanted = `${date} ${time}`;
    const guess = Date.parse(`${date}T${time}:00Z`);
    let later: number | undefined;
    let seen = '';
    for (let instant = guess - 15 * hour; instant <= guess + 15 * hour; instant += 60_000) {
      // A stretch without a change of the clock is passed over in one step.
      const now = this.shown(instant);
      if (now === wanted) return instant;
      if (later === undefined && seen !== '' && seen < wanted && now > wanted) later = instant;
      seen = now;
      const ahead = this.shown(instant + hour);
      if (ahead < wanted && Date.parse(`${ahead}Z`) - Date.parse(`${now}Z`) === hour)
        instant += hour - 60_000;
    }
    return later ?? NaN;
  }
}

const dates = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => new Date(from + index * day).toISOString().slice(0, 10));
const weekday = (date: string) => new Date(`${date}T12:00Z`).getUTCDay() || 7;

/** The days around each change of the clock. */
function interesting(zone: string, from: number, until: number): string[] {
  const clocks = new Clocks(zone);
  const found = new Set<string>();
  const offset = (at: number) => Date.parse(`${clocks.shown(at)}Z`) - at;
  for (let at = from; at < until; at += day) {
    if (offset(at) !== offset(at + day)) for (const date of dates(at - 2 * day, 5)) found.add(date);
  }
  return [...found].sort();
}

const from = Date.UTC(2024, 0, 1);
const until = Date.UTC(2034, 0, 1);
const allZones = Intl.supportedValuesOf('timeZone');
const share = runs(12);
const zones = [
  'Europe/Berlin',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'America/St_Johns',
  'Pacific/Chatham',
  ...allZones.filter((_, index) => index % Math.max(1, Math.ceil(allZones.length / share)) === 0),
];

test.each([...new Set(zones)])(
  'in %s every day at one time runs once a day, around every clock change of ten years',
  (zone) => {
    const clocks = new Clocks(zone);
    for (const at of ['00:00', '01:30', '02:30', '07:00', '23:45']) {
      const schedule: Schedule = { kind: 'days', days: [1, 2, 3, 4, 5, 6, 7], at, zone };
      const days = interesting(zone, from, until);
      for (const [index, date] of days.entries()) {
        const next = days[index + 1];
        if (next === undefined || Date.parse(next) - Date.parse(date) !== day) continue;
        const expected = clocks.first(next, at);
        const before = clocks.first(date, at);
        expect([zone, at, next, nextRun(schedule, before)]).toEqual([zone, at, next, expected]);
        expect(nextRun(schedule, expected - 1)).toBe(expected);
      }
    }
  },
);

test('weekdays and single days follow the calendar of the zone', () => {
  const zone = 'Pacific/Auckland';
  const weekdays: Schedule = { kind: 'days', days: [1, 2, 3, 4, 5], at: '07:00', zone };
  const mondays: Schedule = { kind: 'days', days: [1], at: '07:00', zone };
  const clocks = new Clocks(zone);
  for (const [schedule, wanted] of [
    [weekdays, (it: number) => it <= 5],
    [mondays, (it: number) => it === 1],
  ] as const) {
    const expected = dates(Date.UTC(2028, 0, 20), 90)
      .filter((date) => wanted(weekday(date)))
      .map((date) => clocks.first(date, '07:00'));
    const found: number[] = [];
    for (let at = (expected[0] ?? 0) - 1; found.length < expected.length;) {
      at = nextRun(schedule, at) ?? NaN;
      found.push(at);
    }
    expect(found).toEqual(expected);
  }
});

test('every six hours no clock change moves a run', () => {
  const first = Date.UTC(2027, 2, 27, 6);
  const schedule: Schedule = { kind: 'hours', every: 6, from: first, zone: 'Europe/Berlin' };
  expect(nextRun(schedule, first - 1)).toBe(first);
  expect(nextRun(schedule, first)).toBe(first + 6 * hour);
  expect(nextRun(schedule, first + 365 * day + 1)).toBe(first + 365 * day + 6 * hour);
  expect(nextRun(schedule, first - 100 * day)).toBe(first);
  // Clocks go back in autumn: that day is an hour longer.
  expect(mostRuns(schedule, first)).toEqual({ day: 5, month: 125 });
});

test('a leap day has a run, and a schedule for the 29th of February waits for one', () => {
  const daily: Schedule = { kind: 'days', days: [1, 2, 3, 4, 5, 6, 7], at: '12:00', zone: 'UTC' };
  expect(nextRun(daily, Date.UTC(2028, 1, 28, 12))).toBe(Date.UTC(2028, 1, 29, 12));
  const rare: Schedule = { kind: 'cron', cron: '0 12 29 2 *', zone: 'UTC' };
  expect(nextRun(rare, Date.UTC(2026, 0, 1))).toBe(Date.UTC(2028, 1, 29, 12));
});

test('a cron expression that runs within the hour does not run twice while clocks repeat it', () => {
  const schedule: Schedule = { kind: 'cron', cron: '*/30 * * * *', zone: 'Europe/Berlin' };
  // Clocks go back from 03:00 to 02:00 at 01:00 UTC.
  const start = Date.UTC(2027, 9, 31, 0, 0);
  const found = [
    nextRun(schedule, start),
    nextRun(schedule, start + hour / 2),
    nextRun(schedule, start + hour),
  ];
  expect(found).toEqual([start + hour / 2, start + 2 * hour, start + 2 * hour]);
});

test('the interval and the most runs of a day and a month are those of the calendar', () => {
  const weekdays: Schedule = { kind: 'days', days: [1, 2, 3, 4, 5], at: '07:00', zone: 'Asia/Tokyo' };
  expect(intervalOf(weekdays)).toBe(day);
  expect(mostRuns(weekdays, from)).toEqual({ day: 1, month: 23 });
  const quarter: Schedule = { kind: 'cron', cron: '*/15 9-16 * * *', zone: 'Asia/Tokyo' };
  expect(intervalOf(quarter)).toBe(hour / 4);
  expect(mostRuns(quarter, from)).toEqual({ day: 32, month: 992 });
});

test.each([
  ['* * * * *', /every 15 minutes/],
  ['0,1 7 * * *', /every 15 minutes/],
  ['0 7 * *', /five fields/],
  ['0 25 * * *', /not a valid/],
  ['0 0 30 2 *', /never runs/],
])('the expression %s is refused', (cron, message) => {
  const read = scheduleForm.safeParse({ kind: 'cron', cron, zone: 'UTC' });
  expect(read.success).toBe(false);
  expect(read.error?.issues[0]?.message).toMatch(message);
});

test('a time zone that nobody knows is refused', () => {
  expect(scheduleForm.safeParse({ kind: 'days', days: [1], at: '07:00', zone: 'Mars/Base' }).success).toBe(
    false,
  );
});

test('the day on which a watch ends is that of its own time zone', () => {
  const schedule = { kind: 'days', days: [1], at: '07:00', zone: 'America/Los_Angeles' } as const;
  const now = Date.UTC(2027, 0, 5, 2);
  const watch = makeWatch(
    { name: 'Watch', requests: [], schedule, limits: { day: 1, month: 1 } },
    { id: 'one', owner: { id: 'ann', name: 'Ann' }, sealedKey: 'sealed', now },
  );
  const told = expiredWatch(watch, now + 80 * 86_400_000);
  // In universal time it is 5 April by then.
  expect(told?.alerts?.at(-1)?.detail).toContain('It ends on 2027-04-04 ');
});

const expressions = [
  '*/15 * * * *',
  '7-59/20 9-17 * * 1-5',
  '0 0,6 1,15 * *',
  '30 23 L * *',
  '0 12 15W * *',
  '0 8 * * 1#1',
  '0,30 7 1-7 * +1',
  '0 7 */2 * *',
  '15 3 1 1 *',
  '0 0 29 2 *',
];

test.each(expressions)('the interval and the runs of %s are those that croner finds one by one', (text) => {
  const schedule: Schedule = { kind: 'cron', cron: text, zone: 'UTC' };
  expect(scheduleForm.safeParse(schedule).success).toBe(true);
  const cron = new Cron(text, { utcOffset: 0, mode: '5-part', paused: true });
  const found: number[] = [];
  const [start, end] = [from - 1, from + 63 * day];
  for (let at = cron.nextRun(new Date(start)); at && at.getTime() < end; at = cron.nextRun(at))
    found.push(at.getTime());
  const within = (length: number) =>
    Math.max(...found.map((first) => found.filter((at) => at >= first && at < first + length).length));
  expect(mostRuns(schedule, from)).toEqual({ day: within(day), month: within(31 * day) });
  const gaps = found.slice(1).map((at, index) => at - (found[index] ?? 0));
  expect(intervalOf(schedule)).toBeLessThanOrEqual(Math.min(...gaps));
  if (within(day) > 1) expect(intervalOf(schedule)).toBe(Math.min(...gaps));
});

test('all runs of a rare day are counted', () => {
  const schedule: Schedule = { kind: 'cron', cron: '0 * 1 7 *', zone: 'UTC' };
  expect(mostRuns(schedule, from)).toEqual({ day: 24, month: 24 });
});

test.each([
  ['*/15 * * * *', true],
  ['0 0 8 * +1#1', false],
  ['0 0 31 2,4,6,9,11 *', false],
  ['0 0 29 2 +1#5', true],
])('what %s costs is known without looking for each of its runs', (cron, runs) => {
  const next = jest.spyOn(Cron.prototype, 'nextRun');
  const match = jest.spyOn(Cron.prototype, 'match');
  const read = scheduleForm.safeParse({ kind: 'cron', cron: ` ${cron}`, zone: 'UTC' });
  if (runs) mostRuns({ kind: 'cron', cron: ` ${cron}`, zone: 'UTC' }, from);
  expect([read.success, next.mock.calls.length]).toEqual([runs, 0]);
  expect(match.mock.calls.length).toBeLessThan(7_000);
  jest.restoreAllMocks();
});

test('a zone may be written in many ways, and few of them are kept', () => {
  const made = jest.spyOn(Intl, 'DateTimeFormat');
  const name = 'antarctica/macquarie';
  const spelled = (nth: number) =>
    [...name].map((sign, index) => ((nth >> index) & 1 ? sign.toUpperCase() : sign)).join('');
  const look = (zone: string) => {
    const schedule: Schedule = { kind: 'days', days: [1], at: '07:00', zone };
    nextRun(schedule, from);
    spentOn({ schedule }, from);
  };
  for (let nth = 0; nth < 300; nth += 1) look(spelled(nth));
  const count = made.mock.calls.length;
  look(spelled(0));
  // It was forgotten, so it is made again.
  expect(made.mock.calls.length).toBe(count + 2);
  jest.restoreAllMocks();
});

test.each([
  ['Europe/Berlin', '2026-10-25', 1, 25],
  ['Europe/Berlin', '2026-10-25', 12, 3],
  ['Australia/Lord_Howe', '2027-04-04', 1, 25],
  ['Asia/Kolkata', '2026-10-25', 6, 4],
])('the price of a day covers its longest one: %s', (zone, date, every, most) => {
  const clocks = new Clocks(zone);
  const noon = Date.parse(`${date}T12:00Z`);
  const begins = clocks.first(date, '00:00');
  const schedule: Schedule = { kind: 'hours', every, from: begins, zone };
  let runsOfDay = 0;
  for (
    let at: number | undefined = begins - 1;
    (at = nextRun(schedule, at)) !== undefined && at < noon + 2 * day;
  )
    if (clocks.shown(at).startsWith(date)) runsOfDay += 1;
  expect([runsOfDay, mostRuns(schedule, noon).day]).toEqual([most, most]);
});
