// The tables of a feed, each as rows of values that are already paid for. They are read from the history alone: nothing in this
// folder can reach the service (scripts/lint/layers.mjs).
import type { HistoryReader } from '../../history/store';
import {
  currencyIn,
  isSameOffer,
  readLine,
  timeText,
  type DatedMoment,
  type LinePoint,
} from '../../history/line';
import { valueIn } from '../../history/observation';
import { fieldAt, type Values } from '../../history/record';
import { isSame, type Json } from '../../history/series';
import type { Walk, WalkedItem, WalkStart } from '../../history/walk';
import { isOperationId, operationOf, type OperationId } from '../../operations';
import { currencyOf, historyOf, tableField } from '../../operations/histories';
import { timeOfField } from '../../operations/numericTime';
import type { RecordShape } from '../../operations/table/field';
import { memoized } from '../http/memoized';
import { Problem } from '../http/problem';

/** All that a feed can ask for. */
export type FeedHistory = { readonly walk: Walk } & Pick<HistoryReader, 'response'>;

export const feedTables = ['result', 'history', 'changes', 'matches'] as const;

/** The last row that was sent. */
export type FeedPlace =
  | { readonly item: string; readonly field: string; readonly at: number }
  | { readonly request: string; readonly at: number; readonly row: number }
  | { readonly match: string };

export interface Row {
  readonly values: readonly Json[];
  readonly place: FeedPlace;
}

/** The rows of an item, or of a result. */
export interface RowGroup {
  readonly rows: readonly Row[];
  /** Behind the last of them, also where there are none. */
  readonly end: FeedPlace;
}

/** In an order that stays. */
export type FeedRows = AsyncGenerator<RowGroup, void>;

const about = ['source', 'item', 'label', 'conditions', 'field', 'time'] as const;
export const columnsOfLines = {
  history: [...about, 'value', 'currency'],
  changes: [...about, 'before', 'after', 'currency_before', 'currency_after', 'time_before'],
} as const;

export interface LineQuestion {
  readonly table: keyof typeof columnsOfLines;
  readonly sources: readonly OperationId[];
  readonly id?: string | undefined;
  readonly comparable?: string | undefined;
  readonly field?: string | undefined;
  /** What the code opens, in milliseconds since 1970, both included: nothing outside of it is looked at. */
  readonly open: TimeSpan;
  /** What is asked for. */
  readonly isAsked: (point: DatedMoment) => boolean;
}

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

const isWithin = ({ at }: LinePoint, { from, to }: TimeSpan): boolean => at >= from && at <= to;

/** Behind everything of an item. */
const itsEnd = Number.MAX_SAFE_INTEGER;

/** All items of a response were seen at one time. */
const knownTime = memoized(10_000, (at: number) => timeText({ at }));
const textOf = (moment: LinePoint): string =>
  moment.zone === undefined ? knownTime(moment.at) : timeText(moment);

/** Items that are read at once. */
const part = 20;

export async function* lineRows(history: FeedHistory, question: LineQuestion, after?: FeedPlace): FeedRows {
  const { sources, id, comparable } = question;
  let resume = after && 'item' in after ? after : undefined;
  let from: WalkStart | undefined = resume && { place: resume.item, again: resume.at !== itsEnd };
  for (;;) {
    const items = await history.walk({ operations: sources, id, comparable, from }, part);
    for (const item of items) {
      const rows = await rowsOfItem(item, question, resume?.item === item.place ? resume : undefined);
      const field = historyOf(item.operation).followed.at(-1) ?? '';
      yield { rows, end: { item: item.place, field, at: itsEnd } };
      resume = undefined;
    }
    const last = items.at(-1);
    if (!last || items.length < part) return;
    from = { place: last.place, again: false };
  }
}

async function rowsOfItem(
  item: WalkedItem,
  { table, field: only, open, isAsked }: LineQuestion,
  after: { readonly field: string; readonly at: number } | undefined,
): Promise<Row[]> {
  const { operation, id, label, comparable, series, place } = item;
  const fields = historyOf(operation).followed;
  const first = after ? Math.max(0, fields.indexOf(after.field)) : 0;
  const none = { times: [], changes: [] };
  const reader = { series: (_: unknown, path: string) => Promise.resolve(series.get(path) ?? none) };
  const rows: Row[] = [];
  for (const field of fields.slice(first)) {
    if (only !== undefined && field !== only) continue;
    const line = (await readLine(reader, item, field)).filter((point) => isWithin(point, open));
    for (const [index, point] of line.entries()) {
      if (!isAsked(point) || (after?.field === field && point.at <= after.at)) continue;
      const facts = table === 'history' ? [point.value, point.currency ?? null] : change(line, index);
      if (!facts) continue;
      const values = [operation, id, label, comparable, field, textOf(point), ...facts];
      rows.push({ values, place: { item: place, field, at: point.at } });
    }
  }
  return rows;
}

/** Undefined where nothing changed, nothing is known from before, or the two are of different offers, such as of two rooms. */
function change(line: readonly LinePoint[], index: number): Json[] | undefined {
  const [before, after] = [line[index - 1], line[index]];
  if (!before || !after || !isSameOffer(before, after)) return undefined;
  if (isSame(before.value, after.value) && before.currency === after.currency) return undefined;
  return [before.value, after.value, before.currency ?? null, after.currency ?? null, timeText(before)];
}

export const columnsOfMatches = ['source', 'item', 'product_id', 'product', 'decided_at'] as const;

