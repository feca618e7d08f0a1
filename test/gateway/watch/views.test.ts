// Alerts on figures against the sheet: the add-in's own client, a real gateway, the sandbox. The figure in an alert is the one that the
// formula shows, whatever was fetched besides.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen as startSandbox, type RunningSandbox } from '../../../sandbox/listen';
import { makeDataRequest, type DataRequest } from '../../../src/engine/request/dataRequest';
import { defaultSettings } from '../../../src/engine/request/settings';
import type { Asking } from '../../../src/excel/runtime';
import { browserClock } from '../../../src/excel/stores/browserPorts';
import { gatewayWatches } from '../../../src/excel/watch/gatewayWatches';
import { operationOf } from '../../../src/operations';
import type { NewWatch, WatchedProduct, WatchCondition } from '../../../src/protocol/watches';
import { gridOf } from '../../../src/spill/grid/gridOf';
import { removeFolder } from '../../removeFolder';
import { read } from '../../spill/read/readings';
import { eventually } from '../support/eventually';
import { testGateway, type TestGateway } from '../support/testGateway';

const code = 'an-admin-code-of-many-letters';
const query = 'iphone 15';
let sandbox: RunningSandbox;
let folder: string;
let gateway: TestGateway;
/** What the service has; the sandbox's own unless a test changes it. */
let changed: (records: readonly Offer[]) => readonly Offer[];

interface Offer {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly currency?: string;
}

const fetchOffers = async (count: number): Promise<readonly Offer[]> => {
  const response = await fetch(`${sandbox.url}${operationOf('ruretail').path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'access-token': 'sandbox-large' },
    body: JSON.stringify({ query, count }),
  });
  return (await response.json()) as readonly Offer[];
};

beforeEach(async () => {
  sandbox = await startSandbox();
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-views-'));
  gateway = await testGateway({
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'the-key-of-the-team',
    SPILLWAY_ADMIN_CODE: code,
    SPILLWAY_DATA: folder,
  });
  changed = (records) => records;
  gateway.upstream.reply = async ({ body = '{}' }) => {
    const { count } = JSON.parse(body) as { count: number };
    const records = changed(await fetchOffers(count));
    return {
      status: 200,
      type: 'application/json',
      retryAfter: undefined,
      body: Buffer.from(JSON.stringify(records)),
    };
  };
});
afterEach(async () => {
  await gateway.close();
  await sandbox.close();
  removeFolder(folder);
});

/** What a formula shows in its cell for these records. */
function inSheet(options: string, records: readonly Offer[], accepted: readonly string[] = []): unknown {
  const outcome = { records: records as never, fetchedAt: 0, from: 'cache' };
  const { cells } = gridOf(
    read('ruretail', query, null, null, `${options}; bare=yes; formats=no`),
    [outcome],
    {
      formats: false,
      acceptedOf: () => new Set(accepted),
    },
  );
  return cells[0]?.[0];
}

const watchesOf = () =>
  gatewayWatches({
    access: () => Promise.resolve({ baseUrl: '', key: code }),
    settings: { current: () => defaultSettings },
    clock: browserClock,
    fetch: async (url, init) => gateway.gateway.fetch(new Request(`https://gateway.test${url}`, init), {}),
  });

const asks = (count: number): DataRequest => makeDataRequest('ruretail', { query, count });
const always = (field: string): WatchCondition => ({ kind: 'below', field, value: 1e9, already: true });

/** One watch with these cells, after its first run. */
async function watched(
  asking: readonly Asking[],
  more: Pick<NewWatch, 'conditions' | 'ownProducts'>,
  request = asks(25),
) {
  const watches = watchesOf();
  const form: NewWatch = {
    name: 'A watch',
    requests: [watches.requestOf(request, 'Board!B2', asking)],
    schedule: { kind: 'days', days: [1, 2, 3, 4, 5, 6, 7], at: '07:00', zone: 'UTC' },
    limits: { day: 1_000, month: 10_000 },
    ...more,
  };
  const price = await watches.price(form);
  const { next: _next, ...agreed } = price;
  const made = await watches.create(form, agreed, false);
  const shown = async () => (await watches.list(false)).watches.find(({ id }) => id === made.id)!;
  let ranAt = 0;
  const run = async () => {
    gateway.wind(60_000);
    await watches.run(made.id, agreed);
    const { last } = await eventually(async () => {
      const watch = await shown();
      return watch.last && watch.last.startedAt > ranAt && !watch.running ? watch : undefined;
    });
    ranAt = last!.startedAt;
    return (await watches.alerts()).alerts;
  };
  return { made, shown, run, watches };
}

const where = 'price>30000 and not name has чехол';

