import { makeDataRequest, type DataRequest } from '../../../src/engine/request/dataRequest';
import { createFunctions } from '../../../src/functions/createFunctions';
import { localSerial } from '../../../src/spill/read/values/excelDate';
import { errorOf, installCustomFunctions } from '../support/customFunctions';
import { fakeRuntime, plainHost } from '../support/fakeRuntime';

beforeAll(installCustomFunctions);

const day = 86_400_000;
/** Noon of whoever reads it, so that the day is the same in every time zone. */
const start = new Date(2026, 9, 5, 12).getTime();
const at = (days: number) => start + days * day;
const serial = (days: number) => localSerial(at(days));
const dayOf = (days: number) => Math.floor(serial(days));

function setUp(now = at(10)) {
  const fake = fakeRuntime();
  const recalculated: string[] = [];
  const functions = createFunctions(fake.runtime, plainHost, {
    now: () => now,
    timeout: 2_000,
    recalculate: (cells) => recalculated.push(...cells),
  });
  const keep = (
    { operation, key, params, raw, count }: DataRequest,
    days: number,
    records: readonly Record<string, unknown>[],
  ) => fake.history.append({ operation, request: key, params, raw, asked: count, at: at(days), records });
  const at1 = (request: DataRequest, cell = 'S!A1') =>
    fake.runtime.cells.note({
      cell,
      function: 'RURETAIL.SEARCH',
      requests: [request],
      filterSets: [],
      failed: false,
      at: now,
    });
  const call = (name: string, args: unknown[], addresses: (string | null)[] = []) =>
    functions[name]!(...args, { address: 'S!Z1', parameterAddresses: addresses }) as Promise<unknown[][]>;
  return { ...fake, keep, at1, call, recalculated };
}

/** What a chart leaves out. */
const gap = expect.objectContaining({ code: '#N/A' }) as unknown;

const phones = (more: Record<string, unknown> = {}) =>
  makeDataRequest('ruretail', { query: 'phone', count: 3, ...more });
const product = (id: string, price: number | null, more: Record<string, unknown> = {}) => ({
  id,
  name: `Phone ${id}`,
  price,
  ...more,
});

async function tenDays() {
  const bench = setUp();
  for (const [days, price] of [
    [0, 100],
    [1, 100],
    [3, 80],
    [8, 90],
  ] as const)
    await bench.keep(phones(), days, [product('x', price), product('y', price + 1)]);
  return bench;
}

