// What passes through the gateway is kept and given back, for nothing and to nobody else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHistoryClient } from '../../../src/history/client';
import { openGatewayHistory } from '../../../src/gateway/openGatewayHistory';
import { readGatewaySettings } from '../../../src/gateway/settings/settings';
import type { Log } from '../../../src/gateway/telemetry/log';
import type { HistoryReader } from '../../../src/history/store';
import { answer } from '../support/fakeUpstream';
import { eventually } from '../support/eventually';
import { search, testGateway, type TestGateway } from '../support/testGateway';
import { removeFolder } from '../../removeFolder';

const day = 86_400_000;
const folders: string[] = [];
const running: TestGateway[] = [];

const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), 'spillway-history-'));
  folders.push(made);
  return made;
};

afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.close();
  for (const place of folders.splice(0)) removeFolder(place);
});

async function start(env: Record<string, string> = {}): Promise<TestGateway> {
  const gateway = await testGateway({ SPILLWAY_DATA: folder(), ...env });
  running.push(gateway);
  return gateway;
}

const historyOf = (gateway: TestGateway, credential: string): HistoryReader =>
  createHistoryClient(async (address) => {
    const response = await gateway.get(address, { 'access-token': credential });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  });

const phone = { operation: 'ruretail', id: 'x', comparable: '{}' } as const;
const priced = (price: number) => answer(200, [{ '@type': 'RuretailProduct', id: 'x', name: 'X', price }]);

async function buy(gateway: TestGateway, credential: string, price: number): Promise<number> {
  gateway.upstream.reply = () => priced(price);
  const response = await gateway.post(
    search,
    { query: 'phone', count: 3 },
    { 'access-token': credential, 'cache-control': 'no-cache' },
  );
  expect(response.status).toBe(200);
  await response.text();
  return Number(response.headers.get('spillway-at'));
}

const written = (gateway: TestGateway) =>
  eventually(() => {
    const { history } = gateway.gateway.health() as { history: { owed: number } };
    return history.owed === 0;
  });

test('every paid response is kept with the time it tells, and read without a call of the service', async () => {
  const gateway = await start();
  const times: number[] = [];
  for (const price of [100, 100, 90]) {
    times.push(await buy(gateway, 'key-of-ann', price));
    gateway.wind(day);
  }
  await written(gateway);
  const calls = gateway.upstream.calls.length;
  const history = historyOf(gateway, 'key-of-ann');
  expect(await history.series(phone, 'price')).toEqual({
    times,
    changes: [
      [times[0], 100],
      [times[2], 90],
    ],
  });
  expect(await history.items({ operation: 'ruretail' })).toMatchObject([{ id: 'x', label: 'X' }]);
  const [request] = await history.requests('ruretail');
  expect(await history.lists(request?.request ?? '')).toHaveLength(3);
  expect(await history.response(request?.request ?? '', times[1] ?? 0)).toMatchObject({
    at: times[1],
    asked: 3,
    records: [{ id: 'x', price: 100 }],
  });
  expect(gateway.upstream.calls).toHaveLength(calls);
});

test('a failure, and an answer that is no list, leave nothing', async () => {
  const gateway = await start();
  for (const reply of [
    answer(500, { detail: 'no' }),
    answer(200, '{"a":1}'),
    answer(412, { detail: 'none' }),
  ]) {
    gateway.upstream.reply = () => reply;
    await gateway.post(search, { query: 'phone', count: 3 }, { 'access-token': 'key-of-ann' });
  }
  await written(gateway);
  expect(await historyOf(gateway, 'key-of-ann').requests('ruretail')).toEqual([]);
});

test('in personal mode nobody sees, counts or deletes the history of another key', async () => {
  const gateway = await start();
  await buy(gateway, 'key-of-ann', 100);
  await written(gateway);
  const others = historyOf(gateway, 'key-of-bob');
  expect(await others.items({})).toEqual([]);
  expect(await others.series(phone, 'price')).toEqual({ times: [], changes: [] });
  const [request] = await historyOf(gateway, 'key-of-ann').requests('ruretail');
  expect(await others.lists(request?.request ?? '')).toEqual([]);
  expect(await others.response(request?.request ?? '', Date.now() + day)).toBeUndefined();
  const status = await gateway.get('/history/status', { 'access-token': 'key-of-bob' });
  expect(await status.json()).toMatchObject({ bytes: 0, items: 0, scope: 'own', mayDelete: true });
  await remove(gateway, 'key-of-bob');
  expect(await historyOf(gateway, 'key-of-ann').items({})).toHaveLength(1);
});

