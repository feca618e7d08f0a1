import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ClassicLevel } from 'classic-level';
import { listen as startSandbox, type RunningSandbox } from '../../sandbox/listen';
import { eventually } from './support/eventually';
import { endAll, GatewayProcess, kept } from './support/gatewayProcess';
import { PostgresServer } from './support/postgresServer';
import { RedisServer } from './support/redisServer';
import { removeFolder } from '../removeFolder';

const search = '/api/ruretail/products/search';
const admin = { 'access-token': 'an-admin-code-of-many-letters' };
let sandbox: RunningSandbox;
let folder: string;

beforeEach(async () => {
  sandbox = await startSandbox();
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-upgrade-'));
});
afterEach(async () => {
  await endAll();
  await sandbox.close();
  removeFolder(folder);
});

const team = (more: Record<string, string> = {}): Record<string, string> => ({
  SPILLWAY_UPSTREAM: sandbox.url,
  SPILLWAY_MODE: 'team',
  SPILLWAY_KEY: 'sandbox-large',
  SPILLWAY_ADMIN_CODE: admin['access-token'],
  SPILLWAY_DATA: folder,
  ...more,
});
const credits = async () =>
  ((await (await fetch(`${sandbox.url}/sandbox/counters`)).json()) as { credits: number }).credits;
const buy = (gateway: GatewayProcess, query: string, headers: Record<string, string> = admin) =>
  gateway.post(search, { query, count: 5 }, headers);
const spentToday = async (gateway: GatewayProcess) => {
  const me = (await (await gateway.get('/gateway/me', admin)).json()) as Record<
    'today' | 'team',
    { spent: number }
  >;
  return [me.today.spent, me.team.spent];
};

