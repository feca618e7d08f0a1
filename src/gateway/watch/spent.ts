// What a watch has spent in a day and in a month of its own time zone, against the limits that were agreed to.
import { dayOfZone } from '../spending/day';
import type { WatchForm } from '../../protocol/watches';

/** Credits that were reserved and not given back, in the latest day and month of the watch's own time zone. */
export interface Spent {
  readonly day: string;
  readonly dayCredits: number;
  readonly month: string;
  readonly monthCredits: number;
}

/** A clock that is set back does not open a day again that is over. */
export function spentOn(
  { spent, schedule }: Pick<WatchForm, 'schedule'> & { readonly spent?: Spent | undefined },
  now: number,
): Spent {
  const today = dayOfZone(now, schedule.zone);
  const day = spent && spent.day > today ? spent.day : today;
  const month = day.slice(0, 7);
  return {
    day,
    dayCredits: spent?.day === day ? spent.dayCredits : 0,
    month,
    monthCredits: spent?.month === month ? spent.monthCredits : 0,
  };
}

export const added = (spent: Spent, credits: number): Spent => ({
  ...spent,
  dayCredits: spent.dayCredits + credits,
  monthCredits: spent.monthCredits + credits,
});

/** Why no more may be spent. */
export function overLimit(
  { limits }: Pick<WatchForm, 'limits'>,
  { dayCredits, monthCredits }: Spent,
): string | undefined {
  if (dayCredits > limits.day) return `The limit of ${limits.day} credits a day is reached.`;
  return monthCredits > limits.month ? `The limit of ${limits.month} credits a month is reached.` : undefined;
}
