// Handing over and creating while the way to the gateway breaks: after Stop nothing more is handed over, and what was is ended or said to be open.
import { defaultSettings } from '../../../src/engine/request/settings';
import { flat } from '../../engine/support/engineUnderTest';
import { simulatedClock } from '../../engine/support/simulatedClock';
import { gatewayWatches } from '../../../src/excel/watch/gatewayWatches';
import type { ShownWatch } from '../../../src/protocol/watches';

type Way = 'lost before' | 'lost after' | 'through';

/** A gateway that takes lists; `way` says for each question whether it arrives, and its response. */
function gateway(way: (method: string, nth: number) => Way) {
  const taken: { id: string; state: 'on' | 'ended' }[] = [];
  const asked: string[] = [];
  let stops = 0;
  const reply = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'spillway-gateway': '1' },
    });
  const shown = (one: (typeof taken)[number]): ShownWatch => ({
    ...one,
    name: 'Handed over',
    requests: [{ operation: 'hkproperty', body: { unit: 'A' } }],
    schedule: { kind: 'once', zone: 'UTC' },
    limits: { day: 1, month: 1 },
    price: { run: 1, day: 1, month: 1 },
    spent: { day: 0, month: 0 },
    asked: false,
    crowded: false,
    blind: [],
    unseen: 0,
    owner: 'Ann',
    own: true,
  });
  const handle = (method: string, url: string): Response => {
    if (method === 'POST') {
      // The same key again: taken once.
      taken[0] ??= { id: 'once-1', state: 'on' };
      return reply(201, shown(taken[0]));
    }
    const patched = method === 'PATCH' ? taken.find(({ id }) => url.endsWith(id)) : undefined;
    if (patched) patched.state = 'ended';
    return reply(200, patched ? shown(patched) : { watches: taken.map(shown), keepsKey: false, hosts: [] });
  };
  const watches = gatewayWatches({
    clock: simulatedClock(),
    fetch: (url, { method = 'GET' }) => {
      asked.push(method);
      const found = way(method, asked.length);
      const response = found === 'lost before' ? undefined : handle(method, url);
      return response && found === 'through'
        ? Promise.resolve(response)
        : Promise.reject(new TypeError('fetch failed'));
    },
    access: () => Promise.resolve({ baseUrl: '', key: 'key-of-the-test-0001' }),
    settings: { current: () => defaultSettings },
  });
  const take = () =>
    watches.takeOver({
      nameOf: () => 'Handed over',
      zone: 'UTC',
      keepKey: false,
      isStopped: () => stops > 0,
      failed: () => undefined,
    })([{ request: flat('A'), cells: ['S!A1'], maxAge: undefined }], 1);
  return { taken, asked, take, stop: () => (stops += 1) };
}

test('what had not arrived when Stop was pressed is not handed over afterwards', async () => {
  const { taken, asked, take, stop } = gateway((_, nth) => {
    if (nth > 1) return 'through';
    stop();
    return 'lost before';
  });
  expect(await take()).toBe('refused');
  expect(taken).toEqual([]);
  expect(asked).toEqual(['POST', 'GET']);
});

test('what had arrived when Stop was pressed is ended, although nobody heard that it had', async () => {
  const { taken, asked, take, stop } = gateway((_, nth) => {
    if (nth > 1) return 'through';
    stop();
    return 'lost after';
  });
  expect(await take()).toBe('refused');
  expect(taken).toMatchObject([{ state: 'ended' }]);
  expect(asked).toEqual(['POST', 'GET', 'PATCH']);
});

test('where the gateway cannot be asked after Stop, nobody says that it has stopped', async () => {
  const { taken, take, stop } = gateway((_, nth) => {
    if (nth > 1) return 'lost before';
    stop();
    return 'lost after';
  });
  expect(await take()).toBe('unknown');
  expect(taken).toMatchObject([{ state: 'on' }]);
});

/** Watches of a gateway that responds with these statuses, and the keys of what it was asked for. */
function responding(responses: readonly number[], list: () => readonly object[] = () => []) {
  const keys: unknown[] = [];
  const watches = gatewayWatches({
    clock: simulatedClock(),
    fetch: (_url, { method, body }) => {
      const headers = { 'spillway-gateway': '1' };
      if (method === 'GET')
        return Promise.resolve(Response.json({ watches: list(), keepsKey: false, hosts: [] }, { headers }));
      keys.push((JSON.parse(body as string) as { idempotencyKey?: unknown }).idempotencyKey);
      const status = responses[keys.length - 1] ?? 500;
      const text = JSON.stringify(status < 300 ? { id: 'a', blind: [] } : { detail: 'No.' });
      return Promise.resolve(new Response(text, { status, headers }));
    },
    access: () => Promise.resolve({ baseUrl: '', key: 'key-of-the-test-0001' }),
    settings: { current: () => defaultSettings },
  });
  return { watches, keys };
}
const price = { run: 1, day: 1, month: 31 };
const schedule = { kind: 'days', days: [1], at: '07:00', zone: 'UTC' } as const;
const limits = { day: 1, month: 31 };
const requests = [{ operation: 'hkproperty', body: { unit: 'A' } }] as const;

test('a watch that is created again because no response came is the same one, whatever was corrected, and another is another', async () => {
  const responses = [503, 201, 201, 503, 429, 409, 201, 503, 412, 201, 503, 404, 201];
  const { watches, keys } = responding(responses);
  const create = (name: string) =>
    watches.create({ name, requests, schedule, limits }, price, false).catch(() => undefined);
  for (const nth of responses.keys()) await create(`Try ${nth}`);
  expect(keys[0]).toEqual(expect.any(String));
  // The nth try is the same as which one: whoever was told what there is means another.
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 2, 3, 3, 3, 3, 7, 7, 9, 10, 10, 12]);
});

test('a run that is asked for again because no response came is the same one, until the list has news', async () => {
  const runs: object[] = [];
  const rest = { crowded: false, unseen: 0, asked: false, owner: 'Ann', own: true };
  const shown = { id: 'a', name: 'A', requests, schedule, limits, state: 'on', price, ...rest };
  const { watches, keys } = responding([503, 503, 503, 202, 202, 503, 202], () => [
    { ...shown, spent: { day: 0, month: 0 }, last: runs.at(-1) },
  ]);
  const run = (id = 'a') => watches.run(id, price).catch(() => undefined);
  await watches.list(false);
  await run();
  await run('b');
  await watches.list(false);
  await run();
  await run();
  const [lost, other, again, taken] = keys;
  expect([again, taken]).toEqual([lost, lost]);
  await run();
  await run();
  runs.push({ startedAt: 1, outcome: 'ok', credits: 1, responses: 1, changed: 0 });
  await watches.list(false);
  await run();
  expect(new Set([lost, other, ...keys.slice(4)]).size).toBe(5);
});
