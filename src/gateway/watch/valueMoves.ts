// What one value of an item means for a condition: whether it crossed the limit, or moved by the percentage, since what is known of it.
import type { WatchCondition } from '../../protocol/watches';

const day = 86_400_000;
/** Percent of a limit. */
const usualMargin = 1;
/** Computed percentages are not exact. */
const tolerance = 1e-9;

type ChangedCondition = Extract<WatchCondition, { kind: 'changed' }>;
type LimitCondition = Exclude<WatchCondition, ChangedCondition | { kind: 'new' | 'gone' }>;

/** What a condition knows of a value. */
export interface Known {
  /** The last value that was news, and what a change is measured from. */
  readonly value?: number | boolean;
  readonly base?: number;
  /** When it fired; 0 where it was true already and did not count. Armed where there is none. */
  readonly firedAt?: number | undefined;
}

interface Sight {
  readonly value: number | boolean;
  readonly now: number;
}
type Moved = Known & {
  readonly fires?: { readonly before: number | boolean | undefined };
};

/** The value, unless it differs too little from the last one that was news. */
const newsOf = (given: number | boolean, known: Known | undefined, least = 0): number | boolean =>
  typeof given === 'number' && typeof known?.value === 'number' && Math.abs(given - known.value) < least
    ? known.value
    : given;

/** Whether the condition is met, and whether the value is back on the other side by the margin. */
function sides(condition: LimitCondition, value: number | boolean): { isMet: boolean; isBack: boolean } {
  const number = Number(value);
  if (condition.kind === 'back') return { isMet: number > 0, isBack: number <= 0 };
  const { kind, value: limit, margin = usualMargin } = condition;
  const room = (Math.abs(limit) * margin) / 100;
  return kind === 'below'
    ? { isMet: number < limit, isBack: number >= limit + room }
    : { isMet: number > limit, isBack: number <= limit - room };
}

export function crossed(
  condition: LimitCondition,
  known: Known | undefined,
  { value: given, now }: Sight,
): Moved {
  const value = newsOf(given, known, 'least' in condition ? condition.least : undefined);
  const { isMet, isBack } = sides(condition, value);
  if (!known) {
    if (!isMet) return { value };
    return condition.already ? { value, firedAt: now, fires: { before: undefined } } : { value, firedAt: 0 };
  }
  // A clock that was set back tells nothing about how long ago that was.
  const firedAt = known.firedAt === undefined ? undefined : Math.min(known.firedAt, now);
  const { againAfter } = condition;
  const isOld =
    firedAt !== undefined && firedAt > 0 && againAfter !== undefined && now - firedAt >= againAfter * day;
  const isArmed = firedAt === undefined || isOld;
  if (isMet && isArmed) return { value, firedAt: now, fires: { before: known.value } };
  return isBack || isArmed ? { value } : { value, firedAt };
}

/** Measured from the last alert, or from the highest or lowest value since then where only falls or rises count. */
export function changed(
  { percent, direction = 'either', least }: ChangedCondition,
  known: Known | undefined,
  { value: given }: Sight,
): Moved {
  const value = Number(newsOf(given, known, least));
  const was = known?.base;
  if (was === undefined) return { value, base: value };
  const base = direction === 'down' ? Math.max(was, value) : direction === 'up' ? Math.min(was, value) : was;
  // From 0, such as a stock that was sold out, any change is more than every percentage.
  const change = value === base ? 0 : ((value - base) / Math.abs(base)) * 100;
  const isMet =
    Math.abs(change) >= percent - tolerance &&
    (direction === 'up' ? change > 0 : direction === 'down' ? change < 0 : change !== 0);
  return isMet ? { value, base: value, fires: { before: base } } : { value, base };
}
