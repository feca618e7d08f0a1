// The history of one scope in PostgreSQL, in tables that any SQL client can read.
import type { HistorySize, HistoryStore, ItemFilter } from '../../../history/store';
import { insertResponses, scopeRow, putLinks, readChain, type ItemLink, appendSightings } from './append';
import { type Database, type SqlSession, safeJson } from './database';
import { queryItems, queryLists, queryRequests, queryResponse, querySeries, scopeOf, whereOf } from './read';
import { isWhole, newDeletionId, storableText, type Deletion } from '../../../history/deletion';
import type { Sighting } from '../../../history/observation';
import { mostDeletions } from '../../../history/rowDraft';
import { keptTimes, type Thinning } from '../../../history/weeks';
import { keepTimes, statesOf } from './sightingChain';
import type { Values } from '../../../history/record';

// Brings back what was deleted, together with what was seen since. All of it, or nothing: it is one transaction.

/** False where it is gone for good. */
async function undo(session: SqlSession, scopeName: string, deletion: string): Promise<boolean> {
  const [row] = await session.query<{ scope: number; trash: number; filter: ItemFilter }>(
    `select deletions.scope, trash, filter from spillway.deletions join spillway.scopes on scopes.id = deletions.scope
     where scopes.name = $1 and deletions.id = $2 and trash is not null`,
    [scopeName, deletion],
  );
  if (!row) return false;
  const { scope, trash } = row;
  const whole = isWhole(row.filter);
  for (const table of whole ? ['items', 'requests'] : ['items'])
    await session.query(
      `update spillway.${table} as gone set scope = $1
       where scope = $2
         and not exists (select from spillway.${table} as live where live.scope = $1 and live.key = gone.key)`,
      [scope, trash],
    );
  await addItems(session, scope, trash);
  await addLists(session, scope, trash, whole);
  await session.query('delete from spillway.deletions where scope = $1 and id = $2', [scope, deletion]);
  await session.query('delete from spillway.scopes where id = $1', [trash]);
  return true;
}

/** Items that were seen again meanwhile: what was deleted is added as if it came late. */
async function addItems(session: SqlSession, scope: number, trash: number): Promise<void> {
  const items = await session.query<Sighting['item'] & { number: string; label: string }>(
    'select items.id as number, operation, item as id, comparable, label from spillway.items where scope = $1',
    [trash],
  );
  for (const { number, label, ...item } of items) {
    const states = statesOf(await readChain(session, number));
    const sightings = states.map(([at, { followed, rest }]) => ({ item, at, label, followed, rest }));
    await appendSightings(session, scope, sightings);
  }
}

type Entries = readonly (string | null | { readonly record: Values })[];

/** Lists that are not there come back whole, unless only names of them were put aside. */
async function addLists(session: SqlSession, scope: number, trash: number, whole: boolean): Promise<void> {
  const found = await session.query<{ request: string; at: number; gone: Entries; live: Entries }>(
    `select live.request, live.at::float8 as at, gone.entries as gone, live.entries as live
     from spillway.lists gone
     join spillway.requests aside on aside.id = gone.request and aside.scope = $2
     join spillway.requests on requests.scope = $1 and requests.key = aside.key
     join spillway.lists live on live.request = requests.id and live.at = gone.at`,
    [scope, trash],
  );
  const merged = whole
    ? []
    : found
        // A longer list has taken its place.
        .filter(({ gone, live }) => gone.length === live.length)
        .map(({ request, at, gone, live }) => ({
          request,
          at,
          entries: live.map((entry, place) => entry ?? gone[place] ?? null),
        }));
  await session.query(
    `update spillway.lists set entries = given.entries
     from json_to_recordset($1) as given (request bigint, at bigint, entries json)
     where lists.request = given.request and lists.at = given.at`,
    [safeJson(merged)],
  );
  if (!whole) return;
  await session.query(
    `insert into spillway.lists (request, at, asked, entries)
     select requests.id, gone.at, gone.asked, gone.entries
     from spillway.lists gone
     join spillway.requests aside on aside.id = gone.request and aside.scope = $2
     join spillway.requests on requests.scope = $1 and requests.key = aside.key
     on conflict do nothing`,
    [scope, trash],
  );
}

// Makes the history smaller: old detail becomes weekly, and what is too old goes.

/** Items in one turn, so that what is to be written does not wait for long. */
const atOnce = 200;

async function thin(database: Database, scope: string, thinning: Thinning): Promise<void> {
  await database.write((session) => thinLists(session, scope, thinning));
  for (let after = '0'; ;) {
    const next = await database.write((session) => thinSome(session, scope, after, thinning));
    if (next === undefined) return;
    after = next;
  }
}

