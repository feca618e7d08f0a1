import { usageCsv } from '../../src/gateway/routes/adminRoutes';
import { eventually } from './support/eventually';
import { admin, TeamOfGateways } from './support/teamOfGateways';
import { valuation, type TestGateway } from './support/testGateway';

const team = new TeamOfGateways();
let unit = 0;

const start = (env: Record<string, string> = {}) => team.start(env);
const spend = async (gateway: TestGateway, count: number) => {
  for (let i = 0; i < count; i += 1)
    expect((await gateway.post(valuation, { unit: `U${(unit += 1)}` }, admin)).status).toBe(200);
};
const spent = async (gateway: TestGateway) => {
  const { rows } = (await (await gateway.get('/gateway/usage', admin)).json()) as {
    rows: { spent: number; requests: number; name: string }[];
  };
  expect(rows.every(({ name }) => name !== '')).toBe(true);
  return rows.reduce((sum, row) => sum + row.spent, 0);
};

test.each([
  ['is restarted without its data', async () => (await team.redis.kill(), team.redis.restart())],
  ['is flushed', () => team.redis.command('FLUSHALL')],
])('usage of every gateway is there again after Redis %s', async (_, lose) => {
  const [one, two] = [await start(), await start()];
  await spend(one, 3);
  await spend(two, 4);
  await eventually(async () => (await spent(one)) === 7 && (await spent(two)) === 7);
  await lose();
  await spend(two, 1);
  await eventually(async () => (await spent(one)) === 8 && (await spent(two)) === 8);
});

test('usage counts once when Redis hangs in the middle', async () => {
  const [one, two] = [await start(), await start()];
  await spend(one, 2);
  team.redis.pause();
  await spend(one, 3);
  expect(await spent(one)).toBe(5);
  team.redis.resume();
  await spend(one, 1);
  await eventually(async () => (await spent(two)) === 6);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect([await spent(one), await spent(two)]).toEqual([6, 6]);
});

test('a data folder brings usage back when Redis lost it while no gateway ran', async () => {
  const env = { SPILLWAY_DATA: team.folder };
  const [one, two] = [await start(env), await start({ SPILLWAY_DATA: 'off' })];
  await spend(two, 2);
  await two.close();
  await spend(one, 3);
  // Only what it has heard of the other one can be in its folder.
  await eventually(async () => (await spent(one)) === 5);
  await one.close();
  team.gateways = [];
  await team.redis.command('FLUSHALL');
  const next = await start(env);
  await eventually(async () => (await spent(next)) === 5);
  await spend(next, 1);
  const other = await start({ SPILLWAY_DATA: 'off' });
  await eventually(async () => (await spent(other)) === 6);
});

test('a call across midnight counts on one day, in the usage and in the budget', async () => {
  const gateway = await start({ SPILLWAY_TEAM_BUDGET: '5' });
  const day = 86_400_000;
  gateway.wind(day - (gateway.now() % day) - 5_000);
  const before = new Date(gateway.now()).toISOString().slice(0, 10);
  const release = gateway.upstream.hold();
  const asked = gateway.post(valuation, { unit: `U${(unit += 1)}` }, admin);
  await eventually(() => gateway.upstream.calls.length === 1);
  gateway.wind(10_000);
  release();
  expect((await asked).status).toBe(200);
  const me = (await (await gateway.get('/gateway/me', admin)).json()) as { team: { spent: number } };
  expect(me.team.spent).toBe(0);
  const { rows } = (await (await gateway.get('/gateway/usage', admin)).json()) as {
    rows: { day: string; spent: number }[];
  };
  expect(rows.filter((row) => row.spent > 0)).toMatchObject([{ day: before, spent: 1 }]);
});

test.each(['=1+1', '＝1+1', '＋1', '－1', '＠SUM(1)', ' =1', '\u200b=1', '\t1'])(
  'a name that begins like a formula is text in the table: %j',
  (name) => {
    const row = { day: '2027-01-01', person: 'code:a', name, operation: 'stays' };
    const csv = usageCsv([{ ...row, requests: 1, hits: 0, spent: 1, saved: 0 }]);
    expect(csv).toContain(`,'${name},`);
  },
);
