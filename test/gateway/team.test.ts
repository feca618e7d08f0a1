import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answer } from './support/fakeUpstream';
import { search, stays, testGateway, valuation, type TestGateway } from './support/testGateway';
import { removeFolder } from '../removeFolder';

const teamKey = 'the-key-of-the-team';
const adminCode = 'an-admin-code-of-many-letters';
let folder: string;
let team: TestGateway;
let ann: Record<string, string>;
let bob: Record<string, string>;

const start = async (env: Record<string, string> = {}) => {
  team = await testGateway({
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: teamKey,
    SPILLWAY_DATA: folder,
    SPILLWAY_ADMIN_CODE: adminCode,
    ...env,
  });
  ann = { 'access-token': await team.newCode('Ann') };
  bob = { 'access-token': await team.newCode('=Bob, "the" cat') };
};
const rome = { destination: 'Rome', checkin: '2027-05-03', checkout: '2027-05-04', count: 25 };
const from = (response: Response) => response.headers.get('spillway-cache');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-team-'));
});
afterEach(async () => {
  await team.close();
  removeFolder(folder);
});

test('the team’s key is used and never shown', async () => {
  await start();
  team.upstream.reply = () => answer(400, { detail: `no good: ${teamKey}` });
  const response = await team.post(valuation, { unit: 'A' }, ann);
  expect(team.upstream.calls[0]?.key).toBe(teamKey);
  expect(await response.text()).not.toContain(teamKey);
  const statistic = (await (await team.get('/token/statistic', ann)).json()) as Record<string, unknown>[];
  expect(statistic[0]).toMatchObject({ points: 500 });
  expect(statistic[0]).not.toHaveProperty('user');
  expect(team.lines.join('')).not.toMatch(new RegExp(`${teamKey}|${ann['access-token']}`));
});

test('points that were read before the clock was set back are not told as those of now', async () => {
  await start();
  const points = async () => {
    const response = await team.get('/token/statistic', ann);
    return ((await response.json()) as { points: number }[])[0]?.points;
  };
  expect(await points()).toBe(500);
  team.setClock(-3_600_000);
  team.wind(60_000);
  Object.assign(team.upstream.statistic, { points: 499 });
  expect(await points()).toBe(499);
});

test('no cache on the way keeps what only one person may see, because it does not know who asks', async () => {
  await start();
  const admin = { 'access-token': adminCode };
  const asked = ['/gateway/me', '/gateway/usage', '/gateway/usage?format=csv', '/healthz', '/gateway/info'];
  for (const path of [...asked, '/gateway/watches', '/metrics', '/jobs/none', '/not-there.js'])
    expect([path, (await team.get(path, admin)).headers.get('cache-control')]).toEqual([path, 'no-store']);
});

test('one person cannot take all calls that may be made at once', async () => {
  await start({ SPILLWAY_MAX_CALLS: '10' });
  const free = team.upstream.hold();
  const ask = (unit: string, who: Record<string, string>) =>
    team.post(valuation, { unit }, { ...who, prefer: 'respond-async, wait=0' });
  const own = await Promise.all(Array.from({ length: 12 }, (_, nth) => ask(`U${nth}`, ann)));
  const other = await ask('another', bob);
  free();
  expect(own.filter(({ status }) => status === 202)).toHaveLength(9);
  expect(other.status).toBe(202);
});

test.each(['<html>Sign in</html>', 'null', '{"points":1}', '[null]', '[5]'])(
  'a service that tells %s in place of the points is told as away, and keeps nobody from data',
  async (text) => {
    await start();
    const call = team.upstream.call.bind(team.upstream);
    team.upstream.call = (asked) =>
      asked.path === '/token/statistic' ? Promise.resolve(answer(200, text)) : call(asked);
    const response = await team.get('/token/statistic', ann);
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('cannot reach')]);
    expect((await team.post(valuation, { unit: 'A' }, ann)).status).toBe(200);
    expect(team.lines.join('')).not.toContain('"msg":"failed"');
  },
);

