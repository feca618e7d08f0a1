import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from './support/eventually';
import { HangingProxy } from './support/hangingProxy';
import { admin, TeamOfGateways } from './support/teamOfGateways';
import { valuation, type TestGateway } from './support/testGateway';

const team = new TeamOfGateways();
/** Far longer than a restart takes: the store's connection is lost, the store is not away. */
const env = { SPILLWAY_LEASE: '2m', SPILLWAY_STORE_TIMEOUT: '30s' };

test.each([
  ['before either gateway asks', 0],
  ['while both ask', 1],
])('two gateways make one call for equal requests when Redis restarts %s', async (_, askFirst) => {
  const gateways = [await team.start(env), await team.start(env), await team.start(env)];
  const units = Array.from({ length: 6 }, (_each, index) => `unit ${index}`);
  for (const unit of units) {
    const ask = () => gateways.map((gateway) => gateway.post(valuation, { unit }, admin));
    const early = askFirst ? ask() : [];
    await team.redis.kill();
    await team.redis.restart();
    const responses = await Promise.all([...early, ...ask()]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  }
  const asked = gateways.flatMap(({ upstream }) => upstream.calls.map(({ body }) => String(body)));
  expect(asked).toHaveLength(units.length);
});

test.each([
  ['restarts empty', () => team.redis.loseAll()],
  ['is emptied', () => team.redis.command('FLUSHALL')],
])(
  'what one gateway bought is given by the others when Redis %s, however long ago it was',
  async (_, lose) => {
    const gateways = [await team.start(env), await team.start(env), await team.start(env)];
    const ask = (gateway: TestGateway, unit: string) => gateway.post(valuation, { unit }, admin);
    for (const [index, unit] of ['A', 'B', 'C'].entries())
      expect((await ask(gateways[index]!, unit)).status).toBe(200);
    // Longer than a copy in memory stands for what is in Redis.
    for (const gateway of gateways) gateway.wind(3_600_000);
    await lose();
    const asked = gateways.flatMap((gateway) => ['A', 'B', 'C', 'D'].map((unit) => ask(gateway, unit)));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));
    const bought = gateways.flatMap(({ upstream }) => upstream.calls.map(({ body }) => String(body)));
    expect(bought).toHaveLength(4);
  },
);

test('a call under way is still shared after Redis has lost its data', async () => {
  const [one, two] = [await team.start(env), await team.start(env)];
  const finish = one.upstream.hold();
  const first = one.post(valuation, { unit: 'A' }, admin);
  await eventually(() => one.upstream.calls.length === 1);
  await team.redis.kill();
  await team.redis.restart();
  const second = two.post(valuation, { unit: 'A' }, admin);
  // It has asked Redis who makes the call when its next question is answered.
  await two.get('/gateway/usage', admin);
  finish();
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  expect((await second).headers.get('spillway-cache')).toBe('shared');
  expect(two.upstream.calls).toEqual([]);
});

test('what a gateway bought is waited for when it finds a Redis that lost its data later than the others', async () => {
  const proxy = await HangingProxy.start(team.redis.port);
  try {
    const late = await team.start({ ...env, REDIS_URL: `redis://127.0.0.1:${proxy.port}` });
    const other = await team.start(env);
    expect((await late.post(valuation, { unit: 'A' }, admin)).status).toBe(200);
    other.wind(3_600_000);
    proxy.hang();
    await team.redis.kill();
    await team.redis.restart();
    const asked = other.post(valuation, { unit: 'A' }, admin);
    // Longer than it takes a gateway to find it.
    await sleep(1_000);
    proxy.resume();
    expect((await asked).status).toBe(200);
    expect(other.upstream.calls).toEqual([]);
    await team.close();
  } finally {
    await proxy.close();
  }
});