describe('HISTORY.SERIES', () => {
  test('gives every observation of an item with its date', async () => {
    const { call } = await tenDays();
    expect(await call('HISTORY.SERIES', ['RURETAIL.SEARCH', [['x']], null, null, null, null, null])).toEqual([
      ['Date', 'Price'],
      [serial(0), 100],
      [serial(1), 100],
      [serial(3), 80],
      [serial(8), 90],
    ]);
  });

  test('carries the last value forward by day, up to today', async () => {
    const { call } = await tenDays();
    const rows = await call('HISTORY.SERIES', [
      'ruretail',
      [['x']],
      'price',
      dayOf(2),
      null,
      1,
      [['headers=0']],
    ]);
    expect(rows).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9, 10].map((days) => [dayOf(days), days < 3 ? 100 : days < 8 ? 80 : 90]),
    );
  });

  test('gives weeks by their Monday and months by their first day', async () => {
    const { call } = await tenDays();
    // 5 October 2026 is a Monday.
    expect(
      await call('HISTORY.SERIES', ['ruretail', [['x']], 'price', null, null, 2, [['headers=0']]]),
    ).toEqual([
      [dayOf(0), 80],
      [dayOf(7), 90],
    ]);
    expect(
      await call('HISTORY.SERIES', ['ruretail', [['x']], 'price', null, null, 3, [['headers=0']]]),
    ).toEqual([[dayOf(-4), 90]]);
  });

  test('leaves a gap that charts leave out, in a column of numbers only', async () => {
    const { call, keep } = setUp();
    await keep(phones(), 0, [product('x', 100, { is_available: true })]);
    await keep(phones(), 1, [product('y', 50)]);
    const both = (field: string) =>
      call('HISTORY.SERIES', ['ruretail', [['x'], ['y']], field, null, null, null, [['headers=0']]]);
    expect(await both('price')).toEqual([
      [serial(0), 100, gap],
      [serial(1), gap, 50],
    ]);
    expect((await both('price'))[0]![2]).toMatchObject({
      message: 'The history has Phone y, but no price in this period.',
    });
    expect((await both('is_available'))[0]!.slice(1)).toEqual([true, '']);
  });

  test('gives a column for each of several items, also those of a formula', async () => {
    const { call, at1 } = await tenDays();
    at1(phones());
    const expected = [
      ['Date', 'Phone x', 'Phone y'],
      [serial(8), 90, 91],
    ];
    const rest = ['price', dayOf(5), null, 0, null];
    expect(await call('HISTORY.SERIES', ['ruretail', [['x'], ['y']], ...rest])).toEqual(expected);
    expect(await call('HISTORY.SERIES', ['ruretail', [['Product']], ...rest], [null, 'S!A1'])).toEqual(
      expected,
    );
  });

  test('keeps a column for an item that is not known', async () => {
    const { call } = await tenDays();
    const unknown = expect.objectContaining({ code: '#N/A' }) as unknown;
    expect(
      await call('HISTORY.SERIES', [
        'ruretail',
        [['x'], ['nobody'], ['y']],
        'price',
        dayOf(2),
        null,
        0,
        null,
      ]),
    ).toEqual([
      ['Date', 'Phone x', 'nobody', 'Phone y'],
      [serial(3), 80, unknown, 81],
      [serial(8), 90, unknown, 91],
    ]);
  });

  test('follows the place in the list', async () => {
    const { call, keep } = setUp();
    await keep(phones(), 0, [product('x', 1), product('y', 1)]);
    await keep(phones(), 1, [product('y', 1), product('x', 1)]);
    expect(
      await call('HISTORY.SERIES', ['ruretail', [['x']], 'rank', null, null, null, [['headers=0']]]),
    ).toEqual([
      [serial(0), 1],
      [serial(1), 2],
    ]);
  });

  test('keeps cities apart, and asks which is meant only where it must', async () => {
    const { call, keep } = setUp();
    await keep(phones({ city: 'spb' }), 0, [product('x', 5)]);
    const args = (options: unknown) => ['ruretail', [['x']], null, null, null, null, options];
    expect(await call('HISTORY.SERIES', args([['headers=0']]))).toEqual([[serial(0), 5]]);
    await keep(phones({ city: 'nsk' }), 0, [product('x', 6)]);
    const { code, message } = await errorOf(() => call('HISTORY.SERIES', args(null)));
    expect([code, message]).toEqual(['#VALUE!', expect.stringContaining('city=spb')]);
    expect(await call('HISTORY.SERIES', args([['city=nsk; headers=0']]))).toEqual([[serial(0), 6]]);
    await keep(phones(), 0, [product('x', 7)]);
    expect(await call('HISTORY.SERIES', args([['headers=0']]))).toEqual([[serial(0), 7]]);
  });

  test('has one point for each valuation, at the date in Hong Kong, however often it was fetched', async () => {
    const { call, keep } = setUp(at(16));
    const flat = makeDataRequest('hkproperty', { unit: 'TKS-01-12-B' });
    const valued = (price: number, day: number) => ({
      unit_code: 'TKS-01-12-B',
      price,
      price_change_percent: 2,
      valuation_at: Date.UTC(2026, 9, day) / 1000 - 8 * 3600,
      previous_valuation_at: Date.UTC(2026, 9, day - 7) / 1000 - 8 * 3600,
    });
    for (const days of [1, 2, 3]) await keep(flat, days, [valued(5_100_000, 5)]);
    for (const days of [8, 9]) await keep(flat, days, [valued(5_000_000, 12)]);
    const args = ['HKPROPERTY.VALUE', [['TKS-01-12-B']], 'price', null];
    expect(await call('HISTORY.SERIES', [...args, null, null, [['headers=0']]])).toEqual([
      [dayOf(0), 5_100_000],
      [dayOf(7), 5_000_000],
    ]);
    const [row] = await call('HISTORY.CHANGE', [...args, [['headers=0']]]);
    expect(row!.slice(0, 3)).toEqual([5_000_000, 5_100_000, -100_000]);
    expect(row!.slice(8, 10)).toEqual([2, dayOf(0)]);
  });

  test('says so when an item was never in a paid result, and sends nothing', async () => {
    const { call, asked } = await tenDays();
    const { code, message } = await errorOf(() =>
      call('HISTORY.SERIES', ['ruretail', [['nobody']], null, null, null, null, null]),
    );
    expect(code).toBe('#N/A');
    expect(message).toContain('is not in the history of RURETAIL.SEARCH');
    expect(message).toContain('Nothing was sent');
    expect(asked).toEqual([]);
  });

  test.each([
    [['ruretail', [['x']], 'colour', null, null, null, null], 'is not followed over time'],
    [['shop', [['x']], null, null, null, null, null], 'is not a function'],
    [['ruretail', [['x']], null, 'soon', null, null, null], 'start must be a date'],
    [['ruretail', [['x']], null, null, null, 9, null], 'interval must be'],
    [['ruretail', [['x']], null, dayOf(9), null, null, null], 'no price in this period'],
    [['ruretail', [['']], null, null, null, null, null], 'Enter an ID, a name or an address'],
  ])('explains %j', async (args, says) => {
    const { call } = await tenDays();
    expect((await errorOf(() => call('HISTORY.SERIES', args))).message).toContain(says);
  });
});

describe('HISTORY.CHANGE', () => {
  const headings = [
    'Now',
    'Before',
    'Change',
    'Change %',
    'Low',
    'Low on',
    'High',
    'High on',
    'Observations',
    'Before on',
    'Now on',
  ];

  test('compares with the observation before, or with a date', async () => {
    const { call } = await tenDays();
    expect(await call('HISTORY.CHANGE', ['ruretail', [['x']], null, null, null])).toEqual([
      headings,
      [90, 80, 10, 0.125, 80, serial(3), 100, serial(0), 4, serial(3), serial(8)],
    ]);
    expect(await call('HISTORY.CHANGE', ['ruretail', [['x']], null, dayOf(2), [['headers=0']]])).toEqual([
      [90, 100, -10, -0.1, 80, serial(3), 100, serial(1), 3, serial(1), serial(8)],
    ]);
    const [row] = await call('HISTORY.CHANGE', ['ruretail', [['x']], null, '5d', [['headers=0']]]);
    expect(row!.slice(0, 3)).toEqual([90, 80, 10]);
  });

  test('knows no change since a date after which nothing was seen', async () => {
    const { call } = await tenDays();
    const [row = []] = await call('HISTORY.CHANGE', ['ruretail', [['x']], null, '1d', [['headers=0']]]);
    expect(row.slice(0, 2)).toEqual([90, 90]);
    for (const place of [2, 3])
      expect(row[place]).toMatchObject({
        code: '#N/A',
        message: expect.stringContaining('was last seen on 2026-10-13') as string,
      });
    expect(row.slice(9)).toEqual([serial(8), serial(8)]);
  });

  test('gives one row for each item of a range, whatever becomes of the others', async () => {
    const { call } = await tenDays();
    const rows = await call('HISTORY.CHANGE', [
      'ruretail',
      [['y'], [''], ['nobody'], ['x']],
      'price',
      null,
      [['headers=0']],
    ]);
    expect(rows.map(([first]) => (typeof first === 'object' ? 'error' : first))).toEqual([
      91,
      '',
      'error',
      90,
    ]);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([11]));
  });

  test('names the items of a formula', async () => {
    const { call, at1 } = await tenDays();
    at1(phones());
    const rows = await call(
      'HISTORY.CHANGE',
      ['ruretail', [['Product']], 'price', null, null],
      [null, 'S!A1'],
    );
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['Item', 'Now', 'Before'],
      ['Phone x', 90, 80],
      ['Phone y', 91, 81],
    ]);
  });
});

