// What a reader asks a feed for: columns, a period, comparisons and a page, checked against what the code opens.
import { z } from 'zod';
import type { DatedMoment } from '../../history/line';
import type { Json } from '../../history/series';
import { isOperationId, operationIds, type OperationId } from '../../operations';
import { Problem } from '../http/problem';
import { checkQuery, invalidQuery, isPlainText } from '../http/query';
import type { Grant } from '../people/accessCode';
import {
  columnsOfLines,
  columnsOfMatches,
  columnsOfResult,
  lineRows,
  matchRows,
  operationOfRequest,
  resultRows,
  type FeedHistory,
  type FeedMatch,
  type FeedPlace,
  type FeedRows,
  type TimeSpan,
  type feedTables,
} from './feedTables';

export const mostRows = 100_000;
const mostConditions = 20;

const text = z.string().max(8_000);
const time = (isEnd: boolean) =>
  z
    .string()
    .max(40)
    .transform((given, context) => {
      const isDay = /^\d{4}-\d{2}-\d{2}$/.test(given);
      const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(given);
      const at = isDay || isMoment ? Date.parse(given) : Number.NaN;
      // 30 February is read as a day in March.
      if (Number.isNaN(at) || (isDay && new Date(at).toISOString().slice(0, 10) !== given)) {
        context.addIssue('Enter a date such as 2027-05-03, or a time such as 2027-05-03T08:00:00Z.');
        return z.NEVER;
      }
      return { at: isDay && isEnd ? at + 86_399_999 : at, isDay };
    });

const paging = {
  code: text.optional(),
  columns: text.optional(),
  where: z.array(text).max(mostConditions).optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, `Enter a number from 1 to ${mostRows}.`)
    .transform(Number)
    .refine((count) => count <= mostRows, `A page has at most ${mostRows} rows.`)
    .optional(),
  cursor: z.string().max(40_000).optional(),
};
const ofResult = z.strictObject(paging);
const ofMatches = z.strictObject({
  ...paging,
  source: z.enum(operationIds).optional(),
  item: text.optional(),
  from: time(false).optional(),
  to: time(true).optional(),
});
const ofLines = ofMatches.extend({ conditions: text.optional(), field: text.optional() });

/** Repeated parameters become lists; only conditions may be repeated. */
function given(parameters: URLSearchParams): Record<string, unknown> {
  const all = new Map<string, unknown>();
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    all.set(name, name === 'where' ? values : values.length === 1 ? values[0] : values);
  }
  return Object.fromEntries(all);
}

const outside = (what: string) => new Problem(403, `This feed does not include ${what}.`);

const forever = 8_640_000_000_000_000;
const openPeriod = ({ from = 0, to = forever }: Grant): TimeSpan => ({ from, to });

interface Table {
  /** All columns, in the order of the values. */
  readonly columns: readonly string[];
  readonly usual: readonly string[];
}

export interface FeedQuery extends Table {
  /** Indexes of the columns to send. */
  readonly chosen: readonly number[];
  readonly fits: (values: readonly Json[]) => boolean;
  readonly limit: number;
  readonly after: FeedPlace | undefined;
}

const noCursor = () =>
  invalidQuery(['cursor'], 'This is not a cursor of this feed. Start with the first page.');

function queryOf(
  { columns, usual }: Table,
  { columns: wanted, where = [], limit = mostRows, cursor }: z.infer<typeof ofResult>,
): FeedQuery {
  const indexOf = (name: string, parameter: string) => {
    const index = columns.indexOf(name);
    if (index < 0) throw invalidQuery([parameter], `Unknown column. The columns are ${columns.join(', ')}.`);
    return index;
  };
  const names = wanted === undefined ? usual : wanted === '*' ? columns : wanted.split(',');
  const conditions = where.map((condition) => {
    const [, name = '', sign = '', operand = ''] = /^([\w.]+)(<=|>=|!=|<|>|=)(.*)$/s.exec(condition) ?? [];
    if (sign === '') throw invalidQuery(['where'], 'Enter a comparison such as value>=100.');
    const index = indexOf(name, 'where');
    const parts = columns.filter((column) => column.startsWith(`${name}.`));
    if (parts.length > 0 && operand !== '')
      throw invalidQuery(['where'], `Compare one of its parts: ${parts.join(', ')}.`);
    return { index, test: comparison(sign, operand) };
  });
  return {
    columns,
    usual,
    chosen: [...new Set(names.map((name) => indexOf(name.trim(), 'columns')))],
    fits: (values) => conditions.every(({ index, test }) => test(values[index] ?? null)),
    limit,
    after: cursor === undefined ? undefined : readCursor(cursor),
  };
}

/** Numbers with numbers, text with text. A value that is not there is equal to nothing but an empty text. */
function comparison(sign: string, operand: string): (value: Json) => boolean {
  const number = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/.test(operand) ? Number(operand) : undefined;
  return (value) => {
    const plain = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : value;
    const isEqual = typeof plain === 'number' ? plain === number : String(plain) === operand;
    if (sign === '=') return isEqual;
    if (sign === '!=') return !isEqual;
    if (typeof plain === 'boolean' || typeof value === 'object' || plain === '') return false;
    const other = typeof plain === 'number' ? number : operand;
    if (other === undefined) return false;
    if (sign === '<') return plain < other;
    if (sign === '>') return plain > other;
    return sign === '<=' ? plain <= other : plain >= other;
  };
}

