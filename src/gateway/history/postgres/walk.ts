// The history item by item, each with all of its values: a part of the items in one statement.
import { filledFrom, isFull, type Change, type Json, type Series } from '../../../history/series';
import type { WalkedItem, WalkFilter } from '../../../history/walk';
import type { Values } from '../../../history/record';
import { historyOf, keptPaths } from '../../../operations/histories';
import type { Session } from './database';
import { conditionOf, scopeOf } from './read';
import { seriesFrom } from './sightingChain';

interface WalkedRow extends Omit<WalkedItem, 'series'> {
  readonly row: string;
  readonly times: string | null;
  readonly changed: readonly (readonly [at: number, changed: Values])[] | null;
}

export async function walkItems(
  session: Session,
  scope: string,
  { operations, id, comparable, from }: WalkFilter,
  limit: number,
): Promise<readonly WalkedItem[]> {
  const { text, values } = conditionOf(
    { ...(id !== undefined && { id }), ...(comparable !== undefined && { comparable }) },
    (one) => [one],
  );
  const dated = comparable === undefined ? ` and comparable not like '%@source'` : '';
  const given = [scope, ...values, operations, limit, ...(from ? [from.place] : [])];
  const first = values.length + 2;
  const start = from ? ` and key ${from.again ? '>=' : '>'} $${first + 2}` : '';
  const rows = await session.query<WalkedRow>(
    `select items.id::text as row, key as place, operation, items.item as id, comparable, label, times, changed
     from (
       select * from spillway.items
       where scope = ${scopeOf}${text}${dated} and operation = any($${first})${start}
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
  const seen = times?.split(',').map(Number) ?? [];
  const changes = new Map<string, Change[]>(keptPaths(operation).map((path) => [path, []]));
  for (const [at, values] of changed ?? [])
    for (const path of Object.keys(values)) changes.get(path)?.push([at, values[path]!]);
  return new Map([...changes].map(([path, own]) => [path, seriesFrom(seen, own)]));
}

/** The version before kept currencies and the source's dates with the rest of the record. */
async function fillFromRest(
  session: Session,
  rows: readonly WalkedRow[],
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
      [indexes.map((index) => rows[index]!.row), path.split('.')],
    );
    const changes = new Map<string, Change[]>();
    for (const { row, at, value } of found) changes.set(row, [...(changes.get(row) ?? []), [at, value]]);
    for (const index of indexes) {
      const own = series[index]!.get(path)!;
      const rest = changes.get(rows[index]!.row) ?? [];
      series[index]!.set(path, filledFrom(own, seriesFrom(own.times, rest)));
    }
  }
}