describe('HISTORY.TREND', () => {
  const trendOf = async (
    prices: readonly (readonly [days: number, price: number | null, more?: Record<string, unknown>])[],
    since: string | number | null = '26d',
    now = at(26),
  ) => {
    const bench = setUp(now);
    for (const [days, price, more] of prices) await bench.keep(phones(), days, [product('x', price, more)]);
    const rows = await bench.call('HISTORY.TREND', ['ruretail', [['x']], null, since, [['headers=0']]]);
    expect(bench.asked).toEqual([]);
    return rows[0]![0];
  };
  const unseen = (count: number) => '·'.repeat(count);

  test('draws the last value of each of 26 equal periods, and a dot where nothing was seen', async () => {
    const trend = await trendOf([
      [1, 300],
      [1.5, 100],
      [3, 200],
      [20, 50],
      [26, 100],
    ]);
    expect(trend).toHaveLength(26);
    expect(trend).toBe(`█▂▅${unseen(16)}▁${unseen(5)}▂`);
  });

  test.each([
    [
      'an unchanged price is level',
      [
        [25, 100],
        [26, 100],
      ],
      `${unseen(24)}▅▅`,
    ],
    [
      'a small change looks small',
      [
        [25, 100],
        [26, 101],
      ],
      `${unseen(24)}▄▅`,
    ],
    [
      'a price of nothing is drawn too',
      [
        [25, 0],
        [26, 0],
      ],
      `${unseen(24)}▅▅`,
    ],
    [
      'a record without the field is a dot',
      [
        [25, 100],
        [26, null],
      ],
      `${unseen(24)}▅·`,
    ],
    [
      'what was seen before the period does not count',
      [
        [-3, 900],
        [26, 100],
      ],
      `${unseen(25)}▅`,
    ],
    [
      'a clock ahead hides nothing',
      [
        [25, 100],
        [27, 200],
      ],
      `${unseen(24)}▁█`,
    ],
  ] as const)('%s', async (_, prices, trend) => {
    expect(await trendOf(prices)).toBe(trend);
  });

  test('covers 52 weeks by default', async () => {
    expect(
      await trendOf(
        [
          [-1, 900],
          [3, 100],
          [364, 200],
        ],
        null,
        at(364),
      ),
    ).toBe(`▁${unseen(24)}█`);
  });

  test('has a heading, a row for each item, and the error of an item in its own row', async () => {
    const { call } = await tenDays();
    const rows = await call('HISTORY.TREND', ['ruretail', [['x'], [''], ['nobody']], null, '10d', null]);
    expect(rows.map(([first]) => (typeof first === 'object' ? 'error' : first))).toEqual([
      'Trend',
      expect.stringMatching(/^[·▁-█]{26}$/),
      '',
      'error',
    ]);
  });

  test.each([
    ['nothing in the period', [[1, 100]], '5d', 'no price in this period'],
    ['a date ahead', [[1, 100]], dayOf(40), 'since must be in the past'],
  ] as const)('says so: %s', async (_, prices, since, says) => {
    expect((await errorOf(() => trendOf(prices, since))).message).toContain(says);
  });
});

test('a number that came as text is compared as the number that cells show', async () => {
  const bench = setUp();
  const sent = (price: unknown) => [{ ...product('x', null), price }];
  for (const [days, price] of ([100, '90.5', 110, '110', 'on request'] as const).entries())
    await bench.keep(phones(), days, sent(price));
  const series = ['ruretail', [['x']], 'price', null, null, null, [['headers=0']]];
  expect((await bench.call('HISTORY.SERIES', series)).map(([, price]) => price)).toEqual([
    ...[100, 90.5, 110, 110, 'on request'],
  ]);
  await bench.keep(phones(), 5, sent('100'));
  await bench.keep(phones(), 6, sent('120'));
  const [row] = await bench.call('HISTORY.CHANGE', ['ruretail', [['x']], 'price', null, [['headers=0']]]);
  expect(row!.slice(0, 7)).toEqual([120, 100, 20, 0.2, 90.5, serial(1), 120]);
});

