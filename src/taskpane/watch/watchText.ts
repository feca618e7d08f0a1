// What the view of watches says: when one runs, how its last run ended, what it costs. Without React.
import type { ShownWatch, WatchPrice, WatchSchedule } from '../../excel/runtime';
import { credits, moment, plural } from '../text/words';

const dayNames = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

/** What can be chosen without knowing cron. */
export const whenChoices = {
  weekdays: 'Weekdays',
  daily: 'Every day',
  ...Object.fromEntries(dayNames.map((name, index) => [`day ${index + 1}`, name])),
  'hours 6': 'Every 6 hours',
  'hours 12': 'Every 12 hours',
  'hours 1': 'Every hour',
  cron: 'Cron expression',
} as const;

export interface WhenDraft {
  readonly when: string;
  readonly at: string;
  readonly cron: string;
}

/** Hours are counted from the next full hour on. */
export function scheduleOf({ when, at, cron }: WhenDraft, zone: string, now: number): WatchSchedule {
  const [kind, number = '0'] = when.split(' ');
  if (kind === 'cron') return { kind: 'cron', cron: cron.trim(), zone };
  if (kind === 'hours') {
    const from = Math.ceil(now / 3_600_000) * 3_600_000;
    return { kind: 'hours', every: Number(number), from, zone };
  }
  const days =
    kind === 'weekdays' ? [1, 2, 3, 4, 5] : kind === 'daily' ? [1, 2, 3, 4, 5, 6, 7] : [Number(number)];
  return { kind: 'days', days, at, zone };
}

/** The draft that a schedule was made from. */
export function whenOf(schedule: WatchSchedule): WhenDraft {
  const draft = { when: 'weekdays', at: '07:00', cron: '0 7 * * 1-5' };
  if (schedule.kind === 'cron') return { ...draft, when: 'cron', cron: schedule.cron };
  if (schedule.kind === 'hours') return { ...draft, when: `hours ${schedule.every}` };
  if (schedule.kind === 'once') return draft;
  const { days, at } = schedule;
  const when = days.length === 7 ? 'daily' : days.length === 1 ? `day ${days[0]}` : 'weekdays';
  return { ...draft, when, at };
}

export function scheduleText(schedule: WatchSchedule): string {
  if (schedule.kind === 'cron') return `Cron ${schedule.cron} (${schedule.zone})`;
  if (schedule.kind === 'once') return 'Once';
  if (schedule.kind === 'hours') return schedule.every === 1 ? 'Every hour' : `Every ${schedule.every} hours`;
  const { days, at, zone } = schedule;
  const sorted = [...days].sort((a, b) => a - b);
  const text =
    sorted.length === 7
      ? 'Every day'
      : sorted.join() === '1,2,3,4,5'
        ? 'Weekdays'
        : sorted.map((day) => dayNames[day - 1]).join(', ');
  return `${text} at ${at} (${zone})`;
}

export const priceText = ({ run, day, month }: WatchPrice): string =>
  `${credits(run)} a run, up to ${credits(day)} a day and ${credits(month)} a month.`;

const outcomes: Readonly<Record<NonNullable<ShownWatch['last']>['outcome'], string>> = {
  ok: 'OK',
  partly: 'some requests failed',
  failed: 'failed',
  budget: 'a limit was reached',
  stopped: 'stopped',
};

export function lastText({ last, requests }: ShownWatch, now: number): string {
  if (!last) return 'Has not run yet.';
  const { startedAt, outcome, responses, rows, detail } = last;
  const facts = [
    `${responses} of ${plural(requests.length, 'response')}`,
    ...(responses > 0 ? [rows === 0 ? 'no rows changed' : `${plural(rows, 'row')} changed`] : []),
    credits(last.credits),
  ];
  return `Last run ${moment(startedAt, now)}: ${outcomes[outcome]}, ${facts.join(', ')}.${detail ? ` ${detail}` : ''}`;
}

export function stateText({ state, why, nextAt, running, asked }: ShownWatch, now: number): string {
  if (running) return `Running: ${running.done} of ${plural(running.of, 'request')}.`;
  if (asked) return 'Starts in a moment.';
  const reason = why === undefined ? '' : ` ${why}`;
  if (state !== 'on') return `${state === 'paused' ? 'Paused.' : 'Ended.'}${reason}`;
  return nextAt === undefined ? 'No further run.' : `Next run ${moment(nextAt, now)}.`;
}

export const spentText = ({ spent, limits }: ShownWatch): string =>
  `${spent.day} of ${credits(limits.day)} today, ${spent.month} of ${limits.month.toLocaleString('en')} this month.`;

/** One's own products that it compares with, as the gateway knows them. */
export function ownText(products: NonNullable<ShownWatch['ownProducts']>): string {
  const matched = products.filter(({ accepted = [] }) => accepted.length > 0).length;
  const priced = products.flatMap(({ item, price }) => (price === undefined ? [] : [{ item, price }]));
  const [first] = priced;
  const only = products.length === 1 && first ? `Own price ${first.price.toLocaleString('en')}` : undefined;
  return (
    only ??
    `${plural(products.length, 'product')} of yours: ${priced.length} with a price, ${matched} matched`
  );
}
