// A table of a workbook as one feed: the latest result of each request of its formulas, one after the other.
import { stays, valuation } from '../support/testGateway';
import {
  buy,
  closeAll,
  day,
  feed,
  manage,
  requestsOf,
  rowsOf,
  share,
  start,
  type FeedGateway,
} from './support';

afterEach(closeAll);

const ann = 'key-of-ann';
const phone = (id: string, price: number) => ({ id, name: `Phone ${id}`, price });

/** As the add-in sends the requests of a table. */
const table = (
  { address }: FeedGateway,
  credential: string,
  requests: unknown,
  path = '?name=Board&tables=result&sources=ruretail',
): Promise<Response> =>
  fetch(`${address}/gateway/feeds${path}`, {
    method: 'POST',
    headers: { 'access-token': credential, 'content-type': 'application/json' },
    body: JSON.stringify({ requests }),
  });

const made = async (response: Response) => {
  expect(response.status).toBe(200);
  return (await response.json()) as { code: string; feed: { id: string; requests: string[] } };
};

async function threeBought(gateway: FeedGateway): Promise<string[]> {
  for (const [query, ...ids] of [
    ['tea', 'a', 'b'],
    ['rice', 'c'],
    ['salt', 'd', 'e', 'f'],
  ] as const)
    await buy(
      gateway,
      ann,
      ids.map((id, index) => phone(id, index + 1)),
      { query, count: 20 },
    );
  const requests = await requestsOf(gateway, ann, 'ruretail');
  return ['tea', 'rice', 'salt'].map((query) => requests.find((one) => one.includes(query)) ?? '');
}

test('the rows of all its formulas are one table, in the order of the sheet, with what each was asked for', async () => {
  const gateway = await start();
  const [tea = '', rice = '', salt = ''] = await threeBought(gateway);
  // A row that nobody has paid for yet has no rows in the feed either, and is not paid for by it.
  const unpaid = tea.replace('tea', 'new');
  const reached = gateway.reached();
  const { code, feed: shared } = await made(await table(gateway, ann, [salt, unpaid, tea, tea, rice]));
  expect(shared.requests).toEqual([salt, unpaid, tea, rice]);
  const rows = await rowsOf(await feed(gateway, code, 'result.json?columns=request,id'));
  expect(rows).toEqual(
    [
      ['salt', 'd'],
      ['salt', 'e'],
      ['salt', 'f'],
      ['tea', 'a'],
      ['tea', 'b'],
      ['rice', 'c'],
    ].map(([query, id]) => ({ request: JSON.stringify({ query }), id })),
  );
  const [usual] = await rowsOf(await feed(gateway, code, 'result.json?where=id=c'));
  expect(Object.keys(usual ?? {}).slice(0, 2)).toEqual(['fetched_at', 'request']);
  expect(gateway.reached()).toBe(reached);
});

