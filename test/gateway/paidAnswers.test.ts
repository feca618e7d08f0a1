import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen, type Listening } from '../../src/gateway/http/server';
import { eventually } from './support/eventually';
import { answer, records } from './support/fakeUpstream';
import { rawSocket } from './support/rawSocket';
import { search, testGateway, valuation, type TestGateway } from './support/testGateway';
import { removeFolder } from '../removeFolder';

const key = { 'access-token': 'a-key-of-one-person' };
const refresh = { 'cache-control': 'no-cache' };
let folder: string;
let open: TestGateway[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-paid-'));
});
afterEach(async () => {
  for (const gateway of open) await gateway.close();
  open = [];
  removeFolder(folder);
});

const start = async (env: Record<string, string> = {}) => {
  const gateway = await testGateway({ SPILLWAY_CACHE_AGE: '1h', ...env });
  open.push(gateway);
  return gateway;
};
const team = { SPILLWAY_MODE: 'team', SPILLWAY_KEY: 'the-team-key' };
const seen = async (response: Response) => ({
  status: response.status,
  from: response.headers.get('spillway-cache'),
  length: ((await response.json()) as unknown[]).length,
});

describe.each([
  ['memory', {}],
  ['disk', { SPILLWAY_DATA: 'folder' }],
])('what was paid for, in %s', (_where, env: Record<string, string>) => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await start(env.SPILLWAY_DATA ? { SPILLWAY_DATA: folder } : {});
  });
  const ask = (count: number, headers: Record<string, string> = {}) =>
    gateway.post(search, { query: 'tv', count }, { ...key, ...headers });

  test('is found again by its own key and no other, and looking for it sends nothing', async () => {
    const look = (query: string, count: number, who = key) =>
      gateway.post(`/cached${search}`, { query, count }, who);
    expect((await look('tv', 40)).status).toBe(404);
    await ask(40);
    gateway.wind(60_000);
    const found = await look('tv', 20);
    expect([found.status, found.headers.get('spillway-credits'), found.headers.get('age')]).toEqual([
      200,
      '0',
      '60',
    ]);
    expect(await found.json()).toHaveLength(20);
    expect((await look('tv', 60)).status).toBe(404);
    expect((await look('radio', 20)).status).toBe(404);
    expect((await look('tv', 20, { 'access-token': 'the-key-of-another' })).status).toBe(404);
    expect((await gateway.post(`/cached${search}`, { query: 1 }, key)).status).toBe(422);
    expect((await gateway.post(`/cached${search}`, { query: 'tv', count: 20 }, {})).status).toBe(401);
    expect(gateway.upstream.calls).toHaveLength(1);
  });

  test('stays when a refresh asks for less, and answers whoever asks for more', async () => {
    await ask(40);
    gateway.wind(60_000);
    gateway.upstream.reply = () =>
      answer(
        200,
        records(5).map((record) => ({ ...record, fresh: true })),
      );
    expect(await seen(await ask(5, refresh))).toEqual({ status: 200, from: 'miss', length: 5 });
    const small = await ask(5);
    expect([small.headers.get('spillway-cache'), small.headers.get('age')]).toEqual(['hit', '0']);
    expect(await small.json()).toMatchObject([{ fresh: true }, {}, {}, {}, {}]);
    const large = await ask(40);
    expect(large.headers.get('age')).toBe('60');
    expect(await seen(large)).toEqual({ status: 200, from: 'hit', length: 40 });
    expect(gateway.upstream.calls).toHaveLength(2);
    // Too old for this one, and the younger is too small.
    expect((await ask(20, { 'cache-control': 'max-age=30' })).headers.get('spillway-cache')).toBe('miss');
  });

  test.each([400, 404, 408, 412, 422, 429, 500])('stays when a refresh fails with %i', async (status) => {
    await ask(40);
    gateway.upstream.reply = () => answer(status, { detail: 'no' });
    expect((await ask(40, refresh)).status).toBe(status === 408 ? 504 : status);
    expect(await seen(await ask(40))).toEqual({ status: 200, from: 'hit', length: 40 });
    expect(await seen(await ask(7))).toEqual({ status: 200, from: 'hit', length: 7 });
  });

  test('stays when a smaller call ends late', async () => {
    const endSmall = gateway.upstream.hold();
    const small = ask(5);
    await eventually(() => gateway.upstream.calls.length === 1);
    gateway.upstream.reply = () => answer(200, records(40));
    await ask(40);
    endSmall();
    await small;
    expect(await seen(await ask(40))).toEqual({ status: 200, from: 'hit', length: 40 });
    expect(gateway.upstream.calls).toHaveLength(2);
  });

  test('is not hidden by a failure of another spelling or another count', async () => {
    gateway.upstream.reply = () => answer(422, { detail: 'no' });
    expect((await ask(50)).status).toBe(422);
    gateway.upstream.reply = () => answer(200, records(5));
    expect(await seen(await ask(5))).toMatchObject({ status: 200, from: 'miss' });
    expect((await ask(50)).status).toBe(422);
    expect(gateway.upstream.calls).toHaveLength(2);
  });

  test('is fetched once when the machine’s clock is set while the call is under way', async () => {
    for (const jump of [3_600_000, -7_200_000]) {
      const finish = gateway.upstream.hold();
      const unit = `at ${jump}`;
      const first = gateway.post(valuation, { unit }, key);
      await eventually(() => gateway.upstream.calls.some(({ body }) => body?.includes(unit)));
      gateway.setClock(jump);
      const second = gateway.post(valuation, { unit }, key);
      await new Promise((resolve) => setTimeout(resolve, 20));
      finish(answer(200, records(1)));
      expect((await first).status).toBe(200);
      expect((await second).headers.get('spillway-credits')).toBe('0');
      const again = await gateway.post(valuation, { unit }, key);
      expect(again.headers.get('spillway-cache')).toBe('hit');
    }
    expect(gateway.upstream.calls).toHaveLength(2);
  });
});

