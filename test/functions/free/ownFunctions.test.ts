import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { createFunctions } from '../../../src/functions/createFunctions';
import type { TokenRecord } from '../../../src/operations/tokenStatistic';
import { SpillwayError } from '../../../src/engine/request/errors';
import { readOptions } from '../../../src/spill/read/options/options';
import { errorOf, installCustomFunctions } from '../support/customFunctions';
import { fakeRuntime, plainHost, richHost } from '../support/fakeRuntime';

beforeAll(installCustomFunctions);

const token: TokenRecord = {
  id: '5d1c',
  plan: 'Team',
  points: 12_345,
  is_primary: true,
  usage_context: 'standard',
  expires_at: '2027-01-31T12:00:00Z',
  ten_second_limit: 10,
  ten_second_usage: 3,
  minutely_limit: 60,
  minutely_usage: 70,
  hourly_limit: 600,
  hourly_usage: 0,
  daily_limit: 5_000,
  daily_usage: 120,
  monthly_limit: null,
  monthly_usage: 4_000,
  user: { email: 'ann@example.com' },
};

function setUp(host = plainHost, tokens: readonly TokenRecord[] = [token]) {
  const fake = fakeRuntime();
  fake.state.usage = () => Promise.resolve(tokens);
  const functions = createFunctions(fake.runtime, host, { timeout: 50 });
  return {
    ...fake,
    call: (name: string, ...args: unknown[]) => functions[name]!(...args, { address: 'S!A1' }),
  };
}

describe('TOKEN.USAGE', () => {
  it('spills plan, points and the five windows with limit, used and left', async () => {
    const rows = await setUp().call('TOKEN.USAGE', null);
    expect(rows).toEqual([
      ['Points', 12_345, '', ''],
      ['Plan', 'Team', '', ''],
      ['Usage context', 'standard', '', ''],
      ['Expires (UTC)', 46_418.5, '', ''],
      ['Email', 'ann@example.com', '', ''],
      ['Window', 'Limit', 'Used', 'Left'],
      ['10 seconds', 10, 3, 7],
      ['Minute', 60, 70, 0],
      ['Hour', 600, 0, 600],
      ['Day', 5_000, 120, 4_880],
      ['Month', '', 4_000, ''],
    ]);
  });

  it('stacks several tokens and says which is which', async () => {
    const second = { ...token, id: '77aa', is_primary: false };
    const rows = (await setUp(plainHost, [token, second]).call('TOKEN.USAGE', null)) as unknown[][];
    expect(rows.filter(([label]) => label === 'Token ID').map(([, id]) => id)).toEqual(['5d1c', '77aa']);
    expect(rows.every((row) => row.length === 4)).toBe(true);
  });

  it('gives the bare value of one field, by name, by label, of the user, or what is left', async () => {
    const { call } = setUp();
    expect(await call('TOKEN.USAGE', 'points')).toEqual([[12_345]]);
    expect(await call('TOKEN.USAGE', 'Plan')).toEqual([['Team']]);
    expect(await call('TOKEN.USAGE', 'daily left')).toEqual([[4_880]]);
    expect(await call('TOKEN.USAGE', 'user.email')).toEqual([['ann@example.com']]);
    expect(await call('TOKEN.USAGE', 'monthly_left')).toEqual([['']]);
  });

  it('shows dates as dates', async () => {
    const value = await setUp(richHost).call('TOKEN.USAGE', 'expires_at');
    expect(value).toEqual([[{ type: 'Double', basicValue: 46_418.5, numberFormat: 'yyyy-mm-dd hh:mm' }]]);
  });

  it('names the nearest field', async () => {
    const { call } = setUp();
    expect((await errorOf(() => call('TOKEN.USAGE', 'pionts'))).message).toBe(
      'TOKEN.USAGE has no field "pionts". Did you mean points?',
    );
  });

  it('says what to do where the key is missing, and settles where no answer comes', async () => {
    const { call, state } = setUp();
    state.usage = () => Promise.reject(new SpillwayError('no_key'));
    expect((await errorOf(() => call('TOKEN.USAGE', null))).message).toContain('save your key');
    state.usage = () => new Promise(() => undefined);
    expect((await errorOf(() => call('TOKEN.USAGE', null))).code).toBe('#N/A');
  });
});