test.each([1, 2, 4])('pages of %d rows followed to the end have every row once', async (limit) => {
  const gateway = await start();
  const requests = await threeBought(gateway);
  const { code } = await made(await table(gateway, ann, requests));
  const ids: unknown[] = [];
  let next: string | null = '';
  while (next !== null) {
    const query: string = `result.json?columns=id&limit=${limit}${next && `&cursor=${next}`}`;
    const page = (await (await feed(gateway, code, query)).json()) as {
      rows: { id: unknown }[];
      next: string | null;
    };
    ids.push(...page.rows.map(({ id }) => id));
    next = page.next;
    // What arrives meanwhile changes no page that was begun, and no row twice.
    if (ids.length === limit) await buy(gateway, ann, [phone('z', 9)], { query: 'other', count: 20 });
  }
  expect(ids).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('a table keeps its address when its formulas are edited, and a result can take its place', async () => {
  const gateway = await start();
  const [tea = '', rice = '', salt = ''] = await threeBought(gateway);
  const { code, feed: shared } = await made(await table(gateway, ann, [tea, rice]));
  const ids = async () =>
    (await rowsOf(await feed(gateway, code, 'result.json?columns=id'))).map(({ id }) => id);
  expect(await ids()).toEqual(['a', 'b', 'c']);
  const first = await feed(gateway, code, 'result.json?limit=1');
  const { next } = (await first.json()) as { next: string };
  await made(await table(gateway, ann, [rice, salt], `/${shared.id}`));
  expect(await ids()).toEqual(['c', 'd', 'e', 'f']);
  expect((await feed(gateway, code, `result.json?cursor=${next}`)).status).toBe(409);
  gateway.wind(day);
  await buy(gateway, ann, [phone('g', 1)], { query: 'rice', count: 20 });
  expect(await ids()).toEqual(['g', 'd', 'e', 'f']);
  expect((await manage(gateway, ann, { feed: shared.id, request: tea })).status).toBe(200);
  expect(await ids()).toEqual(['a', 'b']);
});

test('a table is of one source and of what its owner bought; anything else is refused and changes nothing', async () => {
  const gateway = await start();
  const [tea = '', rice = ''] = await threeBought(gateway);
  await buy(gateway, 'key-of-bob', [phone('secret-of-bob', 1)], { query: 'secret', count: 20 });
  const reached = gateway.reached();
  const { code, feed: shared } = await made(await table(gateway, ann, [tea, rice]));
  const secret = tea.replace('tea', 'secret');
  const nl = `nlretail${tea.slice('ruretail'.length)}`;
  for (const [requests, status] of [
    [[secret, `${secret} `], 404],
    [[nl, `${nl}x`], 404],
    [[tea, nl], 422],
    [[tea, 'x'], 422],
    [[], 422],
    [tea, 422],
    [[1, 2], 422],
    [[`${tea}\0`, tea], 422],
    [[tea, '\ud800'], 422],
    [Array.from({ length: 501 }, (_, index) => `${tea}${index}`), 422],
    [Array.from({ length: 100 }, (_, index) => `${index}${'a'.repeat(900)}`), 422],
    [['a'.repeat(130_000)], 413],
    [undefined, 422],
  ] as const) {
    expect((await table(gateway, ann, requests)).status).toBe(status);
    expect((await table(gateway, ann, requests, `/${shared.id}`)).status).toBe(status);
    gateway.wind(10_000);
  }
  // Both at once say nothing.
  expect(
    (await table(gateway, ann, [tea, rice], `/${shared.id}?request=${encodeURIComponent(tea)}`)).status,
  ).toBe(422);
  expect((await table(gateway, 'key-of-bob', [secret, tea], `/${shared.id}`)).status).toBe(404);
  // Who shares what another has bought is given none of it.
  const foreign = await made(await table(gateway, ann, [tea, secret]));
  const text = await (await feed(gateway, foreign.code, 'result.csv')).text();
  expect(text).not.toContain('secret-of-bob');
  expect(await rowsOf(await feed(gateway, code, 'result.json'))).toHaveLength(3);
  expect(gateway.reached()).toBe(reached);
  expect((await share(gateway, ann)).code).toMatch(/^spr_/);
});

test('a result has the currency of its amounts, and numbers and days as a cell shows them', async () => {
  const gateway = await start();
  const flat = { unit_code: 'A', price: 5_000_000, saleable_area: '512', valuation_at: 1_714_521_600 };
  await buy(gateway, ann, [flat], { unit: 'A' }, valuation);
  const [request = ''] = await requestsOf(gateway, ann, 'hkproperty');
  const { code } = await share(gateway, ann, { tables: 'result', request });
  expect(await rowsOf(await feed(gateway, code, 'result.json'))).toMatchObject([
    { price: 5_000_000, currency: 'HKD', saleable_area: 512, valuation_at: '2024-05-01T08:00:00.000+08:00' },
  ]);
  expect(await rowsOf(await feed(gateway, code, 'result.json?where=saleable_area<6'))).toEqual([]);
});

test('an amount with a currency of its own is compared by its parts', async () => {
  const gateway = await start();
  const hotels = [90, 190].map((amount) => ({ id: amount, name: 'Inn', price: { amount, currency: 'EUR' } }));
  const body = { destination: 'Rome', checkin: '2999-05-01', checkout: '2999-05-02', count: 25 };
  await buy(gateway, ann, hotels, body, stays);
  const [request = ''] = await requestsOf(gateway, ann, 'stays');
  const { code } = await share(gateway, ann, { tables: 'result', request });
  const read = (where: string) => feed(gateway, code, `result.json?columns=price.amount&where=${where}`);
  // As text, 90 and 190 would both be more than 100, and none of them less.
  for (const where of ['price<100', 'price>=100']) {
    const refused = await read(where);
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('price.amount')]);
  }
  expect(await rowsOf(await read('price.amount<100'))).toEqual([{ 'price.amount': 90 }]);
  expect(await rowsOf(await read('price_per_night='))).toHaveLength(2);
});
