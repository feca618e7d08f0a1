// The history in a real PostgreSQL, with what happens to databases: several gateways at once, a kill in the middle, a server
// that is away, and one that accepts and never answers.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Database } from '../../../src/gateway/history/postgres/database';
import { steps } from '../../../src/gateway/history/postgres/database';
import { createPostgresHistory } from '../../../src/gateway/history/postgres/postgresHistory';
import { responseOf, start as dayOne } from '../../history/support/responses';
import { answer } from '../support/fakeUpstream';
import { eventually } from '../support/eventually';
import { HangingProxy } from '../support/hangingProxy';
import { PostgresServer } from '../support/postgresServer';
import { search, testGateway, type TestGateway } from '../support/testGateway';
import { removeFolder } from '../../removeFolder';

const day = 86_400_000;
let postgres: PostgresServer;
let number = 0;
const closing: { close(): Promise<void> }[] = [];
const folders: string[] = [];

beforeAll(async () => {
  postgres = await PostgresServer.start();
});
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});
afterAll(async () => {
  await postgres?.close();
  for (const folder of folders) removeFolder(folder);
});

const newName = () => `history_${(number += 1)}`;
const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'spillway-owed-'));
  folders.push(made);
  return made;
};

async function start(env: Record<string, string>, historyTimeout?: number): Promise<TestGateway> {
  const team = { SPILLWAY_MODE: 'team', SPILLWAY_KEY: 'the-key-of-the-team' };
  const gateway = await testGateway({ ...team, ...env }, { historyTimeout });
  closing.push(gateway);
  return gateway;
}

const credential = 'the-code-of-the-administrator';
const admin = { SPILLWAY_ADMIN_CODE: credential };

/** A gateway without a folder for codes needs another way in. */
const teamOf = (url: string, data: string) => ({ ...admin, DATABASE_URL: url, SPILLWAY_DATA: data });

async function buy(gateway: TestGateway, query: string, price = 100): Promise<Response> {
  gateway.upstream.reply = () => answer(200, [{ id: query, name: query, price }]);
  const response = await gateway.post(
    search,
    { query, count: 3 },
    { 'access-token': credential, 'cache-control': 'no-cache' },
  );
  expect(response.status).toBe(200);
  await response.text();
  return response;
}

const health = (gateway: TestGateway) =>
  Promise.resolve(
    (gateway.gateway.health() as { history: { state: string; owed: number; reason?: string } }).history,
  );

const settled = (gateway: TestGateway) =>
  eventually(async () => {
    const { state, owed } = await health(gateway);
    return state === 'ok' && owed === 0;
  }, 60_000);

test('gateways that start at once set the database up once, and write side by side', async () => {
  const name = newName();
  const url = await postgres.database(name);
  const gateways = await Promise.all(Array.from({ length: 4 }, () => start(teamOf(url, folder()))));
  await Promise.all(
    gateways.map(async (gateway, index) => {
      for (let step = 0; step < 5; step += 1) {
        await buy(gateway, 'shared', 100 + step);
        await buy(gateway, `own ${index}`);
        gateway.wind(day);
      }
    }),
  );
  await Promise.all(gateways.map(settled));
  const rows = await postgres.query<{ item: string; count: number }>(
    `select items.item, count(*)::int as count from spillway.sightings
     join spillway.items on items.id = sightings.item group by 1 order by 1`,
    { database: name },
  );
  // Two gateways may have bought within the same millisecond, which is one time.
  expect(rows.filter(({ item }) => item.startsWith('own')).map(({ count }) => count)).toEqual([5, 5, 5, 5]);
  expect(rows.find(({ item }) => item === 'shared')?.count).toBeGreaterThanOrEqual(5);
  expect(await postgres.query('select version from spillway.migrations', { database: name })).toHaveLength(
    steps.length,
  );
});

