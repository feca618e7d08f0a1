// Writes observed responses in few statements, whatever their number. What is known by its time stays as it is.
import { storableText, withoutDeleted, type Deletion } from '../../../history/deletion';
import {
  hasList,
  type ItemKey,
  type ListEntry,
  type ObservedResponse,
  type Sighting,
} from '../../../history/observation';
import type { Values } from '../../../history/record';
import { sha256 } from '../../people/keyDigest';
import { type SqlSession, safeJson } from './database';
import { insertStates, type ChainLink } from './sightingChain';

export const itemKeyOf = ({ operation, id, comparable }: ItemKey): string =>
  sha256(JSON.stringify([operation, storableText(id), storableText(comparable)]));
export const requestKeyOf = (request: string): string => sha256(storableText(request));

interface KnownItem {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  readonly first: number;
  readonly last: number;
  readonly followed: Values;
  readonly rest: Values;
}

export interface ItemLink extends ChainLink {
  /** The number of the item; a bigint, as text. */
  readonly item: string;
}

export interface ScopeRow {
  readonly id: number;
  readonly deletions: readonly Deletion[] | null;
}

/** The scope with what was deleted of it; made if it is new. */
export async function scopeRow(session: SqlSession, name: string): Promise<ScopeRow> {
  const read = () =>
    session.query<ScopeRow>(
      `select id, (
         select json_agg(json_build_object('at', at, 'filter', filter))
         from spillway.deletions where deletions.scope = scopes.id
       ) as deletions
       from spillway.scopes where name = $1`,
      [name],
    );
  const [row] = await read();
  if (row) return row;
  await session.query('insert into spillway.scopes (name) values ($1) on conflict do nothing', [name]);
  const [made] = await read();
  return made!;
}

export async function insertResponses(
  session: SqlSession,
  { id: scope, deletions }: ScopeRow,
  given: readonly ObservedResponse[],
): Promise<void> {
  const responses = deletions
    ? given.flatMap((response) => withoutDeleted(response, deletions) ?? [])
    : given;
  await appendLists(session, scope, responses);
  await appendSightings(
    session,
    scope,
    responses.flatMap(({ sightings }) => sightings),
  );
}

const entryOf = (entry: ListEntry): unknown => ('id' in entry ? entry.id : { record: entry.record });

async function appendLists(
  session: SqlSession,
  scope: number,
  responses: readonly ObservedResponse[],
): Promise<void> {
  const listed = responses.filter(hasList);
  if (listed.length === 0) return;
  const requests = new Map(
    listed.map(({ operation, request, comparable, params, raw }) => [
      requestKeyOf(request),
      { key: requestKeyOf(request), operation, request, comparable, params, raw },
    ]),
  );
  await session.query(
    `insert into spillway.requests (scope, key, operation, request, comparable, params, raw)
     select $1, key, operation, request, comparable, params, raw
     from json_to_recordset($2) as given (key text, operation text, request text, comparable text, params json, raw json)
     on conflict do nothing`,
    [scope, safeJson([...requests.values()])],
  );
  // Of two lists at one time the longer stays, also within one batch.
  const lists = new Map<string, { key: string; at: number; asked: number | null; entries: unknown[] }>();
  for (const { request, at, asked, list } of listed) {
    const name = `${requestKeyOf(request)} ${at}`;
    if ((lists.get(name)?.entries.length ?? -1) < list.length)
      lists.set(name, { key: requestKeyOf(request), at, asked: asked ?? null, entries: list.map(entryOf) });
  }
  await session.query(
    `insert into spillway.lists (request, at, asked, entries)
     select requests.id, given.at, given.asked, given.entries
     from json_to_recordset($2) as given (key text, at bigint, asked bigint, entries json)
     join spillway.requests on requests.scope = $1 and requests.key = given.key
     on conflict (request, at) do update set asked = excluded.asked, entries = excluded.entries
     where json_array_length(lists.entries) < json_array_length(excluded.entries)`,
    [scope, safeJson([...lists.values()])],
  );
}

