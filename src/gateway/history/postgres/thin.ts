// Makes the history smaller: old detail becomes weekly, and what is too old goes.
import { weekly } from '../../../history/weeks';
import { putLinks, readChain, type ItemLink } from './append';
import type { Database, Session } from './database';
import { scopeOf } from './read';
import { keepTimes } from './sightingChain';

/** Items in one turn, so that what is to be written does not wait for long. */
const atOnce = 200;

export async function thin(database: Database, scope: string, before: number, drop: boolean): Promise<void> {
  await database.write((session) => thinLists(session, scope, before, drop));
  for (let after = '0'; ;) {
    const next = await database.write((session) => thinSome(session, scope, after, { before, drop }));
    if (next === undefined) return;
    after = next;
  }
}

async function thinLists(session: Session, scope: string, before: number, drop: boolean): Promise<void> {
  if (drop) {
    await session.query(
      `delete from spillway.lists using spillway.requests
       where requests.id = lists.request and scope = ${scopeOf} and lists.at < $2`,
      [scope, before],
    );
  } else {
    const rows = await session.query<{ request: string; times: number[] }>(
      `select lists.request, array_agg(lists.at::float8 order by lists.at) as times
       from spillway.lists join spillway.requests on requests.id = lists.request
       where scope = ${scopeOf} group by lists.request having min(lists.at) < $2`,
      [scope, before],
    );
    for (const { request, times } of rows) {
      const kept = new Set(weekly(times, before));
      const gone = times.filter((at) => !kept.has(at));
      if (gone.length > 0)
        await session.query('delete from spillway.lists where request = $1 and at = any($2::bigint[])', [
          request,
          gone,
        ]);
    }
  }
  await session.query(
    `delete from spillway.requests
     where scope = ${scopeOf} and not exists (select from spillway.lists where lists.request = requests.id)`,
    [scope],
  );
}

/** The number of the last item it looked at; undefined when there are no more. */
async function thinSome(
  session: Session,
  scope: string,
  after: string,
  { before, drop }: { before: number; drop: boolean },
): Promise<string | undefined> {
  const items = await session.query<{ id: string }>(
    `select id from spillway.items
     where scope = ${scopeOf} and id > $2 and first < $3 order by id limit ${atOnce}`,
    [scope, after, before],
  );
  const listed = await session.query<{ at: number }>(
    `select distinct lists.at::float8 as at
     from spillway.lists join spillway.requests on requests.id = lists.request
     where scope = ${scopeOf} and lists.at < $2`,
    [scope, before],
  );
  const stay = new Set(drop ? [] : listed.map(({ at }) => at));
  const puts: ItemLink[] = [];
  for (const { id } of items) {
    const chain = await readChain(session, id);
    const times = chain.map(({ at }) => at);
    const kept = new Set(drop ? [] : weekly(times, before));
    for (const at of times) if (at >= before || stay.has(at)) kept.add(at);
    if (kept.size === times.length) continue;
    const change = keepTimes(chain, kept);
    puts.push(...change.puts.map((link) => ({ item: id, ...link })));
    await session.query('delete from spillway.sightings where item = $1 and at = any($2::bigint[])', [
      id,
      [...change.deletes],
    ]);
  }
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
