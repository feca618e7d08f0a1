// When a condition of a watch raises an alert. Each item has a state for each condition: armed, or fired and not armed again until it
// has crossed back by a margin, or after some days. So one event is one alert. Pure: what a response says goes in, and the next state
// comes out, to be written in the same step as the outcome of the request. What is not known (a failed response, no value, another
// currency, a list that was cut) changes nothing.
import { currencyAmong, isForSale, isSameOffer, offerAmong } from '../../history/line';
import { offerOf } from '../../history/observation';
import { concerns, figureOf, isComparable } from '../../history/watchAlert';
import { match } from '../../match';
import { freshAmong, itemKey } from '../../match/decision';
import { operationOf } from '../../operations';
import { currencyOf, historyOf, tableField } from '../../operations/histories';
import { isUnrated } from '../../operations/table/field';
import type {
  OwnCondition,
  WatchedProduct,
  WatchCondition,
  WatchedView,
  WatchForm,
} from '../../protocol/watches';
import { raised, type Raised, type Raising } from './raisedAlerts';
import { figureRows, type Reading } from './reading';
import { changed, crossed, type Known } from './valueMoves';
import {
  otherCurrency,
  productOf,
  severalCurrencies,
  sheetsOf,
  type Blind,
  type PlacedReading,
} from './views';

const day = 86_400_000;

/** What a condition knows of an item, or of a list as a whole. */
interface Line extends Known {
  readonly currency?: string | undefined;
  /** Which of several offers the value was of, such as which room. Versions before did not keep it. */
  readonly offer?: string | undefined;
  /** For a list: what the item is called, for when it is gone. */
  readonly label?: string;
  readonly id?: string;
  /** For candidates: the marks of all that were listed, or told. */
  readonly marks?: string;
  /** For a list and its figures: how many results were asked for. Versions before did not keep it. */
  readonly asked?: number | undefined;
  /** When it was last seen, and in which run. */
  readonly at: number;
  readonly tick: number;
}

interface ConditionState<Condition = WatchCondition> {
  readonly condition: Condition;
  readonly lines: Readonly<Record<string, Line>>;
  /** There were more items than are followed. */
  readonly isFull?: true;
}

/** The part of a watch's record that is about alerts. */
export interface Alerting extends Raising {
  readonly conditionStates?: readonly ConditionState[] | undefined;
  readonly ownStates?: readonly ConditionState<OwnCondition>[] | undefined;
  /** What cells show could not be told from the last response of a list, and why. */
  readonly blind?: readonly Blind[] | undefined;
}

/** Items that a condition follows. */
export const mostLines = 1_000;
const labelLength = 200;

/** Whether all fit is told by each run: some items may be gone, or some requests. */
export const uncrowded = <Condition>(
  states: readonly ConditionState<Condition>[] | undefined,
): readonly ConditionState<Condition>[] | undefined =>
  states?.map(({ condition, lines }) => ({ condition, lines }));

/** What is known of the conditions that stay as they are. */
export const keptStates = <Condition extends object>(
  states: readonly ConditionState<Condition>[] | undefined,
  conditions: readonly Condition[] = [],
): readonly ConditionState<Condition>[] | undefined =>
  states?.filter(({ condition }) => conditions.some((other) => isEqual(condition, other)));

const isEqual = (one: object, other: object): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

interface Moment {
  readonly now: number;
  readonly tick: number;
  /** The run before. What was not seen since then makes room for others. */
  readonly lastTick: number;
  readonly cell: string | undefined;
  /** What cells show of it; all of it where there are none. */
  readonly views?: readonly WatchedView[] | undefined;
}

interface Watching extends Alerting, Pick<WatchForm, 'conditions' | 'ownConditions' | 'ownProducts'> {
  /** When the workbook had these products. */
  readonly ownAt?: number | undefined;
}

