// When a condition of a watch raises an alert. Each item has a state for each condition: armed, or fired and not armed again until it
// has crossed back by a margin, or after some days. So one event is one alert. Pure: what a response says goes in, and the next state
// comes out, to be written in the same step as the outcome of the request. What is not known (a failed response, no value, another
// currency, a list that was cut) changes nothing.
import { currencyAmong } from '../../history/line';
import type { Values } from '../../history/record';
import { concerns, type WatchAlert, type WatchCondition } from '../../history/watchAlert';
import type { OperationId } from '../../operations';

const day = 86_400_000;

/** What one response says. */
export interface Reading {
  readonly operation: OperationId;
  /** Names the list; the same for equal requests. */
  readonly list: string;
  /** When the service gave it. */
  readonly at: number;
  /** There are no results beyond these, and each can be told from the others. */
  readonly isWhole: boolean;
  readonly rows: readonly {
    /** The item, wherever its values can be compared. */
    readonly key: string;
    readonly id: string;
    readonly label: string;
    readonly values: Values;
  }[];
}

/** What a condition knows of an item, or of a list as a whole. */
interface Line {
  /** The last value that was news, and what a change is measured from. */
  readonly value?: number | boolean;
  readonly base?: number;
  readonly currency?: string | undefined;
  /** For a list: what the item is called, for when it is gone. */
  readonly label?: string;
  readonly id?: string;
  /** When it fired; 0 where it was true already and did not count. Armed where there is none. */
  readonly firedAt?: number | undefined;
  /** When it was last seen, and in which run. */
  readonly at: number;
  readonly tick: number;
}

interface ConditionState {
  readonly condition: WatchCondition;
  readonly lines: Readonly<Record<string, Line>>;
  /** There were more items than are followed. */
  readonly isFull?: true;
}

/** The part of a watch's record that is about alerts. */
export interface Alerting {
  readonly alerts?: readonly WatchAlert[] | undefined;
  /** How many there have been. */
  readonly alertCount?: number | undefined;
  readonly conditionStates?: readonly ConditionState[] | undefined;
  /** The last alert that each person has seen. */
  readonly seenBy?: Readonly<Record<string, number>> | undefined;
}

/** Items that a condition follows, and alerts that are kept of a watch. */
export const mostLines = 1_000;
export const mostAlerts = 200;
const keptFor = 90 * day;
const mostPeople = 50;
const labelLength = 200;
/** Percent of a limit. */
const usualMargin = 1;
/** Computed percentages are not exact. */
const tolerance = 1e-9;

type Raised = Omit<WatchAlert, 'number'>;

/** The record with further alerts, each with its number. */
export function raised<T extends Alerting>(watch: T, alerts: readonly Raised[]): T {
  if (alerts.length === 0) return watch;
  const first = (watch.alertCount ?? 0) + 1;
  const numbered = alerts.map((alert, index) => ({ ...alert, number: first + index }));
  return {
    ...watch,
    alerts: [...(watch.alerts ?? []), ...numbered].slice(-mostAlerts),
    alertCount: first + alerts.length - 1,
  };
}

/** The run is over, and what it cost is known. */
export function withCost<T extends Alerting>(watch: T, tick: number, credits: number): T {
  const { alerts } = watch;
  if (!alerts?.some((alert) => alert.tick === tick)) return watch;
  return {
    ...watch,
    alerts: alerts.map((alert) => (alert.tick === tick ? { ...alert, credits } : alert)),
  };
}

/** Those that are not too old. None is deleted for its age: a clock that is far ahead for a moment must not cost any. */
export const recent = ({ alerts = [] }: Alerting, now: number): readonly WatchAlert[] =>
  alerts.filter(({ at }) => at > now - keptFor);

export const unseenBy = (watch: Alerting, person: string, now: number): readonly WatchAlert[] =>
  recent(watch, now).filter(({ number }) => number > (watch.seenBy?.[person] ?? 0));

