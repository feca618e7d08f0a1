// Credits, points and the five windows, on a clock that the test moves.
import { sandboxUnderTest } from './sandboxUnderTest';

const start = Date.UTC(2027, 0, 4, 12);
let now = start;
beforeEach(() => void (now = start));
const { client } = sandboxUnderTest({ clock: () => now });

const unit = { unit: 'TKS-01-12-B' };

interface TokenRow extends Record<string, unknown> {
  points: number;
  ten_second_usage: number;
  minutely_usage: number;
  hourly_usage: number;
  daily_usage: number;
  monthly_usage: number;
}

async function token(key: string): Promise<TokenRow> {
  const [row] = (await client.statistic(key)).body as TokenRow[];
  if (!row) throw new Error('no token');
  return row;
}

const seconds = (n: number) => {
  now = start + n * 1000;
};

describe('the statistic', () => {
  test('has every documented field in its documented form', async () => {
    const row = await token('sandbox-large');
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) as string;
    const uuid = expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ) as string;
    expect(row).toEqual({
      id: uuid,
      user: {
        id: uuid,
        front_id: expect.any(String) as string,
        login: expect.any(String) as string,
        role: 'member',
        email: expect.stringContaining('@') as string,
        name: expect.any(String) as string,
        created_at: iso,
        modified_at: iso,
        last_login_at: iso,
        email_verified: true,
      },
      is_primary: true,
      points: 1_000_000,
      plan: 'large',
      usage_context: 'standard',
      expires_at: iso,
      created_at: iso,
      last_used_at: null,
      ten_second_limit: 600,
      minutely_limit: 3_000,
      hourly_limit: 60_000,
      daily_limit: 500_000,
      monthly_limit: 5_000_000,
      ten_second_usage: 0,
      minutely_usage: 0,
      hourly_usage: 0,
      daily_usage: 0,
      monthly_usage: 0,
      is_recommended: true,
    });
  });

  test('tells mcp_only from standard', async () => {
    expect((await token('sandbox-mcp'))['usage_context']).toBe('mcp_only');
  });

  test('lists both tokens of an account, one of them primary, each with its own counters', async () => {
    await client.with('sandbox-two').post('hkproperty', unit);
    const rows = (await client.statistic('sandbox-two')).body as TokenRow[];
    expect(rows.map((row) => row['is_primary'])).toEqual([true, false]);
    expect(rows.map((row) => row.daily_usage)).toEqual([1, 0]);
    expect((await client.statistic('sandbox-two-spare')).body).toEqual(rows);
  });

  test('is free and in no window', async () => {
    for (let n = 0; n < 6; n++) expect((await client.statistic('sandbox-tiny')).status).toBe(200);
    expect(await token('sandbox-tiny')).toMatchObject({ points: 1_000, ten_second_usage: 0 });
  });
});

describe('credits', () => {
  const stay = { destination: 'Amsterdam', checkin: '2027-05-03', checkout: '2027-05-07' };
  test.each([
    ['ruretail', { query: 'ssd', count: 1 }, 1],
    ['ruretail', { query: 'ssd', count: 500 }, 1],
    ['hkproperty', unit, 1],
    ['jobsboard', { company: '1500000' }, 5],
    ['bizbureau', { keyword: 'plumber', count: 1 }, 5],
    ['bizbureau', { keyword: 'plumber', count: 15 }, 5],
    ['bizbureau', { keyword: 'plumber', count: 16 }, 10],
    ['nlretail', { keyword: 'airfryer', count: 20 }, 10],
    ['nlretail', { keyword: 'airfryer', count: 21 }, 20],
    ['stays', { ...stay, count: 25 }, 5],
    ['stays', { ...stay, count: 26 }, 10],
    ['stays', { ...stay, count: 75 }, 15],
  ] as const)('%s %j costs %i', async (service, body, credits) => {
    expect((await client.post(service, body)).status).toBe(200);
    expect((await token('sandbox-large')).points).toBe(1_000_000 - credits);
    const counters = (await client.control('GET', '/counters')).body;
    expect(counters).toMatchObject({
      requests: 1,
      credits,
      byOperation: { [service]: { requests: 1, credits } },
    });
  });

  test.each([
    [400, 'hkproperty', { unit: '?' }],
    [412, 'hkproperty', { unit: 'TKS-99-99-H' }],
    [422, 'hkproperty', {}],
    [422, 'ruretail', { query: 'ssd', count: 1, city: 'xxx_cl' }],
  ] as const)('a %i costs nothing and is in no window', async (status, service, body) => {
    expect((await client.post(service, body)).status).toBe(status);
    expect(await token('sandbox-large')).toMatchObject({
      points: 1_000_000,
      ten_second_usage: 0,
      monthly_usage: 0,
    });
  });

  test('a search that finds nothing is paid', async () => {
    await client.post('nlretail', { keyword: 'qwertyzxcv', count: 20 });
    expect((await token('sandbox-large')).points).toBe(1_000_000 - 10);
  });

  test('a request that costs more than the points left is refused with 403 and costs nothing', async () => {
    const poor = client.with('sandbox-poor');
    expect((await poor.post('nlretail', { keyword: 'lego', count: 20 })).status).toBe(200);
    const refused = await poor.post('nlretail', { keyword: 'lego', count: 20 });
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({ detail: 'Not enough points: this request costs 10, 2 are left.' });
    expect((await token('sandbox-poor')).points).toBe(2);
    expect((await poor.post('hkproperty', unit)).status).toBe(200);
  });
});