describe('matched=yes and where', () => {
  const change = (bench: ReturnType<typeof setUp>, items: unknown[][], options: string, address?: string) =>
    bench.call('HISTORY.CHANGE', ['ruretail', items, 'price', null, [[options]]], [null, address ?? null]);
  const decide = ({ runtime }: ReturnType<typeof setUp>, item: string, ...ids: string[]) =>
    runtime.matches.decide([
      { operation: 'ruretail', item, accepted: ids.map((id) => ({ id, name: id })), seen: ids, at: at(9) },
    ]);

  test('follows the lowest of the accepted products that were seen, and says what is undecided', async () => {
    const bench = await tenDays();
    // Only one of them is still listed: an old price of the other is not the price of today.
    await bench.keep(phones(), 9, [product('y', 70)]);
    await decide(bench, 'my phone', 'x', 'y');
    await decide(bench, 'my case');
    const rows = await change(
      bench,
      [['my phone'], [''], ['my case'], ['my tablet']],
      'headers=0; matched=yes',
    );
    expect(rows[0]!.slice(0, 8)).toEqual([70, 90, -20, -20 / 90, 70, serial(9), 100, serial(0)]);
    expect(rows[1]!.every((cell) => cell === '')).toBe(true);
    expect(rows.slice(2).map(([first]) => (first as { message: string }).message)).toEqual([
      expect.stringContaining('is not in the history'),
      expect.stringContaining('Open Match'),
    ]);
    expect(bench.asked).toEqual([]);
  });

  test('compares what one search found, not what two found one after the other', async () => {
    const searches = ['x', 'y', 'my phone'].map((query) => phones({ query }));
    const both = async (names: readonly number[]) => {
      const bench = setUp();
      for (const days of [0, 2, 4, 6])
        for (const place of names)
          await bench.keep(searches[place]!, days + place / 10, [
            ...(place === 1 ? [] : [product('x', 100)]),
            ...(place === 0 ? [] : [product('y', 120 - days)]),
          ]);
      await decide(bench, 'my phone', 'x', 'y');
      return (await change(bench, [['my phone']], 'headers=0; matched=yes'))[0]!.slice(0, 5);
    };
    // The search that saw one of them last.
    expect(await both([0, 1])).toEqual([114, 116, -2, -2 / 116, 114]);
    // The search for the product itself, whatever others list.
    expect(await both([0, 2, 1])).toEqual([100, 100, 0, 0, 100]);
  });

  test('has the first place of the accepted products, and is there if one of them is', async () => {
    const bench = setUp();
    const there = (id: string, is_available: boolean) => product(id, 100, { is_available });
    await bench.keep(phones(), 0, [there('x', false), there('z', true), there('y', true)]);
    await bench.keep(phones(), 1, [there('z', true), there('y', true)]);
    await bench.keep(phones(), 2, [there('z', true)]);
    await decide(bench, 'my phone', 'x', 'y');
    const over = async (field: string) =>
      (
        await bench.call('HISTORY.SERIES', [
          'ruretail',
          [['my phone']],
          field,
          null,
          null,
          null,
          [['headers=0; matched=yes']],
        ])
      ).map(([, value]) => value);
    // A chart would draw a text as place 0.
    expect(await over('rank')).toEqual([1, 2, gap]);
    expect(await over('is_available')).toEqual([true, true]);
  });

  test('leaves out what could not be bought', async () => {
    const bench = setUp();
    const gone = { is_available: false };
    await bench.keep(phones(), 0, [product('x', 100), product('y', 60, gone), product('z', 80)]);
    await bench.keep(phones(), 5, [product('x', 110), product('y', 0), product('z', 0)]);
    await decide(bench, 'my phone', 'x', 'y');
    await decide(bench, 'my tablet', 'z');
    const rows = await change(bench, [['my phone'], ['my tablet']], 'headers=0; matched=yes');
    expect(rows.map((row) => [...row.slice(0, 5), row[8]])).toEqual([
      [110, 100, 10, 0.1, 100, 2],
      [80, '', '', '', 80, 1],
    ]);
    // What the service sent of an item is shown as it is.
    expect((await change(bench, [['z']], 'headers=0'))[0]!.slice(0, 3)).toEqual([0, 80, -80]);
  });

  test('takes none of two currencies for the lowest', async () => {
    const bench = setUp();
    for (const [days, price] of [
      [0, 100],
      [5, 110],
    ] as const)
      await bench.keep(phones(), days, [product('x', price), product('y', 10, { currency: 'KZT' })]);
    await decide(bench, 'my phone', 'x', 'y');
    const [row] = await change(bench, [['my phone']], 'headers=0; matched=yes');
    const says = { message: expect.stringContaining('RUB and KZT') as string };
    for (const place of [2, 3]) expect(row![place]).toMatchObject({ code: '#VALUE!' });
    for (const place of [4, 6]) expect(row![place]).toMatchObject(says);
    const series = (interval: number) =>
      bench.call('HISTORY.SERIES', [
        'ruretail',
        [['my phone']],
        'price',
        dayOf(5),
        dayOf(5),
        interval,
        [['headers=0; matched=yes']],
      ]);
    const both = (date: number) => [
      [date, 110, 'RUB'],
      [date, 10, 'KZT'],
    ];
    expect(await series(0)).toEqual(both(serial(5)));
    expect(await series(1)).toEqual(both(dayOf(5)));
  });

  test('compares accepted products of one city only', async () => {
    const bench = setUp();
    await bench.keep(phones(), 0, [product('x', 100)]);
    await bench.keep(phones({ city: 'spb_cl' }), 0, [product('y', 60)]);
    await bench.keep(phones(), 5, [product('x', 110)]);
    await decide(bench, 'my phone', 'x', 'y');
    const of = async (options: string) =>
      (await change(bench, [['my phone']], `headers=0; matched=yes${options}`))[0]!.slice(0, 3);
    expect(await of('')).toEqual([110, 100, 10]);
    expect(await of('; city=msk_cl')).toEqual([110, 100, 10]);
    expect(await of('; city=spb_cl')).toEqual([60, '', '']);
  });

  test('selects from the results of a formula', async () => {
    const bench = await tenDays();
    bench.at1(phones());
    const names = async (options: string) =>
      (await change(bench, [['Product']], `headers=0; ${options}`, 'S!A1')).map(([name]) => name);
    expect(await names('where=price>90')).toEqual(['Phone y']);
    await decide(bench, 'phone', 'x');
    expect(await names('matched=yes')).toEqual(['Phone x']);
    const { message } = await errorOf(() => change(bench, [['x']], 'where=price>90'));
    expect(message).toContain('Refer to the cell of one');
  });
});

