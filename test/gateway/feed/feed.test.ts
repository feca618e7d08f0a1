// What is paid for is free to read for whoever has a read code, and nothing else is: over real sockets.
import { gunzipSync } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import { valuation } from '../support/testGateway';
import { eventually } from '../support/eventually';
import { PostgresServer } from '../support/postgresServer';
import { RedisServer } from '../support/redisServer';
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
const phone = (id: string, price: number, name = `Phone ${id}`) => ({
  '@type': 'RuretailProduct',
  id,
  name,
  price,
});

/** Two items over three days. */
async function threeDays(gateway: FeedGateway, credential = ann): Promise<number[]> {
  const times: number[] = [];
  for (const price of [100, 100, 90]) {
    times.push(await buy(gateway, credential, [phone('x', price), phone('y', 7)]));
    gateway.wind(day);
  }
  return times;
}

const iso = (time: number | undefined) => new Date(time ?? 0).toISOString();

test('history and changes are tables of what was paid for, and reading them reaches no service', async () => {
  const gateway = await start();
  const [first, second, third] = await threeDays(gateway);
  const { code } = await share(gateway, ann);
  const reached = gateway.reached();
  const history = await rowsOf(await feed(gateway, code, 'history.json?item=x&field=price'));
  const about = { source: 'ruretail', item: 'x', label: 'Phone x', conditions: '{}', field: 'price' };
  expect(history).toEqual([
    { ...about, time: iso(first), value: 100, currency: 'RUB' },
    { ...about, time: iso(second), value: 100, currency: 'RUB' },
    { ...about, time: iso(third), value: 90, currency: 'RUB' },
  ]);
  expect(await rowsOf(await feed(gateway, code, 'changes.json?field=price'))).toEqual([
    {
      ...about,
      time: iso(third),
      before: 100,
      after: 90,
      currency_before: 'RUB',
      currency_after: 'RUB',
      time_before: iso(second),
    },
  ]);
  const csv = await feed(gateway, code, 'history.csv?item=y&field=price&columns=item,value');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('spillway-credits')).toBe('0');
  expect(await csv.text()).toBe('item,value\r\ny,7\r\ny,7\r\ny,7\r\n');
  expect(gateway.reached()).toBe(reached);
});

test('a period and comparisons select rows', async () => {
  const gateway = await start();
  const [, second, third] = await threeDays(gateway);
  const { code } = await share(gateway, ann);
  const count = async (query: string) =>
    (await rowsOf(await feed(gateway, code, `history.json?field=price&${query}`))).length;
  expect(await count('')).toBe(6);
  expect(await count(`from=${iso(second)}`)).toBe(4);
  expect(await count(`to=${iso(second)}`)).toBe(4);
  expect(await count(`from=${iso(second)}&to=${iso(second)}`)).toBe(2);
  // A day is whole, up to its last moment.
  expect(await count(`to=${iso(third).slice(0, 10)}`)).toBe(6);
  const where = (...conditions: string[]) =>
    count(conditions.map((one) => `where=${encodeURIComponent(one)}`).join('&'));
  expect(await where('value>90')).toBe(2);
  expect(await where('value>=90')).toBe(3);
  expect(await where('value<90')).toBe(3);
  expect(await where('value!=7', 'value<=90')).toBe(1);
  expect(await where('label=Phone y')).toBe(3);
  expect(await where('currency=')).toBe(0);
  expect(await where('value>abc')).toBe(0);
});

