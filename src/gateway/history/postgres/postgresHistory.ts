// The history of one scope in PostgreSQL, in tables that any SQL client can read.
import type { HistorySize, HistoryStore } from '../../../history/store';
import { appendResponses, scopeRow } from './append';
import type { Database } from './database';
import { readItems, readLists, readRequests, readResponse, readSeries, scopeOf } from './read';
import { purge, remove } from './remove';
import { thin } from './thin';
import { undo } from './undo';

/** Bytes of a sighting beside its contents: the row's and the index's own. */
const overhead = 60;

export function createPostgresHistory(database: Database, scope: string): HistoryStore {
  return {
    items: (filter) => database.read((session) => readItems(session, scope, filter)),
    series: (item, field) => database.read((session) => readSeries(session, scope, item, field)),
    requests: (operation) => database.read((session) => readRequests(session, scope, operation)),
    lists: (request) => database.read((session) => readLists(session, scope, request)),
    response: (request, at) => database.read((session) => readResponse(session, scope, request, at)),
    append: (responses) =>
      database.write(async (session) => appendResponses(session, await scopeRow(session, scope), responses)),
    delete: (filter, at) => database.write((session) => remove(session, scope, { filter, at })),
    undo: (deletion) => database.write((session) => undo(session, scope, deletion)),
    purge: (before) => database.write((session) => purge(session, scope, before)),
    size: () =>
      database.read(async (session) => {
        const [row] = await session.query<HistorySize>(
          `with mine as (select * from spillway.items where scope = ${scopeOf})
           select
             (select count(*) from mine)::float8 as items,
             ((select coalesce(sum(pg_column_size(mine.*) + ${overhead}), 0) from mine)
              + (select coalesce(sum(pg_column_size(sightings.*) + ${overhead}), 0)
                 from spillway.sightings join mine on mine.id = sightings.item)
              + (select coalesce(sum(pg_column_size(lists.*) + ${overhead}), 0)
                 from spillway.lists join spillway.requests on requests.id = lists.request
                 where requests.scope = ${scopeOf}))::float8 as bytes`,
          [scope],
        );
        return row ?? { bytes: 0, items: 0 };
      }),
    thin: (before, drop = false) => thin(database, scope, before, drop),
    // The connections belong to all scopes.
    close: () => Promise.resolve(),
  };
}
