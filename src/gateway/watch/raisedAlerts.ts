// The alerts that are kept of a watch, each with its number, and who has seen them. Pure, like every step of its record.
import type { WatchAlert } from '../../protocol/watches';
import { straightText } from '../http/straightText';

export interface Raising {
  readonly alerts?: readonly WatchAlert[] | undefined;
  /** How many there have been. */
  readonly alertCount?: number | undefined;
  /** The last alert that each person has seen. */
  readonly seenBy?: Readonly<Record<string, number>> | undefined;
}

export const mostAlerts = 200;
const keptFor = 90 * 86_400_000;
const mostPeople = 50;

export type Raised = Omit<WatchAlert, 'number'>;

/** A name with line breaks could bring a line of its own into a message, which looks like one of Spillway. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const straight = (text: string) => oneLine(straightText(text));

/** What the service says of it, as it can stand in a sentence. */
const inSentence = (alert: Raised): Raised => ({
  ...alert,
  ...(alert.item !== undefined && { item: straight(alert.item) }),
  ...(alert.currency !== undefined && { currency: straight(alert.currency) }),
  ...(alert.detail !== undefined && { detail: straight(alert.detail) }),
});

/** The record with further alerts, each with its number. */
export function raised<T extends Raising>(watch: T, alerts: readonly Raised[]): T {
  if (alerts.length === 0) return watch;
  const first = (watch.alertCount ?? 0) + 1;
  const numbered = alerts.map((alert, index) => ({ ...inSentence(alert), number: first + index }));
  return {
    ...watch,
    alerts: [...(watch.alerts ?? []), ...numbered].slice(-mostAlerts),
    alertCount: first + alerts.length - 1,
  };
}

/** The run is over, and what it cost is known. */
export function withCost<T extends Raising>(watch: T, tick: number, credits: number): T {
  const { alerts } = watch;
  if (!alerts?.some((alert) => alert.tick === tick)) return watch;
  return { ...watch, alerts: alerts.map((alert) => (alert.tick === tick ? { ...alert, credits } : alert)) };
}

/** Those that are not too old. None is deleted for its age: a clock that is far ahead for a moment must not cost any. */
export const recent = ({ alerts = [] }: Raising, now: number): readonly WatchAlert[] =>
  alerts.filter(({ at }) => at > now - keptFor);

export const unseenBy = (watch: Raising, person: string, now: number): readonly WatchAlert[] =>
  recent(watch, now).filter(({ number }) => number > (watch.seenBy?.[person] ?? 0));

/** A person has seen the alerts up to a number. */
export function seen<T extends Raising>(watch: T, person: string, number: number): T | undefined {
  const { seenBy = {}, alertCount = 0 } = watch;
  const last = Math.min(number, alertCount);
  if (last <= (seenBy[person] ?? 0)) return undefined;
  const others = Object.entries(seenBy).filter(([name]) => name !== person);
  return { ...watch, seenBy: Object.fromEntries([...others.slice(1 - mostPeople), [person, last]]) };
}
