// WATCH.ALERTS and WATCH.STATUS in a sheet, against what a gateway says. Neither sends a request for data.
import { memoryRuntime } from '../../../src/excel/memoryRuntime';
import { createFunctions } from '../../../src/functions/createFunctions';
import { installCustomFunctions } from '../support/customFunctions';
import { plainHost, richHost } from '../support/fakeRuntime';

beforeAll(installCustomFunctions);

const now = new Date(2027, 4, 10, 12).getTime();
const day = 86_400_000;
const price = { run: 1, day: 1, month: 31 };
const watch = {
  id: 'w1',
  name: 'Kettles',
  requests: [{ operation: 'ruretail', body: { query: 'kettle' }, cell: 'Prices!A2' }],
  schedule: { kind: 'days', days: [1], at: '07:00', zone: 'UTC' },
  limits: { day: 10, month: 100 },
  conditions: [{ kind: 'below', field: 'price', value: 500 }],
  crowded: false,
  unseen: 1,
  state: 'on',
  nextAt: now + day,
  asked: false,
  last: { startedAt: now - day, outcome: 'ok', credits: 1, responses: 1, changed: 1, rows: 3 },
  price,
  spent: { day: 0, month: 7 },
  owner: 'Ann',
  own: true,
};
const alerts = [
  {
    number: 2,
    at: now - day,
    kind: 'changed',
    operation: 'ruretail',
    item: 'Kettle',
    itemId: '1',
    field: 'price',
    target: 10,
    before: 600,
    now: 480,
    currency: 'RUB',
    cell: 'Prices!A2',
    tick: 1,
    credits: 1,
  },
  {
    number: 1,
    at: now - 9 * day,
    kind: 'failed',
    detail: 'The service answered with status 500.',
    credits: 0,
  },
  {
    number: 0,
    at: now - 10 * day,
    kind: 'below',
    operation: 'ruretail',
    item: 'Kettle B',
    field: 'price',
    target: 500,
    before: 520,
    now: 480,
    currency: 'RUB',
    own: { item: 'Kettle', at: now - 11 * day },
    credits: 1,
  },
  {
    number: -1,
    at: now - 11 * day,
    kind: 'below',
    operation: 'ruretail',
    item: 'kettle',
    figure: 'min(price)',
    target: 500,
    now: 480,
    currency: 'RUB',
  },
].map((alert) => ({ ...alert, watch: 'w1', name: 'Kettles', unseen: alert.number === 2 }));

const fromGateway = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'spillway-gateway': '1' } });

async function sheet(
  respond: (path: string) => Response,
  settings: { baseUrl?: string } = {},
  host = plainHost,
) {
  const asked: string[] = [];
  const runtime = await memoryRuntime({
    fetch: (url) => {
      asked.push(String(url));
      return Promise.resolve(respond(String(url)));
    },
  });
  await runtime.key.save('a-key-of-sixteen');
  await runtime.settings.update(settings);
  const recalculated: string[] = [];
  const functions = createFunctions(runtime, host, {
    now: () => now,
    recalculate: (cells) => recalculated.push(...cells),
  });
  const call = (name: string, ...args: unknown[]) =>
    Promise.resolve(functions[name]!(...args, { address: 'S!A1' })) as Promise<unknown[][]>;
  return { runtime, call, asked, recalculated };
}

const gateway = (path: string): Response => {
  const url = new URL(path, 'https://gateway.test');
  if (url.pathname === '/gateway/watches')
    return fromGateway({ watches: [watch], keepsKey: false, hosts: [] });
  const since = Number(url.searchParams.get('since') ?? 0);
  const found = alerts.filter(({ at }) => at >= since);
  return url.pathname === '/gateway/watches/alerts'
    ? fromGateway({ alerts: found, unseen: 1 })
    : fromGateway({ detail: 'Not found.' }, 404);
};

test('WATCH.ALERTS shows a percentage with its decimals', async () => {
  const targets = async (percent: number) => {
    const respond = () => fromGateway({ alerts: [{ ...alerts[0], target: percent }], unseen: 0 });
    const { call } = await sheet(respond, {}, richHost);
    return (await call('WATCH.ALERTS', null))[1]?.[5];
  };
  expect(await targets(10)).toMatchObject({ basicValue: 0.1, numberFormat: '0%' });
  expect(await targets(0.25)).toMatchObject({ basicValue: 0.0025, numberFormat: '0.00%' });
});