describe('what identifies an item', () => {
  const rowsFor = async (item: unknown, more: Partial<Record<string, unknown>>[] = []) => {
    const { call, keep } = setUp();
    const records = [
      product('x', 90, { url: 'https://shop.example/p/x/' }),
      product('y', 50, { url: 'https://shop.example/p/y/' }),
      ...more,
    ];
    await keep(phones({ count: 20 }), 1, records);
    return call('HISTORY.SERIES', ['RURETAIL.SEARCH', [[item]], null, null, null, null, [['headers=0']]]);
  };

  test.each([
    ['an ID', 'x'],
    ['the name in the table', 'Phone x'],
    ['a name with other case and spaces', '  phone  X '],
    ['an address', 'https://shop.example/p/x'],
    [
      'a card',
      {
        type: 'String',
        basicValue: 'Phone x',
        properties: { Product: { type: 'String', basicValue: 'Phone x' } },
      },
    ],
    [
      'a card on a number',
      { type: 'Double', basicValue: 90, properties: { Product: { type: 'String', basicValue: 'Phone x' } } },
    ],
  ])('%s', async (_, item) => {
    expect(await rowsFor(item)).toEqual([[serial(1), 90]]);
  });

  test('several that fit are listed', async () => {
    const { code, message } = await errorOf(() => rowsFor('Phone x', [product('z', 5, { name: 'Phone X' })]));
    expect([code, message]).toEqual([
      '#VALUE!',
      '"Phone x" fits 2 items of RURETAIL.SEARCH. Use the ID of one: x, z.',
    ]);
  });
});

describe('amounts of several currencies', () => {
  const stay = makeDataRequest('stays', {
    destination: 'Lisbon',
    checkin: '2027-01-01',
    checkout: '2027-01-03',
  });
  const hotel = (amount: number, currency?: string) => ({
    id: 1,
    name: 'Hotel',
    price: { amount, currency },
  });
  const twoCurrencies = async () => {
    const bench = setUp();
    await bench.keep(stay, 0, [hotel(100, 'EUR')]);
    await bench.keep(stay, 1, [hotel(9_800, 'RUB')]);
    bench.at1(stay);
    return bench;
  };

  test('stand with their currency in a series', async () => {
    const { call } = await twoCurrencies();
    expect(await call('HISTORY.SERIES', ['STAYS.SEARCH', [['1']], null, null, null, null, null])).toEqual([
      ['Date', 'Stay total: Amount', 'Currency'],
      [serial(0), 100, 'EUR'],
      [serial(1), 9_800, 'RUB'],
    ]);
  });

  test('are not compared, and the cell says why', async () => {
    const { call } = await twoCurrencies();
    const [row = []] = await call('HISTORY.CHANGE', ['STAYS.SEARCH', [['1']], null, null, [['headers=0']]]);
    const says =
      'The values are in RUB and EUR, which cannot be compared. Set one in the formula that fetches them, such as currency=RUB.';
    expect(row.slice(0, 2)).toEqual([9_800, 100]);
    for (const place of [2, 3]) expect(row[place]).toMatchObject({ code: '#VALUE!', message: says });
    for (const place of [4, 6]) expect(row[place]).toMatchObject({ code: '#VALUE!' });
    const trend = await errorOf(() => call('HISTORY.TREND', ['STAYS.SEARCH', [['1']], null, null, null]));
    expect(trend.message).toContain('cannot be compared');
    const [, changed = []] = await call('HISTORY.DIFF', [[['Hotel']], null], ['S!A1', null]);
    expect(changed.slice(0, 5)).toEqual(['changed', 'Hotel', 'Stay total: Amount', 100, 9_800]);
    expect(changed[5]).toMatchObject({ message: says });
  });
});

