import path from 'node:path';
import { eventually } from './support/eventually';
import { answer } from './support/fakeUpstream';
import type { RedisServer } from './support/redisServer';
import { startSigner } from './support/signer';
import { admin, TeamOfGateways } from './support/teamOfGateways';
import { valuation, type TestGateway } from './support/testGateway';

const team = new TeamOfGateways();
let unit = 0;

const start = (env: Record<string, string> = {}, name = String(team.gateways.length)) =>
  team.start({ SPILLWAY_DATA: path.join(team.folder, name), ...env });
/** Gateways that have been there for a while. */
const startTeam = async (count: number, env: Record<string, string>): Promise<TestGateway> => {
  for (let i = 0; i < count; i += 1) await start(env);
  await team.age();
  return team.gateways[0]!;
};
/** A request that nobody has made before: it costs one credit. */
const spend = (gateway: TestGateway, headers: Record<string, string> = admin) =>
  gateway.post(valuation, { unit: `U${(unit += 1)}` }, headers);
const spendMany = async (count: number): Promise<number> => {
  const asked = Array.from({ length: count }, (_, i) => spend(team.gateways[i % team.gateways.length]!));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 402)).toEqual([]);
  return statuses.filter((status) => status === 200).length;
};
const spentBy = async (gateway: TestGateway) =>
  ((await (await gateway.get('/gateway/me', admin)).json()) as { team: { spent: number } }).team.spent;

const health = async (gateway: TestGateway) =>
  (await (await gateway.get('/healthz', admin)).json()) as { status: string; budgets: unknown };

test('three gateways spend exactly the budget together', async () => {
  await startTeam(3, { SPILLWAY_TEAM_BUDGET: '40' });
  expect(await spendMany(75)).toBe(40);
});

test.each([
  ['is gone', (server: RedisServer) => server.kill()],
  ['hangs', (server: RedisServer) => Promise.resolve(server.pause())],
])('while Redis %s, three gateways never pass the budget together, and it counts once', async (_, leave) => {
  await startTeam(3, { SPILLWAY_TEAM_BUDGET: '60' });
  const before = await spendMany(9);
  expect(before).toBe(9);
  await eventually(async () => (await team.shares()) >= 3);
  await leave(team.redis);
  const meanwhile = await spendMany(120);
  expect(meanwhile).toBeGreaterThan(5);
  expect(before + meanwhile).toBeLessThanOrEqual(60);
  team.redis.resume();
  if (_ === 'is gone') await team.redis.restart();
  for (const gateway of team.gateways)
    await eventually(async () => (await spentBy(gateway)) === before + meanwhile);
  // Each gateway gives its share back when it has heard of Redis again, one after the other.
  let spent = before + meanwhile;
  await eventually(async () => (spent += await spendMany(9)) >= 60, 30_000);
  expect(spent).toBe(60);
  expect(await spendMany(30)).toBe(0);
});

test('a Redis that comes back without its data is told what was spent', async () => {
  await startTeam(2, { SPILLWAY_TEAM_BUDGET: '20' });
  expect(await spendMany(20)).toBe(20);
  await team.redis.kill();
  await team.redis.restart();
  await eventually(async () => Number(await team.redis.command('EXISTS', 'spillway:ledger')) === 1);
  await start({ SPILLWAY_TEAM_BUDGET: '20' });
  expect(await spendMany(9)).toBe(0);
});

test('the ledger on disk brings a budget back when everything else is lost', async () => {
  const gateway = await startTeam(1, { SPILLWAY_TEAM_BUDGET: '5' });
  expect(await spendMany(5)).toBe(5);
  await gateway.close();
  team.gateways = [];
  await team.redis.command('FLUSHALL');
  await start({ SPILLWAY_TEAM_BUDGET: '5' }, '0');
  expect(await spendMany(3)).toBe(0);
});

test('without Redis a gateway may be told to refuse', async () => {
  await startTeam(1, { SPILLWAY_TEAM_BUDGET: '20', SPILLWAY_WITHOUT_REDIS: 'refuse' });
  expect(await spendMany(2)).toBe(2);
  await team.redis.kill();
  const refused = await spend(team.gateways[0]!);
  expect(refused.status).toBe(402);
  expect(await refused.text()).toContain('cannot reach its shared store');
});