const remove = (gateway: TestGateway, credential: string, query = '') =>
  gateway.gateway.fetch(
    new Request(`https://gateway.test/history${query}`, {
      method: 'DELETE',
      headers: { 'access-token': credential },
    }),
    {},
  );

test('a history is deleted by item, source or whole, also what was still to be written', async () => {
  const gateway = await start();
  await buy(gateway, 'key-of-ann', 100);
  // It has not been written yet.
  expect((await remove(gateway, 'key-of-ann', '?operation=ruretail&id=x')).status).toBe(200);
  await written(gateway);
  const history = historyOf(gateway, 'key-of-ann');
  expect(await history.items({})).toEqual([]);
  gateway.wind(1);
  await buy(gateway, 'key-of-ann', 90);
  await written(gateway);
  expect(await history.items({})).toHaveLength(1);
  await remove(gateway, 'key-of-ann');
  expect(await history.items({})).toEqual([]);
  expect(await history.requests('ruretail')).toEqual([]);
});

const undo = async (gateway: TestGateway, credential: string, deleted: Response) => {
  const { deletion } = (await deleted.json()) as { deletion: string };
  return gateway.gateway.fetch(
    new Request(`https://gateway.test/history/undo?deletion=${deletion}`, {
      method: 'POST',
      headers: { 'access-token': credential },
    }),
    {},
  );
};

test('a deletion can be undone, by whoever it belongs to, for an hour', async () => {
  const gateway = await start();
  await buy(gateway, 'key-of-ann', 100);
  const deleted = await remove(gateway, 'key-of-ann');
  const history = historyOf(gateway, 'key-of-ann');
  expect(await history.items({})).toEqual([]);
  expect(await (await undo(gateway, 'key-of-bob', deleted.clone())).json()).toEqual({ undone: false });
  expect(await history.items({})).toEqual([]);
  expect(await (await undo(gateway, 'key-of-ann', deleted.clone())).json()).toEqual({ undone: true });
  expect(await history.items({})).toHaveLength(1);
  expect(await (await undo(gateway, 'key-of-ann', deleted)).json()).toEqual({ undone: false });
});

test.each([
  ['Redis alone', { REDIS_URL: 'redis://localhost:6379' }, 1],
  ['Redis alone, switched off', { REDIS_URL: 'redis://localhost:6379', SPILLWAY_HISTORY: 'off' }, 0],
  ['memory', { SPILLWAY_DATA: 'off' }, 0],
])('where none is kept, a start with %s says so where one might expect it', async (_, env, warnings) => {
  const { settings } = readGatewaySettings(
    { SPILLWAY_UPSTREAM: 'http://localhost:1', ...env },
    '/opt/spillway/server',
  );
  const said: unknown[] = [];
  const log = { warn: (text: unknown) => said.push(text) } as unknown as Log;
  const opened = await openGatewayHistory({
    settings,
    clock: Date.now,
    elapsed: Date.now,
    log,
    metrics: undefined as never,
  });
  expect(opened).toBeUndefined();
  expect(said).toHaveLength(warnings);
  for (const text of said) expect(text).toMatch(/no history is kept.*DATABASE_URL/);
});

test('tells the add-in whether it keeps a history', async () => {
  const [keeps, keepsNone] = [await start(), await start({ SPILLWAY_HISTORY: 'off' })];
  expect(await (await keeps.get('/gateway/info')).json()).toMatchObject({ history: true });
  expect(await (await keepsNone.get('/gateway/info')).json()).not.toHaveProperty('history');
});

