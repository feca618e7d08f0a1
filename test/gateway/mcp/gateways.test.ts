// Agents at several gateways of one team, on a real Redis that restarts, hangs and is away. What was billed is what the service
// was called with; what was agreed is what estimates, approvals and limits said.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { AnotherGateway } from '../support/anotherGateway';
import { eventually } from '../support/eventually';
import { PostgresServer } from '../support/postgresServer';
import { TeamOfGateways } from '../support/teamOfGateways';
import type { TestGateway } from '../support/testGateway';
import { agentAt, decide, pane, search, type Said } from './support';
import { longKept } from '../../keepAlive';

const team = new TeamOfGateways();
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Place = TestGateway & { readonly address: string };

/** Redis may be gone for as long as a restart takes; an agent then waits, or is refused. */
const env = {
  SPILLWAY_MCP: 'on',
  SPILLWAY_AGENT_ASK: '10',
  SPILLWAY_LEASE: '2m',
  SPILLWAY_STORE_TIMEOUT: '5s',
};

/** Known to every gateway also after Redis has lost its data. */
const codes = () => path.join(team.folder, 'codes.json');

const hour = 3_600_000;
const intoNextHour = hour - (Date.now() % hour) + 1_000;

async function gateways(count: number, more: Record<string, string> = {}): Promise<Place[]> {
  const places: Place[] = [];
  for (let index = 0; index < count; index += 1) {
    const gateway = await team.start({ ...env, SPILLWAY_CODES_FILE: codes(), ...more });
    // What is spent without asking counts by the hour: no test begins in one and ends in the next.
    gateway.wind(intoNextHour);
    const server = createServer(longKept, gateway.gateway.listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    places.push({ ...gateway, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  }
  await team.age();
  return places;
}

const bodies = (places: readonly Place[]) =>
  places.flatMap(({ upstream }) => upstream.calls.map(({ body }) => String(body)));
const stateOf = (said: Said) => (said.results as { state: string }[] | undefined)?.[0]?.state ?? 'refused';

test('a plan that is used at three gateways at once is bought once', async () => {
  const places = await gateways(3);
  const code = await places[0]!.newCode('Ann');
  const agents = await Promise.all(places.map((place) => agentAt(place, code)));
  for (let round = 0; round < 5; round += 1) {
    const { plan } = await agents[0]!.call('estimate', { requests: [search(`word ${round}`)] });
    const said = await Promise.all(agents.map((agent) => agent.call('fetch', { plan })));
    expect(said.map(stateOf)).toEqual(['done', 'done', 'done']);
    expect(said.reduce((sum, { credits }) => sum + Number(credits), 0)).toBe(1);
  }
  expect(bodies(places)).toHaveLength(5);
});

test('a plan that was used is not bought again after Redis has lost everything', async () => {
  const places = await gateways(2);
  const code = await places[0]!.newCode('Ann');
  const [one, two] = await Promise.all(places.map((place) => agentAt(place, code)));
  const { plan } = await one!.call('estimate', { requests: [search('phone')] });
  expect(await one!.call('fetch', { plan })).toMatchObject({ credits: 1 });
  await team.redis.kill();
  await team.redis.restart();
  for (const agent of [one!, two!, one!]) await agent.call('fetch', { plan });
  expect(bodies(places)).toHaveLength(1);
});

test('an agent that was stopped at one gateway is stopped at the others, and stays so when Redis loses its data', async () => {
  const places = await gateways(2);
  const code = await places[0]!.newCode('Ann');
  const [one, two] = await Promise.all(places.map((place) => agentAt(place, code)));
  const { plan } = await two!.call('estimate', { requests: [search('phone')] });
  expect(await pane(places[0]!, code, { name: 'research', state: 'stop' })).toMatchObject({ status: 200 });
  expect(stateOf(await two!.call('fetch', { plan }))).not.toBe('done');
  await team.redis.kill();
  await team.redis.restart();
  for (const agent of [one!, two!])
    expect(stateOf(await agent.call('fetch', { requests: [search('other')], max_credits: 1 }))).not.toBe(
      'done',
    );
  expect(bodies(places)).toEqual([]);
});

test.each([
  ['restarted without', () => team.redis.loseAll()],
  ['lost', () => team.redis.command('FLUSHALL')],
])(
  'an agent that was stopped just before Redis %s its data buys nothing at a gateway that had not heard of it',
  async (_, lose) => {
    const places = await gateways(2);
    const code = await places[0]!.newCode('Ann');
    const agents = await Promise.all(places.map((place) => agentAt(place, code)));
    await Promise.all(agents.map((agent) => agent.call('estimate', { requests: [search('phone')] })));
    expect(await pane(places[0]!, code, { name: 'research', state: 'stop' })).toMatchObject({ status: 200 });
    await lose();
    await eventually(async () => {
      const said = await agents[1]!.call('fetch', { requests: [search('other')], max_credits: 1 });
      expect(stateOf(said)).not.toBe('done');
      return JSON.stringify(said).includes('The person stopped this agent');
    });
    expect(bodies(places)).toEqual([]);
  },
);

test('Stop ends what waits in a plan; what was sent is paid and kept', async () => {
  const places = await gateways(2);
  const code = await places[0]!.newCode('Ann');
  const agent = await agentAt(places[0]!, code);
  const requests = Array.from({ length: 8 }, (_, index) => search(`word ${index}`));
  const { plan } = await agent.call('estimate', { requests });
  const finish = places[0]!.upstream.hold();
  const fetching = agent.call('fetch', { plan });
  await eventually(() => places[0]!.upstream.calls.length === 4);
  expect(await pane(places[1]!, code, { stop: 'all' })).toMatchObject({ status: 200 });
  finish();
  const states = (await fetching).results as { state: string }[];
  expect(states.map(({ state }) => state)).toEqual([
    ...Array.from({ length: 4 }, () => 'done'),
    ...Array.from({ length: 4 }, () => 'failed'),
  ]);
  expect(bodies(places)).toHaveLength(4);
  // It may plan again: only the queue was stopped.
  expect(await agent.call('estimate', { requests })).toMatchObject({ credits: 4 });
});

test('while Redis is away an agent buys nothing, and reads what is cached', async () => {
  const places = await gateways(2, { SPILLWAY_LEASE: '8s', SPILLWAY_STORE_TIMEOUT: '1s' });
  const code = await places[0]!.newCode('Ann');
  const agent = await agentAt(places[0]!, code);
  await agent.call('fetch', { requests: [search('phone')], max_credits: 1 });
  const { plan } = await agent.call('estimate', { requests: [search('other')] });
  await team.redis.kill();
  const paid = await agent.call('fetch', { plan });
  expect(stateOf(paid)).not.toBe('done');
  expect(await agent.call('fetch', { requests: [search('phone')], max_credits: 0 })).toMatchObject({
    credits: 0,
    results: [{ state: 'done' }],
  });
  expect(bodies(places)).toHaveLength(1);
  await team.redis.restart();
});

test('after Redis has lost its data an agent buys nothing until every gateway has told what it bought', async () => {
  const [place] = await gateways(1);
  const agent = await agentAt(place!, await place!.newCode('Ann'));
  const buy = async (word: string) =>
    stateOf(await agent.call('fetch', { requests: [search(word)], max_credits: 1 }));
  const another = new AnotherGateway(team.redis);
  await another.join();
  expect(await buy('phone')).toBe('done');
  await team.redis.command('FLUSHALL');
  // Whoever is about to buy something notices.
  expect(await buy('other')).not.toBe('done');
  await another.isAwaited();
  for (let times = 0; times < 3; times += 1) expect(await buy('other')).not.toBe('done');
  expect(bodies([place!])).toHaveLength(1);
  await another.tell();
  await eventually(async () => (await buy('other')) === 'done');
  expect(bodies([place!])).toHaveLength(2);
});

test('what a gateway bought that has ended since, and Redis has lost, is bought again only if the person says so', async () => {
  const postgres = await PostgresServer.start();
  try {
    const data = { DATABASE_URL: postgres.url() };
    const request = { requests: [search('phone')], max_credits: 1 };
    const [first] = await gateways(1, data);
    const code = await first!.newCode('Ann');
    expect(stateOf(await (await agentAt(first!, code)).call('fetch', request))).toBe('done');
    await eventually(() => (first!.gateway.health() as { history: { owed: number } }).history.owed === 0);
    await team.close();
    await team.redis.command('FLUSHALL');
    const [next] = await gateways(1, data);
    const agent = await agentAt(next!, code);
    const held = await agent.call('fetch', request);
    expect(stateOf(held)).toBe('held');
    expect(bodies([next!])).toEqual([]);
    const [asked] = (await pane(next!, code)).held;
    await decide(next!, code, asked!);
    const { plan } = held['held'] as { plan: string };
    expect(stateOf(await agent.call('fetch', { plan }))).toBe('done');
    expect(bodies([next!])).toHaveLength(1);
    // Where nobody can tell whether it was bought, the person decides too.
    await postgres.close();
    const unknown = { requests: [search('lamp')], max_credits: 1 };
    expect(stateOf(await agent.call('fetch', unknown))).toBe('held');
    expect(bodies([next!])).toHaveLength(1);
    await team.close();
  } finally {
    await postgres.close();
  }
});

test('a gateway that is killed between reserving and sending leaves the plan used', async () => {
  const places = await gateways(2);
  const code = await places[0]!.newCode('Ann');
  const [one, two] = await Promise.all(places.map((place) => agentAt(place, code)));
  const { plan } = await one!.call('estimate', { requests: [search('phone')] });
  // The call is reserved, and nothing is heard of it.
  const finish = places[0]!.upstream.hold();
  const fetching = one!.call('fetch', { plan });
  await eventually(() => places[0]!.upstream.calls.length === 1);
  const flights = (await team.redis.command('KEYS', '*flight:*')) as [string, ...string[]];
  await team.redis.command('DEL', ...flights);
  expect(stateOf(await two!.call('fetch', { plan }))).not.toBe('done');
  expect(places[1]!.upstream.calls).toEqual([]);
  finish();
  await fetching;
});