/** What a response says about every condition: of each part of it that cells show. */
export function evaluated<T extends Watching>(watch: T, reading: Reading, moment: Moment): T {
  const { conditions = [], ownConditions = [], ownAt } = watch;
  if (conditions.length + ownConditions.length === 0) return watch;
  const alerts: Raised[] = [];
  const unreadHere: Blind[] = [];
  const { operation, at, conditions: under } = reading;
  const { tick } = moment;
  const about = { operation, at, tick, ...(under !== '' && { conditions: under.slice(0, labelLength) }) };
  const product = productOf(watch, reading);
  const whole: readonly PlacedReading[] = [{ reading, cell: moment.cell }];
  const { sheets = whole, blind } = sheetsOf(reading, moment, product);
  const each = <Condition extends WatchCondition | OwnCondition>(
    all: readonly Condition[],
    states: readonly ConditionState<Condition>[] | undefined,
    step: (condition: Condition, lines: Lines, reading: Reading) => Stepped,
  ) =>
    all.map((condition): ConditionState<Condition> => {
      const known = states?.find((state) => isEqual(state.condition, condition));
      const before: ConditionState<Condition> = known ?? { condition, lines: {} };
      if (!concerns(condition, operation)) return before;
      const read = condition.kind === 'candidate' ? whole : sheets;
      return read.reduce((state, { reading: seen, cell }): ConditionState<Condition> => {
        const { lines, events, unread = [] } = step(condition, state.lines, seen);
        for (const why of unread) unreadHere.push({ list: reading.list, cell: cell ?? '', why });
        const kept = bounded(lines, moment);
        for (const { line, ...event } of events)
          if (kept.lines[line]) alerts.push({ ...event, ...about, ...(cell !== undefined && { cell }) });
        return { condition, ...(state.isFull && { isFull: true }), ...kept };
      }, before);
    });
  const conditionStates = each(conditions, watch.conditionStates, (condition, lines, seen) =>
    (condition.kind === 'new' || condition.kind === 'gone' ? listStep : valueStep)(
      condition,
      lines,
      seen,
      moment,
    ),
  );
  const ownStates = each(ownConditions, watch.ownStates, (condition, lines, seen) =>
    product && isComparable(condition, product)
      ? ownStep(condition, lines, seen, moment, { ...product, at: ownAt })
      : { lines, events: [] },
  );
  const states = ownConditions.length === 0 ? {} : { ownStates };
  const others = watch.blind?.filter(({ list }) => list !== reading.list) ?? [];
  const here = unreadHere.filter(
    ({ cell, why }, nth) => nth === unreadHere.findIndex((one) => one.cell === cell && one.why === why),
  );
  const all = [...others, ...blind, ...here];
  return raised({ ...watch, conditionStates, ...states, blind: all.length > 0 ? all : undefined }, alerts);
}

/** Those who are there stay; those who were not seen for a whole run make room. */
function bounded(lines: Lines, { lastTick }: Moment): Pick<ConditionState<never>, 'lines' | 'isFull'> {
  const all = Object.entries(lines);
  if (all.length <= mostLines) return { lines };
  const current = all.filter(([, { tick }]) => tick >= lastTick);
  const older = all.filter(([, { tick }]) => tick < lastTick).sort(([, a], [, b]) => b.tick - a.tick);
  const kept = [...current, ...older].slice(0, mostLines);
  return { lines: Object.fromEntries(kept), ...(current.length > mostLines && { isFull: true as const }) };
}

type Lines = Readonly<Record<string, Line>>;
/** With the line that remembers it: what cannot be remembered would be told again and again. */
type Event = Omit<Raised, 'at'> & { readonly line: string };
interface Stepped {
  readonly lines: Lines;
  readonly events: readonly Event[];
  /** Why it could not tell something. */
  readonly unread?: ReadonlySet<string>;
}

/** Where something about a list is kept: a list of another count than the first has its own place. */
const placeOf = (lines: Lines, key: string, asked: number | undefined): string => {
  const first = lines[key]?.asked;
  return first === undefined || asked === undefined || first === asked ? key : `${key}#${asked}`;
};