export async function appendSightings(
  session: SqlSession,
  scope: number,
  sightings: readonly Sighting[],
): Promise<void> {
  if (sightings.length === 0) return;
  const byItem = new Map<string, Sighting[]>();
  for (const sighting of sightings) {
    const key = itemKeyOf(sighting.item);
    const found = byItem.get(key);
    if (found) found.push(sighting);
    else byItem.set(key, [sighting]);
  }
  const known = await knownItems(session, scope, byItem);
  const links: ItemLink[] = [];
  const heads: object[] = [];
  for (const [key, seen] of byItem) {
    const item = known.get(key);
    if (!item) continue;
    const { puts, head } = await advance(session, item, seen);
    links.push(...puts.map((link) => ({ item: item.id, ...link })));
    if (head) heads.push(head);
  }
  await putLinks(session, links);
  await session.query(
    `update spillway.items set label = given.label, first = given.first, last = given.last,
       followed = given.followed, rest = given.rest
     from json_to_recordset($1)
       as given (id bigint, label text, first bigint, last bigint, followed json, rest json)
     where items.id = given.id`,
    [safeJson(heads)],
  );
}

/** Every item that was seen, made if it is new: with times that nothing was seen at. */
async function knownItems(
  session: SqlSession,
  scope: number,
  byItem: ReadonlyMap<string, readonly Sighting[]>,
): Promise<Map<string, KnownItem>> {
  const made = [...byItem].map(([key, [first]]) => {
    const { operation = '', id = '', comparable = '' } = first?.item ?? {};
    return { key, operation, item: id, comparable };
  });
  await session.query(
    `insert into spillway.items (scope, key, operation, item, comparable, label, first, last, followed, rest)
     select $1, key, operation, item, comparable, '', 0, -1, '{}', '{}'
     from json_to_recordset($2) as given (key text, operation text, item text, comparable text)
     where not exists (select from spillway.items where items.scope = $1 and items.key = given.key)`,
    [scope, safeJson(made)],
  );
  const rows = await session.query<KnownItem>(
    `select id, key, label, first::float8 as first, last::float8 as last, followed, rest
     from spillway.items where scope = $1 and key = any($2)`,
    [scope, [...byItem.keys()]],
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** Nearly always something new is seen last; what comes late needs the whole chain. */
async function advance(
  session: SqlSession,
  item: KnownItem,
  seen: readonly Sighting[],
): Promise<{ puts: readonly ChainLink[]; head: object | undefined }> {
  const isNew = item.last < item.first;
  const last = isNew ? -Infinity : item.last;
  const states = new Map<number, Sighting>();
  for (const sighting of [...seen].sort((a, b) => a.at - b.at))
    if (!states.has(sighting.at) && sighting.at !== last) states.set(sighting.at, sighting);
  const [oldest] = states.values();
  const newest = [...states.values()].at(-1);
  if (!oldest || !newest) return { puts: [], head: undefined };
  const { label, followed, rest } = newest.at > last ? newest : item;
  const head = {
    id: item.id,
    label,
    first: isNew ? oldest.at : Math.min(item.first, oldest.at),
    last: Math.max(last, newest.at),
    followed,
    rest,
  };
  const puts =
    oldest.at > last
      ? insertStates([], states, item)
      : insertStates(await readChain(session, item.id), states);
  return { puts, head };
}

export async function readChain(session: SqlSession, item: string): Promise<readonly ChainLink[]> {
  return session.query<ChainLink & object>(
    'select at::float8 as at, changed, rest from spillway.sightings where item = $1 order by sightings.at',
    [item],
  );
}

export async function putLinks(session: SqlSession, links: readonly ItemLink[]): Promise<void> {
  if (links.length === 0) return;
  await session.query(
    `insert into spillway.sightings (item, at, changed, rest)
     select item, at, changed, rest
     from json_to_recordset($1) as given (item bigint, at bigint, changed jsonb, rest json)
     on conflict (item, at) do update set changed = excluded.changed, rest = excluded.rest`,
    [safeJson(links)],
  );
}
