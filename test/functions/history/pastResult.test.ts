import { SpillwayError } from '../../../src/engine/request/errors';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import type { Invocation } from '../../../src/functions/calls/invocation';
import { createFunctions } from '../../../src/functions/createFunctions';
import { localSerial } from '../../../src/spill/read/values/excelDate';
import { errorOf, installCustomFunctions } from '../support/customFunctions';
import { answer, fakeRuntime, keepResponse, plainHost, richHost } from '../support/fakeRuntime';

beforeAll(installCustomFunctions);

const day = 86_400_000;
/** Noon of whoever reads it, so that the day is the same in every time zone. */
const at = (days: number) => new Date(2026, 9, 5, 12).getTime() + days * day;
const iso = (days: number) => new Date(at(days)).toLocaleDateString('sv');
const request = makeDataRequest('ruretail', { query: 'phone', count: 3 });
const product = (id: string, price: number | null, stock = 5) => ({
  id,
  name: `Phone ${id}`,
  price,
  stock_in_stores: stock,
});

async function setUp(host = plainHost) {
  const results = [
    [product('a', 100), product('b', 50)],
    [product('a', 90), product('b', 50)],
    [product('c', 10), product('a', 95, 3)],
  ];
  const fake = fakeRuntime(() => Promise.resolve(answer(results[2]!, { fetchedAt: at(8) })));
  const recalculated: string[] = [];
  const functions = createFunctions(fake.runtime, host, {
    now: () => at(9),
    timeout: 2_000,
    recalculate: (cells) => recalculated.push(...cells),
  });
  const keep = (days: number, records: readonly Record<string, unknown>[]) =>
    keepResponse(fake.history, request, at(days), records);
  for (const [place, days] of [0, 4, 8].entries()) await keep(days, results[place]!);
  const call = async (options: string, query = 'phone') =>
    (await functions['RURETAIL.SEARCH']!([[query]], [[3]], null, [[options]], {
      address: 'S!A1',
    })) as unknown[][];
  return { ...fake, functions, call, keep, recalculated };
}

