import { UpstreamError } from '../../src/gateway/upstream/upstream';
import { answer, records } from './support/fakeUpstream';
import { search, stays, testGateway, valuation, type TestGateway } from './support/testGateway';

const key = { 'access-token': 'a-key-of-one-person' };
const other = { 'access-token': 'a-key-of-another' };
const poll = { ...key, prefer: 'respond-async, wait=0' };
let test1: TestGateway;

beforeEach(async () => {
  test1 = await testGateway();
});
afterEach(() => test1.close());

describe('forwarding', () => {
  test('sends the body and the key, and nothing else of the request', async () => {
    const response = await test1.post(
      search,
      { query: 'tv', count: 3 },
      { ...key, cookie: 'a=b', authorization: 'Bearer x' },
    );
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(records(3));
    const [call] = test1.upstream.calls;
    expect(call).toMatchObject({ method: 'POST', path: search, key: key['access-token'] });
    expect(JSON.parse(call?.body ?? '')).toEqual({ query: 'tv', count: 3 });
    expect(Object.keys(call ?? {}).sort()).toEqual([
      'body',
      'deadline',
      'inUse',
      'key',
      'method',
      'path',
      'requestId',
    ]);
    expect(call?.deadline).toBeGreaterThan(300_000);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'spillway-gateway': '1',
      'spillway-cache': 'miss',
      'spillway-credits': '1',
      age: '0',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    [400, 0],
    [404, 0],
    [412, 0],
    [422, 0],
    [429, 0],
    [500, null],
  ])('passes a %i on as it came, with %p credits where that is known', async (status, credits) => {
    test1.upstream.reply = () => answer(status, { detail: 'because' }, { retryAfter: '7' });
    const response = await test1.post(valuation, { unit: 'A1' }, key);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ detail: 'because' });
    expect(response.headers.get('retry-after')).toBe('7');
    expect(response.headers.get('spillway-credits')).toBe(credits === null ? null : String(credits));
    expect(test1.upstream.calls).toHaveLength(1);
  });

  test.each([204, 205, 304, 408, 418, 421, 503])(
    'hands on a %i so that no browser asks again by itself, and does not say what it cost',
    async (status) => {
      test1.upstream.reply = () => answer(status, { detail: 'because' });
      const response = await test1.post(valuation, { unit: 'A1' }, key);
      expect(response.status).toBe(status === 408 ? 504 : 502);
      expect(response.headers.get('spillway-status')).toBe(status === 408 ? null : String(status));
      expect(response.headers.get('spillway-credits')).toBeNull();
      expect(await response.json()).toEqual({ detail: 'because' });
    },
  );

  test('says that its own refusals cost nothing', async () => {
    for (const response of [
      await test1.post(valuation, { unit: 'A1' }, {}),
      await test1.post(valuation, {}, key),
      await test1.post(valuation, [], key),
    ]) {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.get('spillway-credits')).toBe('0');
    }
    expect(test1.upstream.calls).toHaveLength(0);
  });

  test('does not take the page of a proxy for a paid answer', async () => {
    test1.upstream.reply = () => ({ ...answer(200, ''), body: Buffer.from('<html>Sign in</html>') });
    const response = await test1.post(valuation, { unit: 'A1' }, key);
    expect(response.headers.get('spillway-credits')).toBeNull();
  });

  test('tells a call that was not sent from one whose answer was lost', async () => {
    test1.upstream.reply = () => Promise.reject(new UpstreamError('unreachable', false));
    const unsent = await test1.post(valuation, { unit: 'A1' }, key);
    expect([unsent.status, unsent.headers.get('spillway-credits')]).toEqual([500, '0']);
    test1.upstream.reply = () => Promise.reject(new UpstreamError('broken', true));
    const lost = await test1.post(valuation, { unit: 'A2' }, key);
    expect([lost.status, lost.headers.get('spillway-credits')]).toEqual([502, null]);
    test1.upstream.reply = () => Promise.reject(new UpstreamError('deadline', true));
    expect((await test1.post(valuation, { unit: 'A3' }, key)).status).toBe(504);
  });

  test('says 504 for a time-out, since Chromium sends a POST again by itself after a 408', async () => {
    test1.upstream.reply = () => answer(408, { detail: 'too slow' });
    const response = await test1.post(valuation, { unit: 'A1' }, key);
    expect([response.status, response.headers.get('spillway-credits')]).toEqual([504, null]);
    expect(await response.json()).toEqual({ detail: 'too slow' });
  });

  test.each<[string, string, unknown, string]>([
    ['an unknown value', search, { query: 'tv', count: 1, sort: 'cheap' }, 'sort'],
    ['a missing parameter', search, { count: 1 }, 'query'],
    ['a count of none', search, { query: 'tv', count: 0 }, 'count'],
    ['a time limit out of bounds', valuation, { unit: 'A', timeout: 5 }, 'timeout'],
    [
      'dates in the wrong order',
      stays,
      { destination: 'Rome', checkin: '2027-05-03', checkout: '2027-05-01', count: 5 },
      'checkout',
    ],
    ['an unknown parameter that is an object', valuation, { unit: 'A', extra: { deep: 1 } }, 'extra'],
    ['a parameter name that is none', valuation, { unit: 'A', 'a b': 1 }, 'a b'],
  ])('refuses %s without a call', async (_what, path, body, name) => {
    const response = await test1.post(path, body, key);
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: { loc: string[]; msg: string; type: string }[] };
    expect(detail[0]?.loc).toEqual(['body', name]);
    expect(detail[0]?.msg).toMatch(/\w/);
    expect(test1.upstream.calls).toHaveLength(0);
  });

  test('lets raw and re-mapped parameters through, and named ones unchecked', async () => {
    const body = { unit: 'A', letter_grade: ['A', 1], lang: 'hk' };
    expect((await test1.post(valuation, body, key)).status).toBe(200);
    expect(JSON.parse(test1.upstream.calls[0]?.body ?? '')).toEqual(body);
    const raw = { query: 'tv', count: 1, sort: 'newest' };
    expect((await test1.post(search, raw, { ...key, 'spillway-raw': 'sort' })).status).toBe(200);
    expect((await test1.post(search, { count: 1, text: 'stands for query' }, key)).status).toBe(200);
  });

  test('takes the key out of whatever echoes it', async () => {
    test1.upstream.reply = () => answer(500, { detail: `bad ${key['access-token']}` });
    expect(await (await test1.post(valuation, { unit: 'A' }, key)).text()).not.toContain(key['access-token']);
  });

  test('needs a key', async () => {
    expect((await test1.post(valuation, { unit: 'A' })).status).toBe(401);
    expect((await test1.get('/token/statistic')).status).toBe(401);
    expect((await test1.get('/token/statistic', key)).status).toBe(200);
  });
});