test('a refused team key is not told as the person’s fault', async () => {
  await start();
  team.upstream.reply = () => answer(401, { detail: 'Invalid key' });
  expect((await team.post(valuation, { unit: 'A' }, ann)).status).toBe(500);
  team.upstream.reply = () => answer(403, { detail: 'Not enough points.' });
  const response = await team.post(valuation, { unit: 'B' }, ann);
  expect(response.status).toBe(402);
  expect(await response.text()).toContain('Not enough points');
});

test('nothing is sent for a client that takes only what is cached', async () => {
  await start();
  const asked = (more = '') =>
    team.post(search, { query: 'a', count: 5 }, { ...ann, 'cache-control': `only-if-cached${more}` });
  const refused = await asked();
  expect([refused.status, refused.headers.get('spillway-credits')]).toEqual([504, '0']);
  expect(team.upstream.calls).toHaveLength(0);
  await team.post(search, { query: 'a', count: 5 }, bob);
  expect(from(await asked())).toBe('hit');
  team.wind(60_000);
  expect((await asked(', max-age=30')).status).toBe(504);
  expect((await asked(', no-cache')).status).toBe(504);
  expect(team.upstream.calls).toHaveLength(1);
});

test('what one person paid for answers the next, also for fewer results', async () => {
  await start();
  expect(from(await team.post(stays, rome, ann))).toBe('miss');
  const shared = await team.post(stays, { ...rome, count: 10 }, bob);
  expect([from(shared), shared.headers.get('spillway-credits')]).toEqual(['hit', '0']);
  expect(await shared.json()).toHaveLength(10);
  team.wind(3_600_000);
  const later = await team.post(stays, rome, bob);
  expect(later.headers.get('age')).toMatch(/^36\d\d$/);
  expect(from(await team.post(stays, rome, { ...bob, 'cache-control': 'max-age=60' }))).toBe('miss');
  expect(from(await team.post(stays, rome, { ...ann, 'cache-control': 'no-cache' }))).toBe('miss');
  expect((await team.post(stays, rome, bob)).headers.get('age')).toMatch(/^\d\d?$/);
  team.wind(8 * 24 * 3_600_000);
  expect(from(await team.post(stays, rome, ann))).toBe('miss');
});

test('a short list answers any count, a long one more than was asked for does not', async () => {
  await start();
  team.upstream.reply = () => answer(200, [{ id: '1' }, { id: '2' }]);
  await team.post(search, { query: 'rare', count: 5 }, ann);
  expect(from(await team.post(search, { query: 'rare', count: 500 }, bob))).toBe('hit');
  team.upstream.reply = () => answer(200, [{ id: '1' }]);
  await team.post(search, { query: 'common', count: 1 }, ann);
  expect(from(await team.post(search, { query: 'common', count: 2 }, bob))).toBe('miss');
});

test('a failure that would come again is shared for a while, one that may pass is not', async () => {
  await start();
  team.upstream.reply = () => answer(412, { detail: 'none' });
  await team.post(valuation, { unit: 'X' }, ann);
  expect((await team.post(valuation, { unit: 'X' }, bob)).status).toBe(412);
  expect(team.upstream.calls).toHaveLength(1);
  team.wind(16 * 60_000);
  await team.post(valuation, { unit: 'X' }, bob);
  expect(team.upstream.calls).toHaveLength(2);
  team.upstream.reply = () => answer(500, { detail: 'busy' });
  await team.post(valuation, { unit: 'Y' }, ann);
  await team.post(valuation, { unit: 'Y' }, bob);
  expect(team.upstream.calls).toHaveLength(4);
});

test('an answer that is no list of records is delivered and not kept for others', async () => {
  await start();
  team.upstream.reply = () => answer(200, '[{"id": "1"');
  // It may have been charged; nobody knows.
  expect((await team.post(valuation, { unit: 'X' }, ann)).headers.get('spillway-credits')).toBeNull();
  expect(from(await team.post(valuation, { unit: 'X' }, bob))).toBe('miss');
});

test('calls under way are shared, and those who join spend nothing', async () => {
  await start();
  const finish = team.upstream.hold();
  const asked = [ann, bob, ann].map((who) => team.post(stays, rome, who));
  await new Promise((resolve) => setTimeout(resolve, 20));
  finish();
  const credits = (await Promise.all(asked)).map((response) => response.headers.get('spillway-credits'));
  expect(credits.sort()).toEqual(['0', '0', '5']);
  expect(team.upstream.calls).toHaveLength(1);
});

