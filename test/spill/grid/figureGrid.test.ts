// Figures of a search and matrices: one row or one cell for each item, in the unit of the field.
import fc from 'fast-check';
import type { Cell } from '../../../src/spill/cell';
import { gridOf } from '../../../src/spill/grid/gridOf';
import type { ItemOutcome } from '../../../src/spill/grid/grid';
import { writeOptions } from '../../../src/spill/read/options/writeOptions';
import { faultOf, read, stay } from '../read/readings';

type Records = readonly Readonly<Record<string, unknown>>[];

const answer = (records: Records): ItemOutcome => ({ records, fetchedAt: 0, from: 'cache' });
const column = (...cells: unknown[]) => cells.map((cell) => [cell]);
const row = (...cells: unknown[]) => [cells];

const priced = (...prices: (number | null | string)[]): Records =>
  prices.map((price, place) => ({ name: `P${place}`, price, currency: 'RUB', discount_percent: 10 + place }));
const night = (amount: number, currency = 'EUR') => ({ name: 'H', price_per_night: { amount, currency } });

const one = (options: string, records: Records, formats = false): Cell[][] =>
  gridOf(read('ruretail', 'tv', 20, null, options), [answer(records)], { formats }).cells;

const day = 46510;

describe('a figure', () => {
  it('is one value of all results', () => {
    const records = priced(30, 10, null, 20, 40);
    expect(one('min(price), max(price), median(price), avg(price), count(), first(name)', records)).toEqual([
      [10, 40, 25, 25, 5, 'P0'],
    ]);
    expect(one('MIN( Price )', records)).toEqual([[10]]);
    expect(one('median(price)', priced(3, 1, 2))).toEqual([[2]]);
    expect(one('avg(price)', priced(0.1, 0.2))).toEqual([[0.15]]);
    expect(one('avg(price)', priced(...Array.from({ length: 300 }, () => 0.07)))).toEqual([[0.07]]);
  });

  it('has a heading of its own, or the one given', () => {
    const head = (options: string) => one(options, priced(1))[0];
    expect(head('columns=min(price),first(name),count(),avg(rating) as Stars')).toEqual([
      'Lowest price',
      'First product',
      'Results',
      'Stars',
    ]);
    expect(head('columns=median(sbp_bonus),count(); headers=fields')).toEqual([
      'median(sbp_bonus)',
      'count()',
    ]);
    expect(head('columns=max(sbp_bonus)')).toEqual(['Highest SBP bonus']);
  });

  it('has the unit of its field', () => {
    expect(
      one('min(price), avg(price), max(discount_percent), avg(discount_percent)', priced(10, 15), true),
    ).toEqual([
      [
        { type: 'Double', basicValue: 10, numberFormat: '[$₽] #,##0' },
        { type: 'Double', basicValue: 12.5, numberFormat: '[$₽] #,##0.00' },
        { type: 'Double', basicValue: 0.11, numberFormat: '0%' },
        { type: 'Double', basicValue: 0.105, numberFormat: '0.0%' },
      ],
    ]);
    const change = [{ price_change_percent: 0.04 }];
    const valued = (column: string) =>
      gridOf(read('hkproperty', 'U1', null, column), [answer(change)], { formats: true }).cells;
    // As many decimals as the column shows: it must not look like no change.
    expect(valued('max(price_change_percent)')).toEqual(valued('price_change_percent'));
    const formula = read('stays', 'Rome', ...stay, 'min(price_per_night), max(free_cancellation_until)');
    const records = [{ ...night(80.5), free_cancellation_until: '2027-05-01' }, night(99)];
    expect(gridOf(formula, [answer(records)], { formats: true }).cells).toEqual([
      [
        { type: 'Double', basicValue: 80.5, numberFormat: '[$€] #,##0.00' },
        { type: 'Double', basicValue: 46508, numberFormat: 'yyyy-mm-dd' },
      ],
    ]);
  });

  it('of nothing says so, and zero results are counted', () => {
    expect(one('min(price), first(name), count()', [])).toEqual([['No results', 'No results', 0]]);
    expect(one('min(price), count()', priced(null, null))).toEqual([['No values', 2]]);
  });

  it('never puts currencies together', () => {
    const formula = read('stays', 'Rome', ...stay, 'min(price_per_night), count(), first(price_per_night)');
    const [cells] = gridOf(formula, [answer([night(80), night(70, 'USD')])], { formats: false }).cells;
    expect(cells).toEqual([
      {
        fault: 'value',
        message:
          'min(price_per_night): the results are in EUR and USD, which cannot be compared. Set one in the options, such as currency=EUR.',
      },
      2,
      80,
    ]);
    const unknown = [night(80), { price_per_night: { amount: 60 } }];
    expect(gridOf(formula, [answer(unknown)], { formats: false }).cells[0]![0]).toMatchObject({
      fault: 'value',
    });
    // A code is the same however it is written.
    const spelled = [night(80), night(70, ' eur')];
    expect(gridOf(formula, [answer(spelled)], { formats: false }).cells[0]![0]).toBe(70);
    // A shop's default currency is the one it means where it says none.
    expect(one('min(price)', [...priced(5), { price: 4 }])).toEqual([[4]]);
  });

  it('takes a number of which nobody knows the unit for no date', () => {
    const valued = (column: string, ...dates: unknown[]) =>
      gridOf(read('hkproperty', 'U1', null, column), [answer(dates.map((at) => ({ valuation_at: at })))], {
        formats: true,
      }).cells;
    expect(valued('max(valuation_at)', 202611)[0]![0]).toMatchObject({ fault: 'value' });
    expect(valued('max(valuation_at)', 202611, 20261102)).toEqual(valued('valuation_at', 20261102));
  });

  it('takes no place of whose charges nobody knows the amount for the cheapest', () => {
    const formula = read('stays', 'Rome', ...stay, 'first(name by price+excluded_charges)');
    const price = (amount: number | null, formatted: string | null = null) => ({
      '@type': 'StaysPrice',
      amount,
      currency: 'EUR',
      formatted,
    });
    const hollow = { '@type': 'StaysPrice', amount: null, currency: null, formatted: null };
    const places = [
      { name: 'A', price: price(90), excluded_charges: 'City tax, paid on site' },
      { name: 'B', price: price(97), excluded_charges: price(1) },
      { name: 'C', price: price(40), excluded_charges: price(null, 'City tax not included') },
      { name: 'D', price: price(30), excluded_charges: price(null) },
      // Says nothing at all.
      { name: 'E', price: price(95), excluded_charges: hollow },
    ];
    const { cells, warnings } = gridOf(formula, [answer(places)], { formats: false });
    expect(cells).toEqual([['E']]);
    expect(warnings).toEqual(['excluded_charges: 3 values are not numbers and are left out.']);
  });

  it('shows what a price without an amount says in words, and takes it for no number', () => {
    const prices = [{ amount: null, formatted: 'Sold out' }, { amount: 80 }, { amount: null, formatted: '' }];
    const records = prices.map((price) => ({ price: { ...price, currency: 'EUR' } }));
    const shown = (options: string) =>
      gridOf(read('stays', 'Rome', ...stay, options), [answer(records)], { formats: false });
    expect(shown('price')).toEqual({
      cells: [['Sold out'], [80], ['']],
      warnings: ['price: 1 value is not of the documented type and is shown as text.'],
    });
    const { cells, warnings } = shown('min(price)');
    expect([cells, warnings]).toEqual([[[80]], ['price: 1 value is not a number and is left out.']]);
  });

  it('takes a score of 0 for none', () => {
    const rated = [{ rating: 0 }, { rating: 4 }, { rating: 5 }];
    expect(one('avg(rating), min(rating), count()', rated)).toEqual([[4.5, 4, 3]]);
    expect(one('max(rating)', [{ rating: 0 }])).toEqual([['No values']]);
    // Nothing else is unknown where it is 0.
    expect(one('min(stock_in_stores)', [{ stock_in_stores: 0 }, { stock_in_stores: 4 }])).toEqual([[0]]);
  });

  it('counts a result once that is listed twice, and two rooms of one hotel twice', () => {
    const promoted = [
      { id: 'A', name: 'A', price: 1000, is_sponsored: true },
      { id: 'A', name: 'A', price: 1000 },
      { id: 'B', name: 'B', price: 900 },
      // Without an ID nobody knows.
      { name: 'C', price: 950 },
      { name: 'C', price: 950 },
    ];
    expect(one('median(price), count()', promoted)).toEqual([[950, 4]]);
    // Nor is it left out twice, and the last column says of how many.
    const asked = promoted
      .slice(0, 3)
      .map((record) => ({ ...record, ...(record.id === 'A' && { price: 'ask' }) }));
    const formula = read('ruretail', 'tv', 20, null, 'columns=min(price),count(); stamp=yes; where=name<>D');
    const [, row] = gridOf(formula, [answer(asked)], { formats: false }).cells;
    const says = 'cache, 2 of 3: price: 1 value is not a number and is left out.';
    expect(row).toEqual([900, 2, expect.any(Number), says]);
    const rooms = [1, 2].map((room_id) => ({ ...night(70), id: 7, room_id }));
    const { cells } = gridOf(read('stays', 'Rome', ...stay, 'count()'), [answer([...rooms, rooms[0]!])], {
      formats: false,
    });
    expect(cells).toEqual([[2]]);
  });

  it('leaves out what is no number, and says so where nothing else is there', () => {
    expect(one('min(price)', priced('12.50', 'on request', 20))).toEqual([[12.5]]);
    const formula = read('ruretail', 'tv', 20, null, 'columns=min(price),first(name by price); stamp=yes');
    const some = [{ ...answer(priced('ask', 20, 'call', 30)), note: 'Late.' }];
    const { cells, warnings } = gridOf(formula, some, { formats: false });
    const says = 'Late. price: 2 values are not numbers and are left out.';
    expect(cells[1]).toEqual([20, 'P1', expect.any(Number), `cache: ${says}`]);
    expect(warnings).toEqual([says]);
    expect(one('min(price)', priced('on request'))).toMatchObject([[{ fault: 'value' }]]);
    expect(one("max('new_field')", [{ new_field: 4 }, { new_field: 'x' }])).toEqual([[4]]);
    expect(one("max('new_field')", [{ name: 'a' }])).toMatchObject([
      [{ message: 'No record has a column "new_field". Use columns=* to see every field.' }],
    ]);
  });

  it('is a field of the result with the lowest sum, whatever its place', () => {
    const stays = (...of: (readonly [price: number | null, charges: number | null, currency?: string])[]) =>
      of.map(([price, charges, currency = 'EUR'], place) => ({
        name: `H${place}`,
        price: price === null ? null : { amount: price, currency },
        excluded_charges: charges === null ? null : { amount: charges, currency: 'EUR' },
      }));
    const cheapest = (options: string, records: Records) =>
      gridOf(read('stays', 'Rome', ...stay, options), [answer(records)], { formats: false }).cells;
    const by = 'first(name by price+excluded_charges), first(price BY price + excluded_charges)';
    expect(cheapest(by, stays([100, 30], [null, 1], [110, null], [105, 10]))).toEqual([['H2', 110]]);
    expect(cheapest('columns=first(name by price)', stays([100, 30], [90, 50]))).toEqual([['Name'], ['H1']]);
    expect(cheapest(by, stays([null, 4]))).toEqual([['No values', 'No values']]);
    expect(cheapest(by, [])).toEqual([['No results', 'No results']]);
    expect(cheapest('first(name by price+excluded_charges)', stays([100, 30], [1, 0, 'USD']))).toMatchObject([
      [{ message: expect.stringMatching(/in EUR and USD, which cannot be compared/) as string }],
    ]);
    const areas = ['m²', 'ft²'].map((area_unit, place) => ({ name: `H${place}`, area: 30, area_unit }));
    expect(cheapest('first(name by area)', areas)).toMatchObject([
      [{ message: expect.stringMatching(/in m² and ft², .* such as where=area_unit=m²\.$/) as string }],
    ]);
    const written = 'columns=first(name by price+excluded_charges) as Place';
    expect(writeOptions({}, read('stays', 'Rome', ...stay, written).view)).toBe(written);
  });

  it('ignores what is not a record', () => {
    expect(one('count(), min(price)', [null, 7, ...priced(3)] as unknown as Records)).toEqual([[1, 3]]);
  });

  it.each([
    ['min(price), name', /mixes min\(price\) with name.*first\(name\)/],
    ['columns=*, count()', /mixes count\(\) with \*/],
    [
      'min(name)',
      /^min\(name\) needs numbers, and Product has none\. Use first\(name\), or a column such as price, /,
    ],
    ['avg(brand)', /needs numbers/],
    ['average(price)', /"average\(price\)" is not a figure\. Did you mean avg\(price\)\?/],
    ['sum(price)', /"sum\(price\)" is not a figure\. Use min, max/],
    ['min(prise)', /no column "prise"\. Did you mean price\?/],
    ['min()', /^min\(\) is not a valid figure\. Use min\(price\)/],
    ['columns=median(*)', /^median\(\*\) is not a valid figure/],
    ['first(name by prise)', /no column "prise"\. Did you mean price\?/],
    ['first(price by name)', /needs numbers/],
    [
      'min(price by rating)',
      /^min\(price by rating\) is not a valid figure\. Use first\(price by rating\)\./,
    ],
    ['count(price)', /or count\(\) without a field/],
  ])('written as %s is refused before anything is sent', (options, says) => {
    expect(faultOf(() => read('ruretail', 'tv', 20, null, options))).toMatch(says);
  });

  it('agrees with a plain computation', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(amounts, (prices) => {
        const sorted = [...prices].sort((a, b) => a - b);
        const half = Math.floor(prices.length / 2);
        const median = prices.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
        const [cells] = one('min(price), max(price), median(price), count(), avg(price)', priced(...prices));
        expect(cells!.slice(0, 4)).toEqual([sorted[0], sorted.at(-1), median, prices.length]);
        expect(cells![4]).toBeCloseTo(prices.reduce((sum, price) => sum + price, 0) / prices.length, 6);
      }),
    );
  });
});

