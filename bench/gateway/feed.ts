// A page of 100,000 rows of a feed against the bare SQL query of the same rows as CSV, both out of PostgreSQL, and the memory that it
// takes against the page itself.
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { findServer } from '../../scripts/setup/servers.mjs';
import { thisMachine } from '../../scripts/setup/platform.mjs';
import { askedRows, mostRows } from '../../src/gateway/feed/feedQuery';
import { pageOf } from '../../src/gateway/feed/feedPage';
import { openBackend } from '../../src/gateway/history/backend';
import { PostgresServer } from '../../test/gateway/support/postgresServer';
import { against, againstPair, pairOf, type Measure } from '../measure';

const [items, points, fields] = [100, 1_000, 2];

const fill = `
  with made as (
    insert into spillway.items (scope, key, operation, item, comparable, label, first, last, followed, rest)
    select scopes.id, md5(n::text), 'ruretail', 'item ' || n, '{}', 'Phone ' || n || ' with 256 GB', 0,
      ${points - 1} * 86400000::bigint, '{}', '{}'
    from spillway.scopes, generate_series(1, ${items}) n returning id
  )
  insert into spillway.sightings (item, at, changed)
  select id, day * 86400000::bigint, jsonb_build_object('price', 100 + (id * 7 + day) % 50, 'stock_in_stores', day % 7)
  from made cross join generate_series(0, ${points - 1}) day`;

const bare = `copy (
    select operation, items.item, label, comparable, field, to_timestamp(at / 1000.0), changed ->> field, 'RUB'
    from (select * from spillway.items order by key limit ${mostRows / points / fields}) as items
    join spillway.sightings on sightings.item = items.id
    cross join (values ('price'), ('stock_in_stores')) as fields (field)
  ) to stdout with csv`;

export async function feedOfHistory(): Promise<Measure[]> {
  const postgres = await PostgresServer.start();
  const url = await postgres.database('feed');
  const backend = await openBackend({ kind: 'postgres', url }, () => undefined, 120_000);
  const client = new Client({ connectionString: url });
  await client.connect();
  const server = realpathSync(findServer('postgresql', thisMachine()) ?? '');
  const psql = path.join(path.dirname(server), 'psql');
  const history = { walk: backend.walk('team'), response: () => Promise.resolve(undefined) };
  const grant = { owner: 'ann', history: 'team', tables: ['history'], sources: ['ruretail'] };
  const read = () => {
    const sources = { history, matches: () => [] };
    const { query, rows } = askedRows('history', sources, grant, new URLSearchParams());
    return pageOf(rows, query, 'csv');
  };
  const lines = (text: string) => text.split('\n').length - 1;
  try {
    await backend.of('team').append([]);
    await client.query(fill);
    await client.query('vacuum analyze');
    const [values, baselines]: [number[], number[]] = [[], []];
    let [size, most] = [0, 0];
    for (let round = -3; round < 12; round += 1) {
      const before = process.memoryUsage().rss;
      let began = performance.now();
      const { body, next } = await read();
      const own = performance.now() - began;
      if (lines(body) !== mostRows + 1 || next === undefined) throw new Error(`${lines(body)} rows`);
      [size, most] = [body.length, Math.max(most, process.memoryUsage().rss - before)];
      began = performance.now();
      const { stdout } = spawnSync(psql, [url, '-c', bare], { encoding: 'utf8', maxBuffer: 1e9 });
      const sql = performance.now() - began;
      if (lines(stdout) !== mostRows) throw new Error(`${lines(stdout)} rows of the query`);
      if (round < 0) continue;
      values.push(own);
      baselines.push(sql);
    }
    return [
      againstPair(
        'feed: ms of a page of 100,000 rows, against the bare SQL as CSV',
        pairOf(values, baselines),
        3,
      ),
      against('feed: bytes of memory that such a page takes at most, against the page', most, size, 12),
    ];
  } finally {
    await client.end();
    await backend.close();
    await postgres.close();
  }
}