/** A decision about a product, as whoever decided told it. */
export interface FeedMatch {
  readonly operation: OperationId;
  readonly item: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Empty where none of the offers is the product. */
  readonly accepted?: readonly { readonly id: string; readonly name: string }[];
  /** The decision was taken back. */
  readonly forgotten?: true;
}

export interface MatchQuestion {
  readonly sources: readonly OperationId[];
  readonly item?: string | undefined;
  readonly period: TimeSpan;
}

/** A row for each accepted offer, or one without an offer. */
export async function* matchRows(
  matches: readonly FeedMatch[],
  { sources, item: only, period }: MatchQuestion,
  after?: FeedPlace,
): FeedRows {
  const last = after && 'match' in after ? after.match : '';
  const decided = matches
    .filter(({ operation, item }) => sources.includes(operation) && (only === undefined || item === only))
    .filter(({ at, forgotten }) => at >= period.from && at <= period.to && !forgotten)
    // The beginning of the places of its offers. All of them would take long to sort, and a page shows a few.
    .map((match) => ({ ...match, begins: JSON.stringify([match.operation, match.item]).slice(0, -1) }))
    .filter(({ begins }) => begins >= last.slice(0, begins.length))
    .sort((a, b) => (a.begins < b.begins ? -1 : 1));
  for (const { operation, item, at, accepted = [], begins } of decided) {
    const offers = accepted.length > 0 ? accepted : [{ id: null, name: null }];
    const rows = offers
      .map(({ id, name }): Row & { place: { match: string } } => ({
        values: [operation, item, id, name, new Date(at).toISOString()],
        place: { match: `${begins},${JSON.stringify(id)}]` },
      }))
      .filter(({ place }) => place.match > last)
      .sort((a, b) => (a.place.match < b.place.match ? -1 : 1));
    const end = rows.at(-1)?.place;
    if (end) yield await Promise.resolve({ rows, end });
  }
}

const pathsOf = ({ fields }: RecordShape, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'record' ? pathsOf(field.of, `${prefix}${name}.`) : [`${prefix}${name}`],
  );

const fetchedAt = 'fetched_at';
/** Which of the requests of a table a row is of: its parameters as JSON. */
const asked = 'request';

/** Of the amounts beside it, where a record has one currency: a cell shows it with each. */
const currency = 'currency';

const amountOf = (operation: OperationId): string | undefined =>
  operationOf(operation).columns.find((path) => currencyOf(operation, path) !== undefined);

/** What a column says of a record, as a cell shows it: a number that came as text is a number, and a number that means a day is one. */
export function readerOf(operation: OperationId, path: string): (record: Values) => Json {
  const amount = path === currency ? amountOf(operation) : undefined;
  if (amount !== undefined) return (record) => currencyIn(operation, record, amount) ?? null;
  const field = tableField(operation, path);
  if (field?.kind !== 'date' || field.type !== 'number')
    return (record) => valueIn(operation, path, fieldAt(record, path) ?? null);
  return (record) => {
    const value = fieldAt(record, path) ?? null;
    const at = timeOfField(value, field.zone);
    return at === undefined ? value : timeText({ at, zone: field.zone });
  };
}

export interface ResultColumns {
  readonly all: readonly string[];
  /** As the add-in shows them. */
  readonly usual: readonly string[];
}

/** The operation stands at the beginning of every request. */
export function operationOfRequest(request: string): OperationId | undefined {
  const [id = ''] = request.split('{', 1);
  return isOperationId(id) ? id : undefined;
}

/** `isTable`: of several requests. */
export function columnsOfResult(operation: OperationId, isTable = false): ResultColumns {
  const { record, columns } = operationOf(operation);
  const own = [fetchedAt, ...(isTable ? [asked] : [])];
  const usual = [...own, ...columns, ...(amountOf(operation) === undefined ? [] : [currency])];
  return { all: [...new Set([...own, ...pathsOf(record), ...usual])], usual };
}

export interface ResultQuestion {
  readonly operation: OperationId;
  readonly requests: readonly string[];
  readonly open: TimeSpan;
  readonly columns: readonly string[];
}

/**
 * The latest result of each request in the period, one after the other. Later pages go on in the result where the last one ended,
 * whatever came meanwhile. A request that was not paid for yet has no rows.
 */
export async function* resultRows(
  history: FeedHistory,
  { operation, requests, open, columns }: ResultQuestion,
  after?: FeedPlace,
): FeedRows {
  const page = after && 'request' in after ? after : undefined;
  const readers = columns.map((path) => [path, readerOf(operation, path)] as const);
  let isFound = page !== undefined;
  for (const request of requests.slice(page ? requests.indexOf(page.request) : 0)) {
    const isBegun = page?.request === request;
    const found = await history.response(request, Math.min(isBegun ? page.at : open.to, open.to));
    if (isBegun && found?.at !== page.at)
      throw new Problem(409, 'This result is no longer kept. Start with the first page.');
    if (!found || found.at < open.from) continue;
    isFound = true;
    const { at, records } = found;
    const own = new Map([
      [fetchedAt, new Date(at).toISOString()],
      [asked, request.slice(operation.length)],
    ]);
    const first = isBegun ? page.row + 1 : 0;
    const rows = records.slice(first).map((record, index): Row => {
      const values = readers.map(([path, read]) => own.get(path) ?? read(record));
      return { values, place: { request, at, row: first + index } };
    });
    yield { rows, end: { request, at, row: records.length } };
  }
  if (!isFound) throw new Problem(404, 'This feed has no result.');
}
