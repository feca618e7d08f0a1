// What was decided in Match, in the sheet: the option matched and MATCH.STATUS, over the real engine. None of it sends a request.
import { memoryRuntime } from '../../../src/excel/memoryRuntime';
import { createFunctions } from '../../../src/functions/createFunctions';
import { createMemoryRows } from '../../../src/history/rows';
import type { Decision } from '../../../src/match/decision';
import { installCustomFunctions } from '../support/customFunctions';
import { plainHost } from '../support/fakeRuntime';

beforeAll(installCustomFunctions);

const shop = [
  { id: 'a', name: 'Смартфон Apple iPhone 16 128GB Black', brand: { name: 'Apple' }, price: 80_000 },
  { id: 'b', name: 'Смартфон Apple iPhone 16 256GB Black', brand: { name: 'Apple' }, price: 90_000 },
  { id: 'c', name: 'Чехол для Apple iPhone 16', brand: { name: 'Deppa' }, price: 900 },
];

async function setUp() {
  let records: readonly object[] = shop;
  let sent = 0;
  const runtime = await memoryRuntime({
    historyRows: createMemoryRows(),
    fetch: (url) => {
      if (String(url).endsWith('/token/statistic')) return Promise.resolve(Response.json([]));
      if (!String(url).includes('/api/')) return Promise.resolve(new Response(null, { status: 404 }));
      sent += 1;
      return Promise.resolve(Response.json(records));
    },
  });
  await runtime.key.save('a-key-of-sixteen');
  await runtime.settings.update({ askAbove: 1_000 });
  const recalculated: string[] = [];
  const functions = createFunctions(runtime, plainHost, {
    now: () => Date.UTC(2026, 10, 16),
    recalculate: (cells) => recalculated.push(...cells),
  });
  const search = (items: string[][], options: string, cell = 'S!B1') =>
    functions['RURETAIL.SEARCH']!(items, [[20]], null, [[options]], { address: cell }) as Promise<
      unknown[][]
    >;
  const status = (items: string[][], source?: string) =>
    functions['MATCH.STATUS']!(items, source ?? null, { address: 'S!C1' }) as Promise<unknown[][]>;
  const decide = (item: string, ...ids: string[]) => {
    const accepted = ids.map((id) => ({ id, name: shop.find((one) => one.id === id)!.name }));
    const made: Decision = {
      operation: 'ruretail',
      item,
      accepted,
      seen: ['a', 'b', 'c'],
      at: Date.UTC(2026, 10, 2),
    };
    return runtime.matches.decide([made]);
  };
  return {
    runtime,
    search,
    status,
    decide,
    recalculated,
    sent: () => sent,
    sell: (next: readonly object[]) => (records = next),
  };
}

const phone = 'iphone 16 128gb';

test('matched=yes shows the accepted products of each item, and figures of them', async () => {
  const { runtime, search, decide, recalculated, sent } = await setUp();
  const undecided = expect.stringContaining('Undecided') as string;
  expect(await search([[phone], ['kettle']], 'min(price); matched=yes')).toEqual([[undecided], [undecided]]);
  const requests = sent();
  await decide(phone, 'a', 'b');
  await decide('kettle');
  expect(recalculated).toContain('S!B1');
  expect(await search([[phone], ['kettle']], 'min(price),count(); matched=yes')).toEqual([
    [80_000, 2],
    [expect.stringContaining('None of the results'), 0],
  ]);
  expect(
    await search([[phone.toUpperCase()]], 'columns=price; headers=0; matched=yes; where=price>85000'),
  ).toEqual([[90_000]]);
  expect(sent() - requests).toBeLessThanOrEqual(1);
  await runtime.engine.close();
});

test('MATCH.STATUS shows no price for which nothing can be bought', async () => {
  const { search, status, decide, sell } = await setUp();
  const [one, other] = shop;
  sell([{ ...one, is_available: false }, other!]);
  await search([[phone]], 'columns=name');
  await decide(phone, 'a', 'b');
  expect((await status([[phone]]))[0]?.at(3)).toBe(90_000);
  // Nor is it the last price of what is gone.
  const away = await setUp();
  away.sell([{ ...one, is_available: false }]);
  await away.search([[phone]], 'columns=name');
  await away.decide(phone, 'a');
  const { reader } = await away.runtime.history();
  while ((await reader.items({ operation: 'ruretail', id: 'a' })).length === 0)
    await new Promise(setImmediate);
  away.sell([]);
  const [use] = away.runtime.cells.uses();
  await away.runtime.engine.refresh(use!.requests, [use!.cell]);
  expect((await away.status([[phone]]))[0]).toMatchObject(['gone', one!.name, expect.any(Number), '']);
  // Nor one that is not comparable with the other.
  const abroad = await setUp();
  abroad.sell([{ ...one, currency: 'KZT' }, other!]);
  await abroad.search([[phone]], 'columns=name');
  await abroad.decide(phone, 'a', 'b');
  expect((await abroad.status([[phone]]))[0]?.at(3)).toBe('');
});