test('WATCH.ALERTS spills what happened with before, now, cost and place, and is calculated again with news', async () => {
  const { runtime, call, asked, recalculated } = await sheet(gateway);
  const [headings, first, second, third, fourth] = await call('WATCH.ALERTS', null);
  expect(headings).toEqual([
    'Seen',
    'Watch',
    'Alert',
    'Item',
    'Field',
    'Target',
    'Before',
    'Now',
    'Credits',
    'Where',
  ]);
  expect(first?.slice(1)).toEqual([
    'Kettles',
    'Kettle: Price fell by 20%, from 600 RUB to 480 RUB.',
    'Kettle',
    'Price',
    0.1,
    600,
    480,
    1,
    'Prices!A2',
  ]);
  expect(second?.slice(1)).toEqual([
    'Kettles',
    'A run failed. The service answered with status 500.',
    ...['', '', '', '', ''],
    0,
    '',
  ]);
  expect(third?.slice(2, 8)).toEqual([
    'Kettle B: Price is 480 RUB, below your price of 500 RUB for Kettle (as of Apr 29, 2027). It was 520 RUB.',
    'Kettle B',
    'Price',
    500,
    520,
    480,
  ]);
  expect(fourth?.slice(2, 8)).toEqual([
    'kettle: Lowest price is 480 RUB, below 500 RUB.',
    'kettle',
    'Lowest price',
    500,
    '',
    480,
  ]);
  expect(await call('WATCH.ALERTS', '7d')).toHaveLength(2);
  expect(await call('WATCH.ALERTS', [['2027-05-09']])).toHaveLength(2);
  expect(await call('WATCH.ALERTS', [['2027-05-10']])).toHaveLength(1);
  await expect(call('WATCH.ALERTS', 'soon')).rejects.toMatchObject({
    message: expect.stringContaining('since must be a date') as string,
  });
  expect(recalculated).toEqual([]);
  (await runtime.watches()).changed();
  expect(recalculated).toEqual(['S!A1']);
  expect(asked.filter((url) => !url.includes('/gateway/watches/alerts'))).toEqual([]);
  await runtime.engine.close();
});

test('whoever reads the list tells the others what is new in it, also a run that nobody saw under way', async () => {
  let state: object = watch;
  const { runtime } = await sheet((path) =>
    path.startsWith('/gateway/watches/')
      ? gateway(path)
      : fromGateway({ watches: [state], keepsKey: false, hosts: [] }),
  );
  const watches = await runtime.watches();
  let told = 0;
  watches.subscribe(() => (told += 1));
  await watches.list(true);
  expect(told).toBe(1);
  await watches.list(true);
  expect(told).toBe(1);
  state = { ...watch, last: { ...watch.last, startedAt: now } };
  await watches.list(true);
  expect(told).toBe(2);
  await runtime.engine.close();
});

test('WATCH.STATUS spills one row for each watch, and does not count as a look at it', async () => {
  const { runtime, call, asked } = await sheet(gateway);
  const [headings, row] = await call('WATCH.STATUS');
  const shown: Record<string, unknown> = {};
  for (const [index, heading] of (headings ?? []).entries()) shown[String(heading)] = row?.[index];
  expect(shown).toMatchObject({
    Watch: 'Kettles',
    State: 'on',
    Outcome: 'ok',
    'Rows changed': 3,
    Credits: 1,
    'Spent this month': 7,
    'Limit a day': 10,
    'Unseen alerts': 1,
  });
  expect(asked).toEqual([expect.stringContaining('/gateway/watches?look=false')]);
  await runtime.engine.close();
});

test.each([
  ['an add-in that uses no gateway', { baseUrl: 'https://service.test' }, gateway, 'Watches need a gateway'],
  ['a gateway without watches', {}, () => fromGateway({ detail: 'Not found.' }, 404), 'runs no watches'],
  ['a plain file server', {}, () => new Response('<html>', { status: 200 }), 'runs no watches'],
  [
    'a gateway whose store is away',
    {},
    () => fromGateway({ detail: 'The gateway cannot reach the store of its watches.' }, 503),
    'cannot reach the store',
  ],
])('%s says so in a sentence', async (_name, settings, respond, sentence) => {
  const { runtime, call, asked } = await sheet(respond, settings);
  for (const name of ['WATCH.ALERTS', 'WATCH.STATUS'])
    await expect(call(name)).rejects.toMatchObject({ message: expect.stringContaining(sentence) as string });
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
  await runtime.engine.close();
});
