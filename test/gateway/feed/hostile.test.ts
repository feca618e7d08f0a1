// What nobody should send to a feed: each is refused or answered with what the code opens, none with a fault of the gateway, and
// none reaches the service.
import { makeCode } from '../../../src/gateway/people/accessCode';
import { PostgresServer } from '../support/postgresServer';
import {
  buy,
  closeAll,
  day,
  feed as readFeed,
  manage,
  rowsOf,
  share,
  start,
  type FeedGateway,
} from './support';

/** Calls that somebody means ill with. */
let calls = 0;
const feed = (...given: Parameters<typeof readFeed>) => {
  calls += 1;
  return readFeed(...given);
};

let postgres: PostgresServer;
const gateways = new Map<string, { gateway: FeedGateway; code: string; reached: number }>();

const phone = (id: string, price: number) => ({ id, name: `Phone ${id}`, price });

beforeAll(async () => {
  postgres = await PostgresServer.start();
  for (const [name, env] of [
    ['disk', {}],
    ['PostgreSQL', { DATABASE_URL: await postgres.database('hostile') }],
  ] as const) {
    const gateway = await start(env);
    await buy(gateway, 'key-of-bob', [phone('secret-of-bob', 1)]);
    for (const price of [5, 6]) {
      await buy(gateway, 'key-of-ann', [phone('x', price), phone("y'); drop table items; --", price)]);
      gateway.wind(day);
    }
    const { code } = await share(gateway, 'key-of-ann', { sources: 'ruretail' });
    gateways.set(name, { gateway, code, reached: gateway.reached() });
  }
});

afterAll(async () => {
  await closeAll();
  await postgres?.close();
});

const injections = [
  "x' or '1'='1",
  "'; drop table spillway.items; --",
  'x") or 1=1',
  '$1',
  '%',
  '../../../etc/passwd',
  'i|ruretail|',
  '\u007f',
  '__proto__',
  'constructor',
  '=HYPERLINK("http://evil.test")',
  '<script>alert(1)</script>',
  '\r\nset-cookie: a=b',
  '{{7*7}}',
  '${process.env}',
  'a'.repeat(5_000),
];
const parameters = [
  'source',
  'item',
  'conditions',
  'field',
  'from',
  'to',
  'columns',
  'where',
  'limit',
  'cursor',
];
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const queries: [string, string][] = [
  ...parameters.flatMap((name) =>
    injections.map((text): [string, string] => [
      `${name}: ${JSON.stringify(text.slice(0, 40))}`,
      `${name}=${encodeURIComponent(text)}`,
    ]),
  ),
  ...injections.map((text): [string, string] => [
    `where: value=${JSON.stringify(text.slice(0, 30))}`,
    `where=${encodeURIComponent(`value=${text}`)}`,
  ]),
  ['a giant page', 'limit=100001'],
  ['a page of a billion', 'limit=1000000000'],
  ['a page without rows', 'limit=0'],
  ['a negative page', 'limit=-1'],
  ['a page in another notation', 'limit=1e5'],
  ['an endless page', 'limit=Infinity'],
  ['half a page', 'limit=1.5'],
  ['two pages', 'limit=1&limit=2'],
  ['two sources', 'source=ruretail&source=nlretail'],
  ['a source that is not open', 'source=nlretail'],
  ['a list as an object', 'columns[]=item'],
  ['an unknown parameter', 'scope=team'],
  ['another history', 'history=own-abc'],
  ['a request', 'request=ruretail%7B%7D'],
  ['a refresh', 'refresh=1'],
  ['a day that is none', 'from=2027-02-30'],
  ['a year that is none', 'from=99999-01-01'],
  ['a period that ends before it begins', 'from=2027-01-02&to=2027-01-01'],
  ['the character zero', 'item=%00'],
  ['half a character', 'item=%ED%A0%80'],
  ['broken encoding', 'item=%E0%A4%A'],
  ['many conditions', Array.from({ length: 21 }, () => 'where=value%3E1').join('&')],
  ['a condition without a sign', 'where=value'],
  ['a condition that costs time', `where=${encodeURIComponent(`value=${'('.repeat(3_000)}`)}`],
  ['a cursor of another table', `cursor=${base64({ request: 'ruretail{}', at: 1, row: 0 })}`],
  ['a cursor beyond everything', `cursor=${base64({ item: '~~~~', field: 'price', at: 1 })}`],
  ['a cursor before everything', `cursor=${base64({ item: '', field: '', at: 0 })}`],
  ['a cursor with zero', `cursor=${base64({ item: '\0', field: 'price', at: 1 })}`],
  ['a cursor with half a character', `cursor=${base64({ item: '\ud800', field: 'price', at: 1 })}`],
  ['a cursor with more', `cursor=${base64({ item: 'i|', field: 'price', at: 1, history: 'own' })}`],
  ['a cursor that is a number', `cursor=${base64(1)}`],
  ['a cursor that is null', `cursor=${base64(null)}`],
  ['a cursor with an odd time', 'cursor=eyJpdGVtIjoiYSIsImZpZWxkIjoiYiIsImF0IjoxZTk5OX0'],
  ['a cursor of the whole database', `cursor=${base64({ item: "' or 1=1 --", field: 'x', at: 1 })}`],
];

