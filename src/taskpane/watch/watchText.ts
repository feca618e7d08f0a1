// What the view of watches says: when one runs, how its last run ended, what it costs. Without React.
import { dayOf, endOfDay } from '../../engine/ports/clock';
import type { ShownWatch, WatchPrice, WatchSchedule } from '../../protocol/watches';
import { joined, listed, said, t } from '../../languages/t';
import { credits, moment, plural } from '../text/words';

const dayNames = [
  'watch.mondays',
  'watch.tuesdays',
  'watch.wednesdays',
  'watch.thursdays',
  'watch.fridays',
  'watch.saturdays',
  'watch.sundays',
] as const;

const everyHours = (hours: number): string => t('watch.everyHours', { hours });

/** What can be chosen without knowing cron. */
export const whenChoices = (): Readonly<Record<string, string>> => ({
  weekdays: t('watch.weekdays'),
  daily: t('watch.everyDay'),
  ...Object.fromEntries(dayNames.map((name, index) => [`day ${index + 1}`, t(name)])),
  'hours 6': everyHours(6),
  'hours 12': everyHours(12),
  'hours 1': everyHours(1),
  cron: t('watch.cronExpression'),
});

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

/**
 * A watch runs to the end of its last day, on the clock of this computer. One whose last day stays as it is (`known`) ends when it did:
 * it may have been agreed to in another time zone.
 */
export function untilOf(lastDay: string, known?: number): number | undefined {
  if (lastDay === '') return undefined;
  return lastDay === lastDayOf(known) ? known : endOfDay(lastDay);
}

/** The same day again: a watch that is saved as it was must not run a day longer. */
export const lastDayOf = (until: number | undefined): string => (until === undefined ? '' : dayOf(until - 1));

export function scheduleText(schedule: WatchSchedule): string {
  if (schedule.kind === 'cron') return t('watch.cron', { cron: schedule.cron, zone: schedule.zone });
  if (schedule.kind === 'once') return t('watch.once');
  if (schedule.kind === 'hours') return everyHours(schedule.every);
  const { days, at, zone } = schedule;
  const sorted = [...days].sort((a, b) => a - b);
  const text =
    sorted.length === 7
      ? t('watch.everyDay')
      : sorted.join() === '1,2,3,4,5'
        ? t('watch.weekdays')
        : listed(dayNames.filter((_name, index) => sorted.includes(index + 1)).map((name) => t(name)));
  return t('watch.daysAt', { days: text, time: at, zone });
}

export const watchPriceText = ({ run, day, month }: WatchPrice): string =>
  t('watch.price', { run: credits(run), day: credits(day), month: credits(month) });

export function lastText({ last, requests }: ShownWatch, now: number): string {
  if (!last) return t('watch.hasNotRunYet');
  const { startedAt, outcome, responses, rows, detail } = last;
  const says = t('watch.lastRun', {
    when: moment(startedAt, now),
    outcome,
    done: responses,
    responses: plural(requests.length, 'response'),
    rows,
    credits: credits(last.credits),
  });
  return joined('sentences', [says, detail && said(detail)]);
}

export function stateText({ state, why, nextAt, running, asked }: ShownWatch, now: number): string {
  if (running) return t('watch.running', { done: running.done, requests: plural(running.of, 'request') });
  if (asked) return t('watch.startsInAMoment');
  if (state !== 'on')
    return joined('sentences', [t(state === 'paused' ? 'watch.paused' : 'watch.ended'), said(why ?? '')]);
  return nextAt === undefined ? t('watch.noFurtherRun') : t('watch.nextRun', { time: moment(nextAt, now) });
}

export const spentText = ({ spent, limits }: ShownWatch): string =>
  t('watch.spent', {
    day: spent.day,
    dayLimit: credits(limits.day),
    month: spent.month,
    monthLimit: limits.month,
  });

/** One's own products that it compares with, as the gateway knows them. */
export function ownText(
  { ownProducts: products, ownConditions = [], ownAt }: ShownWatch,
  now: number,
): string {
  if (!products) return '';
  const matched = products.filter(({ accepted = [] }) => accepted.length > 0).length;
  const priced = products.flatMap(({ price }) => price ?? []);
  const [first] = priced;
  const own =
    products.length === 1 && first !== undefined
      ? t('watch.ownPrice', { price: first })
      : t('watch.ownProducts', {
          products: plural(products.length, 'product'),
          priced: priced.length,
          matched,
        });
  const known = ownAt === undefined ? `${own}.` : t('watch.asOf', { own, time: moment(ownAt, now) });
  const count = products.length - priced.length;
  const isPriced = ownConditions.some(({ kind }) => kind === 'cheaper');
  return isPriced && count > 0 ? joined('sentences', [known, t('watch.withoutAPrice', { count })]) : known;
}

/** A few cells by name. */
const mostNamed = 3;

const cellsOf = (cells: readonly string[]): string => {
  const rest = cells.length - mostNamed;
  const named = listed(cells.slice(0, mostNamed));
  return rest > 0 ? t('watch.cellsAndMore', { cells: named, count: rest }) : named;
};

/** The cells about which it cannot alert, with the reason of each. */
export function blindText(blind: ShownWatch['blind']): string {
  const byReason = new Map<string, string[]>();
  for (const { cell, why } of blind) byReason.set(why, [...(byReason.get(why) ?? []), cell]);
  return joined(
    'sentences',
    [...byReason].map(([why, cells]) => t('watch.noAlertsAbout', { cells: cellsOf(cells), why: said(why) })),
  );
}

/** Which results its alerts are about, where that is not all of them. */
export function viewsText({ requests }: ShownWatch): string {
  const views = requests.flatMap((request) => request.views ?? []);
  const wheres = [...new Set(views.flatMap(({ where = [] }) => (where.length > 0 ? where.join('; ') : [])))];
  return joined('sentences', [
    views.some(({ matched }) => matched) && t('watch.onlyMatched'),
    wheres.length > 0 && t('watch.onlyWhere', { where: cellsOf(wheres) }),
  ]);
}