test('twenty people over a used-up budget are all told so', async () => {
  const gateway = await start({ SPILLWAY_TEAM_BUDGET: '3', REDIS_URL: '' });
  const people = await Promise.all(Array.from({ length: 20 }, (_, i) => gateway.newCode(`Person ${i}`)));
  expect(await spendMany(3)).toBe(3);
  const asked = await Promise.all(
    people.map((code) => gateway.post(valuation, { unit: 'same' }, { 'access-token': code })),
  );
  expect(asked.map(({ status }) => status)).toEqual(people.map(() => 402));
  expect(new Set(await Promise.all(asked.map((response) => response.text()))).size).toBe(1);
});

test('people who are each over their own budget are told so too', async () => {
  const gateway = await start({ SPILLWAY_PERSON_BUDGET: '0', REDIS_URL: '' });
  const people = await Promise.all(Array.from({ length: 20 }, (_, i) => gateway.newCode(`Person ${i}`)));
  const asked = await Promise.all(
    people.map((code) => gateway.post(valuation, { unit: 'same' }, { 'access-token': code })),
  );
  expect(asked.map(({ status }) => status)).toEqual(people.map(() => 402));
});

test('months and groups have budgets of their own, and warn from four fifths on', async () => {
  const gateway = await start({
    REDIS_URL: '',
    SPILLWAY_PERSON_MONTH_BUDGET: '6',
    SPILLWAY_GROUP_BUDGET: 'Sales=5',
  });
  const seller = { 'access-token': await gateway.newCode('Ann', { groups: ['sales'] }) };
  const other = { 'access-token': await gateway.newCode('Bob', { groups: ['Research'] }) };
  for (const _ of [1, 2, 3]) {
    const paid = await spend(gateway, seller);
    expect([paid.status, paid.headers.get('spillway-budget')]).toEqual([200, null]);
  }
  expect((await spend(gateway, seller)).headers.get('spillway-budget')).toBe('group-day;spent=4;limit=5');
  expect((await spend(gateway, seller)).status).toBe(200);
  expect(await (await spend(gateway, seller)).text()).toContain('sales’s budget of 5 credits for today');
  expect((await spend(gateway, other)).status).toBe(200);
  gateway.wind(86_400_000);
  const month = await spend(gateway, seller);
  // A day later may be another month.
  if (new Date(gateway.now()).getUTCDate() > 1) {
    expect(month.headers.get('spillway-budget')).toContain('person-month;spent=6;limit=6');
    expect(await (await spend(gateway, seller)).text()).toContain('Your budget of 6 credits for this month');
  }
});

test('one person with two codes for one address has one budget', async () => {
  const gateway = await start({ REDIS_URL: '', SPILLWAY_PERSON_BUDGET: '2' });
  const codes = await Promise.all(
    ['Ann at home', 'Ann at work'].map((name) => gateway.newCode(name, { email: 'Ann@team.test' })),
  );
  for (const code of codes) expect((await spend(gateway, { 'access-token': code })).status).toBe(200);
  for (const code of codes) expect((await spend(gateway, { 'access-token': code })).status).toBe(402);
});

test('an access code and a Microsoft account are one person, whose groups come from the token', async () => {
  const signer = await startSigner();
  try {
    const gateway = await start({
      REDIS_URL: '',
      SPILLWAY_PERSON_BUDGET: '3',
      SPILLWAY_GROUP_BUDGET: 'Marketing=2',
      ...signer.env,
    });
    const code = { 'access-token': await gateway.newCode('Ann', { email: 'ANN@team.test' }) };
    const token = { 'access-token': await signer.token({ groups: ['marketing'] }) };
    for (const who of [token, token, code]) expect((await spend(gateway, who)).status).toBe(200);
    expect(await (await spend(gateway, token)).text()).toContain(
      'Your budget of 3 credits for today has 0 left',
    );
    expect((await spend(gateway, code)).status).toBe(402);
    const eve = await signer.token({
      oid: 'eve',
      preferred_username: 'eve@team.test',
      groups: ['MARKETING'],
    });
    expect(await (await spend(gateway, { 'access-token': eve })).text()).toContain('group marketing');
  } finally {
    await signer.close();
  }
});