test('the latest result keeps its address when the feed is pointed at an edited formula', async () => {
  const gateway = await start();
  await buy(gateway, ann, [phone('a', 1), phone('b', 2)], { query: 'phone', count: 20 });
  await buy(gateway, ann, [phone('c', 3)], { query: 'tablet', count: 20 });
  const requests = await requestsOf(gateway, ann, 'ruretail');
  const of = (query: string) => requests.find((one) => one.includes(query)) ?? '';
  const made = { name: 'Phones', tables: 'result', request: of('phone') };
  const { code, feed: shared } = await share(gateway, ann, made);
  const columns = 'result.json?columns=id,name,price';
  expect(await rowsOf(await feed(gateway, code, columns))).toEqual([
    { id: 'a', name: 'Phone a', price: 1 },
    { id: 'b', name: 'Phone b', price: 2 },
  ]);
  const page = await feed(gateway, code, 'result.csv?limit=1');
  const next = page.headers.get('link')?.match(/<(.+)>/)?.[1] ?? '';
  // A later result of the same formula is shown, and pages that were begun stay with theirs.
  gateway.wind(day);
  await buy(gateway, ann, [phone('d', 4), phone('e', 5)], { query: 'phone', count: 20 });
  expect(await rowsOf(await feed(gateway, code, `${columns}&where=price%3D5`))).toHaveLength(1);
  expect(await (await feed(gateway, code, `${next.replace('/feed/', '')}&columns=id`)).text()).toBe(
    'id\r\nb\r\n',
  );
  const changed = await manage(gateway, ann, { feed: shared.id, request: of('tablet') });
  expect(changed.status).toBe(200);
  expect(await rowsOf(await feed(gateway, code, columns))).toEqual([{ id: 'c', name: 'Phone c', price: 3 }]);
  expect((await feed(gateway, code, next.replace('/feed/', ''))).status).toBe(409);
  // Nobody else may point it anywhere, and it cannot be pointed at what one does not have.
  expect((await manage(gateway, 'key-of-bob', { feed: shared.id, request: of('phone') })).status).toBe(404);
  expect((await manage(gateway, ann, { feed: shared.id, request: 'ruretail{"query":"none"}' })).status).toBe(
    404,
  );
});

test('matches are a table of their own, with pages, and only of the sources and the history that the code opens', async () => {
  const gateway = await start();
  await buy(gateway, ann, [phone('a', 1)]);
  const at = gateway.now();
  const match = (operation: string, item: string, ...ids: string[]) => ({
    operation,
    item,
    at,
    accepted: ids.map((id) => ({ id, name: `Offer ${id}` })),
    seen: [],
  });
  const tell = async (matches: object[]) => {
    const response = await fetch(`${gateway.address}/gateway/shared`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'access-token': ann },
      body: JSON.stringify({ matches }),
    });
    expect(response.status).toBe(200);
  };
  await tell([
    match('ruretail', '=Phone', 'x', 'y'),
    match('ruretail', 'TV'),
    match('nlretail', 'Radio', 'z'),
  ]);
  await tell([
    match('ruretail', 'Lamp', 'l'),
    { operation: 'ruretail', item: 'Lamp', at: at + 1, forgotten: true },
  ]);
  const reached = gateway.reached();
  const { code } = await share(gateway, ann, { tables: 'matches', sources: 'ruretail' });
  const all = await feed(gateway, code, 'matches.csv?columns=source,item,product_id,product');
  expect(await all.text()).toBe(
    "source,item,product_id,product\r\nruretail,'=Phone,x,Offer x\r\nruretail,'=Phone,y,Offer y\r\nruretail,TV,,\r\n",
  );
  const rows: unknown[] = [];
  for (let next = 'matches.json?limit=1'; next !== '';) {
    const page = await feed(gateway, code, next);
    next = page.headers.get('link')?.match(/<\/feed\/(.+)>/)?.[1] ?? '';
    rows.push(...(await rowsOf(page)));
  }
  expect(rows.map((row) => (row as { product_id: unknown }).product_id)).toEqual(['x', 'y', null]);
  expect((await feed(gateway, code, 'matches.json?source=nlretail')).status).toBe(403);
  expect((await feed(gateway, code, 'history.json')).status).toBe(403);
  expect(await rowsOf(await feed(gateway, code, `matches.json?from=${iso(at + 1_000)}`))).toEqual([]);
  await buy(gateway, 'key-of-bob', [phone('b', 1)], { query: 'b', count: 20 });
  const bob = await share(gateway, 'key-of-bob', { tables: 'matches' });
  expect(await rowsOf(await feed(gateway, bob.code, 'matches.json'))).toEqual([]);
  expect(gateway.reached()).toBe(reached + 1);
});