describe('long calls', () => {
  test('answer early, and can be fetched once finished, many times, by their owner alone', async () => {
    const finish = test1.upstream.hold();
    const early = await test1.post(
      stays,
      { destination: 'Rome', checkin: '2027-05-03', checkout: '2027-05-04', count: 25 },
      poll,
    );
    expect(early.status).toBe(202);
    expect(early.headers.get('retry-after')).toBe('1');
    const job = early.headers.get('location') ?? '';
    expect(job).toMatch(/^\/jobs\/[\w-]{32}$/);
    expect((await test1.get(job, key)).status).toBe(202);
    expect((await test1.get(job, other)).status).toBe(404);
    expect((await test1.get(`${job.slice(0, -1)}_`, key)).status).toBe(404);

    const waiting = test1.get(job, { ...key, prefer: 'wait=20' });
    finish();
    const done = await waiting;
    expect(done.status).toBe(200);
    expect(done.headers.get('spillway-credits')).toBe('5');
    expect(await done.json()).toHaveLength(25);
    expect(await (await test1.get(job, key)).json()).toHaveLength(25);
    test1.wind(24 * 3_600_000);
    expect((await test1.get(job, key)).status).toBe(404);
    expect(test1.upstream.calls).toHaveLength(1);
  });

  test('give the original error to whoever polls', async () => {
    const finish = test1.upstream.hold();
    const early = await test1.post(valuation, { unit: 'A' }, poll);
    finish(answer(412, { detail: 'gone' }));
    const done = await test1.get(early.headers.get('location') ?? '', { ...key, prefer: 'wait=20' });
    expect([done.status, await done.json()]).toEqual([412, { detail: 'gone' }]);
  });

  test('are joined by equal requests of the same key, whatever their order and spacing', async () => {
    const finish = test1.upstream.hold();
    const one = test1.post(search, { query: 'tv', count: 5 }, key);
    const early = await test1.post(search, { count: 3, query: ' tv ', city: 'msk_cl' }, poll);
    const larger = test1.post(search, { query: 'tv', count: 9 }, key);
    const foreign = test1.post(search, { query: 'tv', count: 5 }, other);
    finish();
    expect(await (await one).json()).toHaveLength(5);
    expect(await (await larger).json()).toHaveLength(9);
    expect(await (await foreign).json()).toHaveLength(5);
    const joined = await test1.get(early.headers.get('location') ?? '', { ...key, prefer: 'wait=20' });
    expect(joined.headers.get('spillway-credits')).toBe('0');
    expect(joined.headers.get('spillway-cache')).toBe('shared');
    expect(await joined.json()).toHaveLength(3);
    expect(test1.upstream.calls).toHaveLength(3);
  });

  test('whose answer nobody got are not paid again; an answer that was delivered is', async () => {
    const finish = test1.upstream.hold();
    await test1.post(search, { query: 'tv', count: 5 }, poll);
    finish();
    const again = await test1.post(
      search,
      { query: 'tv', count: 4 },
      { ...key, prefer: 'respond-async, wait=20' },
    );
    expect(again.status).toBe(200);
    expect(again.headers.get('spillway-credits')).toBe('0');
    expect(test1.upstream.calls).toHaveLength(1);
    const third = await test1.post(search, { query: 'tv', count: 4 }, key);
    expect(third.headers.get('spillway-cache')).toBe('miss');
    expect(test1.upstream.calls).toHaveLength(2);
  });
});