describe('prices of several rooms', () => {
  const stay = makeDataRequest('stays', {
    destination: 'Lisbon',
    checkin: '2027-01-01',
    checkout: '2027-01-03',
  });
  const hotel = (amount: number, room?: number) => ({
    id: 1,
    name: 'Hotel',
    price: { amount, currency: 'EUR' },
    ...(room !== undefined && { room_id: room, room_name: `Room ${room}` }),
  });
  const kept = async (...seen: readonly (readonly [amount: number, room?: number])[]) => {
    const bench = setUp();
    for (const [days, [amount, room]] of seen.entries()) await bench.keep(stay, days, [hotel(amount, room)]);
    bench.at1(stay);
    const change = async () =>
      (await bench.call('HISTORY.CHANGE', ['STAYS.SEARCH', [['1']], null, null, [['headers=0']]]))[0]!;
    return { ...bench, change };
  };
  const says = 'These are prices of different rooms, so they are not compared.';

  test('are not compared, and the cell says why', async () => {
    const { call, change } = await kept([100, 7], [90, 7], [300, 8]);
    const row = await change();
    expect(row.slice(0, 2)).toEqual([300, 90]);
    for (const place of [2, 3]) expect(row[place]).toMatchObject({ code: '#N/A', message: says });
    // The lowest and the highest are of the room that is shown now.
    expect([row[4], row[6], row[8]]).toEqual([300, 300, 1]);
    const [, changed = []] = await call('HISTORY.DIFF', [[['Hotel']], null], ['S!A1', null]);
    expect(changed.slice(0, 5)).toEqual(['changed', 'Hotel', 'Stay total: Amount', 90, 300]);
    expect(changed[5]).toMatchObject({ message: says });
    const [[trend] = []] = await call('HISTORY.TREND', [
      'STAYS.SEARCH',
      [['1']],
      null,
      null,
      [['headers=0']],
    ]);
    expect(String(trend).replaceAll('·', '')).toHaveLength(1);
  });

  test('are no line: a series is that of the room that is shown now', async () => {
    const { call } = await kept([100, 7], [300, 8], [290, 8], [95, 7], [90, 7]);
    const args = ['STAYS.SEARCH', [['1']], null, null, null];
    const series = async (interval: number) =>
      (await call('HISTORY.SERIES', [...args, interval, [['headers=0']]])).map(([, amount]) => amount);
    expect(await series(0)).toEqual([100, 95, 90]);
    // Until it is seen again, its last price is carried forward.
    expect((await series(1)).slice(0, 5)).toEqual([100, 100, 100, 95, 90]);
  });

  test('are no line where the last price is gone, either', async () => {
    const { keep, call, change } = await kept([100, 7], [90, 8], [120, 7]);
    await keep(stay, 3, [{ id: 1, name: 'Hotel', price: null }]);
    const rest = [null, null, null, null, [['headers=0']]];
    expect(await call('HISTORY.SERIES', ['STAYS.SEARCH', [['1']], ...rest])).toEqual([
      [serial(0), 100],
      [serial(2), 120],
      [serial(3), gap],
    ]);
    const row = await change();
    expect([row[0], row[1], row[4], row[6]]).toEqual(['', 120, 100, 120]);
  });

  test('of one hotel that is listed twice have no history of their own, but for what both share', async () => {
    const { call, keep, at1 } = setUp();
    const rooms = (...prices: number[]) =>
      prices.map((amount, index) => ({
        ...hotel(amount, index + 7),
        review: { score: 8.1 },
      }));
    await keep(stay, 0, rooms(100, 150));
    await keep(stay, 1, rooms(105, 150));
    at1(stay);
    const [, ...rows] = await call('HISTORY.CHANGE', ['stays', 'A1', 'price', null, null], [null, 'S!A1']);
    expect(rows).toHaveLength(2);
    for (const [, now] of rows)
      expect(now).toMatchObject({
        message: expect.stringMatching(/more than once, with different values/) as string,
      });
    const scores = await call('HISTORY.CHANGE', ['stays', 'A1', 'review.score', null, null], [null, 'S!A1']);
    expect(scores[1]!.slice(0, 3)).toEqual(['Hotel', 8.1, 8.1]);
  });

  test('of one hotel that is listed twice are not told apart, and not called unchanged', async () => {
    const { keep, at1, call } = setUp();
    const diff = async () => (await call('HISTORY.DIFF', [[['Hotel']], null], ['S!A1', null])).slice(1);
    at1(stay);
    await keep(stay, 0, [hotel(100, 7), hotel(150, 8)]);
    await keep(stay, 1, [hotel(100, 7), hotel(150, 8)]);
    expect((await diff())[0]!.slice(0, 2)).toEqual(['no change', 'since']);
    await keep(stay, 2, [hotel(100, 7), hotel(90, 8)]);
    expect(await diff()).toEqual([['not compared', 'Hotel', '', '', '', '', '', '']]);
  });

  test('are compared where they are of one room, or nobody says of which', async () => {
    const one = await (await kept([100, 7], [300, 8], [90, 8])).change();
    expect(one.slice(0, 4)).toEqual([90, 300, -210, -0.7]);
    const unknown = await (await kept([100, 7], [90])).change();
    expect(unknown.slice(0, 5)).toEqual([90, 100, -10, -0.1, 90]);
  });
});

describe('dates', () => {
  test('say that the history begins later than what is asked for', async () => {
    const { call } = await tenDays();
    const [row = []] = await call('HISTORY.CHANGE', ['ruretail', [['x']], null, '2w', [['headers=0']]]);
    for (const place of [1, 2, 3])
      expect(row[place]).toMatchObject({
        code: '#N/A',
        message: expect.stringContaining('begins on 2026-10-05') as string,
      });
    expect([row[0], row[9]]).toEqual([90, '']);
  });

  test('lose no observation of one second', async () => {
    const { call, keep } = setUp();
    for (const milliseconds of [0, 300, 600])
      await keep(phones(), milliseconds / day, [product('x', milliseconds)]);
    const rows = await call('HISTORY.SERIES', ['ruretail', [['x']], null, null, null, 0, [['headers=0']]]);
    expect(rows).toEqual([0, 300, 600].map((price) => [serial(0), price]));
  });

  test('of a source are those of its calendar, wherever one reads them', async () => {
    const { call, keep } = setUp();
    const flat = makeDataRequest('hkproperty', { unit: 'U1' });
    // Monday 5 October, 00:00 in Hong Kong: still Sunday in universal time and west of it.
    await keep(flat, 1, [{ unit_code: 'U1', price: 5, valuation_at: Date.UTC(2026, 9, 4, 16) / 1000 }]);
    for (const offset of [480, 0, -540]) {
      const zone = jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset);
      const rows = await call('HISTORY.SERIES', [
        'hkproperty',
        [['U1']],
        null,
        null,
        null,
        0,
        [['headers=0']],
      ]);
      zone.mockRestore();
      expect(rows).toEqual([[46_300, 5]]);
    }
  });

  test('keep both hours that a clock shows twice', async () => {
    const { call, keep } = setUp();
    const moments = [0, 30, 60, 90].map((minutes) => minutes / 1_440);
    for (const [place, days] of moments.entries()) await keep(phones(), days, [product('x', place)]);
    // Back by an hour after the second.
    const zone = jest.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function (this: Date) {
      return this.getTime() < at(moments[2]!) ? -120 : -60;
    });
    const rows = await call('HISTORY.SERIES', ['ruretail', [['x']], null, null, null, 0, [['headers=0']]]);
    zone.mockRestore();
    expect(rows.map(([, price]) => price)).toEqual([0, 1, 2, 3]);
    expect(rows[2]![0]).toBeCloseTo(Number(rows[0]![0]), 8);
  });
});