describe('figures of a range', () => {
  const fault = { fault: 'na', message: 'Nothing there.' } as const;

  it('are one row for each item beside its cell, blank, empty and failing ones too', () => {
    const formula = read('ruretail', column('tv', '', 'none', 'bad', 'ssd'), 20, null, 'min(price), count()');
    const outcomes = [answer(priced(5, 4)), undefined, answer([]), { fault }, answer(priced(9))];
    expect(gridOf(formula, outcomes, { formats: false }).cells).toEqual([
      [4, 2],
      ['', ''],
      ['No results', 0],
      [fault, fault],
      [9, 1],
    ]);
  });

  it('have headings, what was asked for, and a stamp where they are wanted', () => {
    const formula = read('ruretail', column('tv', 'pc'), column(5, 6), null, 'columns=min(price); stamp=yes');
    const { cells } = gridOf(formula, [answer(priced(5)), { fault }], { formats: false });
    expect(cells[0]).toEqual(['Search for', 'Results', 'Lowest price', 'Fetched at', 'From']);
    expect(cells[1]!.slice(0, 3)).toEqual(['tv', 5, 5]);
    expect(cells[2]).toEqual(['pc', 6, fault, '', '']);
  });
});

describe('a matrix', () => {
  const cities = column('Rome', '', 'Oslo');
  const dates = [row(day, day + 1), row(day + 3, day + 4)] as const;

  it('has one cell for each combination; a bad one fails alone, a blank one stays blank', () => {
    const fault = { fault: 'na', message: 'Held.' } as const;
    const formula = read('stays', cities, ...dates, 2, 1, 25, 'min(price_per_night)');
    const outcomes = [
      answer([night(80), night(70)]),
      answer([]),
      undefined,
      undefined,
      { fault, brief: true },
      answer([night(60)]),
    ];
    const expected = [
      [70, 'No results'],
      ['', ''],
      [fault, 60],
    ];
    expect(gridOf(formula, outcomes, { formats: false }).cells).toEqual(expected);
    const turned = read('stays', cities, ...dates, 2, 1, 25, 'columns=min(price_per_night); transpose=yes');
    expect(gridOf(turned, outcomes, { formats: false }).cells).toEqual([
      [70, '', fault],
      ['No results', '', 60],
    ]);
  });

  it('leaves no cell of an item empty that waits: a sum over them would look whole', () => {
    const fault = { fault: 'na', message: 'Held.' } as const;
    const waiting = { fault };
    const figures = read('ruretail', column('tv', 'pc'), 20, null, 'columns=min(price),count(); headers=0');
    expect(gridOf(figures, [answer(priced(5)), waiting], { formats: false }).cells).toEqual([
      ['tv', 5, 1],
      ['pc', fault, fault],
    ]);
    const flats = read('hkproperty', column('A', 'B'), null, 'columns=estate_name,price; headers=0');
    expect(
      gridOf(flats, [waiting, answer([{ estate_name: 'E', price: 5 }])], { formats: false }).cells,
    ).toEqual([
      [fault, fault],
      ['E', 5],
    ]);
  });

  it('of a lookup holds the one column asked for', () => {
    const units = [
      ['A', 'B', ''],
      ['C', '#REF!', 'D'],
    ];
    const formula = read('hkproperty', units, null, 'price');
    const value = (price: number) => answer([{ price }]);
    const { cells } = gridOf(formula, [value(1), value(2), undefined, value(3), undefined, answer([])], {
      formats: false,
    });
    expect(cells).toEqual([
      [1, 2, ''],
      // Nothing was found for the last one, and nothing asked for the one that is blank.
      [3, expect.objectContaining({ fault: 'value' }), 'No results'],
    ]);
    const unknown = read('hkproperty', row('A', 'B'), null, "'no such'");
    expect(gridOf(unknown, [value(1), value(2)], { formats: false }).cells).toMatchObject([
      [{ message: expect.stringContaining('No record has a column') as string }, { fault: 'value' }],
    ]);
  });

  it('of one city is a row below its dates', () => {
    const formula = read('stays', 'Rome', ...dates, 2, 1, 25, 'min(price_per_night)');
    expect(gridOf(formula, [answer([night(8)]), answer([night(9)])], { formats: false }).cells).toEqual([
      [8, 9],
    ]);
  });

  it('is cut at a row where it would be more than Excel takes', () => {
    const long = 'x'.repeat(30_000);
    const formula = read(
      'ruretail',
      Array.from({ length: 100 }, (_, r) => [`a${r}`, `b${r}`]),
      5,
      null,
      'first(name)',
    );
    const { cells } = gridOf(
      formula,
      formula.items.map(() => answer([{ name: long }])),
      { formats: false },
    );
    expect(cells.length).toBeLessThan(100);
    expect(cells.at(-1)).toEqual([expect.stringMatching(/^Truncated: .* more rows/), '']);
  });
});