function valueStep(
  condition: WatchCondition,
  lines: Lines,
  reading: Reading,
  { now, tick }: Moment,
): Stepped {
  if (condition.kind === 'new' || condition.kind === 'gone') return { lines, events: [] };
  const { operation, at, asked } = reading;
  const next: Record<string, Line> = { ...lines };
  const events: Event[] = [];
  const { field } = condition;
  const figure = figureOf(field);
  const isAmount = currencyOf(operation, field) !== undefined;
  const {
    sold = '',
    followed: [price],
  } = historyOf(operation);
  const rows = figure ? figureRows(reading, field, figure) : reading.rows;
  const unread = new Set<string>();
  for (const { key: name, id, label, values, ...row } of rows) {
    const first = figure ? placeOf(lines, name, asked) : name;
    const given = values[field];
    if (row.currencies) unread.add(severalCurrencies(row.currencies));
    if (typeof given !== 'boolean' && (typeof given !== 'number' || !Number.isFinite(given))) continue;
    if (isUnrated(tableField(operation, field), given)) continue;
    const currency = figure ? row.currency : currencyAmong(operation, values, field);
    // What an item that cannot be bought would cost is neither low nor a change. A figure is the one that its cell shows.
    if (!figure && isAmount && !isForSale(values[price], values[sold])) {
      if (lines[first]) next[first] = { ...lines[first], tick };
      continue;
    }
    const wanted = 'currency' in condition ? condition.currency : undefined;
    // An amount in another currency is neither cheaper nor dearer. Its changes are measured in that currency.
    const usual = wanted ?? lines[first]?.currency;
    const isOther = (wanted !== undefined || lines[first] !== undefined) && currency !== usual;
    const isApart = condition.kind === 'changed' && wanted === undefined && currency !== undefined;
    if (isOther && !isApart) {
      if (lines[first]) next[first] = { ...lines[first], tick };
      if (currency !== undefined && usual !== undefined) unread.add(otherCurrency(currency, usual));
      continue;
    }
    const line = isOther ? `${first} ${currency}` : first;
    const offer = figure ? undefined : offerAmong(operation, values, field);
    const isOtherOffer = !isSameOffer(lines[line] ?? {}, { offer });
    // A change is that of one room. A limit is for whichever room is offered, and what another one cost is not what it was.
    const key = isOtherOffer && condition.kind === 'changed' ? `${line} @${offer}` : line;
    const { value: _other, ...armed } = lines[key] ?? {};
    const known = isOtherOffer && key === line ? armed : lines[key];
    const room = offer ?? lines[key]?.offer;
    const sight = { value: given, now };
    // What was told of the shorter list is not told again of the longer one.
    const isTold = first !== name && lines[name]?.firedAt !== undefined;
    const found =
      condition.kind === 'changed'
        ? changed(condition, known, sight)
        : crossed(isTold ? { ...condition, already: false } : condition, known, sight);
    const { fires, ...state } = found;
    next[key] = {
      ...state,
      at,
      tick,
      ...(currency !== undefined && { currency }),
      ...(room !== undefined && { offer: room }),
      ...(figure && { asked }),
    };
    if (!fires) continue;
    const target =
      condition.kind === 'changed'
        ? { target: condition.percent }
        : 'value' in condition
          ? { target: condition.value }
          : {};
    events.push({
      line: key,
      kind: condition.kind,
      item: label.slice(0, labelLength),
      itemId: id.slice(0, labelLength),
      ...(figure ? { figure: field } : { field }),
      ...target,
      ...(fires.before !== undefined && { before: fires.before }),
      now: given,
      ...(currency !== undefined && { currency }),
    });
  }
  return { lines: next, events, unread };
}