test('a result that is too large for a sheet is cut, with a word', async () => {
  const { history } = setUp();
  const times = Array.from({ length: 20_000 }, (_, index) => start + index * 1_000);
  jest.spyOn(history, 'reading').mockReturnValue({
    reader: {
      ...history.reader,
      items: () =>
        Promise.resolve([
          { operation: 'ruretail', id: 'x', comparable: '{}', label: 'X', first: 0, last: 0, values: {} },
        ]),
      series: (_, field) =>
        Promise.resolve(
          field === 'price'
            ? { times, changes: times.map((time, index) => [time, index]) }
            : { times, changes: [] },
        ),
    },
    isPartial: () => false,
  });
  const wide = createFunctions(
    { ...fakeRuntime().runtime, history: () => Promise.resolve(history) },
    plainHost,
    { now: () => at(10) },
  );
  const rows = (await wide['HISTORY.SERIES']!(
    'ruretail',
    [['x']],
    null,
    null,
    null,
    0,
    [['transpose=1']],
    {},
  )) as unknown[][];
  expect(rows[0]).toHaveLength(16_384);
  expect(rows[0]?.at(-1)).toContain('Truncated: Excel has 16384 columns, so 3618 more are not shown');
});

test('while the gateway’s part is missing, tables and sentences say so, and one figure is none', async () => {
  const { call, history } = await tenDays();
  const { reader } = history;
  jest.spyOn(history, 'reading').mockReturnValue({ reader, isPartial: () => true });
  const says = expect.stringContaining('gateway’s history cannot be read') as string;
  const rows = await call('HISTORY.SERIES', ['ruretail', [['x']], null, null, null, null, null]);
  expect(rows.at(-1)).toEqual([says, '']);
  const { code, message } = await errorOf(() =>
    call('HISTORY.SERIES', ['ruretail', [['nobody']], null, null, null, null, null]),
  );
  expect([code, message]).toEqual(['#N/A', says]);
});

test('a rating of 0 is none: nothing rose from it or fell to it', async () => {
  const bench = setUp();
  bench.at1(phones());
  for (const [days, rating] of [0, 4.5, 4, 0].entries())
    await bench.keep(phones(), days, [product('x', 100, { rating })]);
  const rest = ['rating', null, [['headers=0']]];
  const [row = []] = await bench.call('HISTORY.CHANGE', ['ruretail', [['x']], ...rest]);
  expect(row.slice(0, 8)).toEqual(['', 4, '', '', 4, serial(2), 4.5, serial(1)]);
  const series = await bench.call('HISTORY.SERIES', [
    'ruretail',
    [['x']],
    'rating',
    null,
    null,
    null,
    [['headers=0']],
  ]);
  expect(series.map(([, rating]) => rating)).toEqual([gap, 4.5, 4, gap]);
  const [, changed] = await bench.call('HISTORY.DIFF', [[['Product']], null], ['S!A1', null]);
  expect(changed).toEqual(['changed', 'Phone x', 'Rating', 4, '', '', serial(2), serial(3)]);
  await bench.keep(phones(), 4, [product('y', 100, { rating: 0 })]);
  const never = await errorOf(() => bench.call('HISTORY.CHANGE', ['ruretail', [['y']], ...rest]));
  expect(never.message).toContain('but no rating');
});