test.each(['min(price)', 'median(price)', 'max(price)', 'count()'])(
  'an alert on %s has the figure that the sheet shows under its condition, count and matches',
  async (field) => {
    const records = await fetchOffers(20);
    const accepted = records
      .filter(({ price }) => price > 30_000)
      .map(({ id }) => id)
      .slice(1, 4);
    const ask = asks(10);
    const asking: readonly Asking[] = [
      { cell: 'Board!B2', requests: [ask], where: [where] },
      { cell: 'Board!B3', requests: [ask] },
      { cell: 'Board!B4', requests: [ask], matched: true },
    ];
    const ownProducts: WatchedProduct[] = [{ operation: 'ruretail', item: 'IPhone 15', accepted }];
    const { run, shown } = await watched(asking, { conditions: [always(field)], ownProducts }, ask);
    const alerts = await run();
    const first = records.slice(0, 10);
    const expected = {
      'Board!B2': inSheet(`columns=${field}; where=${where}`, first),
      'Board!B3': inSheet(`columns=${field}`, first),
      'Board!B4': inSheet(`columns=${field}; matched=yes`, first, accepted),
    };
    expect(new Set(Object.values(expected)).size).toBeGreaterThan(1);
    expect(Object.fromEntries(alerts.map(({ cell, now }) => [cell, now]))).toEqual(expected);
    expect((await shown()).blind).toEqual([]);
    // The next run finds nothing new.
    expect(await run()).toHaveLength(3);
  },
);

test('an accessory that the formula leaves out raises no alert, and neither does its field', async () => {
  const asking: readonly Asking[] = [{ cell: 'Board!B2', requests: [asks(25)], where: [where] }];
  const conditions: WatchCondition[] = [
    { kind: 'below', field: 'min(price)', value: 20_000 },
    { kind: 'below', field: 'price', value: 20_000 },
    { kind: 'new' },
    { kind: 'gone' },
  ];
  const { run } = await watched(asking, { conditions });
  expect(await run()).toEqual([]);
  const case_ = { id: 'accessory', name: 'Чехол iPhone 15', price: 3_590, currency: 'RUB' };
  changed = (records) => [...records, case_];
  expect(await run()).toEqual([]);
  // What the formula shows is told, with its cell; what it stops to show because of its price is not gone.
  const phone = { id: 'phone', name: 'iPhone 15 128 ГБ', price: 31_000, currency: 'RUB' };
  changed = (records) => [...records, case_, phone];
  expect(await run()).toMatchObject([{ kind: 'new', item: phone.name, cell: 'Board!B2' }]);
  changed = (records) => [...records, case_, { ...phone, price: 29_000 }];
  expect(await run()).toHaveLength(1);
});

test('what cannot be told is said when it is made and in the list, and raises no alert', async () => {
  const ask = asks(25);
  const asking: readonly Asking[] = [
    { cell: 'Board!B2', requests: [ask], where: ['price>>no number'] },
    { cell: 'Board!B3', requests: [ask], matched: true },
    { cell: 'Board!B4', requests: [ask], where: ['price>30000'] },
  ];
  changed = (records) =>
    records.map((record, place) => ({ ...record, currency: place === 0 ? 'KZT' : 'RUB' }));
  const { made, run, shown, watches } = await watched(asking, { conditions: [always('count()')] });
  const before = [
    { cell: 'Board!B2', why: expect.stringContaining('is a number') as string },
    { cell: 'Board!B3', why: 'This product is not decided in Match.' },
  ];
  expect(made.blind).toEqual(before);
  expect(await run()).toEqual([]);
  const mixed = { cell: 'Board!B4', why: expect.stringContaining('KZT and RUB') as string };
  expect((await shown()).blind).toEqual([...before, mixed]);
  // Once all of it is in one currency, and the product is decided, it is told.
  changed = (records) => records;
  const [first] = await fetchOffers(25);
  await watches.change(made.id, {
    ownProducts: [{ operation: 'ruretail', item: query, accepted: [first!.id] }],
  });
  expect((await run()).map(({ cell, now }) => [cell, now])).toEqual(
    expect.arrayContaining([
      ['Board!B3', 1],
      ['Board!B4', expect.any(Number) as number],
    ]),
  );
  expect((await shown()).blind).toEqual(before.slice(0, 1));
});

test('a watch of an earlier version counts all results of its request, as it did', async () => {
  const { run, shown } = await watched([], { conditions: [always('count()')] });
  expect((await shown()).requests[0]).not.toHaveProperty('views');
  const records = await fetchOffers(25);
  expect((await run()).map(({ now, cell }) => [now, cell])).toEqual([[records.length, 'Board!B2']]);
});