/** What is new in a list, or gone from it. The list has a line of its own from its first response on. */
function listStep(
  condition: WatchCondition,
  lines: Lines,
  { list, asked, at, isWhole, rows, listed = rows.map(({ id }) => id) }: Reading,
  { now, tick }: Moment,
): Stepped {
  const next: Record<string, Line> = { ...lines };
  const events: Event[] = [];
  const place = placeOf(lines, list, asked);
  const known = lines[place];
  const keyOf = (id: string) => `${list} ${id}`;
  // Beyond the earlier count nobody knows what was there.
  const isTelling = condition.kind === 'new' && (known || (condition.already && place === list));
  const again = condition.kind === 'new' ? (condition.againAfter ?? Infinity) * day : Infinity;
  for (const { id, label: whole } of rows) {
    const [key, label] = [keyOf(id), whole.slice(0, labelLength)];
    const before = lines[key];
    const isNew = !before || now - before.at >= again;
    if (isNew && isTelling)
      events.push({ line: key, kind: 'new', item: label, itemId: id.slice(0, labelLength) });
    next[key] = { id, label, at: Math.max(at, now), tick };
  }
  // An empty list may be a search that went wrong at its source: it is believed when the next run has it too.
  const isEmpty = listed.length === 0;
  const wasEmpty = known?.firedAt !== undefined;
  next[place] = { at, tick, asked, ...(isEmpty && { firedAt: now }) };
  if (condition.kind !== 'gone' || !isWhole || (isEmpty && !wasEmpty)) return { lines: next, events };
  const present = new Set(listed.map(keyOf));
  for (const [key, line] of Object.entries(lines)) {
    if (!key.startsWith(`${list} `) || present.has(key) || line.firedAt !== undefined) continue;
    events.push({
      line: key,
      kind: 'gone',
      item: line.label ?? '',
      itemId: line.id?.slice(0, labelLength) ?? '',
    });
    next[key] = { ...line, firedAt: now };
  }
  return { lines: next, events };
}

/** What is compared with one's own product: the limit is its price, and only what is this product counts. */
function ownStep(
  condition: OwnCondition,
  lines: Lines,
  reading: Reading,
  moment: Moment,
  own: WatchedProduct & { readonly at: number | undefined },
): Stepped {
  if (condition.kind === 'candidate') return candidateStep(condition, lines, reading, moment, own);
  const { item, price = 0, accepted = [], at } = own;
  const { field } = condition;
  const { sold = '' } = historyOf(reading.operation);
  const isOne = operationOf(reading.operation).results === 'one';
  const rows = reading.rows
    .filter(({ id, values }) => isOne || (accepted.includes(id) && isForSale(values[field], values[sold])))
    .map((row) => ({ ...row, key: `${itemKey(item)} ${row.key}` }));
  const limit = { ...condition, kind: 'below' as const, value: price };
  const { events, ...rest } = valueStep(limit, lines, { ...reading, rows }, moment);
  return { ...rest, events: events.map((event) => ({ ...event, own: { item, at } })) };
}

const mostMarks = 500;
const marksIn = (line: Line | undefined): readonly string[] => line?.marks?.match(/.{4}/g) ?? [];

/**
 * Of what is new in a list, what may be one's own product and was not there when it was decided. Told once, however many requests
 * for the product list it.
 */
function candidateStep(
  condition: Extract<OwnCondition, { kind: 'candidate' }>,
  lines: Lines,
  { operation, list, rows }: Reading,
  { now, tick }: Moment,
  { item, price, accepted = [], seen = [] }: WatchedProduct,
): Stepped {
  const line = `told ${itemKey(item)}`;
  const known = lines[list];
  const [listed, told] = [marksIn(known), marksIn(lines[line])];
  const before = new Set([...listed, ...told]);
  const news = known || condition.already ? rows.filter(({ mark }) => !before.has(mark)) : [];
  const offers = news.length === 0 ? [] : rows.map(({ record }) => offerOf(operation, record));
  const ranked = match({ name: item, ...(price !== undefined && { price }) }, offers, offers.length);
  const fresh = freshAmong(ranked, { accepted, seen: [...accepted, ...seen] });
  const fitting = new Set(fresh.map(({ candidate }) => candidate.id));
  const found = news.filter(({ id }) => fitting.has(id));
  const lineOf = (marks: readonly string[]): Line => ({
    at: now,
    tick,
    marks: [...new Set(marks)].slice(-mostMarks).join(''),
  });
  return {
    lines: {
      ...lines,
      [line]: lineOf([...told, ...found.map(({ mark }) => mark)]),
      [list]: lineOf([...listed, ...rows.map(({ mark }) => mark)]),
    },
    events: found.map(({ id, label }) => ({
      line,
      kind: 'new',
      item: label.slice(0, labelLength),
      itemId: id.slice(0, labelLength),
      own: { item },
    })),
  };
}