test('a clock that is set back and forth neither forgets a day nor gives it twice', async () => {
  const gateway = await start({ REDIS_URL: '', SPILLWAY_TEAM_BUDGET: '2' });
  expect(await spendMany(3)).toBe(2);
  gateway.wind(200 * 86_400_000);
  expect(await spendMany(3)).toBe(2);
  gateway.wind(-200 * 86_400_000);
  expect(await spendMany(1)).toBe(0);
});

test('a failed call is given back to the day it was taken from', async () => {
  const gateway = await start({ REDIS_URL: '', SPILLWAY_TEAM_BUDGET: '1' });
  const finish = gateway.upstream.hold();
  const asked = spend(gateway);
  await eventually(() => gateway.upstream.calls.length === 1);
  gateway.wind(86_400_000);
  finish(answer(422, { detail: 'no' }));
  await asked;
  gateway.wind(-86_400_000);
  gateway.upstream.reply = () => answer(200, []);
  expect(await spendMany(2)).toBe(1);
});

test('a Redis that hangs does not make usage count twice, and usage cannot be evicted', async () => {
  const gateway = await start();
  expect(await spendMany(3)).toBe(3);
  team.redis.pause();
  await spendMany(2);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  team.redis.resume();
  const spent = async () => {
    const { rows } = (await (await gateway.get('/gateway/usage', admin)).json()) as {
      rows: { spent: number; requests: number }[];
    };
    return rows[0] && [rows[0].spent, rows[0].requests];
  };
  await eventually(async () => (await health(gateway)).status === 'ok');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await spent()).toEqual([5, 5]);
  const day = new Date(gateway.now()).toISOString().slice(0, 10);
  expect(await team.redis.command('TTL', `spillway:usage:${day}`)).toBe(-1);
});

test('the operator is warned of used budgets and of a Redis that may evict them', async () => {
  await team.redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  const gateway = await startTeam(1, { SPILLWAY_TEAM_BUDGET: '10' });
  expect(await spendMany(8)).toBe(8);
  expect((await health(gateway)).budgets).toMatchObject({
    team: expect.arrayContaining([{ period: 'day', spent: 8, limit: 10, warning: true }]) as unknown,
    warnings: [expect.stringContaining('maxmemory-policy allkeys-lru')],
  });
  const metrics = await (await gateway.get('/metrics')).text();
  expect(metrics).toContain('spillway_budget_spent{budget="team",period="day"} 8');
  expect(metrics).toContain('spillway_budgets_warning{budget="team",period="day"} 1');
  expect(metrics).toContain('spillway_points_left 500');
  expect(gateway.lines.join('')).toContain('allkeys-lru');
});

test('a burst at several gateways right after their start stays within the rate limit', async () => {
  for (const _ of [1, 2, 3]) await start();
  for (const { upstream } of team.gateways) Object.assign(upstream.statistic, { ten_second_limit: 10 });
  const asked = Array.from({ length: 45 }, (_, i) => spend(team.gateways[i % 3]!));
  await Promise.all(asked);
  const sent = team.gateways.reduce((sum, { upstream }) => sum + upstream.calls.length, 0);
  expect(sent).toBe(10);
});

test('half a character in the name of one person keeps nobody from the budgets', async () => {
  const signer = await startSigner();
  const gateway = await startTeam(1, { ...signer.env, SPILLWAY_PERSON_BUDGET: '1' });
  const odd = { 'access-token': await signer.token({ preferred_username: 'a\ud800@team.test' }) };
  const status = async () => (await spend(gateway, odd)).status;
  const statuses = [await status(), await status()];
  await signer.close();
  expect(statuses).toEqual([200, 402]);
  expect((await health(gateway)).budgets).toMatchObject({ state: 'ok' });
});