test('a refresh asks anew even while an answer waits to be fetched', async () => {
  const finish = test1.upstream.hold();
  await test1.post(valuation, { unit: 'A' }, poll);
  finish();
  const done = await test1.post(
    valuation,
    { unit: 'A' },
    { ...key, prefer: 'respond-async, wait=20', 'cache-control': 'no-cache' },
  );
  expect(done.status).toBe(200);
  // It may join the call that is just under way, but never takes a finished one.
  const fresh = await test1.post(valuation, { unit: 'A' }, { ...key, 'cache-control': 'no-cache' });
  expect(fresh.headers.get('spillway-cache')).toBe('miss');
});

test('the log has an id for each request and no key, no parameter and no path from outside', async () => {
  await test1.post(search, { query: 'a secret wish', count: 1 }, { ...key, 'x-request-id': 'id-12345678' });
  await test1.get('/secret/path', key);
  const log = test1.lines.join('');
  expect(log).toContain('"id":"id-12345678"');
  expect(log).not.toMatch(/a-key-of|secret/);
});

test('a clock that is set while a request is served makes it neither longer nor shorter', async () => {
  test1.upstream.reply = () => {
    test1.setClock(86_400_000);
    return answer(200, records(1));
  };
  await test1.post(search, { query: 'tv', count: 1 }, key);
  const seconds = /spillway_request_seconds_sum\{route="ruretail"\} (\S+)/.exec(
    await (await test1.get('/metrics')).text(),
  )?.[1];
  expect(Number(seconds)).toBeLessThan(1_000);
  expect(test1.lines.join('')).toMatch(/"ms":\d{1,5}[,}]/);
});

test('everything else is 404 in the documented shape', async () => {
  for (const path of [
    '/api/ruretail',
    '/api/ruretail/products/search/',
    '/api//ruretail/products/search',
    '/gateway/usage',
    '/jobs/',
    '/API/hkproperty/valuations',
  ]) {
    const response = await test1.post(path, { unit: 'A' }, key);
    expect([path, response.status, await response.json()]).toEqual([
      path,
      404,
      { detail: expect.any(String) as string },
    ]);
  }
  expect((await test1.get(search, key)).status).toBe(404);
  expect(test1.upstream.calls).toHaveLength(0);
});

test('says how it is run, and offers no keys unless it is a local sandbox', async () => {
  expect(await (await test1.get('/gateway/info')).json()).toEqual({ mode: 'personal', signIn: [] });
  expect(await (await test1.get('/healthz', key)).json()).toEqual({ status: 'ok' });
  expect(test1.gateway.health()).toEqual({
    status: 'ok',
    version: 'unknown',
    store: { kind: 'memory', owed: 0 },
  });
  expect((await test1.get('/readyz')).status).toBe(200);
  const metrics = await (await test1.get('/metrics')).text();
  expect(metrics).toContain('spillway_requests_total');
});

test('a code or a Microsoft token that is meant for a gateway is not passed on to the service', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = (iss: string) => `${part({ alg: 'RS256' })}.${part({ iss, sub: 'ann' })}.c2lnbmF0dXJl`;
  const tenant = '11111111-2222-3333-4444-555555555555';
  const secret = 'Ab-_'.repeat(8);
  for (const credential of [
    `spw_a1a1a1a1a1_${secret}`,
    `spr_a1a1a1a1a1_${secret}`,
    token(`https://login.microsoftonline.com/${tenant}/v2.0`),
    token(`https://sts.windows.net/${tenant}/`),
  ])
    expect((await test1.post(valuation, { unit: 'A' }, { 'access-token': credential })).status).toBe(401);
  expect(test1.upstream.calls).toEqual([]);
  // The keys of the service may look like anything else.
  for (const credential of ['spw_short', token('https://service.test'), 'a.b.c'])
    expect((await test1.post(valuation, { unit: 'A' }, { 'access-token': credential })).status).toBe(200);
});

test('keys are not guessed through the gateway, and a key that works is never held up', async () => {
  const status = async (token: string) =>
    (await test1.get('/token/statistic', { 'access-token': token })).status;
  expect(await status('a-good-key')).toBe(200);
  const usual = test1.upstream.call.bind(test1.upstream);
  test1.upstream.call = (call) =>
    call.key.startsWith('wrong') ? Promise.resolve(answer(401, { detail: 'Invalid key' })) : usual(call);
  const stale = [];
  for (let i = 0; i < 12; i += 1) stale.push(await status('wrong-and-old'));
  expect(stale).toEqual([...Array<number>(10).fill(401), 429, 429]);
  // One wrong key, however often, is one wrong key.
  expect(await status('another-good-key')).toBe(200);
  const guesses = [];
  for (let i = 0; i < 12; i += 1) guesses.push(await status(`wrong-${i}`));
  expect(guesses).toEqual([...Array<number>(9).fill(401), 429, 429, 429]);
  expect(await status('a-good-key')).toBe(200);
  expect(await status('another-good-key')).toBe(200);
  test1.wind(61_000);
  expect(await status('a-third-good-key')).toBe(200);
});