test('answers of one service or account are not given for another’s', async () => {
  const ask = async (env: Record<string, string>, headers: Record<string, string> = key) => {
    const gateway = await start({ SPILLWAY_DATA: folder, ...env });
    const code = env.SPILLWAY_MODE ? { 'access-token': await gateway.newCode('Ann') } : headers;
    const response = await gateway.post(valuation, { unit: 'A' }, code);
    await gateway.close();
    open = [];
    return response.headers.get('spillway-cache');
  };
  expect(await ask({ SPILLWAY_UPSTREAM: 'http://sandbox.test' })).toBe('miss');
  expect(await ask({ SPILLWAY_UPSTREAM: 'https://real.test' })).toBe('miss');
  expect(await ask({ SPILLWAY_UPSTREAM: 'https://real.test/v2' })).toBe('miss');
  expect(await ask({ SPILLWAY_UPSTREAM: 'https://real.test/v2/' })).toBe('hit');
  expect(await ask({ SPILLWAY_UPSTREAM: 'https://real.test' })).toBe('hit');
  expect(await ask({ ...team, SPILLWAY_UPSTREAM: 'https://real.test' })).toBe('miss');
  expect(await ask({ ...team, SPILLWAY_UPSTREAM: 'https://real.test' })).toBe('hit');
  expect(await ask({ ...team, SPILLWAY_UPSTREAM: 'https://real.test', SPILLWAY_KEY: 'other' })).toBe('miss');
});

describe.each([
  ['personal mode', { SPILLWAY_CACHE_AGE: '0s' }],
  ['team mode', team],
])('a client that vanishes, in %s', (_mode, env) => {
  let gateway: TestGateway;
  let listening: Listening;
  let who: Record<string, string>;
  beforeEach(async () => {
    gateway = await start({ ...env, SPILLWAY_DATA: folder });
    listening = await listen({ port: 0, host: '127.0.0.1', listener: gateway.gateway.listener });
    who = 'SPILLWAY_MODE' in env ? { 'access-token': await gateway.newCode('Ann') } : key;
  });
  afterEach(async () => {
    listening.server.closeAllConnections();
    await listening.close();
  });
  const body = JSON.stringify({ query: 'tv', count: 5 });
  const vanish = (headers: Record<string, string>) => {
    const raw = rawSocket(listening.port);
    const lines = Object.entries({ ...who, ...headers, host: 'a', 'content-type': 'application/json' });
    const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n');
    raw.socket.pause();
    raw.write(`POST ${search} HTTP/1.1\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    return raw.socket;
  };
  const ask = async (headers: Record<string, string> = {}) => {
    const response = await gateway.post(search, { query: 'tv', count: 5 }, { ...who, ...headers });
    return [response.status, response.headers.get('spillway-credits')];
  };

  test.each([
    ['a request', {}],
    ['a refresh', refresh],
  ])('before the answer to %s came is given it when it asks the same again', async (_what, headers) => {
    const finish = gateway.upstream.hold();
    const socket = vanish(headers);
    await eventually(() => gateway.upstream.calls.length === 1);
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 30));
    finish();
    await eventually(async () => /under_way 0/.test(await (await gateway.get('/metrics')).text()));
    expect(await ask(headers)).toEqual([200, '0']);
    expect(gateway.upstream.calls).toHaveLength(1);
    // Now it has been read, and a refresh is a new one.
    expect(await ask(refresh)).toEqual([200, '1']);
  });

  test('after the answer was sent and before it was read is given it when it asks the same again', async () => {
    const socket = vanish(refresh);
    await eventually(() => gateway.lines.some((line) => line.includes('"from":"miss"')));
    socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await ask(refresh)).toEqual([200, '0']);
    expect(gateway.upstream.calls).toHaveLength(1);
    gateway.wind(3_600_000);
    expect(await ask(refresh)).toEqual([200, '1']);
  });

  test('is not confused with one that asks again on the same connection', async () => {
    for (let i = 0; i < 2; i += 1) {
      const response = await fetch(`http://127.0.0.1:${listening.port}${search}`, {
        method: 'POST',
        headers: { ...who, ...refresh, 'content-type': 'application/json' },
        body,
      });
      await response.text();
      expect(response.headers.get('spillway-credits')).toBe('1');
    }
  });
});

test('a job whose headers alone were asked for is not taken for read', async () => {
  const gateway = await start({ SPILLWAY_CACHE_AGE: '0s' });
  const later = { ...key, prefer: 'respond-async, wait=0' };
  const free = gateway.upstream.hold();
  const job = (await gateway.post(valuation, { unit: 'A' }, later)).headers.get('location') ?? '';
  free();
  const look = () =>
    gateway.gateway.fetch(
      new Request(`https://gateway.test${job}`, { method: 'HEAD', headers: { ...key, prefer: 'wait=5' } }),
      {},
    );
  expect((await look()).status).toBe(200);
  expect((await gateway.post(valuation, { unit: 'A' }, key)).headers.get('spillway-cache')).toBe('hit');
  expect(gateway.upstream.calls).toHaveLength(1);
});