/** Lists of requests, or sightings of items. */
const deleteTimes = (
  session: SqlSession,
  [table, owner]: readonly ['lists', 'request'] | readonly ['sightings', 'item'],
  gone: readonly { readonly id: string; readonly at: number }[],
): Promise<unknown> =>
  session.query(
    `delete from spillway.${table} using json_to_recordset($1) as gone (id bigint, at bigint)
     where ${table}.${owner} = gone.id and ${table}.at = gone.at`,
    [safeJson(gone)],
  );

async function thinLists(session: SqlSession, scope: string, thinning: Thinning): Promise<void> {
  const requests = await session.query<{ id: string; times: number[] }>(
    `select lists.request as id, array_agg(lists.at::float8 order by lists.at) as times
     from spillway.lists join spillway.requests on requests.id = lists.request
     where scope = ${scopeOf} group by lists.request having min(lists.at) < $2`,
    [scope, thinning.before],
  );
  const gone = requests.flatMap(({ id, times }) => {
    const kept = keptTimes(times, thinning);
    return times.filter((at) => !kept.has(at)).map((at) => ({ id, at }));
  });
  await deleteTimes(session, ['lists', 'request'], gone);
  await session.query(
    `delete from spillway.requests
     where scope = ${scopeOf} and not exists (select from spillway.lists where lists.request = requests.id)`,
    [scope],
  );
}

/** The number of the last item it looked at; undefined when there are no more. */
async function thinSome(
  session: SqlSession,
  scope: string,
  after: string,
  thinning: Thinning,
): Promise<string | undefined> {
  const items = await session.query<{ id: string }>(
    `select id from spillway.items
     where scope = ${scopeOf} and id > $2 and first < $3 order by id limit ${atOnce}`,
    [scope, after, thinning.before],
  );
  const listed = await session.query<{ at: number }>(
    `select distinct lists.at::float8 as at
     from spillway.lists join spillway.requests on requests.id = lists.request
     where scope = ${scopeOf} and lists.at < $2`,
    [scope, thinning.before],
  );
  const stay = new Set(listed.map(({ at }) => at));
  const puts: ItemLink[] = [];
  const gone: { id: string; at: number }[] = [];
  for (const { id } of items) {
    const chain = await readChain(session, id);
    const times = chain.map(({ at }) => at);
    const kept = keptTimes(times, thinning, stay);
    if (kept.size === times.length) continue;
    puts.push(...keepTimes(chain, kept).map((link) => ({ item: id, ...link })));
    gone.push(...times.filter((at) => !kept.has(at)).map((at) => ({ id, at })));
  }
  await deleteTimes(session, ['sightings', 'item'], gone);
  await putLinks(session, puts);
  const ids = items.map(({ id }) => id);
  await session.query(
    `delete from spillway.items
     where id = any($1::bigint[]) and not exists (select from spillway.sightings where item = items.id)`,
    [ids],
  );
  await session.query(
    `update spillway.items set
       first = (select min(at) from spillway.sightings where item = items.id),
       last = (select max(at) from spillway.sightings where item = items.id)
     where id = any($1::bigint[])`,
    [ids],
  );
  return items.at(-1)?.id;
}

// What somebody deletes: it moves to a scope of its own, where nobody looks, and is gone for good after a while.

interface Move {
  readonly scope: number;
  readonly trash: number;
}

async function remove(session: SqlSession, scopeName: string, { filter, at }: Deletion): Promise<string> {
  const { id: scope } = await scopeRow(session, scopeName);
  const same = await session.query<{ id: string }>(
    'select id from spillway.deletions where scope = $1 and at = $2',
    [scope, at],
  );
  const deletion = newDeletionId(
    at,
    same.map(({ id }) => id),
  );
  const [made] = await session.query<{ id: number }>(
    'insert into spillway.scopes (name, deleted_at) values ($1, $2) returning id',
    [`${scopeName}~${deletion}`, at],
  );
  const trash = made!.id;
  await session.query(
    'insert into spillway.deletions (scope, id, at, filter, trash) values ($1, $2, $3, $4, $5)',
    [scope, deletion, at, safeJson(filter), trash],
  );
  await session.query(
    `delete from spillway.deletions where scope = $1 and trash is null and id not in (
       select id from spillway.deletions where scope = $1 order by at desc limit ${mostDeletions})`,
    [scope],
  );
  const { text, values } = whereOf(filter, false);
  const trashValue = `$${values.length + 2}`;
  await session.query(`update spillway.items set scope = ${trashValue} where scope = $1${text}`, [
    scope,
    ...values,
    trash,
  ]);
  if (isWhole(filter)) await moveRequests(session, { scope, trash }, filter);
  else await forgetNames(session, { scope, trash }, filter);
  return deletion;
}