describe('HISTORY.DIFF', () => {
  const diff = (bench: ReturnType<typeof setUp>, since: unknown = null) =>
    bench.call('HISTORY.DIFF', [[['Product']], since], ['S!A1', null]);

  test('tells new, gone, changed and not in list apart', async () => {
    const bench = setUp();
    bench.at1(phones());
    await bench.keep(phones(), 0, [product('a', 10), product('b', 20), product('c', 30)]);
    await bench.keep(phones(), 1, [product('d', 1), product('a', 11), product('b', 20)]);
    expect(await diff(bench)).toEqual([
      ['Change', 'Item', 'Field', 'Before', 'After', 'Change %', 'Before on', 'After on'],
      ['new', 'Phone d', '', '', '', '', '', serial(1)],
      ['changed', 'Phone a', 'Price', 10, 11, 0.1, serial(0), serial(1)],
      ['not in list', 'Phone c', '', '', '', '', serial(0), ''],
    ]);
    // Two results where three were asked for: there are no more.
    await bench.keep(phones(), 2, [product('d', 1), product('a', 11)]);
    expect((await diff(bench)).slice(1)).toEqual([['gone', 'Phone b', '', '', '', '', serial(1), '']]);
    expect((await diff(bench, dayOf(0))).slice(1).map(([kind, item]) => [kind, item])).toEqual([
      ['new', 'Phone d'],
      ['changed', 'Phone a'],
      ['gone', 'Phone b'],
      ['gone', 'Phone c'],
    ]);
  });

  test('calls a record that is paid for but below the count "not in list"', async () => {
    const bench = setUp();
    bench.at1(phones({ count: 2 }));
    const more = phones({ count: 5 });
    await bench.keep(more, 0, [product('a', 1), product('b', 1), product('c', 1)]);
    await bench.keep(more, 1, [product('a', 1), product('c', 1), product('b', 1)]);
    expect((await diff(bench)).slice(1).map(([kind, item]) => [kind, item])).toEqual([
      ['new', 'Phone c'],
      ['not in list', 'Phone b'],
    ]);
  });

  test('is about what the formula shows: its conditions and what was accepted', async () => {
    const bench = setUp();
    const note = (more: object) =>
      bench.runtime.cells.note({
        ...{ cell: 'S!A1', function: 'RURETAIL.SEARCH', filterSets: [], failed: false, at: at(10) },
        ...{ requests: [phones({ count: 9 })], ...more },
      });
    await bench.keep(phones({ count: 9 }), 0, [product('a', 10), product('b', 20), product('c', 30)]);
    await bench.keep(phones({ count: 9 }), 1, [product('a', 11), product('b', 45), product('d', 99)]);
    const kinds = async () => (await diff(bench)).slice(1).map(([kind, item]) => [kind, item]);
    note({ where: ['price<40'] });
    expect(await kinds()).toEqual([
      ['changed', 'Phone a'],
      ['not in list', 'Phone b'],
      ['gone', 'Phone c'],
    ]);
    const change = ['ruretail', [['Product']], null, null, [['headers=0']]];
    expect((await bench.call('HISTORY.CHANGE', change, [null, 'S!A1'])).map(([name]) => name)).toEqual([
      'Phone a',
    ]);
    note({ matched: true, at: at(11) });
    await bench.runtime.matches.decide([
      { operation: 'ruretail', item: 'phone', accepted: [{ id: 'b', name: 'b' }], seen: [], at: at(9) },
    ]);
    expect(await kinds()).toEqual([['changed', 'Phone b']]);
  });

  test('calls nothing new that the result before was too short for', async () => {
    const bench = setUp();
    bench.at1(phones({ count: 4 }));
    await bench.keep(phones({ count: 2 }), 0, [product('a', 1), product('b', 1)]);
    await bench.keep(
      phones({ count: 4 }),
      1,
      ['c', 'a', 'b', 'd'].map((id) => product(id, 1)),
    );
    expect((await diff(bench)).slice(1).map(([kind, item]) => [kind, item])).toEqual([
      ['new', 'Phone c'],
      ['not compared', 'Phone d'],
    ]);
  });

  test('takes a list for as long as it was, whatever was deleted of it', async () => {
    const bench = setUp();
    bench.at1(phones({ count: 2 }));
    await bench.keep(phones({ count: 2 }), 0, [product('a', 1), product('b', 1)]);
    await bench.keep(phones({ count: 2 }), 1, [product('c', 1), product('b', 1)]);
    await bench.history.delete({ operation: 'ruretail', id: 'c' }, false);
    expect((await diff(bench)).slice(1).map(([kind, item]) => [kind, item])).toEqual([
      ['not in list', 'Phone a'],
    ]);
    const longer = setUp();
    longer.at1(phones());
    await longer.keep(phones({ count: 2 }), 0, [product('a', 1), product('b', 1)]);
    await longer.keep(phones(), 1, [product('d', 1), product('a', 1), product('e', 1)]);
    await longer.history.delete({ operation: 'ruretail', id: 'd' }, false);
    await longer.history.delete({ operation: 'ruretail', id: 'b' }, false);
    // The list before was full, and "e" stood below what was asked for then.
    expect((await diff(longer)).slice(1).map(([kind, item]) => [kind, item])).toEqual([
      ['not compared', 'Phone e'],
    ]);
  });

  test('says that nothing changed, and since when', async () => {
    const bench = setUp();
    bench.at1(phones());
    await bench.keep(phones(), 0, [product('a', 10)]);
    expect((await errorOf(() => diff(bench))).message).toContain('no second result');
    await bench.keep(phones(), 1, [product('a', 10)]);
    expect((await diff(bench))[1]).toEqual(['no change', 'since', serial(0), '', '', '', '', '']);
  });

  test('calls nothing unchanged that has no ID', async () => {
    const { keep, at1, call } = setUp();
    at1(phones());
    const diff = async () => (await call('HISTORY.DIFF', [[['Product']], null], ['S!A1', null])).slice(1);
    await keep(phones(), 0, [{ name: 'A', price: 5 }]);
    await keep(phones(), 1, [{ name: 'A', price: 5 }]);
    expect((await diff())[0]!.slice(0, 2)).toEqual(['no change', 'since']);
    await keep(phones(), 2, [{ name: 'A', price: 9 }]);
    expect((await diff())[0]!.slice(0, 2)).toEqual(['not compared', 'A']);
    await keep(phones(), 3, []);
    expect((await diff())[0]!.slice(0, 2)).toEqual(['not compared', 'A']);
  });

  test('wants a cell with a Spillway formula, which it lets Excel calculate once', async () => {
    const bench = setUp();
    for (let calls = 0; calls < 3; calls += 1)
      expect((await errorOf(() => diff(bench))).message).toContain('Refer to a cell with a Spillway formula');
    expect(bench.recalculated).toEqual(['S!A1']);
  });
});

test('cells that read the history are calculated again when something new was kept of their source', async () => {
  const { call, keep, recalculated } = await tenDays();
  await call('HISTORY.CHANGE', ['ruretail', [['x']], null, null, null]);
  await keep(makeDataRequest('nlretail', { keyword: 'lamp' }), 9, [{ id: '1', price: 5 }]);
  expect(recalculated).toEqual([]);
  await keep(phones(), 9, [product('x', 50)]);
  expect(recalculated).toEqual(['S!Z1']);
});

test('nothing of it costs a credit', async () => {
  const { call, asked } = await tenDays();
  await call('HISTORY.SERIES', ['ruretail', [['x']], null, null, null, null, null]);
  expect(asked).toEqual([]);
  for (const name of ['HISTORY.SERIES', 'history.change', '=HISTORY.DIFF'])
    expect(await call('CREDITS.COST', [name, null, null])).toBe(0);
});