/** A person has seen the alerts up to a number. */
export function seen<T extends Alerting>(watch: T, person: string, number: number): T | undefined {
  const { seenBy = {}, alertCount = 0 } = watch;
  const last = Math.min(number, alertCount);
  if (last <= (seenBy[person] ?? 0)) return undefined;
  const others = Object.entries(seenBy).filter(([name]) => name !== person);
  return { ...watch, seenBy: Object.fromEntries([...others.slice(1 - mostPeople), [person, last]]) };
}

/** What is known of the conditions that stay as they are. */
export const keptStates = (
  states: Alerting['conditionStates'],
  conditions: readonly WatchCondition[] = [],
): Alerting['conditionStates'] =>
  states?.filter(({ condition }) => conditions.some((other) => isEqual(condition, other)));

const isEqual = (one: WatchCondition, other: WatchCondition): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

interface Moment {
  readonly now: number;
  readonly tick: number;
  /** The run before. What was not seen since then makes room for others. */
  readonly lastTick: number;
  readonly cell: string | undefined;
}

interface Watching extends Alerting {
  readonly conditions?: readonly WatchCondition[] | undefined;
}

/** What a response says about every condition. */
export function evaluated<T extends Watching>(watch: T, reading: Reading, moment: Moment): T {
  const { conditions = [] } = watch;
  if (conditions.length === 0) return watch;
  const alerts: Raised[] = [];
  const conditionStates = conditions.map((condition): ConditionState => {
    const known = watch.conditionStates?.find((state) => isEqual(state.condition, condition));
    const before: ConditionState = known ?? { condition, lines: {} };
    if (!concerns(condition, reading.operation)) return before;
    const step = condition.kind === 'new' || condition.kind === 'gone' ? listStep : valueStep;
    const { lines, events } = step(condition, before.lines, reading, moment);
    const { operation, at } = reading;
    alerts.push(
      ...events.map((event) => ({ ...event, kind: condition.kind, operation, at, tick: moment.tick })),
    );
    return { condition, ...(before.isFull && { isFull: true }), ...bounded(lines, moment) };
  });
  const located = moment.cell === undefined ? alerts : alerts.map((it) => ({ ...it, cell: moment.cell }));
  return raised({ ...watch, conditionStates }, located);
}

/** Those who are there stay; those who were not seen for a whole run make room. */
function bounded(
  lines: Readonly<Record<string, Line>>,
  { lastTick }: Moment,
): Pick<ConditionState, 'lines' | 'isFull'> {
  const all = Object.entries(lines);
  if (all.length <= mostLines) return { lines };
  const current = all.filter(([, { tick }]) => tick >= lastTick);
  const older = all.filter(([, { tick }]) => tick < lastTick).sort(([, a], [, b]) => b.tick - a.tick);
  const kept = [...current, ...older].slice(0, mostLines);
  return { lines: Object.fromEntries(kept), ...(current.length > mostLines && { isFull: true as const }) };
}

type Event = Omit<Raised, 'kind' | 'at'>;
interface Stepped {
  readonly lines: Readonly<Record<string, Line>>;
  readonly events: readonly Event[];
}

type ListCondition = Extract<WatchCondition, { kind: 'new' | 'gone' }>;
type ValueCondition = Exclude<WatchCondition, ListCondition>;
type LimitCondition = Exclude<ValueCondition, { kind: 'changed' }>;