const usedToday = async (gateway: GatewayProcess) => {
  const csv = await (await gateway.get('/gateway/usage?format=csv', admin)).text();
  const [head = '', ...rows] = csv.trim().split('\r\n');
  const column = head.split(',').indexOf('spent');
  return rows.reduce((sum, row) => sum + Number(row.split(',')[column]), 0);
};
const slow = (ms: number) =>
  fetch(`${sandbox.url}/sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({ kind: 'latency', ms, times: 1 }),
  });

describe.each(['facafdf', 'f9a60d6', '5533fbb'])('a gateway of %s', (commit) => {
  test('hands its data folder to this version, and takes it back', async () => {
    const env = team({ SPILLWAY_TEAM_BUDGET: '6' });
    const before = await GatewayProcess.start(env, { commit });
    for (const query of ['tv', 'ssd', 'iphone']) expect((await buy(before, query)).status).toBe(200);
    await before.end();

    const now = await GatewayProcess.start(env);
    for (const query of ['tv', 'ssd', 'iphone'])
      expect((await buy(now, query)).headers.get('spillway-cache')).toBe('hit');
    expect(await spentToday(now)).toEqual([3, 3]);
    for (const query of ['cable', 'lamp']) expect((await buy(now, query)).status).toBe(200);
    expect(await credits()).toBe(5);
    await now.end();

    const again = await GatewayProcess.start(env, { commit });
    for (const query of ['tv', 'ssd', 'iphone', 'cable', 'lamp'])
      expect((await buy(again, query)).headers.get('spillway-cache')).toBe('hit');
    expect(await spentToday(again)).toEqual([5, 5]);
    expect((await buy(again, 'desk')).status).toBe(200);
    await again.end();

    const last = await GatewayProcess.start(env);
    expect((await buy(last, 'desk')).headers.get('spillway-cache')).toBe('hit');
    expect(await spentToday(last)).toEqual([6, 6]);
    const refused = await buy(last, 'sofa');
    expect([refused.status, await refused.text()]).toEqual([402, expect.stringContaining('has 0 left')]);
    expect(await usedToday(last)).toBe(6);
    expect(await credits()).toBe(6);
  });

  describe('on one Redis with this version', () => {
    let redis: RedisServer;
    beforeEach(async () => {
      redis = await RedisServer.start();
    });
    afterEach(() => redis.kill());

    // facafdf would go on without Redis after half a second, which a busy machine may take.
    const patient = commit === 'facafdf' ? 'SPILLWAY_STORE_PATIENCE' : 'SPILLWAY_STORE_TIMEOUT';
    const shared = (more: Record<string, string> = {}) =>
      team({
        SPILLWAY_DATA: 'off',
        REDIS_URL: redis.url,
        SPILLWAY_LEASE: '40s',
        [patient]: '10s',
        ...more,
      });

    test('shares responses, calls and the budget', async () => {
      const env = shared({ SPILLWAY_TEAM_BUDGET: '10' });
      const before = await GatewayProcess.start(env, { commit });
      await redis.age();
      expect((await buy(before, 'tv')).status).toBe(200);
      const now = await GatewayProcess.start(env);
      await redis.age();
      expect((await buy(now, 'tv')).headers.get('spillway-cache')).toBe('hit');
      expect((await buy(now, 'ssd')).status).toBe(200);
      expect((await buy(before, 'ssd')).headers.get('spillway-cache')).toBe('hit');
      // One call under way, whichever began it.
      for (const [first, second] of [
        [before, now],
        [now, before],
      ] as const) {
        await slow(1_500);
        const query = first === now ? 'lamp' : 'desk';
        const began = buy(first, query);
        await eventually(async () =>
          /^spillway_calls_under_way [1-9]/m.test(await (await first.get('/metrics')).text()),
        );
        const both = await Promise.all([began, buy(second, query)]);
        expect(both.map(({ status }) => status)).toEqual([200, 200]);
      }
      expect(await credits()).toBe(4);
      // The rest of the budget, for twice as many.
      const rest = await Promise.all(
        Array.from({ length: 12 }, (_, i) => buy(i % 2 === 0 ? before : now, `item ${i}`)),
      );
      const statuses = rest.map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200, 402]));
      expect(await credits()).toBe(statuses.filter((status) => status === 200).length + 4);
      expect(await credits()).toBeLessThanOrEqual(10);
      const billed = await credits();
      await eventually(async () => (await spentToday(now))[1] === billed);
    });

    test('is replaced one gateway after the other, under load', async () => {
      const env = shared();
      let gateways = await Promise.all([1, 2, 3].map(() => GatewayProcess.start(env, { commit })));
      const queries = Array.from({ length: 12 }, (_, i) => `thing ${i}`);
      const failed: string[] = [];
      let isOver = false;
      let asked = 0;
      const client = async (number: number) => {
        for (let turn = number; !isOver; turn += 1) {
          const query = queries[turn % queries.length] ?? '';
          let answer = await buy(gateways[turn % 3]!, query, { ...admin, ...kept }).catch(() => undefined);
          asked += 1;
          // A load, but not one that leaves the next gateway no time to start.
          await pause(25);
          // A gateway that stops promises what is still under way; any other one gives it.
          for (let at = turn; answer?.status === 202; at += 1) {
            const job = answer.headers.get('location') ?? '';
            answer = await gateways[at % 3]!.get(job, { ...admin, ...kept }).catch(() => answer);
          }
          // A gateway that stops refuses, which costs nothing; whoever balances the load asks the next one.
          if (answer && ![200, 503].includes(answer.status))
            failed.push(`${answer.status} ${await answer.text()}`);
          else await answer?.arrayBuffer();
        }
      };
      const clients = [0, 1, 2, 3].map(client);
      for (const number of [0, 1, 2]) {
        const next = await GatewayProcess.start(env);
        const gone = gateways[number];
        gateways = gateways.map((gateway, at) => (at === number ? next : gateway));
        await gone?.end();
        const done = asked + 12;
        await eventually(() => asked > done);
      }
      isOver = true;
      await Promise.all(clients);
      expect(failed).toEqual([]);
      for (const query of queries)
        expect((await buy(gateways[0]!, query)).headers.get('spillway-cache')).toBe('hit');
      expect(await credits()).toBe(queries.length);
      // What is shown follows what the others count after a moment; what is checked before sending does not.
      await eventually(async () => (await spentToday(gateways[0]!))[1] === queries.length);
      expect(await usedToday(gateways[1]!)).toBe(queries.length);
    });
  });
});

// facafdf had no history.
test('the history that f9a60d6 keeps in PostgreSQL goes on with this version, and is handed back', async () => {
  const postgres = await PostgresServer.start();
  try {
    const env = team({ DATABASE_URL: postgres.url() });
    type Item = Readonly<Record<'operation' | 'id' | 'comparable', string>>;
    const itemsOf = async (gateway: GatewayProcess) =>
      ((await (await gateway.get('/history/items', admin)).json()) as Item[]).sort((a, b) =>
        a.id < b.id ? -1 : 1,
      );
    const seriesOf = async (gateway: GatewayProcess, { operation, id, comparable }: Item) => {
      const query = new URLSearchParams({ operation, id, comparable, field: 'price' });
      return (await gateway.get(`/history/series?${query}`, admin)).text();
    };
    let known: Item[] = [];
    let series = '';
    let bought = 0;
    for (const [commit, query] of [
      ['f9a60d6', 'tv'],
      [undefined, 'ssd'],
      ['f9a60d6', 'iphone'],
      [undefined, 'samsung'],
    ] as const) {
      const gateway = await GatewayProcess.start(env, commit === undefined ? {} : { commit });
      expect(await itemsOf(gateway)).toEqual(known);
      if (known[0]) expect(await seriesOf(gateway, known[0])).toBe(series);
      expect((await buy(gateway, query)).status).toBe(200);
      await eventually(async () => (await itemsOf(gateway)).length > known.length);
      known = await itemsOf(gateway);
      series = await seriesOf(gateway, known[0]!);
      expect(series).toMatch(/\d/);
      bought += 1;
      await gateway.end();
    }
    expect(await credits()).toBe(bought);
    // Every value as the views show it to Power Query, whoever wrote it.
    const rows = await postgres.query('select distinct item from spillway.history');
    expect(rows).toHaveLength(known.length);
  } finally {
    await postgres.close();
  }
});

test('the history, codes and jobs of the version before are there', async () => {
  const env = team();
  const made = await GatewayProcess.run(env, 'codes', 'create', 'Ann');
  const ann = { 'access-token': made.output.trim() };
  const before = await GatewayProcess.start(env, { commit: 'f9a60d6' });
  const first = await before.post(search, { query: 'tv', count: 5 }, ann);
  expect(first.status).toBe(200);
  await slow(600);
  const early = await before.post(
    search,
    { query: 'ssd', count: 5 },
    { ...ann, prefer: 'respond-async, wait=0' },
  );
  expect(early.status).toBe(202);
  const itemsOf = async (gateway: GatewayProcess) =>
    ((await (await gateway.get('/history/items', ann)).json()) as unknown[]).length;
  await eventually(async () => (await credits()) === 2 && (await itemsOf(before)) > 5);
  const known = await itemsOf(before);
  await before.end();
  const now = await GatewayProcess.start(env);
  expect(await itemsOf(now)).toBe(known);
  const job = await now.get(early.headers.get('location') ?? '', ann);
  expect([job.status, ((await job.json()) as unknown[]).length]).toEqual([200, 5]);
  expect(await credits()).toBe(2);
});

test.each(['gateway', 'budgets-1', 'history', 'history-owed-1'])(
  'what a newer version wrote into %s is refused with a sentence, and stays as it is',
  async (name) => {
    const level = new ClassicLevel(path.join(folder, name));
    await level.put('~format', '99');
    await level.close();
    const { code, output } = await GatewayProcess.run(team());
    expect(code).toBe(1);
    expect(output).toMatch(
      /was written by a newer version of Spillway \(format 99; .*Nothing was changed\.$/m,
    );
    await level.open();
    expect(await level.get('~format')).toBe('99');
    await level.close();
  },
);

test('a Redis that a newer version uses is refused too', async () => {
  const redis = await RedisServer.start();
  try {
    await redis.command('SET', 'spillway:format', '99');
    const { code, output } = await GatewayProcess.run(team({ SPILLWAY_DATA: 'off', REDIS_URL: redis.url }));
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('Redis (keys that begin with spillway:) was written by a newer'),
    ]);
  } finally {
    await redis.kill();
  }
});

test('a setting under its earlier name is read, with a warning that names the new one', async () => {
  const { code, output } = await GatewayProcess.run(team({ SPILLWAY_STORE_PATIENCE: '700s' }), '--check');
  expect(code).toBe(1);
  expect(output).toContain('SPILLWAY_STORE_PATIENCE is now SPILLWAY_STORE_TIMEOUT.');
  expect(output).toContain('SPILLWAY_STORE_TIMEOUT must be from 0.05s to 30s');
});