describe('changes', () => {
  test('shows beside each followed field what it was in the previous result', async () => {
    const { call } = await setUp();
    expect(await call('columns=name,price,stock_in_stores; changes')).toEqual([
      [
        'Product',
        'Price',
        'Price before',
        'Price change',
        'Stock in stores',
        'Stock in stores before',
        'Stock in stores change',
      ],
      ['Phone c', 10, '', '', 5, '', ''],
      ['Phone a', 95, 90, 5, 3, 5, -2],
    ]);
  });

  test('knows no change of a rating that nobody had given', async () => {
    const fake = fakeRuntime(() =>
      Promise.resolve(answer([{ ...product('a', 90), rating: 4.5 }], { fetchedAt: at(8) })),
    );
    for (const [days, rating] of [
      [4, 0],
      [8, 4.5],
    ] as const)
      await keepResponse(fake.history, request, at(days), [{ ...product('a', 90), rating }]);
    const functions = createFunctions(fake.runtime, plainHost, { now: () => at(9), timeout: 2_000 });
    const options = [['columns=rating; headers=0; changes']];
    const rows = await functions['RURETAIL.SEARCH']!([['phone']], [[3]], null, options, { address: 'S!A1' });
    // What the service sent is shown as it is.
    expect(rows).toEqual([[4.5, 0, '']]);
  });

  test.each([`changes=${iso(1)}`, 'changes=6d'])('compares with a date or an age: %s', async (option) => {
    const { call } = await setUp();
    expect((await call(`columns=price; headers=0; ${option}`))[1]).toEqual([95, 100, -5]);
  });

  test('knows no change since a date after which nothing was fetched', async () => {
    const { call } = await setUp();
    expect((await call('columns=price; headers=0; changes=12h'))[1]).toEqual([95, '', '']);
  });

  test.each([
    ['fetched here', {}],
    ['with the clock of the gateway', { fetchedAt: at(4) + 1_234, at: at(4) }],
  ])('compares what the sheet shows with what was before it, not with newer results: %s', async (_, when) => {
    const { runtime, history } = fakeRuntime(() =>
      Promise.resolve(answer([product('a', 90)], { fetchedAt: at(4), ...when })),
    );
    const { operation, key, params, raw, count } = request;
    const one = { operation, request: key, params, raw, asked: count };
    for (const [days, price] of [100, 90, 80, 70].entries())
      await history.append({ ...one, at: at(days * 4), records: [product('a', price)] });
    const functions = createFunctions(runtime, plainHost, { now: () => at(20), timeout: 2_000 });
    const rows = await functions['RURETAIL.SEARCH']!('phone', 3, null, 'columns=price; headers=0; changes', {
      address: 'S!A1',
    });
    expect(rows).toEqual([[90, 100, -10]]);
  });

  test('compares no record with another one of the same ID, or without an ID', async () => {
    const rooms = [product('a', 100), product('a', 150), product('b', 20), product('b', 20)];
    const nameless = [10, 999].map((price) => ({ name: 'x', price }));
    const { runtime, history } = fakeRuntime(() =>
      Promise.resolve(answer([...rooms, ...nameless], { fetchedAt: at(8) })),
    );
    const { operation, params, raw } = request;
    const { key } = makeDataRequest('ruretail', { query: 'phone', count: 9 });
    const records = [...rooms, ...nameless];
    for (const days of [4, 8])
      await history.append({ operation, request: key, params, raw, asked: 9, at: at(days), records });
    const functions = createFunctions(runtime, plainHost, { now: () => at(9), timeout: 2_000 });
    const rows = await functions['RURETAIL.SEARCH']!('phone', 9, null, 'columns=price; headers=0; changes', {
      address: 'S!A1',
    });
    expect(rows).toEqual([
      [100, '', ''],
      [150, '', ''],
      [20, 20, 0],
      [20, 20, 0],
      [10, '', ''],
      [999, '', ''],
    ]);
  });

  test('keeps its columns when one of several requests fails', async () => {
    const { runtime, history } = fakeRuntime(({ request: { params } }) =>
      params['query'] === 'phone'
        ? Promise.resolve(answer([product('a', 100, 7)], { fetchedAt: at(8) }))
        : Promise.reject(new SpillwayError('unavailable')),
    );
    const { operation, key, params, raw } = request;
    for (const [days, price] of [
      [4, 90],
      [8, 100],
    ] as const) {
      const records = [product('a', price, 7)];
      await history.append({ operation, request: key, params, raw, asked: 3, at: at(days), records });
    }
    const functions = createFunctions(runtime, plainHost, { now: () => at(9), timeout: 2_000 });
    const rows = (await functions['RURETAIL.SEARCH']!(
      [['phone'], ['gone']],
      3,
      null,
      'columns=price,stock_in_stores; headers=fields; changes',
      { address: 'S!A1' },
    )) as unknown[][];
    expect(rows.slice(0, 2)).toEqual([
      [
        'query',
        ...['price', 'price_before', 'price_change'],
        ...['stock_in_stores', 'stock_in_stores_before', 'stock_in_stores_change'],
      ],
      ['phone', 100, 90, 10, 7, 7, 0],
    ]);
    const fault = expect.objectContaining({ code: '#N/A' }) as unknown;
    expect(rows[2]).toEqual(['gone', fault, '', '', fault, '', '']);
  });

  test('tells with the stamp how old the result before is', async () => {
    const { call } = await setUp();
    const dates = async (option: string) => {
      const [, row = []] = await call(`columns=price; headers=0; stamp=1; ${option}`);
      return row.slice(3, 5);
    };
    expect(await dates('changes')).toEqual([localSerial(at(8)), localSerial(at(4))]);
    expect(await dates('changes=12h')).toEqual([localSerial(at(8)), '']);
  });

  test('shows a change with as many decimals as it has', async () => {
    const { runtime, history } = fakeRuntime(() =>
      Promise.resolve(answer([product('a', 19), product('b', 18.6)], { fetchedAt: at(8) })),
    );
    for (const [days, records] of [
      [4, [product('a', 18.6), product('b', 19)]],
      [8, [product('a', 19), product('b', 18.6)]],
    ] as const)
      await keepResponse(history, request, at(days), records);
    const functions = createFunctions(runtime, richHost, { now: () => at(9), timeout: 2_000 });
    const rows = (await functions['RURETAIL.SEARCH']!(
      'phone',
      3,
      null,
      'columns=price; headers=0; changes',
      {},
    )) as unknown[][];
    expect(rows.map(([, , change]) => change)).toMatchObject([
      { basicValue: 0.4, numberFormat: '[$₽] #,##0.00' },
      { basicValue: -0.4, numberFormat: '[$₽] #,##0.00' },
    ]);
  });

  test('says beside its stamp that a result could not be fetched again', async () => {
    const { call, memory } = await setUp();
    const stale = new SpillwayError('unavailable', { billed: 'no' });
    memory.set(
      request.key,
      answer([product('a', 90), product('b', 50)], { fetchedAt: at(4), from: 'cache', stale }),
    );
    const [row = []] = await call('columns=price; headers=0; stamp=1; changes');
    expect(row.slice(0, 3)).toEqual([90, 100, -10]);
    expect(row.at(-1)).toMatch(/^cache: The retailer returned no results list/);
  });

  test('keeps formats, and works in every layout', async () => {
    const rich = await setUp(richHost);
    const [, , price] = (await rich.call('columns=price; headers=fields; transpose=1; changes')).map(
      (row) => row[2],
    );
    expect(price).toMatchObject({ basicValue: 5, numberFormat: expect.stringContaining('₽') as string });
    const { call } = await setUp();
    expect((await call('columns=price; headers=fields; stamp=1; changes'))[0]).toEqual([
      'price',
      'price_before',
      'price_change',
      'fetched_at',
      'fetched_at_before',
      'from',
    ]);
    expect((await errorOf(() => call('columns=*; changes'))).message).toContain('cannot be combined');
  });

  test('says of a table that Excel would refuse how many rows are left out of it', async () => {
    const many = Array.from({ length: 400 }, (_, place) => ({
      ...product(String(place), place),
      name: 'x'.repeat(20_000),
    }));
    const { runtime, history } = fakeRuntime(() => Promise.resolve(answer(many, { fetchedAt: at(8) })));
    const { operation, key, params, raw } = makeDataRequest('ruretail', { query: 'phone', count: 400 });
    for (const days of [4, 8])
      await history.append({ operation, request: key, params, raw, asked: 400, at: at(days), records: many });
    const functions = createFunctions(runtime, plainHost, { now: () => at(9), timeout: 20_000 });
    const options = 'columns=name,price; headers=0; changes';
    const rows = (await functions['RURETAIL.SEARCH']!([['phone']], [[400]], null, [[options]], {
      address: 'S!A1',
    })) as unknown[][];
    const [, left] = /so (\d+) more rows/.exec(String(rows.at(-1)![0])) ?? [];
    expect(rows.length - 1 + Number(left)).toBe(400);
  });

  test('asks for the data itself as usual, and once', async () => {
    const { call, asked, runtime } = await setUp();
    await call('changes');
    await call('changes');
    expect(asked).toHaveLength(1);
    expect(runtime.cells.of('S!A1')?.requests).toHaveLength(1);
  });

  test('asks for nothing when the cell is cancelled while the history is loaded', async () => {
    const { functions, asked, runtime } = await setUp();
    const invocation: Invocation = { address: 'S!A1' };
    const failed = errorOf(() => functions['RURETAIL.SEARCH']!('phone', 3, null, 'changes', invocation));
    invocation.onCanceled?.();
    expect((await failed).message).toContain('Cancelled before it was sent');
    expect(asked).toEqual([]);
    expect(runtime.cells.of('S!A1')?.requests ?? []).toEqual([]);
  });

  test('lets Stop apply while the history is loaded', async () => {
    const { call, asked, runtime } = await setUp();
    const result = call('changes');
    runtime.engine.stop();
    await result;
    expect(asked.map(({ options }) => options.isStopped?.())).toEqual([true]);
  });
});