describe('windows', () => {
  const tiny = () => client.with('sandbox-tiny').post('hkproperty', unit);

  test('count up together', async () => {
    await tiny();
    await tiny();
    const row = await token('sandbox-tiny');
    expect(row).toMatchObject({
      ten_second_usage: 2,
      minutely_usage: 2,
      hourly_usage: 2,
      daily_usage: 2,
      monthly_usage: 2,
      last_used_at: new Date(now).toISOString(),
    });
  });

  test('refuse what goes beyond them, with the time to wait, and do not count it', async () => {
    for (let n = 0; n < 3; n++) expect((await tiny()).status).toBe(200);
    seconds(4);
    const refused = await tiny();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('6');
    expect(refused.body).toEqual({ detail: expect.stringContaining('Rate limit exceeded') as string });
    expect(await token('sandbox-tiny')).toMatchObject({
      points: 997,
      ten_second_usage: 3,
      minutely_usage: 3,
    });
  });

  test('start with the first request and end after their own length', async () => {
    await tiny();
    seconds(9.9);
    expect((await token('sandbox-tiny')).ten_second_usage).toBe(1);
    seconds(10);
    expect(await token('sandbox-tiny')).toMatchObject({ ten_second_usage: 0, minutely_usage: 1 });
    seconds(60);
    expect(await token('sandbox-tiny')).toMatchObject({ minutely_usage: 0, hourly_usage: 1 });
    seconds(3_600);
    expect(await token('sandbox-tiny')).toMatchObject({ hourly_usage: 0, daily_usage: 1 });
    seconds(86_400);
    expect(await token('sandbox-tiny')).toMatchObject({ daily_usage: 0, monthly_usage: 1 });
    seconds(30 * 86_400);
    expect((await token('sandbox-tiny')).monthly_usage).toBe(0);
  });

  test('a longer window refuses when the shorter one has room, and says how long', async () => {
    for (let n = 0; n < 10; n++) {
      seconds(Math.floor(n / 3) * 10);
      expect((await tiny()).status).toBe(200);
    }
    seconds(45);
    const refused = await tiny();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('15');
    seconds(60);
    expect((await tiny()).status).toBe(200);
  });

  test('hold when many ask at once', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, tiny));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(9);
  });

  test('what turns out unpaid gives its place back', async () => {
    const missing = () => client.with('sandbox-tiny').post('hkproperty', { unit: 'TKS-99-99-H' });
    for (let n = 0; n < 5; n++) expect((await missing()).status).toBe(412);
    expect((await tiny()).status).toBe(200);
  });
});

test('a reset can give a key other limits and points, and empties the rest', async () => {
  await client.post('hkproperty', unit);
  await client.control('POST', '/faults', [{ kind: '500' }]);
  const keys = { 'sandbox-large': { points: 7, limits: { ten_second: 1 } } };
  expect((await client.control('POST', '/reset', { keys })).status).toBe(200);
  expect(await token('sandbox-large')).toMatchObject({
    points: 7,
    ten_second_limit: 1,
    minutely_limit: 3_000,
    daily_usage: 0,
  });
  expect((await client.control('GET', '/faults')).body).toEqual([]);
  expect((await client.post('hkproperty', unit)).status).toBe(200);
  expect((await client.post('hkproperty', unit)).status).toBe(429);
  const back = { 'sandbox-large': { points: 1_000_000, limits: { ten_second: 600 } } };
  await client.control('POST', '/reset', { keys: back });
  expect((await client.control('POST', '/reset', { keys: { nobody: {} } })).status).toBe(400);
  expect((await client.control('POST', '/reset', { colour: 'red' })).status).toBe(400);
});
