// What the history tells, read in one statement each where that is possible.
import { storableText } from '../../../history/deletion';
import { formerlyDated, type ItemKey } from '../../../history/observation';
import { joinRecord, type Values } from '../../../history/record';
import { filledFrom, isFull, isSame, type Change, type Json, type Series } from '../../../history/series';
import type { Item, ItemFilter, KeptRequest, KeptResponse, ResponseList } from '../../../history/store';
import type { OperationId } from '../../../operations';
import { historyOf, keptPaths } from '../../../operations/histories';
import { itemKeyOf, requestKeyOf } from './append';
import type { SqlSession } from './database';
import type { WalkedItem, WalkFilter } from '../../../history/walk';

/** A record that cannot be told from others, an item, or null for a deleted one. */
type Entry = string | null | { readonly record: Values };

export const scopeOf = '(select id from spillway.scopes where name = $1)';

/**
 * The condition of a filter, after the scope as the first value. What an earlier version kept at the source's dates is deleted
 * with its item, and not read.
 */
export function whereOf(
  { operation, id, comparable }: { readonly [name in keyof ItemFilter]: ItemFilter[name] | undefined },
  isRead: boolean,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const texts: string[] = [];
  const value = (given: unknown) => `$${values.push(given) + 1}`;
  if (operation !== undefined) texts.push(`operation = ${value(operation)}`);
  if (id !== undefined) {
    const name = value(storableText(id));
    texts.push(`substr(item, 1, 64) = substr(${name}, 1, 64) and item = ${name}`);
  }
  if (comparable !== undefined) {
    const meant = isRead ? [comparable] : [comparable, formerlyDated(comparable)];
    texts.push(`comparable = any(${value(meant.map(storableText))})`);
  } else if (isRead) texts.push(`comparable not like '%@source'`);
  return { text: texts.map((text) => ` and ${text}`).join(''), values };
}

export function queryItems(session: SqlSession, scope: string, filter: ItemFilter): Promise<readonly Item[]> {
  const { text, values } = whereOf(filter, true);
  return session.query<Item>(
    `select operation, item as id, comparable, label, first::float8 as first, last::float8 as last,
       followed as values
     from spillway.items where scope = ${scopeOf}${text}`,
    [scope, ...values],
  );
}

/** One row: a thousand would take longer to read than to find. */
export async function querySeries(
  session: SqlSession,
  scope: string,
  item: ItemKey,
  field: string,
): Promise<Series> {
  const [row] = await session.query<{ row: string; times: string | null; changes: Change[] | null }>(
    `select min(item)::text as row, string_agg(at::text, ',') as times,
       json_agg(json_build_array(at, changed -> $3)) filter (where changed ? $3) as changes
     from (
       select item, at, changed from spillway.sightings
       where item = (select id from spillway.items where scope = ${scopeOf} and key = $2)
       order by at
     ) as seen`,
    [scope, itemKeyOf(item), storableText(field)],
  );
  const series = new Map([[field, seriesFrom(timesIn(row!.times), row!.changes ?? [])]]);
  await fillFromRest(session, [{ row: row!.row, operation: item.operation }], [series]);
  return series.get(field)!;
}

const timesIn = (joined: string | null): number[] => joined?.split(',').map(Number) ?? [];

/** Of the changes of one field, some may be no change after all. */
const seriesFrom = (times: readonly number[], changes: readonly Change[]): Series => ({
  times,
  changes: changes.filter(([, value], index) => !isSame(changes[index - 1]?.[1] ?? null, value)),
});

export const queryRequests = (
  session: SqlSession,
  scope: string,
  operation: OperationId,
): Promise<readonly KeptRequest[]> =>
  session.query<KeptRequest>(
    `select operation, request, params, raw from spillway.requests where scope = ${scopeOf} and operation = $2`,
    [scope, operation],
  );

interface ListRow {
  readonly at: number;
  readonly asked: number | null;
  readonly entries: readonly Entry[];
}

export async function queryLists(
  session: SqlSession,
  scope: string,
  request: string,
): Promise<ResponseList[]> {
  const rows = await session.query<ListRow>(
    `select lists.at::float8 as at, asked::float8 as asked, entries
     from spillway.lists join spillway.requests on requests.id = lists.request
     where scope = ${scopeOf} and key = $2 order by lists.at`,
    [scope, requestKeyOf(request)],
  );
  return rows.map(({ at, asked, entries }) => ({
    at,
    asked: asked ?? undefined,
    ids: entries.map((entry) => (typeof entry === 'string' ? entry : null)),
  }));
}

