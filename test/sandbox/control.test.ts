// What only a sandbox has: journal, counters, clock, samples; and CORS, which can be on or off.
import { listen } from '../../sandbox/listen';
import { samples } from '../../sandbox/samples';
import { SandboxClient } from './sandboxClient';
import { sandboxUnderTest } from './sandboxUnderTest';

const { client } = sandboxUnderTest({ clock: () => Date.parse('2027-01-04T12:00:00Z') });

const unit = { unit: 'TKS-01-12-B' };

test('the journal tells every request, without the key', async () => {
  await client.post('hkproperty', unit);
  await client.post('nlretail', { keyword: 'lego', count: 21 });
  await client.with('sandbox-nobody').post('hkproperty', unit);
  await client.statistic();
  await client.send('GET', '/nowhere');
  const journal = await client.control('GET', '/journal');
  const [token] = (await client.statistic()).body as { id: string }[];
  const base = { at: '2027-01-04T12:00:00.000Z', fault: null };
  expect(journal.body).toEqual([
    {
      ...base,
      method: 'POST',
      path: '/api/hkproperty/valuations',
      operation: 'hkproperty',
      body: unit,
      key: token?.id,
      status: 200,
      credits: 1,
      records: 1,
    },
    {
      ...base,
      method: 'POST',
      path: '/api/nlretail/products/search',
      operation: 'nlretail',
      body: { keyword: 'lego', count: 21 },
      key: token?.id,
      status: 200,
      credits: 20,
      records: 21,
    },
    {
      ...base,
      method: 'POST',
      path: '/api/hkproperty/valuations',
      operation: 'hkproperty',
      body: unit,
      key: null,
      status: 401,
      credits: 0,
      records: null,
    },
    {
      ...base,
      method: 'GET',
      path: '/token/statistic',
      operation: 'token',
      body: null,
      key: token?.id,
      status: 200,
      credits: 0,
      records: 1,
    },
    {
      ...base,
      method: 'GET',
      path: '/nowhere',
      operation: null,
      body: null,
      key: null,
      status: 404,
      credits: 0,
      records: null,
    },
  ]);
  expect(journal.text).not.toContain('sandbox-large');
});

test('the control routes are listed', async () => {
  expect((await client.control('GET', '')).body).toEqual(
    expect.arrayContaining([
      'GET /sandbox/journal',
      'POST /sandbox/faults',
      'POST /sandbox/reset',
      'GET /sandbox/samples',
    ]),
  );
});

test('counters add up by operation, the statistic apart', async () => {
  await client.post('hkproperty', unit);
  await client.post('hkproperty', { unit: 'TKS-99-99-H' });
  await client.statistic();
  expect((await client.control('GET', '/counters')).body).toEqual({
    requests: 2,
    credits: 1,
    byOperation: {
      hkproperty: { requests: 2, credits: 1, statuses: { 200: 1, 412: 1 } },
      token: { requests: 1, credits: 0, statuses: { 200: 1 } },
    },
  });
  await client.control('POST', '/reset');
  expect((await client.control('GET', '/counters')).body).toEqual({
    requests: 0,
    credits: 0,
    byOperation: {},
  });
});

test('the clock can be wound on: windows end and prices move', async () => {
  const price = async () =>
    (await client.records<{ price: number }>('nlretail', { keyword: 'airfryer', count: 60 })).map(
      (each) => each.price,
    );
  const before = await price();
  expect(await price()).toEqual(before);
  expect((await client.control('POST', '/clock', { advanceMs: 86_400_000 })).body).toEqual({
    now: '2027-01-05T12:00:00.000Z',
  });
  expect(await price()).not.toEqual(before);
  const [row] = (await client.statistic()).body as { daily_usage: number }[];
  expect(row?.daily_usage).toBe(1);
  expect((await client.control('POST', '/clock', {})).status).toBe(400);
  expect((await client.control('POST', '/clock', { advanceMs: 1e300 })).status).toBe(400);
});

test('the calendar can be set to so many days ahead, told as often as one likes', async () => {
  for (const aheadMs of [3 * 86_400_000, 3 * 86_400_000])
    expect((await client.control('POST', '/clock', { aheadMs })).body).toEqual({
      now: '2027-01-07T12:00:00.000Z',
    });
});

test('the samples are served, and every one of them does what it says, whatever the seed', async () => {
  expect((await client.control('GET', '/samples')).body).toEqual(samples);
  const other = await listen({ seed: 77 });
  const probe = new SandboxClient(other.url);
  const many = async (service: 'ruretail' | 'bizbureau' | 'nlretail' | 'stays', body: object) =>
    expect((await probe.records(service, { count: 3, ...body })).length).toBeGreaterThan(0);
  for (const query of samples.ruretail.queries) await many('ruretail', { query });
  for (const city of samples.ruretail.cities) await many('ruretail', { query: 'ssd', city });
  for (const brand of samples.ruretail.brands) await many('ruretail', { query: brand, brands: [brand] });
  for (const filter of samples.ruretail.filters)
    await many('ruretail', { query: filter.split(':')[1], filters: [filter] });
  for (const sample of samples.hkproperty.units)
    expect(await probe.records('hkproperty', { unit: sample })).toHaveLength(1);
  for (const keyword of samples.bizbureau.keywords) await many('bizbureau', { keyword });
  for (const location of samples.bizbureau.locations)
    await many('bizbureau', { keyword: 'plumber', location });
  for (const keyword of samples.nlretail.keywords) await many('nlretail', { keyword });
  for (const company of [...samples.jobsboard.companies, ...samples.jobsboard.urls])
    expect(await probe.records('jobsboard', { company })).toHaveLength(1);
  const stay = { checkin: '2027-05-03', checkout: '2027-05-07' };
  for (const destination of samples.stays.destinations) await many('stays', { ...stay, destination });
  for (const id of Object.values(samples.stays.destinationIds))
    await many('stays', { ...stay, destination_id: id });
  for (const id of Object.values(samples.stays.districtIds))
    await many('stays', { ...stay, destination: 'Amsterdam', district_ids: [id] });
  expect((await probe.post('ruretail', { query: samples.ruretail.noContainer, count: 1 })).status).toBe(412);
  expect((await probe.post('hkproperty', { unit: samples.hkproperty.withoutValuation })).status).toBe(412);
  expect((await probe.post('jobsboard', { company: samples.jobsboard.nonexistent })).status).toBe(412);
  await other.close();
});

describe('CORS', () => {
  const preflight = (target: SandboxClient) =>
    target.send('OPTIONS', '/api/hkproperty/valuations', {
      headers: {
        origin: 'https://addin.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'access-token,content-type,prefer',
      },
    });

  test('on: a page of another origin may send its key', async () => {
    const reply = await preflight(client);
    expect(reply.status).toBe(204);
    expect(reply.headers.get('access-control-allow-origin')).toBe('https://addin.example');
    const allowed = reply.headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['access-token', 'content-type', 'prefer']));
    const answer = await client.post('hkproperty', unit, { origin: 'https://addin.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://addin.example');
    const refused = await client.post('hkproperty', {}, { origin: 'https://addin.example' });
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://addin.example');
  });

  test('off: nothing says so', async () => {
    await client.control('POST', '/reset', { cors: false });
    expect((await preflight(client)).status).toBe(404);
    const answer = await client.post('hkproperty', unit, { origin: 'https://addin.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    await client.control('POST', '/reset', { cors: true });
  });
});