test('each can be per person where a licence demands it', async () => {
  await start({ SPILLWAY_SHARE_CACHE: 'person', SPILLWAY_SHARE_CALLS: 'person' });
  expect(from(await team.post(stays, rome, ann))).toBe('miss');
  expect(from(await team.post(stays, rome, bob))).toBe('miss');
  expect(from(await team.post(stays, rome, bob))).toBe('hit');
  const finish = team.upstream.hold();
  const both = [ann, bob].map((who) => team.post(valuation, { unit: 'A' }, who));
  await new Promise((resolve) => setTimeout(resolve, 20));
  finish();
  await Promise.all(both);
  expect(team.upstream.calls).toHaveLength(4);
});

describe('budgets', () => {
  test('hold for the person and the team, for the day, and give back what was not spent', async () => {
    await start({ SPILLWAY_PERSON_BUDGET: '6', SPILLWAY_TEAM_BUDGET: '10' });
    team.upstream.reply = () => answer(412, { detail: 'not found' });
    await team.post(stays, { ...rome, destination: 'Atlantis' }, ann);
    team.upstream.reply = () => answer(200, []);
    expect((await team.post(stays, rome, ann)).status).toBe(200);
    const refused = await team.post(stays, { ...rome, destination: 'Oslo' }, ann);
    expect(refused.status).toBe(402);
    expect(((await refused.json()) as { detail: string }).detail).toMatch(
      /^Your budget of 6 credits .* 1 left, .* costs 5/,
    );
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    expect(refused.headers.get('spillway-credits')).toBe('0');
    // What is paid for is free, budget or no budget.
    expect((await team.post(stays, rome, ann)).status).toBe(200);
    expect((await team.post(stays, { ...rome, destination: 'Oslo' }, bob)).status).toBe(200);
    const whole = await team.post(valuation, { unit: 'A' }, bob);
    expect(((await whole.json()) as { detail: string }).detail).toMatch(
      /^The team’s budget of 10 credits .* 0 left/,
    );
    const me = (await (await team.get('/gateway/me', ann)).json()) as {
      today: { spent: number; limit: number };
    };
    expect(me).toMatchObject({
      name: 'Ann',
      admin: false,
      today: { spent: 5, limit: 6 },
      team: { spent: 10, limit: 10 },
    });
    team.wind(24 * 3_600_000);
    expect((await team.post(valuation, { unit: 'A' }, ann)).status).toBe(200);
  });

  test('count a lost answer as spent', async () => {
    await start({ SPILLWAY_PERSON_BUDGET: '5' });
    team.upstream.reply = () => Promise.reject(new Error('cut'));
    expect((await team.post(stays, rome, ann)).status).toBe(502);
    expect((await team.post(stays, rome, ann)).status).toBe(402);
  });

  test('of one who cannot pay do not stop one who joined', async () => {
    await start({ SPILLWAY_PERSON_BUDGET: '5' });
    await team.post(stays, { ...rome, destination: 'Oslo' }, ann);
    const both = await Promise.all([team.post(stays, rome, ann), team.post(stays, rome, bob)]);
    expect(both[1]?.status).toBe(200);
    expect([200, 402]).toContain(both[0]?.status);
  });
});