test('MATCH.STATUS says what is known of each item, and sends nothing', async () => {
  const { runtime, search, status, decide, sell, sent } = await setUp();
  await search([[phone]], 'columns=name');
  const day = 46_328;
  expect(await status([[phone], [''], ['nothing like it']])).toEqual([
    ['undecided, 1 candidate', '', '', ''],
    ['', '', '', ''],
    ['undecided, 0 candidates', '', '', ''],
  ]);
  await decide(phone, 'a');
  await decide('galaxy s25');
  expect(
    (await status([[phone], ['galaxy s25']])).map(([first, second, date, price]) => [
      first,
      second,
      date,
      price,
    ]),
  ).toEqual([
    ['matched', shop[0]!.name, day, 80_000],
    ['none', '', day, ''],
  ]);
  const requests = sent();
  const { reader } = await runtime.history();
  const isKept = async () => (await reader.items({ operation: 'ruretail', id: 'a' })).length > 0;
  while (!(await isKept())) await new Promise(setImmediate);
  // The accepted one is gone, and what is there was seen before.
  sell([shop[2]!]);
  const [use] = runtime.cells.uses();
  await runtime.engine.refresh(use!.requests, [use!.cell]);
  const [gone] = await status([[phone]]);
  expect(gone).toMatchObject(['gone', shop[0]!.name, expect.any(Number), 80_000]);
  // Of two, one is gone: the price is that of the other.
  sell([shop[1]!, shop[2]!]);
  await decide('iphone 16', 'a', 'b');
  await search([['iphone 16']], 'columns=name', 'S!D1');
  expect((await status([['iphone 16']]))[0]).toMatchObject([
    'partly gone, 1 of 2',
    ...[1, 2].map(() => expect.anything() as unknown),
    90_000,
  ]);
  // Another offer of the same thing turns up. While it cannot be bought, it has no price.
  sell([{ ...shop[0]!, id: 'd', price: 0 }, shop[0]!]);
  await runtime.engine.refresh(use!.requests, [use!.cell]);
  expect((await status([[phone]]))[0]).toMatchObject(['new candidate', shop[0]!.name, expect.anything(), '']);
  sell([{ ...shop[0]!, id: 'd' }, shop[0]!]);
  await runtime.engine.refresh(use!.requests, [use!.cell]);
  expect((await status([[phone]]))[0]!.slice(0, 2)).toEqual(['new candidate', shop[0]!.name]);
  expect(sent() - requests).toBe(4);
  await runtime.engine.close();
});

test('MATCH.STATUS tells a faulty cell in its own row, and the others as ever', async () => {
  const { search, status, decide } = await setUp();
  await search([[phone]], 'columns=name');
  await decide(phone, 'a');
  const [first, second, third] = await status([[phone], ['#N/A'], ['galaxy s25']]);
  expect(first).toMatchObject(['matched', shop[0]!.name, expect.any(Number), 80_000]);
  expect(second).toMatchObject([{ code: '#N/A' }, '', '', '']);
  expect(third![0]).toBe('undecided, 0 candidates');
});

test('MATCH.STATUS has no price where two cities have two', async () => {
  const { runtime, search, status, decide, sell } = await setUp();
  await search([[phone]], 'columns=name');
  await decide(phone, 'a');
  const price = async () => (await status([[phone]]))[0]![3];
  await search([[phone]], 'columns=name; raw:city=spb', 'S!E1');
  expect(await price()).toBe(80_000);
  sell([{ ...shop[0]!, price: 81_000 }]);
  await search([[phone]], 'columns=name; raw:city=ekb', 'S!F1');
  expect(await price()).toBe('');
  const { reader } = await runtime.history();
  const places = async () => (await reader.items({ operation: 'ruretail', id: 'a' })).length;
  while ((await places()) < 3) await new Promise(setImmediate);
  sell([shop[2]!]);
  for (const { requests, cell } of runtime.cells.uses()) await runtime.engine.refresh(requests, [cell]);
  expect((await status([[phone]]))[0]).toMatchObject(['gone', shop[0]!.name, expect.any(Number), '']);
  await runtime.engine.close();
});