const place = z.union([
  z.strictObject({ item: z.string(), field: z.string(), at: z.number().int() }),
  z.strictObject({ request: z.string(), at: z.number().int(), row: z.number().int().min(0) }),
  z.strictObject({ match: z.string() }),
]);

/** Where the next page begins. It opens nothing: what the code opens is checked again for each page. */
export const cursorOf = (last: FeedPlace): string => Buffer.from(JSON.stringify(last)).toString('base64url');

function readCursor(cursor: string): FeedPlace {
  try {
    const bytes = Buffer.from(cursor, 'base64url');
    const found = place.parse(JSON.parse(bytes.toString('utf8')));
    if (cursorOf(found) === cursor && Object.values(found).every(isPlainText)) return found;
  } catch {
    // Told below.
  }
  throw noCursor();
}

interface Bound {
  readonly at: number;
  readonly isDay: boolean;
}

/** Sources and a period that are asked for, within those that the code opens. */
function within(
  grant: Grant,
  {
    source,
    from,
    to,
  }: { source?: OperationId | undefined; from?: Bound | undefined; to?: Bound | undefined },
) {
  const open = openPeriod(grant);
  const granted = grant.sources.filter(isOperationId);
  if (source !== undefined && !granted.includes(source)) throw outside('this source');
  const asked = { from: from?.at ?? open.from, to: to?.at ?? open.to };
  if (asked.from > asked.to) throw invalidQuery(['from'], 'The period ends before it begins.');
  const sources: readonly OperationId[] = source === undefined ? granted : [source];
  /** A day is one of the calendar that the point is shown in; a time is the same everywhere. */
  const isAsked = ({ at, zone = 0 }: DatedMoment): boolean => {
    const day = at + zone * 3_600_000;
    return (from?.isDay ? day : at) >= asked.from && (to?.isDay ? day : at) <= asked.to;
  };
  return { open, asked, isAsked, sources };
}

function matchesQuery(grant: Grant, parameters: URLSearchParams) {
  const query = checkQuery(given(parameters), ofMatches);
  const { open, asked, sources } = within(grant, query);
  const checked = queryOf({ columns: columnsOfMatches, usual: columnsOfMatches }, query);
  if (checked.after && !('match' in checked.after)) throw noCursor();
  const period = { from: Math.max(open.from, asked.from), to: Math.min(open.to, asked.to) };
  return { query: checked, question: { sources, item: query.item, period } };
}

function linesQuery(table: keyof typeof columnsOfLines, grant: Grant, parameters: URLSearchParams) {
  const query = checkQuery(given(parameters), ofLines);
  const { open, isAsked, sources } = within(grant, query);
  const { item } = grant;
  const id = query.item ?? item?.id;
  const comparable = query.conditions ?? item?.comparable;
  if (item && (id !== item.id || comparable !== item.comparable)) throw outside('this item');
  const columns = columnsOfLines[table];
  const checked = queryOf({ columns, usual: columns }, query);
  if (checked.after && !('item' in checked.after)) throw noCursor();
  return { query: checked, question: { table, sources, id, comparable, field: query.field, open, isAsked } };
}

function resultQuery(grant: Grant, parameters: URLSearchParams) {
  const requests = grant.requests ?? [grant.request ?? ''];
  const operation = operationOfRequest(requests[0] ?? '');
  if (operation === undefined) throw new Problem(404, 'This feed has no result.');
  if (!grant.sources.includes(operation)) throw outside('this source');
  const { all, usual } = columnsOfResult(operation, grant.requests !== undefined);
  const query = queryOf({ columns: all, usual }, checkQuery(given(parameters), ofResult));
  const { after } = query;
  // Of another result the place would mean nothing.
  if (after && !('request' in after && requests.includes(after.request)))
    throw new Problem(409, 'The feed shows another result now. Start with the first page.');
  return { query, question: { operation, requests, open: openPeriod(grant), columns: all } };
}

export interface FeedSources {
  readonly history: FeedHistory;
  readonly matches: () => readonly FeedMatch[];
}

/** What is asked for, and the rows of the table to choose from. */
export function askedRows(
  table: (typeof feedTables)[number],
  { history, matches }: FeedSources,
  grant: Grant,
  parameters: URLSearchParams,
): { readonly query: FeedQuery; readonly rows: FeedRows } {
  if (table === 'result') {
    const { query, question } = resultQuery(grant, parameters);
    return { query, rows: resultRows(history, question, query.after) };
  }
  if (table === 'matches') {
    const { query, question } = matchesQuery(grant, parameters);
    return { query, rows: matchRows(matches(), question, query.after) };
  }
  const { query, question } = linesQuery(table, grant, parameters);
  return { query, rows: lineRows(history, question, query.after) };
}