async function moveRequests(
  session: SqlSession,
  { scope, trash }: Move,
  { operation }: ItemFilter,
): Promise<void> {
  const ofOperation = operation === undefined ? '' : ' and operation = $3';
  await session.query(`update spillway.requests set scope = $2 where scope = $1${ofOperation}`, [
    scope,
    trash,
    ...(operation === undefined ? [] : [operation]),
  ]);
}

/** A list keeps the place of an item that was deleted, without its name; the names are put aside. */
async function forgetNames(
  session: SqlSession,
  { scope, trash }: Move,
  { operation, id, comparable }: ItemFilter,
): Promise<void> {
  const given: unknown[] = [scope];
  const value = (one: unknown) => `$${given.push(one)}`;
  const isNamed =
    `json_typeof(entry) = 'string'` +
    (id === undefined ? '' : ` and entry #>> '{}' = ${value(storableText(id))}`);
  const where =
    (operation === undefined ? '' : ` and requests.operation = ${value(operation)}`) +
    (comparable === undefined ? '' : ` and requests.comparable = ${value(storableText(comparable))}`);
  const entriesWith = (named: string, others: string) =>
    `(select coalesce(json_agg(case when ${isNamed} then ${named} else ${others} end order by place), '[]')
      from json_array_elements(lists.entries) with ordinality as each (entry, place))`;
  const isMeant = `exists (select from json_array_elements(lists.entries) as entry where ${isNamed})`;
  const none = 'null::json';
  const withTrash = [...given, trash];
  const inTrash = `$${withTrash.length}`;
  await session.query(
    `insert into spillway.requests (scope, key, operation, request, comparable, params, raw)
     select ${inTrash}, key, operation, request, comparable, params, raw from spillway.requests
     where scope = $1${where}
       and exists (select from spillway.lists where lists.request = requests.id and ${isMeant})`,
    withTrash,
  );
  await session.query(
    `insert into spillway.lists (request, at, asked, entries)
     select aside.id, lists.at, lists.asked, ${entriesWith('entry', none)}
     from spillway.lists
     join spillway.requests on requests.id = lists.request
     join spillway.requests aside on aside.scope = ${inTrash} and aside.key = requests.key
     where requests.scope = $1${where} and ${isMeant}`,
    withTrash,
  );
  await session.query(
    `update spillway.lists set entries = ${entriesWith(none, 'entry')}
     from spillway.requests
     where requests.id = lists.request and scope = $1${where} and ${isMeant}`,
    given,
  );
}

async function purge(session: SqlSession, scopeName: string, before: number): Promise<void> {
  await session.query(
    `delete from spillway.scopes where id in (
       select deletions.trash from spillway.deletions
       join spillway.scopes on scopes.id = deletions.scope
       where scopes.name = $1 and deletions.at < $2)`,
    [scopeName, before],
  );
}

/** Rows' own bytes, and about as much again for their index. */
export const rowBytes = (rows: string, from: string): string =>
  `(select coalesce(sum(pg_column_size(${rows}.*) + 60), 0) from ${from})`;

export function createPostgresHistory(database: Database, scope: string): HistoryStore {
  return {
    items: (filter) => database.read((session) => queryItems(session, scope, filter)),
    series: (item, field) => database.read((session) => querySeries(session, scope, item, field)),
    requests: (operation) => database.read((session) => queryRequests(session, scope, operation)),
    lists: (request) => database.read((session) => queryLists(session, scope, request)),
    response: (request, at) => database.read((session) => queryResponse(session, scope, request, at)),
    append: (responses) =>
      database.write(async (session) => insertResponses(session, await scopeRow(session, scope), responses)),
    delete: (filter, at) => database.write((session) => remove(session, scope, { filter, at })),
    undo: (deletion) => database.write((session) => undo(session, scope, deletion)),
    purge: (before) => database.write((session) => purge(session, scope, before)),
    size: () =>
      database.read(async (session) => {
        const [row] = await session.query<HistorySize>(
          `with mine as (select * from spillway.items where scope = ${scopeOf})
           select
             (select count(*) from mine)::float8 as items,
             (${rowBytes('mine', 'mine')}
              + ${rowBytes('sightings', 'spillway.sightings join mine on mine.id = sightings.item')}
              + ${rowBytes('lists', `spillway.lists join spillway.requests on requests.id = lists.request where scope = ${scopeOf}`)}
             )::float8 as bytes`,
          [scope],
        );
        return row ?? { bytes: 0, items: 0 };
      }),
    thin: (before, drop = false) => thin(database, scope, { before, drop }),
    // The connections belong to all scopes.
    close: () => Promise.resolve(),
  };
}