test('while the server is away responses go on, and what is owed is written later, also by the next process', async () => {
  const name = newName();
  const url = await postgres.database(name);
  const data = folder();
  const gateway = await start(teamOf(url, data));
  await buy(gateway, 'before');
  await settled(gateway);
  await postgres.kill();
  try {
    await buy(gateway, 'away');
    await eventually(async () => (await health(gateway)).state === 'away');
    expect((await health(gateway)).owed).toBe(1);
    expect(await (await gateway.get('/metrics')).text()).toMatch(
      /^spillway_part_failing\{part="database",cause="away"\} 1$/m,
    );
    expect(await (await gateway.get('/metrics')).text()).toMatch(/^spillway_history_away 1$/m);
    const read = await gateway.get('/history/items', { 'access-token': credential });
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, '5']);
    await closing.pop()?.close();

    const next = await start(teamOf(url, data));
    await buy(next, 'later');
    expect((await health(next)).owed).toBe(2);
    await postgres.restart();
    await settled(next);
    const read2 = await next.get('/history/items', { 'access-token': credential });
    const items = (await read2.json()) as { id: string }[];
    expect(items.map(({ id }) => id).sort()).toEqual(['away', 'before', 'later']);
    expect(gateway.lines.join('') + next.lines.join('')).not.toContain('secret-of-the-database');
  } finally {
    if (!(await postgres.query('select 1').catch(() => undefined))) await postgres.restart();
  }
});

test('a server that accepts and never answers delays nobody, and a gateway in front of it starts and stops', async () => {
  const name = newName();
  await postgres.database(name);
  const proxy = await HangingProxy.start(postgres.port);
  closing.push(proxy);
  proxy.hang();
  const data = folder();
  const gateway = await start(teamOf(postgres.url(name, 'spillway', proxy.port), data), 1_000);
  await buy(gateway, 'one');
  await buy(gateway, 'two');
  await eventually(async () => (await health(gateway)).state === 'away', 30_000);
  await buy(gateway, 'three');
  proxy.resume();
  await settled(gateway);
  proxy.hang();
  await buy(gateway, 'four');
  await closing.pop()?.close();
  proxy.resume();
  const next = await start(teamOf(postgres.url(name, 'spillway', proxy.port), data));
  await settled(next);
  const rows = await postgres.query<{ item: string }>('select item from spillway.items order by 1', {
    database: name,
  });
  expect(rows.map(({ item }) => item)).toEqual(['four', 'one', 'three', 'two']);
});

test('a batch that is cut off at any statement leaves nothing behind, and counts once when it comes again', async () => {
  const name = newName();
  const url = await postgres.database(name);
  const whole = new Database({ url, timeout: 10_000 });
  closing.push(whole);
  const responses = [0, 1, 2].map((days) =>
    responseOf('ruretail', { query: 'phone', count: 3 }, dayOne + days * day, [
      { id: 'x', name: 'X', price: 100 + days },
    ]),
  );
  const counts = () =>
    whole.read(async (session) => {
      const [row] = await session.query(
        `select (select count(*) from spillway.items)::int as items, (select count(*) from spillway.sightings)::int as sightings,
           (select count(*) from spillway.lists)::int as lists`,
      );
      return row;
    });
  for (let statements = 1; statements < 12; statements += 1) {
    const before = await counts();
    const cut = new CutDatabase({ url, timeout: 10_000 }, statements);
    const failed = await createPostgresHistory(cut, 'team')
      .append(responses)
      .then(
        () => false,
        () => true,
      );
    await cut.close();
    if (!failed) break;
    expect(await counts()).toEqual(before);
  }
  const store = createPostgresHistory(whole, 'team');
  await store.append(responses);
  await store.append(responses);
  expect(await counts()).toEqual({ items: 1, sightings: 3, lists: 3 });
});

/** Its connection ends after so many statements of a change. */
class CutDatabase extends Database {
  constructor(
    options: ConstructorParameters<typeof Database>[0],
    private left: number,
  ) {
    super(options);
  }

  override write<T>(work: Parameters<typeof Database.prototype.write<T>>[0]): Promise<T> {
    return super.write((session) =>
      work({
        query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
          this.left -= 1;
          if (this.left < 0) await session.query('select pg_terminate_backend(pg_backend_pid())');
          return session.query<Row>(text, values);
        },
      }),
    );
  }
}