export async function queryResponse(
  session: SqlSession,
  scope: string,
  request: string,
  at: number,
): Promise<KeptResponse | undefined> {
  const [list] = await session.query<ListRow & { operation: OperationId; comparable: string }>(
    `select lists.at::float8 as at, asked::float8 as asked, entries, operation, comparable
     from spillway.lists join spillway.requests on requests.id = lists.request
     where scope = ${scopeOf} and key = $2 and lists.at <= $3
     order by lists.at desc limit 1`,
    [scope, requestKeyOf(request), at],
  );
  if (!list) return undefined;
  const { operation, comparable, entries } = list;
  const keyOf = (id: string) => itemKeyOf({ operation, id, comparable });
  const ids = entries.filter((entry) => typeof entry === 'string');
  const records = await recordsAt(session, scope, ids.map(keyOf), list.at);
  const left = entries
    .map((entry) => (typeof entry === 'string' ? records.get(keyOf(entry)) : entry?.record))
    .filter((record) => record !== undefined);
  const deleted = entries.length - left.length;
  return {
    at: list.at,
    asked: list.asked ?? undefined,
    records: left,
    ...(deleted > 0 && { deleted }),
  };
}

/** Each item as it was last seen at or before a time, by its key. */
async function recordsAt(
  session: SqlSession,
  scope: string,
  keys: readonly string[],
  at: number,
): Promise<Map<string, Values>> {
  const rows = await session.query<{ key: string; followed: Values | null; rest: Values | null }>(
    `select items.key,
       case when items.last <= $3 then items.followed::jsonb else (
         select jsonb_object_agg(change.key, change.value order by seen.at)
         from spillway.sightings seen cross join lateral jsonb_each(seen.changed) as change
         where seen.item = items.id and seen.at <= $3
       ) end as followed,
       case when items.last <= $3 then items.rest else (
         select seen.rest from spillway.sightings seen
         where seen.item = items.id and seen.at <= $3 and seen.rest is not null
         order by seen.at desc limit 1
       ) end as rest
     from spillway.items
     where items.scope = ${scopeOf} and items.key = any($2) and items.first <= $3`,
    [scope, [...keys], at],
  );
  return new Map(rows.map(({ key, followed, rest }) => [key, joinRecord(followed ?? {}, rest ?? {})]));
}

// The history item by item, each with all of its values: a part of the items in one statement.

interface WalkedRow extends Omit<WalkedItem, 'series'> {
  readonly row: string;
  readonly times: string | null;
  readonly changed: readonly (readonly [at: number, changed: Values])[] | null;
}

export async function walkItems(
  session: SqlSession,
  scope: string,
  { operations, id, comparable, from }: WalkFilter,
  limit: number,
): Promise<readonly WalkedItem[]> {
  const { text, values } = whereOf({ operation: undefined, id, comparable }, true);
  const given = [scope, ...values, operations, limit, ...(from ? [from.place] : [])];
  const first = values.length + 2;
  const start = from ? ` and key ${from.again ? '>=' : '>'} $${first + 2}` : '';
  const rows = await session.query<WalkedRow>(
    `select items.id::text as row, key as place, operation, items.item as id, comparable, label, times, changed
     from (
       select * from spillway.items
       where scope = ${scopeOf}${text} and operation = any($${first})${start}
       order by key limit $${first + 1}
     ) as items
     left join lateral (
       select string_agg(at::text, ',' order by at) as times,
         json_agg(json_build_array(at, changed) order by at) filter (where changed is not null) as changed
       from spillway.sightings where sightings.item = items.id
     ) as seen on true
     order by key`,
    given,
  );
  const series = rows.map(seriesOfRow);
  await fillFromRest(session, rows, series);
  return rows.map(({ row: _row, times: _times, changed: _changed, ...item }, index) => ({
    ...item,
    series: series[index]!,
  }));
}

function seriesOfRow({ operation, times, changed }: WalkedRow): Map<string, Series> {
  const seen = timesIn(times);
  const changes = new Map<string, Change[]>(keptPaths(operation).map((path) => [path, []]));
  for (const [at, values] of changed ?? [])
    for (const path of Object.keys(values)) changes.get(path)?.push([at, values[path]!]);
  return new Map([...changes].map(([path, own]) => [path, seriesFrom(seen, own)]));
}

/** The version before kept currencies and the source's dates with the rest of the record. */
async function fillFromRest(
  session: SqlSession,
  rows: readonly Pick<WalkedRow, 'row' | 'operation'>[],
  series: readonly Map<string, Series>[],
): Promise<void> {
  const missing = new Map<string, number[]>();
  for (const [index, { operation }] of rows.entries())
    for (const [path, own] of series[index]!)
      if (!historyOf(operation).followed.includes(path) && !isFull(own))
        missing.set(path, [...(missing.get(path) ?? []), index]);
  for (const [path, indexes] of missing) {
    const found = await session.query<{ row: string; at: number; value: Json }>(
      `select item::text as row, at::float8 as at, rest #> $2::text[] as value from spillway.sightings
       where item = any($1::bigint[]) and rest is not null order by sightings.item, sightings.at`,
      [indexes.map((index) => rows[index]!.row), storableText(path).split('.')],
    );
    const changes = new Map<string, Change[]>();
    for (const { row, at, value } of found) changes.set(row, [...(changes.get(row) ?? []), [at, value]]);
    for (const index of indexes) {
      const own = series[index]!.get(path)!;
      const rest = { times: own.times, changes: changes.get(rows[index]!.row) ?? [] };
      series[index]!.set(path, filledFrom(own, rest));
    }
  }
}
