// Cells that look back over what only the gateway has, over HTTP: the add-in's own reader, a real socket, the gateway's own routes.
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { openHistory } from '../../../src/excel/history/openHistory';
import { browserClock } from '../../../src/excel/stores/browserPorts';
import { silentBroadcast } from '../../../src/excel/user/changeBroadcast';
import { defaultSettings } from '../../../src/engine/request/settings';
import { createFunctions } from '../../../src/functions/createFunctions';
import { createMemoryRows } from '../../../src/history/rows';
import { answer as serviceAnswer } from '../../gateway/support/fakeUpstream';
import { eventually } from '../../gateway/support/eventually';
import { search, testGateway, type TestGateway } from '../../gateway/support/testGateway';
import { errorOf, installCustomFunctions } from '../support/customFunctions';
import { answer, fakeRuntime, plainHost } from '../support/fakeRuntime';
import { removeFolder } from '../../removeFolder';

const day = 86_400_000;
let gateway: TestGateway;
let server: ReturnType<typeof serve>;
let folder: string;
let times: number[];
let status: number | undefined;

beforeAll(async () => {
  installCustomFunctions();
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-http-'));
  gateway = await testGateway({ SPILLWAY_DATA: folder });
  server = serve({
    fetch: (request) =>
      status !== undefined && new URL(request.url).pathname.startsWith('/history')
        ? new Response('{}', { status, headers: { 'spillway-gateway': '1' } })
        : gateway.gateway.fetch(request, {}),
    port: 0,
    hostname: '127.0.0.1',
  });
  await new Promise((resolve) => server.once('listening', resolve));
  times = [];
  for (const price of [100, 90, 80]) {
    gateway.upstream.reply = () => serviceAnswer(200, [{ id: 'x', name: 'Phone x', price, currency: 'RUB' }]);
    const response = await gateway.post(
      search,
      { query: 'phone', count: 20 },
      { 'access-token': 'key-of-ann', 'cache-control': 'no-cache' },
    );
    await response.text();
    times.push(Number(response.headers.get('spillway-at')));
    gateway.wind(2 * day);
  }
  await eventually(() => {
    const { history } = gateway.gateway.health() as { readonly history: { readonly owed: number } };
    return history.owed === 0;
  });
});

afterEach(() => (status = undefined));

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await gateway.close();
  removeFolder(folder);
});

/** An add-in that has bought nothing itself. */
function newAddIn() {
  const { port } = server.address() as AddressInfo;
  const asked: string[] = [];
  const fake = fakeRuntime(() =>
    Promise.resolve(
      answer([{ id: 'x', name: 'Phone x', price: 80, currency: 'RUB' }], { fetchedAt: times[2]! }),
    ),
  );
  const history = openHistory({
    fetch: (url, init) => {
      asked.push(url);
      return fetch(`http://127.0.0.1:${port}${url}`, init);
    },
    clock: { ...browserClock, setTimer: () => () => undefined },
    access: () => Promise.resolve({ baseUrl: '', key: 'key-of-ann' }),
    settings: { current: () => defaultSettings },
    locks: undefined,
    notice: () => undefined,
    broadcast: silentBroadcast,
    rows: createMemoryRows(),
  });
  const functions = createFunctions({ ...fake.runtime, history: () => Promise.resolve(history) }, plainHost, {
    now: () => times[2]! + 1_234.5,
    timeout: 10_000,
  });
  const past = async (options: string) =>
    (await functions['RURETAIL.SEARCH']!([['phone']], null, null, [[options]], {
      address: 'S!A1',
    })) as unknown[][];
  const series = async () =>
    (await functions['HISTORY.SERIES']!(
      'RURETAIL.SEARCH',
      [['Phone x']],
      null,
      null,
      null,
      0,
      [['headers=0']],
      {
        address: 'S!B1',
      },
    )) as unknown[][];
  return { past, series, asked, bought: fake.asked };
}

const iso = (time: number) => {
  const date = new Date(time);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};

test('dates and ages reach the history of the gateway', async () => {
  const { past, bought } = newAddIn();
  expect(await past(`columns=price; headers=0; as_of=${iso(times[1]!)}`)).toEqual([[90]]);
  expect(await past('columns=price; headers=0; as_of=1d')).toEqual([[90]]);
  expect(bought).toEqual([]);
  expect(await past('columns=price; headers=0; changes=3d')).toEqual([[80, 100, -20]]);
  expect(await past('columns=price; headers=0; changes')).toEqual([[80, 90, -10]]);
});

test('a name from the table finds an item that only the gateway has', async () => {
  expect((await newAddIn().series()).map(([, price]) => price)).toEqual([100, 90, 80]);
});

test.each([422, 503])(
  'a %i is said in the cell, and only an outage stops the other questions',
  async (code) => {
    const { past, series, asked } = newAddIn();
    status = code;
    const { code: error, message } = await errorOf(() => past(`columns=price; as_of=${iso(times[1]!)}`));
    expect([error, message]).toEqual(['#N/A', expect.stringContaining('gateway’s history cannot be read')]);
    status = undefined;
    const before = asked.length;
    if (code === 422) expect((await series()).map(([, price]) => price)).toEqual([100, 90, 80]);
    else {
      expect((await errorOf(series)).message).toContain('gateway’s history cannot be read');
      expect(asked).toHaveLength(before);
    }
  },
);
