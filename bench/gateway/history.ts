// The gateway's history: a forwarded call with it and without it, and a series out of a million observations in PostgreSQL
// against the bare query.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { itemKeyOf } from '../../src/gateway/history/postgres/append';
import { Database } from '../../src/gateway/history/postgres/database';
import { createPostgresHistory } from '../../src/gateway/history/postgres/postgresHistory';
import { PostgresServer } from '../../test/gateway/support/postgresServer';
import { against, againstPair, neighbours, pairOf, type Measure } from '../measure';
import { service } from './forwarding';
import { ask, freePort, median, ready, search, start, startGateway } from './gatewayServers';

let number = 0;

/** Milliseconds the service takes; a real one takes seconds. */
const delay = 20;
const slowly = (script: string): string =>
  script.replace('outgoing.end(body);', `setTimeout(() => outgoing.end(body), ${delay});`);

/** Calls one after another, each for something new. */
async function medianOf(port: number, calls: number): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now();
    const { status } = await ask(port, search, JSON.stringify({ query: `tv ${(number += 1)}`, count: 20 }));
    if (status !== 200) throw new Error(`status ${status}`);
    times.push(performance.now() - began);
  }
  return median(times);
}

export async function historyForwarding(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'spillway-bench-'));
  const postgres = await PostgresServer.start();
  try {
    const servicePort = await freePort();
    start(process.execPath, ['-e', slowly(service)], { PORT: String(servicePort) });
    await ready(servicePort);
    const env = { SPILLWAY_UPSTREAM: `http://127.0.0.1:${servicePort}`, SPILLWAY_CACHE_AGE: '0s' };
    const place = (name: string) => ({ SPILLWAY_DATA: path.join(folder, name) });
    const without = await startGateway({ ...env, ...place('without'), SPILLWAY_HISTORY: 'off' });
    const onDisk = await startGateway({ ...env, ...place('disk') });
    const inPostgres = await startGateway({
      ...env,
      ...place('postgres'),
      DATABASE_URL: await postgres.database('forwarding'),
    });
    const measures: Measure[] = [];
    for (const [name, { port }] of [
      ['LevelDB', onDisk],
      ['PostgreSQL', inPostgres],
    ] as const) {
      const turns: (readonly [number, number])[] = [];
      const [all, warm, calls] = [24, 6, 25];
      for (let turn = 0; turn < all; turn += 1) {
        const isFirst = turn % 2 === 0;
        const first = await medianOf(isFirst ? port : without.port, calls);
        const second = await medianOf(isFirst ? without.port : port, calls);
        if (turn >= warm) turns.push(isFirst ? [first, second] : [second, first]);
      }
      const what = `call that takes the service ${delay} ms: median ms with the history in ${name}, against none`;
      measures.push(againstPair(what, neighbours(turns), 1.1));
    }
    return measures;
  } finally {
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const [items, points] = [1_000, 1_000];

/** A million observations of a thousand items: a price that changes every other day, and stock that changes every third. */
const fill = `
  with made as (
    insert into spillway.items (scope, key, operation, item, comparable, label, first, last, followed, rest)
    select 1, 'key ' || n, 'ruretail', 'item ' || n, '{}', 'Item ' || n, 0, ${points - 1} * 86400000::bigint, '{}', '{}'
    from generate_series(1, ${items}) n returning id
  )
  insert into spillway.sightings (item, at, changed)
  select id, day * 86400000::bigint,
    nullif(
      case when day % 2 = 0 then jsonb_build_object('price', 100 + (id * 7 + day) % 50) else '{}'::jsonb end
      || case when day % 3 = 0 then jsonb_build_object('stock_in_stores', day % 7) else '{}'::jsonb end,
      '{}'::jsonb)
  from made cross join generate_series(0, ${points - 1}) day`;

export async function historySeries(): Promise<Measure[]> {
  const postgres = await PostgresServer.start();
  const url = await postgres.database('series');
  const database = new Database({ url, timeout: 120_000 });
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const store = createPostgresHistory(database, 'team');
    await store.append([]);
    await client.query(fill);
    const found = await client.query<{ id: string; n: string }>(
      `select id, substr(item, 6) as n from spillway.items order by id`,
    );
    // The key is the digest that the store computes.
    const keyOf = (n: string) => itemKeyOf({ operation: 'ruretail', id: `item ${n}`, comparable: '{}' });
    await client.query(
      `update spillway.items set key = given.key from unnest($1::bigint[], $2::text[]) as given (id, key)
       where items.id = given.id`,
      [found.rows.map(({ id }) => id), found.rows.map(({ n }) => keyOf(n))],
    );
    await client.query('vacuum analyze');
    const values: number[] = [];
    const baselines: number[] = [];
    for (let round = -20; round < 100; round += 1) {
      const { id, n } = found.rows[((round + 20) * 7) % found.rows.length]!;
      let began = performance.now();
      const series = await store.series(
        { operation: 'ruretail', id: `item ${n}`, comparable: '{}' },
        'price',
      );
      const own = performance.now() - began;
      if (series.times.length !== points) throw new Error(`${series.times.length} points`);
      began = performance.now();
      await client.query(
        `select at, changed -> 'price' as value from spillway.sightings where item = $1 order by at`,
        [id],
      );
      const bare = performance.now() - began;
      if (round < 0) continue;
      values.push(own);
      baselines.push(bare);
    }
    const size = await client.query<{ bytes: string }>(
      `select pg_total_relation_size('spillway.sightings') as bytes`,
    );
    return [
      againstPair(
        'series of 1,000 points out of 1,000,000 observations: ms, against the bare SQL query',
        pairOf(values, baselines),
        2,
      ),
      {
        ...against(
          'bytes of an observation in PostgreSQL',
          Number(size.rows[0]?.bytes) / (items * points),
          1,
          Infinity,
        ),
        goal: '–',
      },
    ];
  } finally {
    await client.end();
    await database.close();
    await postgres.close();
  }
}