const tables = ['history.csv', 'history.json', 'changes.csv'];

describe.each(['disk', 'PostgreSQL'])('%s', (name) => {
  test.each(queries)('%s', async (_, query) => {
    const { gateway, code, reached } = gateways.get(name)!;
    for (const table of tables) {
      const response = await feed(gateway, code, `${table}?${query}`);
      const text = await response.text();
      expect([200, 400, 403, 409, 422, 431]).toContain(response.status);
      if (!/^(source|item|conditions|field|where|from|to)=/.test(query) && !/^cursor=ey/.test(query))
        expect(response.status).not.toBe(200);
      expect(text).not.toContain('secret-of-bob');
      expect(text).not.toMatch(/key-of-|own-|spillway\.|syntax/);
      expect(response.headers.get('set-cookie')).toBeNull();
      gateway.wind(2_000);
    }
    expect(gateway.reached()).toBe(reached);
  });

  test('afterwards everything is as it was', async () => {
    const { gateway, code } = gateways.get(name)!;
    gateway.wind(60_000);
    const response = await feed(gateway, code, 'history.csv?field=price&columns=value');
    expect(await response.text()).toBe('value\r\n5\r\n6\r\n5\r\n6\r\n');
  });
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s is refused', async (method) => {
  const { gateway, code, reached } = gateways.get('disk')!;
  calls += 1;
  const response = await fetch(`${gateway.address}/feed/history.csv`, {
    method,
    headers: { authorization: `Bearer ${code}` },
  });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(gateway.reached()).toBe(reached);
});

test.each([
  'history',
  'history.xml',
  'history.csv/',
  'HISTORY.csv',
  'items.csv',
  '',
  '..%2fgateway%2fusage',
  'history.csv%00',
  '%2e%2e/history/items',
  'constructor.csv',
])('no table is at /feed/%s', async (path) => {
  const { gateway, code } = gateways.get('disk')!;
  const response = await feed(gateway, code, path);
  // An address that leads out of the feeds asks there who it is.
  expect([401, 404]).toContain(response.status);
  gateway.wind(2_000);
});

const swap = (code: string, index: number) =>
  code.slice(0, index) + (code[index] === 'a' ? 'b' : 'a') + code.slice(index + 1);