describe('the view for SQL clients', () => {
  test('tells each value with the times it was first and last seen; its reader sees nothing else', async () => {
    const name = newName();
    const url = await postgres.database(name);
    const database = new Database({ url, timeout: 10_000 });
    closing.push(database);
    const store = createPostgresHistory(database, 'team');
    const prices = [100, 100, 90, null, 90];
    for (const [days, price] of prices.entries())
      await store.append([
        responseOf('ruretail', { query: 'phone', count: 3 }, dayOne + days * day, [
          { id: 'x', name: 'X', price },
        ]),
      ]);
    const rows = await postgres.query<{ number: string | null; first_seen: Date; last_seen: Date }>(
      `select number, first_seen, last_seen from spillway.history
       where scope = 'team' and source = 'ruretail' and item = 'x' and field = 'price' order by first_seen`,
      { database: name },
    );
    expect(
      rows.map(({ number: value, first_seen, last_seen }) => [
        value === null ? null : Number(value),
        (first_seen.getTime() - dayOne) / day,
        (last_seen.getTime() - dayOne) / day,
      ]),
    ).toEqual([
      [100, 0, 1],
      [90, 2, 2],
      [null, 3, 3],
      [90, 4, 4],
    ]);
    // What was deleted is not shown, though it can still be brought back.
    const deletion = await store.delete({}, dayOne + 9 * day);
    const shown = () => postgres.query('select * from spillway.history', { database: name });
    expect(await shown()).toEqual([]);
    await store.undo(deletion);
    expect(await shown()).toHaveLength(rows.length);
    await postgres.query('create role ann login in role spillway_reader');
    const asAnn = { database: name, user: 'ann' };
    expect(await postgres.query('select count(*) from spillway.history', asAnn)).toHaveLength(1);
    for (const text of [
      'select * from spillway.items',
      'select * from spillway.sightings',
      'delete from spillway.history',
      'create table spillway.mine (a int)',
    ])
      await expect(postgres.query(text, asAnn)).rejects.toThrow(/permission denied|cannot delete/);
  });

  test('stays readable whatever the service sends', async () => {
    const name = newName();
    const database = new Database({ url: await postgres.database(name), timeout: 10_000 });
    closing.push(database);
    const store = createPostgresHistory(database, 'team');
    const odd = ['\0', '\uD800', '\\u0000', '"', "'; drop schema spillway cascade; --", '\u2028', '😀'];
    await store.append([
      responseOf('ruretail', { query: odd.join(''), count: 50 }, dayOne, [
        ...odd.map((text, index) => ({ id: `${index}${text}`, name: text, price: text, text })),
        { id: 'long'.repeat(5_000), name: 'n'.repeat(100_000), price: 1e308 },
        { id: '__proto__', price: 5e-324, constructor: 1 },
      ]),
    ]);
    const rows = await postgres.query('select * from spillway.history', { database: name });
    expect(rows.length).toBeGreaterThanOrEqual(odd.length + 2);
    const [request] = await store.requests('ruretail');
    const kept = await store.response(request?.request ?? '', dayOne);
    expect(kept?.records).toHaveLength(odd.length + 2);
    const id = `6${odd[6]}`;
    expect(await store.series({ operation: 'ruretail', id, comparable: '{}' }, 'price')).toEqual({
      times: [dayOne],
      changes: [[dayOne, '😀']],
    });
  });

  test('a database of the version before is brought up to date, with its view', async () => {
    const name = newName();
    const url = await postgres.database(name);
    const run = (text: string) => postgres.query(text, { database: name });
    await run('create schema spillway');
    await run(steps[0]!);
    await run('create table spillway.migrations (version integer primary key, at timestamptz default now())');
    await run('insert into spillway.migrations (version) values (1)');
    const gateway = await start(teamOf(url, folder()));
    await buy(gateway, 'one');
    await settled(gateway);
    expect(await run('select version from spillway.migrations')).toHaveLength(steps.length);
    expect((await run('select * from spillway.history')).length).toBeGreaterThan(0);
  });

  test('a database of a newer version is not written to, and is told', async () => {
    const name = newName();
    const url = await postgres.database(name);
    await postgres.query('create schema spillway', { database: name });
    await postgres.query('create table spillway.migrations (version integer primary key, at timestamptz)', {
      database: name,
    });
    await postgres.query('insert into spillway.migrations values (99)', { database: name });
    const gateway = await start(teamOf(url, folder()));
    await buy(gateway, 'one');
    await eventually(async () => (await health(gateway)).state === 'away');
    expect((await health(gateway)).reason).toContain('written by a newer version of Spillway');
  });
});