describe('in a team', () => {
  const team = { SPILLWAY_MODE: 'team', SPILLWAY_KEY: 'the-key-of-the-team' };

  test('everybody reads what the team paid for, and only an administrator deletes it', async () => {
    const gateway = await start(team);
    const ann = await gateway.newCode('Ann');
    const bob = await gateway.newCode('Bob');
    const chief = await gateway.newCode('Chief', true);
    await buy(gateway, ann, 100);
    await written(gateway);
    expect(await historyOf(gateway, bob).items({})).toHaveLength(1);
    expect((await remove(gateway, ann)).status).toBe(403);
    expect(await historyOf(gateway, bob).items({})).toHaveLength(1);
    const deleted = await remove(gateway, chief);
    expect(deleted.status).toBe(200);
    expect(await historyOf(gateway, bob).items({})).toEqual([]);
    expect((await undo(gateway, ann, deleted.clone())).status).toBe(403);
    expect((await undo(gateway, chief, deleted)).status).toBe(200);
    expect(await historyOf(gateway, bob).items({})).toHaveLength(1);
    expect((await gateway.get('/history/items', { 'access-token': 'guess' })).status).toBe(401);
  });

  test('that does not share its cache, everybody has a history of their own', async () => {
    const gateway = await start({ ...team, SPILLWAY_SHARE_CACHE: 'person' });
    const ann = await gateway.newCode('Ann');
    const bob = await gateway.newCode('Bob');
    await buy(gateway, ann, 100);
    await written(gateway);
    expect(await historyOf(gateway, ann).items({})).toHaveLength(1);
    expect(await historyOf(gateway, bob).items({})).toEqual([]);
    expect((await remove(gateway, bob)).status).toBe(200);
    expect(await historyOf(gateway, ann).items({})).toHaveLength(1);
  });
});

describe('hostile questions', () => {
  test.each([
    '/history/items?operation=nothing',
    '/history/items?unknown=1',
    '/history/series?operation=ruretail&id=x',
    '/history/response?request=x&at=1e999',
    '/history/response?request=x&at=-5',
    '/history/response?request=x&at=1.5',
    `/history/lists?request=${'x'.repeat(9_000)}`,
    '/history/requests',
  ])('are refused: %s', async (address) => {
    const gateway = await start();
    const response = await gateway.get(address, { 'access-token': 'key-of-ann' });
    expect(response.status).toBe(422);
    expect(response.headers.get('spillway-credits')).toBe('0');
    expect(gateway.upstream.calls).toEqual([]);
  });

  test('find nothing, whatever they name', async () => {
    const gateway = await start();
    const history = historyOf(gateway, 'key-of-ann');
    for (const id of ['../../etc', '\uD800', "'; drop table spillway.items; --", '|', '%00', '😀', 'i|'])
      expect(await history.series({ ...phone, id, comparable: id }, id)).toEqual({ times: [], changes: [] });
    expect(await history.lists('__proto__')).toEqual([]);
  });

  test('are refused without a key, and answered with 429 when there are too many', async () => {
    const gateway = await start();
    expect((await gateway.get('/history/items')).status).toBe(401);
    const headers = { 'access-token': 'key-of-ann' };
    let refused: Response | undefined;
    for (let count = 0; count < 3_100 && !refused; count += 1) {
      const response = await gateway.get('/history/requests?operation=stays', headers);
      if (response.status !== 200) refused = response;
    }
    expect(refused?.status).toBe(429);
    expect((await gateway.get('/history/items', { 'access-token': 'key-of-bob' })).status).toBe(200);
    gateway.wind(61_000);
    expect((await gateway.get('/history/items', headers)).status).toBe(200);
  });

  test('strange records are kept and given back', async () => {
    const gateway = await start();
    const record = {
      id: '\0\uD800|😀',
      name: '\0',
      price: 1e308,
      labels: [{ name: '\\u0000 \0' }],
      __x: null,
    };
    gateway.upstream.reply = () => answer(200, [record, { id: 'x'.repeat(5_000), price: '12' }, 7, null]);
    await gateway.post(search, { query: 'phone', count: 3 }, { 'access-token': 'key-of-ann' });
    await written(gateway);
    const found = await historyOf(gateway, 'key-of-ann').items({});
    expect(found.map(({ id }) => id.length).sort((a, b) => a - b)).toEqual([5, 5_000]);
  });
});