test.each<[string, (code: string) => string]>([
  ['with another secret', (code) => swap(code, code.length - 1)],
  ['with another beginning of the secret', (code) => swap(code, 16)],
  ['with another ID', (code) => swap(code, 6)],
  ['as an access code', (code) => code.replace('spr_', 'spw_')],
  ['in capitals', (code) => code.toUpperCase()],
  ['cut short', (code) => code.slice(0, -1)],
  ['with more', (code) => `${code}a`],
  ['twice', (code) => code + code],
  ['its ID alone', (code) => code.split('_')[1] ?? ''],
  ['of another gateway', () => makeCode({ name: 'A', grant: grantOfAll }, 0).code],
  ['as a list', (code) => `["${code}"]`],
  ['any', () => '*'],
  ['the key', () => 'key-of-ann'],
  ['a digest', () => 'a'.repeat(64)],
  ['very long', () => 'a'.repeat(7_000)],
])('a code is refused: %s', async (_, forged) => {
  const { gateway, code, reached } = gateways.get('disk')!;
  gateway.wind(60_000);
  for (const shown of [
    { path: 'history.csv', headers: { authorization: `Bearer ${forged(code)}` } },
    {
      path: 'history.csv',
      headers: { authorization: `Basic ${Buffer.from(`a:${forged(code)}`).toString('base64')}` },
    },
    { path: `history.csv?code=${encodeURIComponent(forged(code))}`, headers: { authorization: '' } },
  ]) {
    const response = await feed(gateway, '', shown.path, shown.headers);
    expect(response.status).toBe(401);
  }
  expect((await feed(gateway, code, 'history.csv?limit=1')).status).toBe(200);
  expect(gateway.reached()).toBe(reached);
});

const grantOfAll = { owner: 'a', history: 'team', tables: ['history'], sources: ['ruretail'] };

test('whoever tries many codes has to wait, and whoever has the right one does not', async () => {
  const { gateway, code } = gateways.get('disk')!;
  gateway.wind(60_000);
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    const { code: made } = makeCode({ name: 'A', grant: grantOfAll }, 0);
    statuses.push((await feed(gateway, made, 'history.csv')).status);
  }
  expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  expect((await feed(gateway, code, 'history.csv')).status).toBe(200);
});

const ways: [
  string,
  (code: string) => { readonly path: string; readonly headers: Record<string, string> },
][] = [
  ['as a bearer token', (code) => ({ path: '', headers: { authorization: `Bearer ${code}` } })],
  [
    'as a password',
    (code) => ({
      path: '',
      headers: { authorization: `Basic ${Buffer.from(`x:${code}`).toString('base64')}` },
    }),
  ],
  ['in the address', (code) => ({ path: `?code=${code}`, headers: { authorization: '' } })],
];
const allTables = ['result', 'history', 'changes', 'matches'].flatMap((name) => [
  `${name}.csv`,
  `${name}.json`,
]);

describe.each(['expired', 'revoked', 'of a person whose access code was revoked'])(
  'a code that is %s',
  (how) => {
    let gateway: FeedGateway;
    let ended = '';
    let reached = 0;
    beforeAll(async () => {
      const team = {
        SPILLWAY_MODE: 'team',
        SPILLWAY_KEY: 'the-key-of-the-team',
        SPILLWAY_ADMIN_CODE: 'an-admin-code-of-many-letters',
      };
      gateway = await start(team);
      const boss = await gateway.newCode('Boss', true);
      await buy(gateway, boss, [phone('secret-of-the-team', 1)]);
      const { code, feed: made } = await share(gateway, boss, {
        tables: 'history,changes,matches',
        days: '1',
      });
      expect(await rowsOf(await readFeed(gateway, code, 'history.json'))).not.toEqual([]);
      if (how === 'expired') gateway.wind(day);
      else if (how === 'revoked') await manage(gateway, boss, { feed: made.id, method: 'DELETE' });
      else await gateway.revoke(boss.split('_')[1] ?? '');
      ended = code;
      reached = gateway.reached();
    });

    test.each(allTables.flatMap((table) => ways.map(([way, show]) => [table, way, show] as const)))(
      'does not open %s %s',
      async (table, _, show) => {
        const { path, headers } = show(ended);
        const response = await feed(gateway, '', table + path, headers);
        expect(response.status).toBe(401);
        expect(await response.text()).not.toContain('secret-of-the-team');
        expect(gateway.reached()).toBe(reached);
        gateway.wind(60_000);
      },
    );
  },
);

test.each(allTables)(
  '%s is not read with a key, and opens nothing that the code does not name',
  async (table) => {
    const { gateway, code, reached } = gateways.get('disk')!;
    gateway.wind(60_000);
    const withKey = await feed(gateway, '', table, { authorization: '', 'access-token': 'key-of-ann' });
    expect(withKey.status).toBe(401);
    const response = await feed(gateway, code, table, { 'access-token': 'key-of-bob' });
    const isOpen = /^(history|changes)/.test(table);
    expect(response.status).toBe(isOpen ? 200 : 403);
    expect(await response.text()).not.toContain('secret-of-bob');
    expect(gateway.reached()).toBe(reached);
  },
);

