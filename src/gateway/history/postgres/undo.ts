// Brings back what was deleted, together with what was seen since. All of it, or nothing: it is one transaction.
import type { Sighting } from '../../../history/observation';
import type { Values } from '../../../history/record';
import { appendSightings, readChain } from './append';
import type { Session } from './database';
import { safeJson } from './safeText';
import { statesOf } from './sightingChain';

/** False where it is gone for good. */
export async function undo(session: Session, scopeName: string, deletion: string): Promise<boolean> {
  const [row] = await session.query<{ scope: number; trash: number; whole: boolean }>(
    `select deletions.scope, trash, filter -> 'id' is null and filter -> 'comparable' is null as whole
     from spillway.deletions join spillway.scopes on scopes.id = deletions.scope
     where scopes.name = $1 and deletions.id = $2 and trash is not null`,
    [scopeName, deletion],
  );
  if (!row) return false;
  const { scope, trash, whole } = row;
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
async function addItems(session: Session, scope: number, trash: number): Promise<void> {
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
async function addLists(session: Session, scope: number, trash: number, whole: boolean): Promise<void> {
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
