import { admin, TeamOfGateways } from './support/teamOfGateways';
import { valuation } from './support/testGateway';

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
