// Every documented error can be met, with its documented status and body, by input alone.
import { paths, type Service } from './sandboxClient';
import { sandboxUnderTest } from './sandboxUnderTest';

const { client } = sandboxUnderTest();

const services = Object.keys(paths) as Service[];
const json = { 'content-type': 'application/json' };
const stay = { checkin: '2027-05-03', checkout: '2027-05-07', count: 5 };

/** A general error: an object with one field, a sentence. */
const sentence = { detail: expect.stringMatching(/\S/) as string };

describe.each(services)('%s', (service) => {
  test('needs a key', async () => {
    const reply = await client.send('POST', paths[service], { body: '{}', headers: json });
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual(sentence);
  });

  test.each([
    ['an unknown key', 'sandbox-nobody', 401],
    ['an expired key', 'sandbox-expired', 401],
    ['a key for MCP only', 'sandbox-mcp', 403],
  ])('refuses %s', async (_name, key, status) => {
    const reply = await client.with(key).post(service, {});
    expect(reply.status).toBe(status);
    expect(reply.body).toEqual(sentence);
  });

  test('takes no bearer token in place of the key', async () => {
    const headers = { ...json, authorization: 'Bearer sandbox-large' };
    expect((await client.send('POST', paths[service], { body: '{}', headers })).status).toBe(401);
  });

  test('is not there for other methods', async () => {
    expect(
      (await client.send('GET', paths[service], { headers: { 'access-token': 'sandbox-large' } })).status,
    ).toBe(404);
  });
});

test('the statistic needs a key too, and takes no bearer token', async () => {
  expect((await client.send('GET', '/token/statistic')).status).toBe(401);
  const headers = { authorization: 'Bearer sandbox-large' };
  expect((await client.send('GET', '/token/statistic', { headers })).status).toBe(401);
  expect((await client.statistic('sandbox-expired')).status).toBe(401);
  expect((await client.statistic('sandbox-mcp')).status).toBe(200);
});

test.each([
  ['a search without a result container', 'ruretail', { query: '???', count: 1 }],
  ['a unit without valuation', 'hkproperty', { unit: 'TKS-99-99-H' }],
  ['a company nobody has', 'jobsboard', { company: '42' }],
  [
    'a profile address of a company nobody has',
    'jobsboard',
    { company: 'https://www.jobsboard.example/en/company/x-42/' },
  ],
  ['an unknown destination', 'stays', { ...stay, destination: 'Atlantis' }],
  ['an unknown destination number', 'stays', { ...stay, destination_id: 1 }],
] as const)('412: %s', async (_name, service, body) => {
  const reply = await client.post(service, body);
  expect(reply.status).toBe(412);
  expect(reply.body).toEqual(sentence);
});

test.each([
  ['a malformed reference number', 'hkproperty', { unit: 'flat twelve' }],
  ['neither an ID nor a profile address', 'jobsboard', { company: 'Al Noor' }],
] as const)('400: %s', async (_name, service, body) => {
  const reply = await client.post(service, body);
  expect(reply.status).toBe(400);
  expect(reply.body).toEqual(sentence);
});

test.each([
  ['an unknown city', { city: 'xxx_cl' }, ['body', 'city'], 'xxx_cl'],
  ['an unknown brand', { brands: ['Apple', 'Nobrand'] }, ['body', 'brands', 1], 'Nobrand'],
  [
    'a filter that was not applied',
    { filters: ['Цвет:полосатый'] },
    ['body', 'filters', 0],
    'Цвет:полосатый',
  ],
  ['a filter of no known form', { filters: ['whatever'] }, ['body', 'filters', 0], 'whatever'],
])('422: %s', async (_name, extra, loc, input) => {
  const faults = await client.faults('ruretail', { query: 'iphone', count: 3, ...extra });
  expect(faults).toEqual([
    {
      type: 'value_error',
      loc,
      msg: expect.stringMatching(/^Value error, /) as string,
      input,
      ctx: expect.anything() as object,
    },
  ]);
});

test('404: a path nobody serves', async () => {
  for (const path of ['/api/ruretail/products', '/api', '/token', '/nothing']) {
    const reply = await client.send('POST', path, { body: '{}', headers: json });
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual(sentence);
  }
});

test('a word nobody uses finds nothing, which is a success', async () => {
  expect(await client.records('ruretail', { query: 'qwertyzxcv', count: 5 })).toEqual([]);
  expect(await client.records('nlretail', { keyword: 'qwertyzxcv', count: 5 })).toEqual([]);
  expect(await client.records('bizbureau', { keyword: 'qwertyzxcv', count: 5 })).toEqual([]);
});

test('no error repeats the key', async () => {
  for (const key of ['sandbox-nobody', 'sandbox-expired', 'sandbox-mcp']) {
    expect((await client.with(key).post('ruretail', {})).text).not.toContain(key);
  }
});