describe('records of several varying arguments', () => {
  it('are stacked under each of them, with dates as dates', () => {
    const formula = read(
      'stays',
      column('Rome', 'Oslo'),
      column(day, '2027-05-09'),
      column(day + 3, 46520),
      2,
      1,
      3,
      'columns=name',
    );
    const { cells } = gridOf(formula, [answer([night(1), night(2)]), answer([])], { formats: true });
    const date = (basicValue: number) => ({ type: 'Double', basicValue, numberFormat: 'yyyy-mm-dd' });
    expect(cells).toEqual([
      ['Destination', 'Check-in', 'Check-out', 'Name'],
      ['Rome', date(day), date(day + 3), 'H'],
      ['Rome', date(day), date(day + 3), 'H'],
      ['Oslo', date(46516), date(46520), 'No results for "Oslo, 2027-05-09, 2027-05-13".'],
    ]);
  });

  it('of a lookup have them too, where more than one varies', () => {
    const formula = read('hkproperty', column('A', 'B'), column('hk', 'en'), 'columns=price; headers=fields');
    const { cells } = gridOf(formula, [answer([{ price: 1 }]), answer([{ price: 2 }])], { formats: false });
    expect(cells).toEqual([
      ['unit', 'lang', 'price'],
      ['A', 'hk', 1],
      ['B', 'en', 2],
    ]);
  });

  it('are values only where columns alone are named', () => {
    const formula = read('ruretail', column('tv', 'pc'), column(5, 6), null, 'name');
    expect(gridOf(formula, [answer(priced(1)), answer(priced(1, 2))], { formats: false }).cells).toEqual([
      ['P0'],
      ['P0'],
      ['P1'],
    ]);
  });
});