describe('CREDITS.COST', () => {
  const { call } = setUp();
  const cost = (...args: unknown[]) => call('CREDITS.COST', ...args);

  it('counts every started block whole', async () => {
    expect(await cost('STAYS.SEARCH', 25, null)).toBe(5);
    expect(await cost('STAYS.SEARCH', 26, null)).toBe(10);
    expect(await cost('stays', 60, 2)).toBe(30);
    expect(await cost('HKPROPERTY.VALUE', null, 39)).toBe(39);
    expect(await cost('BIZBUREAU.SEARCH', '16', '2')).toBe(20);
  });

  it('takes the function’s own default where no count is given', async () => {
    expect(await cost('NLRETAIL.SEARCH', null, null)).toBe(10);
    expect(await cost('Dutch retail', 0, 0)).toBe(10);
    expect(await cost('DEV.NLRETAIL.SEARCH', null, null)).toBe(10);
  });

  it('explains what it cannot read', async () => {
    expect((await errorOf(() => cost('STAYS.SERCH', 1, 1))).message).toContain('Did you mean STAYS.SEARCH?');
    expect((await errorOf(() => cost(null, 1, 1))).message).toContain('Enter the function');
    expect((await errorOf(() => cost('stays', -3, 1))).message).toBe(
      'count must be a whole number of at least 1, not -3.',
    );
    expect((await errorOf(() => cost('stays', 1.5, 1))).code).toBe('#VALUE!');
  });
});

describe('STAYS.FILTERS', () => {
  const params = {
    adults: 2,
    children_ages: [0],
    currency: 'EUR',
    star_ratings: ['4', '5'],
    entire_homes_only: true,
    max_price_per_night: 180,
    brand_ids: ['a,b', 7],
  };

  it('spills a set as rows that mean the same when they are passed back as options', async () => {
    const { call, filterSets, runtime } = setUp();
    filterSets.put({ name: 'Family', params, changedAt: 0 });
    const rows = (await call('STAYS.FILTERS', 'family')) as unknown[][];
    expect(rows[0]).toEqual(['adults', 2]);
    expect(rows.every((row) => row.length === 2)).toBe(true);
    const requestOf = (options: unknown) =>
      makeDataRequest('stays', readOptions('stays', options, () => undefined).params);
    expect(requestOf(rows)).toEqual(requestOf(JSON.stringify(params)));
    expect(runtime.cells.of('S!A1')).toMatchObject({ filterSets: ['family'], failed: false });
  });

  it('finds the user’s library behind the workbook', async () => {
    const { call, filterSets, library } = setUp();
    library.put({ name: 'trip', params: { adults: 1 }, changedAt: 0 });
    expect(await call('STAYS.FILTERS', '@trip')).toEqual([['adults', 1]]);
    filterSets.put({ name: 'trip', params: { adults: 4 }, changedAt: 0 });
    expect(await call('STAYS.FILTERS', 'trip')).toEqual([['adults', 4]]);
  });

  it('names the nearest set, or says how to save one', async () => {
    const { call, filterSets } = setUp();
    expect((await errorOf(() => call('STAYS.FILTERS', 'family'))).message).toContain(
      'No filter set is saved yet',
    );
    filterSets.put({ name: 'family', params, changedAt: 0 });
    expect((await errorOf(() => call('STAYS.FILTERS', 'famly'))).message).toContain('Did you mean family?');
    expect((await errorOf(() => call('STAYS.FILTERS', null))).message).toContain('Enter the name');
  });
});