test('a gateway that keeps no history says so', async () => {
  const gateway = await start({ SPILLWAY_HISTORY: 'off' });
  const response = await gateway.get('/history/items', { 'access-token': 'key-of-ann' });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ detail: 'This gateway does not keep a history.' });
});

test('a history folder that is damaged is told with its reason, and is used again once it is repaired', async () => {
  const data = folder();
  const damaged = path.join(data, 'history');
  mkdirSync(damaged);
  writeFileSync(path.join(damaged, 'CURRENT'), 'MANIFEST-000009\n');
  const gateway = await start({ SPILLWAY_DATA: data });
  const parts = () =>
    (gateway.gateway.health() as { failing?: readonly { part: string; cause: string }[] }).failing;
  await eventually(() => parts() !== undefined);
  expect(gateway.gateway.health()).toMatchObject({
    status: 'degraded',
    failing: [{ part: 'history', reason: expect.stringMatching(/./) as string }],
  });
  expect(await (await gateway.get('/metrics')).text()).toMatch(
    /^spillway_part_failing\{part="history",cause="\w+"\} 1$/m,
  );
  const at = await buy(gateway, 'key-of-ann', 100);
  rmSync(damaged, { recursive: true });
  await eventually(() => parts() === undefined);
  await written(gateway);
  expect(await historyOf(gateway, 'key-of-ann').series(phone, 'price')).toMatchObject({ times: [at] });
});

test('odd characters and values of one caller change nothing for the others', async () => {
  const gateway = await start();
  await buy(gateway, 'key-of-ann', 100);
  await written(gateway);
  const mallory = { 'access-token': 'key-of-mallory' };
  const send = (address: string, method: string) =>
    gateway.gateway.fetch(new Request(`https://gateway.test${address}`, { method, headers: mallory }), {});
  expect((await send('/history/undo?deletion=a%00b', 'POST')).status).toBe(422);
  for (const address of [
    'items?id=%00',
    'lists?request=%00x',
    'series?operation=ruretail&id=%00&comparable=&field=x',
  ])
    expect([address, (await send(`/history/${address}`, 'GET')).status]).toEqual([address, 422]);
  expect((await gateway.get('/history/items', { 'access-token': 'key-of-ann' })).status).toBe(200);
});

test('a deletion can be undone for an hour and not longer', async () => {
  const gateway = await start();
  const ann = { 'access-token': 'key-of-ann' };
  const send = async (address: string, method: string) => {
    const request = new Request(`https://gateway.test${address}`, { method, headers: ann });
    return (await (await gateway.gateway.fetch(request, {})).json()) as { deletion: string; undone: boolean };
  };
  for (const [minutes, undone] of [
    [59, true],
    [61, false],
  ] as const) {
    await buy(gateway, 'key-of-ann', 100);
    await written(gateway);
    const { deletion } = await send('/history', 'DELETE');
    gateway.wind(minutes * 60_000);
    expect((await send(`/history/undo?deletion=${deletion}`, 'POST')).undone).toBe(undone);
  }
});

test('one record nested very deep does not keep the rest out of the history', async () => {
  const gateway = await start();
  const deep = `{"@type":"RuretailProduct","id":"deep","name":"D","price":1,"x":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
  gateway.upstream.reply = () =>
    answer(200, `[${deep},{"@type":"RuretailProduct","id":"x","name":"X","price":100}]`);
  const response = await gateway.post(
    search,
    { query: 'phone', count: 3 },
    { 'access-token': 'key-of-ann', 'cache-control': 'no-cache' },
  );
  expect(response.status).toBe(200);
  await response.text();
  await written(gateway);
  await buy(gateway, 'key-of-ann', 90);
  await written(gateway);
  expect(gateway.gateway.health()).toMatchObject({ status: 'ok' });
  const series = await historyOf(gateway, 'key-of-ann').series(phone, 'price');
  expect(series.changes.map(([, value]) => value)).toEqual([100, 90]);
});
