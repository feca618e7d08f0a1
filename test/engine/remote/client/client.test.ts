import {
  createClient,
  type ClientCall,
  jobPath,
  wireBody,
} from '../../../../src/engine/remote/client/client';
import { retryAfter } from '../../../../src/engine/remote/client/readResponse';
import { secretOf } from '../../../../src/engine/request/credential';
import { makeDataRequest } from '../../../../src/engine/request/dataRequest';
import { simulatedClock } from '../../support/simulatedClock';

const request = makeDataRequest(
  'bizbureau',
  { keyword: 'roofing', count: 16, rating: 'A', radius: '25' },
  { odd: 1 },
);
const call: ClientCall = { baseUrl: '', key: 'a-long-enough-key', request, count: 30, wireNames: {} };

interface Exchanged {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

/** Answers one exchange after another; the last one again and again. */
function scripted(...answers: (() => Response | Promise<Response>)[]) {
  const clock = simulatedClock();
  const sent: Exchanged[] = [];
  const client = createClient({
    clock,
    fetch: async (url, init) => {
      sent.push({ url, init, headers: new Headers(init.headers) });
      return (answers[sent.length - 1] ?? answers.at(-1)!)();
    },
  });
  return { clock, sent, client };
}
const records = (headers = {}) => new Response('[{"id":1}]', { status: 200, headers });
const accepted = (location = '/jobs/abc') => new Response('', { status: 202, headers: { location } });
const cut = () => Promise.reject(new TypeError('Failed to fetch'));
const silent = () => new Promise<Response>(() => undefined);

test('the statistic is never what the browser kept of it; a data request says nothing of caches', async () => {
  const { client, sent } = scripted(() => records());
  await client.statistic(call);
  await client.send(call);
  expect(sent.map(({ init }) => init.cache)).toEqual(['no-store', undefined]);
  expect(sent[1]!.headers.has('cache-control')).toBe(false);
});

describe('whose words they are', () => {
  const failure = (status: number, headers: Record<string, string>) =>
    scripted(
      () =>
        new Response('{"detail":"because"}', { status, headers: { 'spillway-gateway': '1', ...headers } }),
    )
      .client.send(call)
      .catch((error: unknown) => error);

  test.each([
    ['the service', 412, { 'spillway-cache': 'miss' }, { code: 'unavailable', facts: { detail: 'because' } }],
    [
      'the gateway, which was not asked on',
      402,
      {},
      { code: 'over_budget', facts: { detail: 'because', byGateway: true } },
    ],
    [
      'the service, with a status that is a gateway’s',
      502,
      { 'spillway-cache': 'miss', 'spillway-status': '402' },
      { code: 'unexpected_status', facts: { status: 402, detail: 'because' } },
    ],
  ])('%s', async (_, status, headers, expected) => {
    const error = await failure(status, headers);
    expect(error).toMatchObject(expected);
    expect('byGateway' in (error as { facts: object }).facts).toBe('byGateway' in expected.facts);
  });

  test('what a gateway says of a response without words is not repeated: the cell says it anyway', async () => {
    const own = { 'spillway-cache': 'miss', 'spillway-status': '204', 'spillway-detail': 'gateway' };
    expect(await failure(502, own)).toMatchObject({ code: 'unexpected_status', facts: { status: 204 } });
    expect(((await failure(502, own)) as { facts: object }).facts).not.toHaveProperty('detail');
  });
});

describe('the body', () => {
  test('has the wire names, the rounded count and the raw parameters', () => {
    expect(wireBody(request, 30, { 'bizbureau.rating': 'letter' })).toEqual({
      keyword: 'roofing',
      count: 30,
      letter: 'A',
      radius: '25',
      odd: 1,
    });
  });
});

test('a gateway is told which parameters are passed through unchecked; the service is not', async () => {
  const { clock, client, sent } = scripted(() => records());
  await clock.until(client.send(call));
  await clock.until(client.send({ ...call, baseUrl: 'https://service.test' }));
  expect(sent.map(({ headers }) => headers.get('spillway-raw'))).toEqual(['odd', null]);
});

describe('Retry-After', () => {
  const now = Date.UTC(2027, 0, 1);
  test.each([
    ['30', 30_000],
    ['0', 0],
    ['Fri, 01 Jan 2027 00:01:00 GMT', 60_000],
    ['Thu, 31 Dec 2026 00:01:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
    ['-5', undefined],
    ['9'.repeat(400), 31 * 86_400_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 31 * 86_400_000],
  ])('%p is %p', (header, expected) => expect(retryAfter(header, now)).toBe(expected));
});

describe('the deadline', () => {
  test('is the request’s own timeout and a grace, even when fetch never ends', async () => {
    const { clock, client } = scripted(silent);
    const short = makeDataRequest('hkproperty', { unit: 'A', timeout: 20 });
    const end = client
      .send({ ...call, baseUrl: 'https://x.test', request: short })
      .catch((error: unknown) => error);
    await clock.advance(30_000);
    const before = clock.elapsed();
    expect(await clock.until(end)).toMatchObject({ code: 'deadline', facts: { billed: 'maybe' } });
    expect(before).toBeLessThan(clock.elapsed());
    expect(clock.elapsed()).toBeLessThanOrEqual(60_000);
  });

  test('a host that knows it is offline sends nothing', async () => {
    const fetch = jest.fn();
    const client = createClient({ clock: simulatedClock(), fetch, online: () => false });
    await expect(client.send(call)).rejects.toMatchObject({ code: 'network', facts: { billed: 'no' } });
    expect(fetch).not.toHaveBeenCalled();
  });
});

test.each([
  ['is not a gateway', { 'spillway-credits': '0' }],
  ['tells no amount', { 'spillway-gateway': '1', 'spillway-credits': '9'.repeat(400) }],
])('what %s is not believed about credits', async (_, headers) => {
  const { clock, client } = scripted(() => records(headers));
  expect(await clock.until(client.send(call))).toMatchObject({ credits: undefined });
});

describe('a long call through the gateway', () => {
  test('asks to be answered early, follows the job and posts once', async () => {
    const { clock, client, sent } = scripted(accepted, accepted, accepted, () =>
      records({ 'spillway-gateway': '1', 'spillway-credits': '10' }),
    );
    const onJob = jest.fn();
    const answer = await clock.until(client.send({ ...call, onJob }));
    expect(answer).toMatchObject({ records: [{ id: 1 }], credits: 10 });
    expect(onJob).toHaveBeenCalledWith('/jobs/abc');
    expect(sent.map(({ init }) => init.method)).toEqual(['POST', 'GET', 'GET', 'GET']);
    expect(sent[0]?.headers.get('prefer')).toBe('respond-async, wait=25');
    expect(sent[1]).toMatchObject({ url: '/jobs/abc' });
    expect(sent[1]?.headers.get('prefer')).toBe('wait=25');
    expect(sent[1]?.headers.get('access-token')).toBe('a-long-enough-key');
  });

  test('lives through cuts while polling, without a second post, for 25 minutes', async () => {
    const clock = simulatedClock();
    let posts = 0;
    const client = createClient({
      clock,
      // Every request is cut after 20 seconds; the job takes 24 minutes.
      fetch: async (_url, init) => {
        if (init.method === 'POST') {
          posts += 1;
          return accepted();
        }
        if (clock.elapsed() > 24 * 60_000) return records();
        await new Promise<void>((resolve) => clock.setTimer(resolve, 20_000));
        throw new TypeError('Load failed');
      },
    });
    const long = makeDataRequest('bizbureau', { keyword: 'roofing', timeout: 1500 });
    expect(await clock.until(client.send({ ...call, request: long }))).toMatchObject({
      records: [{ id: 1 }],
    });
    expect(posts).toBe(1);
  });

  test('a poll that is silent is made again', async () => {
    const { clock, client, sent } = scripted(
      accepted,
      silent,
      cut,
      () => new Response('<h1>504</h1>', { status: 504 }),
      () => records(),
    );
    expect(await clock.until(client.send(call))).toMatchObject({ records: [{ id: 1 }] });
    expect(sent.filter(({ init }) => init.method === 'POST')).toHaveLength(1);
  });

  test('the job’s own failure is the call’s failure', async () => {
    const { clock, client } = scripted(accepted, () => new Response('{"detail":"gone"}', { status: 412 }));
    await expect(clock.until(client.send(call))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a job that never ends is given up at the deadline', async () => {
    const { clock, client } = scripted(accepted);
    await expect(clock.until(client.send(call))).rejects.toMatchObject({ code: 'deadline' });
  });

  test('a job that was left behind is asked for before anything is paid again', async () => {
    const found = scripted(() => records());
    await found.clock.until(found.client.send({ ...call, job: '/jobs/old' }));
    expect(found.sent.map(({ init, url }) => `${init.method} ${url}`)).toEqual(['GET /jobs/old']);
  });

  const unknown = () => new Response('{"detail":"unknown"}', { status: 404 });
  test.each([
    ['left behind', [unknown], { job: '/jobs/old' }],
    ['just promised', [accepted, unknown], {}],
  ] as const)('a job %s that the gateway has forgotten is not paid again', async (_, replies, resumed) => {
    const kept = () => new Response('[{"id":1}]', { status: 200, headers: { 'spillway-gateway': '1' } });
    const found = scripted(...replies, kept);
    expect(await found.clock.until(found.client.send({ ...call, ...resumed }))).toMatchObject({
      records: [{ id: 1 }],
      credits: 0,
    });
    const lost = scripted(...replies, unknown);
    await expect(lost.clock.until(lost.client.send({ ...call, ...resumed }))).rejects.toMatchObject({
      code: 'truncated',
      facts: { billed: 'maybe' },
    });
    for (const { sent } of [found, lost])
      expect(sent.at(-1)).toMatchObject({ url: expect.stringMatching(/^\/cached\/api\//) as string });
    expect(lost.sent.filter(({ url }) => url.startsWith('/api/'))).toHaveLength(replies.length - 1);
  });

  test('a job that ends with the service’s own 404 found nothing', async () => {
    const nothing = () =>
      new Response('{"detail":"gone"}', { status: 404, headers: { 'spillway-cache': 'miss' } });
    const { clock, client } = scripted(accepted, nothing);
    await expect(clock.until(client.send(call))).rejects.toMatchObject({ code: 'not_found' });
  });

  test('the service itself is never asked to answer early', async () => {
    const { clock, client, sent } = scripted(() => records());
    await clock.until(client.send({ ...call, baseUrl: 'https://service.test/' }));
    expect(sent[0]?.url).toBe('https://service.test/api/bizbureau/businesses/search');
    expect(sent[0]?.headers.has('prefer')).toBe(false);
  });

  test.each([
    ['/jobs/1', '/jobs/1'],
    ['/jobs/1?x=2', '/jobs/1?x=2'],
    ['/jobs/../api/x', undefined],
    ['//evil.test/jobs/1', undefined],
    ['https://evil.test/jobs/1', undefined],
    ['\\\\evil.test\\jobs\\1', undefined],
    ['/other/1', undefined],
    ['', undefined],
    [null, undefined],
  ])('a Location of %p leads to %p', (location, path) => expect(jobPath(location)).toBe(path));
});

describe('taking the key out', () => {
  test.each([
    ['as it is', 'key=s3cret/Key+1!'],
    ['in an address', `?k=${encodeURIComponent('s3cret/Key+1!')}`],
    ['in JSON', JSON.stringify({ k: 's3cret/Key+1!' })],
    ['in other case', 'S3CRET/KEY+1!'],
  ])('%s', (_where, text) => {
    const clean = secretOf('s3cret/Key+1!').text(text);
    expect(clean.toLowerCase()).not.toContain('key+1');
    expect(clean).toContain('•••');
  });

  test('data stays as it is when the key is a word of it', () => {
    for (const echo of [
      's3cret\\/Key\\u002B1!',
      '\\u00733cret\\u002fkey+1!',
      's3cret%2fKey%2B1%21',
      '\\s3cret/Key+1!',
    ])
      expect(secretOf('s3cret/Key+1!').body(`[{"name":"${echo}"}]`)).toBe('[{"name":"•••"}]');
    expect(secretOf('ssd').body('[{"name":"ssd"}]')).toBe('[{"name":"ssd"}]');
  });
});