describe('rate windows', () => {
  test('are shared: what would be refused is not sent', async () => {
    await start();
    Object.assign(team.upstream.statistic, { ten_second_limit: 3, ten_second_usage: 1 });
    const statuses: number[] = [];
    for (const unit of ['A', 'B', 'C']) statuses.push((await team.post(valuation, { unit }, ann)).status);
    expect(statuses).toEqual([200, 200, 429]);
    const refused = await team.post(valuation, { unit: 'C' }, bob);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(11);
    expect(team.upstream.calls).toHaveLength(2);
    const metrics = await (await team.get('/metrics')).text();
    expect(metrics).toContain('spillway_window_headroom{window="ten_second"} 0');
    team.wind(11_000);
    expect((await team.post(valuation, { unit: 'C' }, bob)).status).toBe(200);
  });

  test('do not count against a budget what they refuse', async () => {
    await start({ SPILLWAY_TEAM_BUDGET: '20' });
    Object.assign(team.upstream.statistic, { ten_second_limit: 3 });
    const statuses: number[] = [];
    for (let unit = 0; unit < 8; unit += 1)
      statuses.push((await team.post(valuation, { unit: `U${unit}` }, ann)).status);
    expect([...new Set(statuses)]).toEqual([200, 429]);
    const me = (await (await team.get('/gateway/me', ann)).json()) as { team: { spent: number } };
    expect(me.team.spent).toBe(statuses.filter((status) => status === 200).length);
  });

  test('can be each person’s own', async () => {
    await start({ SPILLWAY_SHARE_WINDOWS: 'person' });
    Object.assign(team.upstream.statistic, { ten_second_limit: 1 });
    expect((await team.post(valuation, { unit: 'A' }, ann)).status).toBe(200);
    expect((await team.post(valuation, { unit: 'B' }, ann)).status).toBe(429);
    expect((await team.post(valuation, { unit: 'B' }, bob)).status).toBe(200);
  });

  test('are read anew after the service refused', async () => {
    await start();
    await team.post(valuation, { unit: 'A' }, ann);
    team.wind(20_000);
    Object.assign(team.upstream.statistic, { minutely_limit: 5, minutely_usage: 5 });
    team.upstream.reply = () => answer(429, { detail: 'slow down' }, { retryAfter: '3' });
    expect((await team.post(valuation, { unit: 'B' }, ann)).headers.get('retry-after')).toBe('3');
    await team.post(valuation, { unit: 'B' }, ann);
    expect(team.upstream.calls).toHaveLength(2);
  });
});

test('an administrator sees usage by person, as JSON and CSV', async () => {
  await start();
  await team.post(stays, rome, ann);
  await team.post(stays, rome, bob);
  expect((await team.get('/gateway/usage', ann)).status).toBe(403);
  const admin = { 'access-token': adminCode };
  const { rows } = (await (await team.get('/gateway/usage', admin)).json()) as {
    rows: Record<string, unknown>[];
  };
  expect(rows).toEqual([
    expect.objectContaining({
      name: '=Bob, "the" cat',
      operation: 'stays',
      requests: 1,
      hits: 1,
      spent: 0,
      saved: 5,
    }),
    expect.objectContaining({ name: 'Ann', operation: 'stays', requests: 1, hits: 0, spent: 5, saved: 0 }),
  ]);
  const root = await team.newCode('Root', true);
  team.wind(2_000);
  const csv = await team.get('/gateway/usage?format=csv', {
    'access-token': root,
  });
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(await csv.text()).toContain(`"'=Bob, ""the"" cat",stays,1,1,0,5`);
  expect((await team.get('/gateway/usage?from=yesterday', admin)).status).toBe(400);
});

test('a key in a file can be changed without a restart', async () => {
  const file = path.join(folder, 'key');
  writeFileSync(file, 'first-key\n');
  await start({ SPILLWAY_KEY: '', SPILLWAY_KEY_FILE: file });
  await team.post(valuation, { unit: 'A' }, ann);
  writeFileSync(file, 'second-key\n');
  team.wind(6_000);
  await team.post(valuation, { unit: 'B' }, ann);
  expect(team.upstream.calls.map(({ key }) => key)).toEqual(['first-key', 'second-key']);
});

test('people who ask for the same pay once, however long it takes until it may be sent', async () => {
  await start({ SPILLWAY_LEASE: '1s' });
  const { upstream } = team;
  const call = upstream.call.bind(upstream);
  // The service takes its time to tell its limits, longer than a silent call counts as one under way.
  const slow = new Promise((resolve) => setTimeout(resolve, 2_500));
  upstream.call = (asked) => (asked.path === '/token/statistic' ? slow.then(() => call(asked)) : call(asked));
  const first = team.post(stays, rome, ann);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const responses = await Promise.all([first, team.post(stays, rome, bob)]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(responses.map(from)).toEqual(['miss', 'shared']);
  expect(upstream.calls).toHaveLength(1);
});