test.each<[string, Record<string, string>]>([
  ['an ETag of 6,000 characters', { 'if-none-match': `"${'a'.repeat(6_000)}"` }],
  ['a thousand ETags', { 'if-none-match': Array.from({ length: 1_000 }, (_, index) => `"${index}"`).join() }],
  ['an encoding that is none', { 'accept-encoding': 'gzip;q=abc, *;q=2, br;q=' }],
  ['a range', { range: 'bytes=0-10, -5, 99999999999-' }],
  ['an origin', { origin: 'https://evil.test' }],
  ['another host', { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test;for=1' }],
  ['another method', { 'x-http-method-override': 'DELETE' }],
  ['an address that was made up', { 'x-forwarded-for': '<script>, 1.2.3.4' }],
  ['a request that is not to be cached', { 'cache-control': 'no-cache, max-age=0', pragma: 'no-cache' }],
  ['a type', { 'content-type': 'application/xml', accept: 'application/vnd.ms-excel' }],
])('%s changes nothing about what is read', async (_, headers) => {
  const { gateway, code, reached } = gateways.get('disk')!;
  gateway.wind(60_000);
  const response = await feed(gateway, code, 'history.csv?field=price&columns=value', headers);
  expect([response.status, await response.text()]).toEqual([200, 'value\r\n5\r\n6\r\n5\r\n6\r\n']);
  const seen = JSON.stringify([...response.headers]);
  expect(seen).not.toMatch(/evil|script/);
  expect(gateway.reached()).toBe(reached);
});

const made = [
  'name',
  'tables',
  'sources',
  'id',
  'comparable',
  'request',
  'requests',
  'from',
  'to',
  'days',
  'owner',
  'history',
  'grant',
];
test.each(made.flatMap((parameter) => injections.map((text) => [parameter, text] as const)))(
  'a feed made with %s = %j opens what is its maker’s, or is not made',
  async (parameter, text) => {
    const { gateway, reached } = gateways.get('disk')!;
    gateway.wind(60_000);
    calls += 1;
    const response = await manage(gateway, 'key-of-ann', {
      name: 'X',
      tables: 'history',
      sources: 'ruretail',
      [parameter]: text,
    });
    const told = await response.text();
    expect([200, 404, 409, 422, 431]).toContain(response.status);
    expect(told).not.toMatch(/key-of-|own-|syntax/);
    expect(gateway.reached()).toBe(reached);
    if (response.status !== 200) return;
    expect(['name', 'from', 'to'].includes(parameter)).toBe(true);
    const { code, feed: shared } = JSON.parse(told) as { code: string; feed: { id: string; name: string } };
    expect(shared.name).not.toMatch(/[\r\n\0]/);
    expect(await (await feed(gateway, code, 'history.csv')).text()).not.toContain('secret-of-bob');
    await manage(gateway, 'key-of-ann', { feed: shared.id, method: 'DELETE' });
    gateway.wind(day);
  },
);

test('while a code is revoked, whoever reads gets a whole page or none, and nothing afterwards', async () => {
  const { gateway } = gateways.get('disk')!;
  gateway.wind(60_000);
  const { code, feed: shared } = await share(gateway, 'key-of-ann', { sources: 'ruretail' });
  const whole = await (await readFeed(gateway, code, 'history.csv')).text();
  let isRevoked = false;
  const reading = Array.from({ length: 20 }, async () => {
    const asked = isRevoked;
    const response = await feed(gateway, code, 'history.csv');
    const text = await response.text();
    expect([200, 401, 429]).toContain(response.status);
    if (asked) expect(response.status).not.toBe(200);
    if (response.status === 200) expect(text).toBe(whole);
  });
  const revoking = manage(gateway, 'key-of-ann', { feed: shared.id, method: 'DELETE' });
  await revoking;
  isRevoked = true;
  await Promise.all(reading);
  expect((await feed(gateway, code, 'history.csv')).status).toBe(401);
});

test('all of these were at least 200 calls', () => {
  expect(calls).toBeGreaterThanOrEqual(200);
});