test('changes compare no prices of different rooms', async () => {
  const stay = makeDataRequest('stays', {
    ...{ destination: 'Rome', checkin: '2027-05-01', checkout: '2027-05-03', count: 25 },
  });
  const hotel = (id: number, amount: number, room: number | null) => ({
    ...{ id, name: `Hotel ${id}`, room_id: room },
    price: { amount, currency: 'EUR' },
    review: { score: amount / 100 },
  });
  const now = [hotel(1, 300, 8), hotel(2, 110, 5), hotel(3, 120, null)];
  const { runtime, history } = fakeRuntime(() => Promise.resolve(answer(now, { fetchedAt: at(8) })));
  const keep = (days: number, records: readonly Record<string, unknown>[]) =>
    keepResponse(history, stay, at(days), records);
  await keep(4, [hotel(1, 100, 7), hotel(2, 100, 5), hotel(3, 100, 6)]);
  await keep(8, now);
  const functions = createFunctions(runtime, plainHost, { now: () => at(9), timeout: 2_000 });
  const rows = (await functions['STAYS.SEARCH']!(
    'Rome',
    '2027-05-01',
    '2027-05-03',
    null,
    null,
    25,
    'columns=price,review.score; headers=0; changes',
    { address: 'S!A1' },
  )) as unknown[][];
  expect(rows[0]!.slice(0, 2)).toEqual([300, 100]);
  expect(rows[0]![2]).toMatchObject({
    code: '#N/A',
    message: expect.stringContaining('different rooms') as string,
  });
  // A review is not that of a room.
  expect(rows[0]!.slice(3)).toEqual([3, 1, 2]);
  expect(rows.slice(1)).toEqual([
    [110, 100, 10, 1.1, 1, 0.1],
    [120, 100, 20, 1.2, 1, 0.2],
  ]);
});