function valueStep(
  condition: WatchCondition,
  lines: Readonly<Record<string, Line>>,
  { operation, at, rows }: Reading,
  { now, tick }: Moment,
): Stepped {
  if (condition.kind === 'new' || condition.kind === 'gone') return { lines, events: [] };
  const next: Record<string, Line> = { ...lines };
  const events: Event[] = [];
  const { field } = condition;
  for (const { key, id, label, values } of rows) {
    const given = values[field];
    if (typeof given !== 'boolean' && (typeof given !== 'number' || !Number.isFinite(given))) continue;
    const currency = currencyAmong(operation, values, field);
    const wanted = 'currency' in condition ? condition.currency : undefined;
    const known = lines[key];
    // An amount in another currency is neither cheaper nor dearer.
    if ((wanted !== undefined && currency !== wanted) || (known && known.currency !== currency)) {
      if (known) next[key] = { ...known, tick };
      continue;
    }
    const sight = { value: given, now };
    const found =
      condition.kind === 'changed' ? changed(condition, known, sight) : crossed(condition, known, sight);
    const { fires, ...state } = found;
    next[key] = { ...state, at, tick, ...(currency !== undefined && { currency }) };
    if (!fires) continue;
    const target =
      condition.kind === 'changed'
        ? { target: condition.percent }
        : 'value' in condition
          ? { target: condition.value }
          : {};
    events.push({
      item: label.slice(0, labelLength),
      itemId: id.slice(0, labelLength),
      field,
      ...target,
      ...(fires.before !== undefined && { before: fires.before }),
      now: given,
      ...(currency !== undefined && { currency }),
    });
  }
  return { lines: next, events };
}

interface Sight {
  readonly value: number | boolean;
  readonly now: number;
}
type Moved = Pick<Line, 'value' | 'base' | 'firedAt'> & {
  readonly fires?: { readonly before: number | boolean | undefined };
};

/** The value, unless it differs too little from the last one that was news. */
const newsOf = (given: number | boolean, known: Line | undefined, least = 0): number | boolean =>
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

function crossed(condition: LimitCondition, known: Line | undefined, { value: given, now }: Sight): Moved {
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
function changed(
  { percent, direction = 'either', least }: Extract<WatchCondition, { kind: 'changed' }>,
  known: Line | undefined,
  { value: given }: Sight,
): Moved {
  const value = Number(newsOf(given, known, least));
  const was = known?.base;
  if (was === undefined || was === 0) return { value, base: value };
  const base = direction === 'down' ? Math.max(was, value) : direction === 'up' ? Math.min(was, value) : was;
  const change = base === 0 ? 0 : ((value - base) / Math.abs(base)) * 100;
  const isMet =
    Math.abs(change) >= percent - tolerance &&
    (direction === 'up' ? change > 0 : direction === 'down' ? change < 0 : change !== 0);
  return isMet ? { value, base: value, fires: { before: base } } : { value, base };
}

/** What is new in a list, or gone from it. The list has a line of its own from its first response on. */
function listStep(
  condition: WatchCondition,
  lines: Readonly<Record<string, Line>>,
  { list, at, isWhole, rows }: Reading,
  { now, tick }: Moment,
): Stepped {
  const next: Record<string, Line> = { ...lines };
  const events: Event[] = [];
  const known = lines[list];
  const keyOf = (id: string) => `${list} ${id}`;
  const again = condition.kind === 'new' ? (condition.againAfter ?? Infinity) * day : Infinity;
  for (const { id, label: whole } of rows) {
    const [key, label] = [keyOf(id), whole.slice(0, labelLength)];
    const before = lines[key];
    const isNew = !before || now - before.at >= again;
    if (condition.kind === 'new' && isNew && (known || condition.already))
      events.push({ item: label, itemId: id.slice(0, labelLength) });
    next[key] = { id, label, at: Math.max(at, now), tick };
  }
  // An empty list may be a search that went wrong at its source: it is believed when the next run has it too.
  const isEmpty = rows.length === 0;
  const wasEmpty = known?.firedAt !== undefined;
  next[list] = { at, tick, ...(isEmpty && { firedAt: now }) };
  if (condition.kind !== 'gone' || !isWhole || (isEmpty && !wasEmpty)) return { lines: next, events };
  const listed = new Set(rows.map(({ id }) => keyOf(id)));
  for (const [key, line] of Object.entries(lines)) {
    if (!key.startsWith(`${list} `) || listed.has(key) || line.firedAt !== undefined) continue;
    events.push({ item: line.label ?? '', itemId: line.id?.slice(0, labelLength) ?? '' });
    next[key] = { ...line, firedAt: now };
  }
  return { lines: next, events };
}