test('text from a service that a spreadsheet would run is made text', async () => {
  const gateway = await start();
  const names = ['=1+1', '+x', '-x', '@x', '\t=x', ' \u200b=x', '＝x', 'a,"b"\r\n=c'];
  await buy(
    gateway,
    ann,
    names.map((name, index) => phone(String(index), -5, name)),
  );
  const { code } = await share(gateway, ann);
  const text = await (await feed(gateway, code, 'history.csv?columns=label,value&field=price')).text();
  const [head, ...lines] = text.split(/\r\n(?!'=c)/).filter((line) => line !== '');
  expect(head).toBe('label,value');
  expect(lines).toHaveLength(names.length);
  for (const line of lines) expect(line).toMatch(/^("?'|"a,""b"")/);
  // Numbers stay numbers.
  for (const line of lines) expect(line).toMatch(/,-5$/);
});

async function follow(gateway: FeedGateway, code: string, path: string, between?: () => Promise<unknown>) {
  const pages: string[][] = [];
  for (let at: string | undefined = path; at !== undefined;) {
    const response = await feed(gateway, code, at);
    expect(response.status).toBe(200);
    const [, ...lines] = (await response.text()).split('\r\n').slice(0, -1);
    pages.push(lines);
    at = response.headers.get('link')?.match(/^<\/feed\/(.+)>; rel="next"$/)?.[1];
    await between?.();
    between = undefined;
  }
  return pages;
}

describe('pages followed to the end have every row once', () => {
  const places: [string, () => Promise<FeedGateway>, () => Promise<void>][] = [];
  let postgres: PostgresServer | undefined;
  places.push(['on disk', () => start(), () => Promise.resolve()]);
  places.push([
    'in PostgreSQL',
    async () => {
      postgres = await PostgresServer.start();
      return start({ DATABASE_URL: await postgres.database('feed') });
    },
    async () => postgres?.close(),
  ]);
  test.each(places)('%s', async (_, open, close) => {
    const gateway = await open();
    try {
      for (let round = 0; round < 3; round += 1) {
        await buy(
          gateway,
          ann,
          Array.from({ length: 250 }, (_one, index) => phone(`p${index}`, index + round)),
        );
        gateway.wind(day);
      }
      const { code } = await share(gateway, ann);
      const whole = (await follow(gateway, code, 'history.csv')).flat();
      expect(new Set(whole).size).toBe(whole.length);
      expect(whole.length).toBeGreaterThanOrEqual(750);
      for (const limit of [1_000, 97]) {
        const pages = await follow(gateway, code, `history.csv?limit=${limit}`);
        expect(pages.flat()).toEqual(whole);
        expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
      }
      const dear = await follow(gateway, code, 'history.csv?limit=50&field=price&where=value%3E%3D200');
      expect(dear.flat()).toHaveLength(50 + 51 + 52);
      // What comes meanwhile takes nothing away and repeats nothing.
      const during = await follow(gateway, code, 'history.csv?limit=100', () =>
        buy(
          gateway,
          ann,
          Array.from({ length: 250 }, (_one, index) => phone(`p${index}`, index + 9)),
        ),
      );
      expect(new Set(during.flat()).size).toBe(during.flat().length);
      expect(new Set(during.flat())).toEqual(new Set([...whole, ...during.flat()]));
    } finally {
      await closeAll();
      await close();
    }
  });
});

test('a page that is known is not sent again, and one that is sent is compressed', async () => {
  const gateway = await start();
  await threeDays(gateway);
  const { code } = await share(gateway, ann);
  const first = await feed(gateway, code, 'history.csv?limit=4');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const again = await feed(gateway, code, 'history.csv?limit=4', { 'if-none-match': `"other", ${etag}` });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(again.headers.get('link')).toBe(first.headers.get('link'));
  gateway.wind(day);
  await buy(gateway, ann, [phone('x', 55), phone('y', 7)]);
  const later = await feed(gateway, code, 'history.csv', { 'if-none-match': etag });
  expect(later.status).toBe(200);
  const packed = await new Promise<{ coding: string | undefined; body: Buffer }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${code}`, 'accept-encoding': 'gzip' };
    httpRequest(`${gateway.address}/feed/history.csv`, { headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({ coding: incoming.headers['content-encoding'], body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
  expect(packed.coding).toBe('gzip');
  expect(gunzipSync(packed.body).toString()).toBe(await later.text());
  const head = await fetch(`${gateway.address}/feed/history.csv?code=${code}`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('the code is taken as a password, as a bearer token and in the address', async () => {
  const gateway = await start();
  await threeDays(gateway);
  const { code } = await share(gateway, ann);
  const basic = `Basic ${Buffer.from(`anybody:${code}`).toString('base64')}`;
  expect((await feed(gateway, '', 'history.csv', { authorization: basic })).status).toBe(200);
  const address = `${gateway.address}/feed/history.csv?limit=2&code=${code}`;
  const page = await fetch(address);
  expect(page.status).toBe(200);
  const next = page.headers.get('link')?.match(/<(.+)>/)?.[1] ?? '';
  expect((await fetch(gateway.address + next)).status).toBe(200);
  expect(gateway.lines.join('')).not.toContain(code);
  const none = await fetch(`${gateway.address}/feed/history.csv`);
  expect([none.status, none.headers.get('www-authenticate')?.split(' ')[0]]).toEqual([401, 'Basic']);
});

test('a code opens its tables, sources, item and dates, and nothing else', async () => {
  const gateway = await start();
  const [, second, third] = await threeDays(gateway);
  await buy(
    gateway,
    ann,
    [{ id: 'n1', name: 'Lamp', price: 3 }],
    { keyword: 'lamp', count: 20 },
    '/api/nlretail/products/search',
  );
  const { code } = await share(gateway, ann, { tables: 'history', sources: 'ruretail' });
  expect((await feed(gateway, code, 'changes.csv')).status).toBe(403);
  expect((await feed(gateway, code, 'result.csv')).status).toBe(403);
  expect((await feed(gateway, code, 'history.csv?source=nlretail')).status).toBe(403);
  const rows = await rowsOf(await feed(gateway, code, 'history.json'));
  expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['ruretail']));

  const item = await share(gateway, ann, { sources: 'ruretail', id: 'x', comparable: '{}' });
  const own = await rowsOf(await feed(gateway, item.code, 'history.json'));
  expect(new Set(own.map((row) => row.item))).toEqual(new Set(['x']));
  expect((await feed(gateway, item.code, 'history.csv?item=y')).status).toBe(403);
  expect((await feed(gateway, item.code, 'history.csv?conditions=%7B%22a%22%3A1%7D')).status).toBe(403);

  const dated = await share(gateway, ann, { from: String(third), to: String(third) });
  for (const query of ['', `?from=${iso(second)}`, '?from=1970-01-01&to=2999-01-01']) {
    const seen = await rowsOf(await feed(gateway, dated.code, `history.json${query}`));
    expect(new Set(seen.map(({ time }) => time))).toEqual(new Set([iso(third)]));
    // The value before the first day that is open is not told as a change from it either.
    expect(await rowsOf(await feed(gateway, dated.code, `changes.json${query}`))).toEqual([]);
  }
  // The place of a page in another feed opens nothing.
  const page = await feed(gateway, (await share(gateway, ann)).code, 'history.csv?limit=3');
  const cursor = new URL(
    page.headers.get('link')?.match(/<(.+)>/)?.[1] ?? '',
    gateway.address,
  ).searchParams.get('cursor');
  const other = await rowsOf(await feed(gateway, item.code, `history.json?cursor=${cursor ?? ''}`));
  expect(other.every((row) => row.item === 'x')).toBe(true);
});

test('a code expires, and tells when it was last used', async () => {
  const gateway = await start({ SPILLWAY_FEED_AGE: '30d' });
  await threeDays(gateway);
  const { code, feed: shared } = await share(gateway, ann, { days: '2' });
  const long = await share(gateway, ann, { name: 'Long', days: '3000' });
  expect(long.feed.expiresAt).toBeLessThanOrEqual(gateway.now() + 30 * day);
  const listed = async () => {
    const { feeds } = (await (await manage(gateway, ann, { method: 'GET' })).json()) as {
      feeds: { id: string; usedAt?: number }[];
    };
    return feeds.find(({ id }) => id === shared.id);
  };
  expect((await listed())?.usedAt).toBeUndefined();
  expect((await feed(gateway, code, 'history.csv')).status).toBe(200);
  expect((await listed())?.usedAt).toBeGreaterThan(0);
  gateway.wind(2 * day);
  expect((await feed(gateway, code, 'history.csv')).status).toBe(401);
  expect(await listed()).toBeUndefined();
});

test('of feeds that are made at once there are no more than a person may have', async () => {
  const gateway = await start();
  await buy(gateway, 'key-of-ann', [{ id: 'x', name: 'Phone', price: 5 }]);
  const made = await Promise.all(
    Array.from({ length: 30 }, () => manage(gateway, 'key-of-ann', { name: 'A', tables: 'history' })),
  );
  const statuses = made.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(10).fill(409)]);
});

test('nobody reads, lists or revokes what belongs to another key', async () => {
  const gateway = await start();
  await threeDays(gateway);
  await buy(gateway, 'key-of-bob', [phone('secret-of-bob', 1)]);
  const anns = await share(gateway, ann);
  const bobs = await share(gateway, 'key-of-bob');
  expect(await (await feed(gateway, anns.code, 'history.csv')).text()).not.toContain('secret-of-bob');
  expect(await rowsOf(await feed(gateway, anns.code, 'history.json?item=secret-of-bob'))).toEqual([]);
  const text = await (await feed(gateway, bobs.code, 'history.json')).text();
  expect(text).not.toContain('Phone x');
  expect(text).not.toContain('key-of-bob');
  const list = await (await manage(gateway, 'key-of-bob', { method: 'GET' })).text();
  expect(list).not.toContain(anns.feed.id);
  expect(list).not.toMatch(/hash|own-|key-of/);
  expect((await manage(gateway, 'key-of-bob', { method: 'DELETE', feed: anns.feed.id })).status).toBe(404);
  // A result of another key cannot be shared, however well its request is known.
  const [request = ''] = await requestsOf(gateway, ann, 'ruretail');
  await buy(gateway, 'key-of-eve', [phone('e', 1)], { query: 'else', count: 20 });
  const stolen = await manage(gateway, 'key-of-eve', { name: 'Stolen', tables: 'result', request });
  expect(stolen.status).toBe(404);
  // Who has bought nothing has nothing to share, so made-up keys fill no register.
  expect((await manage(gateway, 'made-up', { name: 'A', tables: 'history' })).status).toBe(409);
});

const team = { SPILLWAY_MODE: 'team', SPILLWAY_KEY: 'the-key-of-the-team' };

test('the history of a team is shared by administrators only, and their feeds end with their access code', async () => {
  const gateway = await start(team);
  const [boss, member] = [await gateway.newCode('Boss', true), await gateway.newCode('Member')];
  await threeDays(gateway, member);
  expect((await manage(gateway, member, { name: 'A', tables: 'history' })).status).toBe(403);
  const { code } = await share(gateway, boss);
  const text = await (await feed(gateway, code, 'history.csv')).text();
  expect(text).toContain('Phone x');
  expect(text).not.toContain('the-key-of-the-team');
  // A read code signs nobody in and buys nothing; an access code reads no feed.
  const reached = gateway.reached();
  const bought = await gateway.post(
    '/api/ruretail/products/search',
    { query: 'phone', count: 3 },
    { 'access-token': code, 'cache-control': 'no-cache' },
  );
  expect(bought.status).toBe(401);
  expect((await gateway.get('/history/items', { 'access-token': code })).status).toBe(401);
  expect((await manage(gateway, code, { name: 'A', tables: 'history' })).status).toBe(401);
  expect((await feed(gateway, boss, 'history.csv')).status).toBe(401);
  await gateway.revoke(boss.split('_')[1] ?? '');
  expect((await feed(gateway, code, 'history.csv')).status).toBe(401);
  expect(gateway.reached()).toBe(reached);
});

test('people of a team who keep their histories apart share their own, and an administrator can end it', async () => {
  const gateway = await start({ ...team, SPILLWAY_SHARE_CACHE: 'person' });
  const [boss, one, two] = [
    await gateway.newCode('Boss', true),
    await gateway.newCode('One'),
    await gateway.newCode('Two'),
  ];
  await buy(gateway, one, [phone('of-one', 1)]);
  await buy(gateway, two, [phone('of-two', 2)]);
  const { code, feed: shared } = await share(gateway, one);
  const text = await (await feed(gateway, code, 'history.csv')).text();
  expect(text).toContain('of-one');
  expect(text).not.toContain('of-two');
  expect((await manage(gateway, two, { method: 'DELETE', feed: shared.id })).status).toBe(404);
  expect((await manage(gateway, boss, { method: 'DELETE', feed: shared.id })).status).toBe(200);
  expect((await feed(gateway, code, 'history.csv')).status).toBe(401);
});

describe('with a second gateway', () => {
  let redis: RedisServer;
  let postgres: PostgresServer;
  beforeAll(async () => {
    [redis, postgres] = await Promise.all([RedisServer.start(), PostgresServer.start()]);
  });
  afterAll(async () => {
    await redis?.kill();
    await postgres?.close();
  });

  test('a code works and is revoked there at once; while nobody can tell, nothing is served', async () => {
    const env = { REDIS_URL: redis.url, DATABASE_URL: await postgres.database('two') };
    const [here, there] = [await start(env), await start(env)];
    await threeDays(here);
    const { code, feed: shared } = await share(here, ann);
    expect((await feed(there, code, 'history.csv')).status).toBe(200);
    expect((await manage(here, ann, { method: 'DELETE', feed: shared.id })).status).toBe(200);
    expect((await feed(there, code, 'history.csv')).status).toBe(401);
    expect((await feed(here, code, 'history.csv')).status).toBe(401);

    // What another gateway made is found, pointed elsewhere there, and read here.
    await buy(here, ann, [phone('c', 3)], { query: 'tablet', count: 20 });
    const requests = await requestsOf(here, ann, 'ruretail');
    const of = (query: string) => requests.find((one) => one.includes(query)) ?? '';
    const named = await share(there, ann, { tables: 'result', request: of('phone') });
    expect(await rowsOf(await feed(here, named.code, 'result.json'))).toHaveLength(2);
    expect((await manage(there, ann, { feed: named.feed.id, request: of('tablet') })).status).toBe(200);
    expect(await rowsOf(await feed(here, named.code, 'result.json'))).toHaveLength(1);
    // Changed and revoked in any order, it stays revoked.
    expect((await manage(here, ann, { method: 'DELETE', feed: named.feed.id })).status).toBe(200);
    expect((await manage(there, ann, { feed: named.feed.id, request: of('phone') })).status).toBe(404);
    expect((await feed(there, named.code, 'result.json')).status).toBe(401);

    const last = await share(here, ann);
    expect((await feed(there, last.code, 'history.csv')).status).toBe(200);
    await redis.kill();
    expect((await feed(there, last.code, 'history.csv')).status).toBe(503);
    // Revoking says so where it cannot reach everybody.
    expect((await manage(here, ann, { method: 'DELETE', feed: last.feed.id })).status).toBe(503);
    // A Redis that lost everything learns it again, and what is revoked then is revoked everywhere.
    await redis.restart();
    await eventually(async () => (await feed(there, last.code, 'history.csv?limit=1')).status === 200);
    await eventually(
      async () => (await manage(here, ann, { method: 'DELETE', feed: last.feed.id })).status === 200,
    );
    expect((await feed(there, last.code, 'history.csv')).status).toBe(401);
  });
});

test('one code is read so often a minute and no more, whatever others do', async () => {
  const gateway = await start();
  await threeDays(gateway);
  const [one, other] = [await share(gateway, ann), await share(gateway, ann, { name: 'Other' })];
  const statuses: number[] = [];
  for (let count = 0; count < 121; count += 1)
    statuses.push((await feed(gateway, one.code, 'history.csv?limit=1')).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.at(-1)).toBe(429);
  expect((await feed(gateway, other.code, 'history.csv')).status).toBe(200);
  gateway.wind(60_000);
  expect((await feed(gateway, one.code, 'history.csv')).status).toBe(200);
});

test('a gateway without feeds has no such address, and does not offer them', async () => {
  const gateway = await start({ SPILLWAY_FEEDS: 'off' });
  expect(await (await gateway.get('/gateway/info')).json()).not.toHaveProperty('feeds');
  expect((await fetch(`${gateway.address}/feed/history.csv`)).status).toBe(404);
  expect(await (await (await start()).get('/gateway/info')).json()).toHaveProperty('feeds', true);
});

test('a value of a day of the source’s own calendar is in the period of that day', async () => {
  const gateway = await start();
  const flat = (price: number, day: number) => ({
    unit_code: 'A',
    unit_address: 'Flat A',
    price,
    valuation_at: day,
  });
  await buy(gateway, ann, [flat(5, 20260501)], { unit: 'A' }, valuation);
  await buy(gateway, ann, [flat(6, 20260508)], { unit: 'A' }, valuation);
  const { code } = await share(gateway, ann);
  const prices = async (period: string) => {
    const rows = await rowsOf(await feed(gateway, code, `history.json?field=price&${period}`));
    return rows.map(({ time, value }) => [time, value]);
  };
  const [first, second] = [
    ['2026-05-01', 5],
    ['2026-05-08', 6],
  ];
  expect(await prices('from=2026-05-01&to=2026-05-08')).toEqual([first, second]);
  expect(await prices('from=2026-05-01&to=2026-05-07')).toEqual([first]);
  expect(await prices('from=2026-05-02')).toEqual([second]);
  // A time is the same everywhere: midnight in Hong Kong is eight hours before that in London.
  expect(await prices('from=2026-05-07T16:00:00Z')).toEqual([second]);
  expect(await prices('from=2026-05-08T00:00:00Z')).toEqual([]);
});