describe('as_of', () => {
  test('shows the result as it was kept on a date, and sends nothing', async () => {
    const { call, asked, runtime } = await setUp();
    expect(await call(`columns=name,price; headers=0; as_of=${iso(5)}`)).toEqual([
      ['Phone a', 90],
      ['Phone b', 50],
    ]);
    expect(await call(`min(price); as_of=${iso(4)}`)).toEqual([[50]]);
    const stamped = await call(`columns=price; headers=0; stamp=1; as_of=${iso(0)}`);
    expect(stamped[0]).toEqual([100, localSerial(at(0)), 'history']);
    expect(asked).toEqual([]);
    expect(runtime.cells.of('S!A1')?.requests).toEqual([]);
  });

  test('says what the history has where it has nothing on that date', async () => {
    const { call, asked } = await setUp();
    const early = await errorOf(() => call(`as_of=${iso(-1)}`));
    expect([early.code, early.message]).toEqual(['#N/A', expect.stringContaining('The first one is from')]);
    const never = await errorOf(() => call(`as_of=${iso(5)}`, 'kettle'));
    expect([never.code, never.message]).toEqual([
      '#N/A',
      expect.stringContaining('Remove as_of to fetch one'),
    ]);
    expect((await errorOf(() => call('as_of=yesterday'))).message).toContain('must be a date');
    // Three months, read as minutes, would be the result of today.
    expect((await errorOf(() => call('as_of=3m'))).message).toContain('must be a date');
    expect(asked).toEqual([]);
  });

  test('makes no figure of a list that was cut shorter, and says so below a table', async () => {
    const { functions, keep, asked } = await setUp();
    await keep(5, [product('a', 90), product('b', 50), product('c', 40)]);
    const call = async (count: number, options: string) =>
      (await functions['RURETAIL.SEARCH']!([['phone']], [[count]], null, [[options]], {
        address: 'S!A1',
      })) as unknown[][];
    const says = expect.stringContaining('only the first 3 results') as string;
    const error = await errorOf(() => call(50, `min(price); as_of=${iso(5)}`));
    expect([error.code, error.message]).toEqual(['#N/A', says]);
    expect(await call(3, `min(price); as_of=${iso(5)}`)).toEqual([[40]]);
    expect(await call(50, `columns=name,price; headers=0; as_of=${iso(5)}`)).toEqual([
      ['Phone a', 90],
      ['Phone b', 50],
      ['Phone c', 40],
      [says, ''],
    ]);
    // There were no more: two where three were asked for.
    expect(await call(50, `min(price); as_of=${iso(4)}`)).toEqual([[50]]);
    expect(asked).toEqual([]);
  });

  test('makes no figure of a list of which a part was deleted, and says so below a table', async () => {
    const { call, history } = await setUp();
    await history.delete({ operation: 'ruretail', id: 'b' }, false);
    const says = expect.stringContaining('were deleted from the history') as string;
    const error = await errorOf(() => call(`min(price); as_of=${iso(5)}`));
    expect([error.code, error.message]).toEqual(['#N/A', says]);
    expect(await call(`columns=name,price; headers=0; as_of=${iso(5)}`)).toEqual([
      ['Phone a', 90],
      [says, ''],
    ]);
  });

  test('can be compared with the result before it', async () => {
    const { call } = await setUp();
    expect(await call(`columns=price; headers=0; changes; as_of=${iso(5)}`)).toEqual([
      [90, 100, -10],
      [50, 50, 0],
    ]);
  });
});

test('while the gateway’s part is missing, nobody is told to pay', async () => {
  const { call, history, asked } = await setUp();
  const { reader } = history;
  jest.spyOn(history, 'reading').mockReturnValue({ reader, isPartial: () => true });
  const says = expect.stringContaining('gateway’s history cannot be read') as string;
  const never = await errorOf(() => call(`as_of=${iso(5)}`, 'kettle'));
  expect([never.code, never.message]).toEqual(['#N/A', says]);
  expect(never.message).not.toContain('fetch one');
  expect((await errorOf(() => call(`min(price); as_of=${iso(5)}`))).message).toEqual(says);
  expect((await call(`columns=price; headers=0; as_of=${iso(5)}`)).at(-1)).toEqual([says]);
  expect(asked).toEqual([]);
});

test('a cell that looks back is calculated again when something new was kept', async () => {
  const { call, keep, recalculated } = await setUp();
  await call('changes');
  await keep(9, [product('a', 1)]);
  expect(recalculated).toEqual(['S!A1']);
});
