// Arguments that are ranges: what goes with what, cell by cell, against a plain oracle.
import fc from 'fast-check';
import { operationIds, operationOf, type OperationId } from '../../../../src/operations';
import { faultOf, read, stay } from '../readings';

const column = (...cells: unknown[]) => cells.map((cell) => [cell]);
const row = (...cells: unknown[]) => [cells];

type Items = ReturnType<typeof read>['items'];
const asked = (items: Items) =>
  items.map((item) =>
    item.state === 'request'
      ? [item.params['destination'], item.params['checkin'], item.params['checkout']]
      : item.state === 'fault'
        ? item.fault.message
        : item.state,
  );

const day = 46510; // 2027-05-03

describe('ranges of the same shape', () => {
  it('are taken row by row, and one value goes with every row', () => {
    const formula = read(
      'stays',
      column('Rome', 'Paris', 'Oslo'),
      column(day, day + 3, day + 6),
      column(day + 3, day + 6, day + 8),
      2,
      1,
      column(3, 4, 5),
    );
    expect(asked(formula.items)).toEqual([
      ['Rome', '2027-05-03', '2027-05-06'],
      ['Paris', '2027-05-06', '2027-05-09'],
      ['Oslo', '2027-05-09', '2027-05-11'],
    ]);
    expect(formula.items).toMatchObject(
      [3, 4, 5].map((count) => ({ params: { adults: 2, rooms: 1, count } })),
    );
    expect(formula.varying).toEqual(['destination', 'checkin', 'checkout', 'count']);
    expect(formula).toMatchObject({ single: false, matrix: undefined });
  });

  it('may be rows or whole rectangles as well', () => {
    expect(asked(read('stays', 'Rome', row(day, day + 1), row(day + 2, day + 3)).items)).toEqual([
      ['Rome', '2027-05-03', '2027-05-05'],
      ['Rome', '2027-05-04', '2027-05-06'],
    ]);
    const square = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    const cities = [
      ['k', 'l'],
      ['m', 'n'],
    ];
    expect(read('ruretail', square, 5, cities).items).toMatchObject(
      ['ak', 'bl', 'cm', 'dn'].map(([query, city]) => ({ params: { query, city } })),
    );
  });
});

describe('a column against a row', () => {
  it('is every combination in reading order, and two rows of equal length pair up', () => {
    const formula = read('stays', column('Rome', 'Oslo'), row(day, day + 7), row(day + 3, day + 9));
    expect(asked(formula.items)).toEqual([
      ['Rome', '2027-05-03', '2027-05-06'],
      ['Rome', '2027-05-10', '2027-05-12'],
      ['Oslo', '2027-05-03', '2027-05-06'],
      ['Oslo', '2027-05-10', '2027-05-12'],
    ]);
    expect(formula.items[3]).toMatchObject({ leads: ['Oslo', day + 7, day + 9] });
    expect(formula.matrix).toBeUndefined();
  });

  it('is a matrix where each item is one value', () => {
    const dates = [row(day, day + 7, day + 9), row(day + 3, day + 9, day + 12)] as const;
    const of = (options: string) => read('stays', column('Rome', 'Oslo'), ...dates, 2, 1, 25, options).matrix;
    const matrix = { rows: 2, columns: 3 };
    expect(of('min(price_per_night)')).toEqual(matrix);
    expect(of('columns=min(price_per_night) as Cheapest; currency=EUR')).toEqual(matrix);
    expect(of('min(price), max(price)')).toBeUndefined();
    expect(of('price')).toBeUndefined();
    expect(of('columns=min(price); stamp=yes')).toBeUndefined();
    const lookup = (options: string) => read('hkproperty', column('A', 'B'), row('hk', 'en'), options).matrix;
    expect(lookup('price')).toEqual({ rows: 2, columns: 2 });
    expect(lookup('price, id')).toBeUndefined();
    expect(lookup('*')).toBeUndefined();
  });
});

it('shapes that do not fit name both, and nothing is sent', () => {
  expect(faultOf(() => read('stays', column('a', 'b', 'c', 'd'), column(1, 2, 3, 4, 5), 5))).toBe(
    'The ranges do not match: destination is 4 × 1 and checkin is 5 × 1 (rows × columns). Nothing was sent. Use ranges of the same size, a single value, or a column and a row.',
  );
  expect(faultOf(() => read('ruretail', row('a', 'b'), row(1, 2, 3)))).toMatch(
    /^The ranges do not match: query is 1 × 2 and count is 1 × 3/,
  );
});

describe('a bad cell', () => {
  it('fails its own items only, whichever argument it is in', () => {
    const formula = read(
      'stays',
      column('Rome', 'Oslo', '#N/A', true),
      row(day, 'soon', '#REF!'),
      row(day + 2, day + 3, day + 4),
    );
    const says = asked(formula.items);
    expect(says.filter(Array.isArray)).toHaveLength(2);
    expect(says[1]).toMatch(/^checkin must be a date/);
    expect(says[2]).toMatch(/contains #REF!/);
    expect(says[6]).toMatch(/contains #N\/A/);
    expect(says[9]).toBe('destination must be text, not TRUE.');
  });

  it('has part in a rule between two arguments, though only one of them varies', () => {
    const formula = read('stays', 'Rome', column(day, day + 9), day + 5);
    expect(asked(formula.items)).toEqual([
      ['Rome', '2027-05-03', '2027-05-08'],
      'checkout (2027-05-08) must be after checkin (2027-05-12).',
    ]);
  });

  it('that all items share fails the formula', () => {
    expect(faultOf(() => read('stays', column('Rome', 'Oslo'), column(day, day), 'soon'))).toMatch(
      /^checkout must be a date/,
    );
    expect(faultOf(() => read('stays', column('Rome', 'Oslo'), null, column(day, day)))).toMatch(
      /^checkin is missing/,
    );
  });

  it('is reviewed like a value typed into the formula: written 0, yes/no, what belongs in the options', () => {
    const formula = read(
      'ruretail',
      column('tv', 'pc', 'sort=price_asc', 'radio'),
      column(5, 0, 5, 5),
      column('a', 'b', 'c', 'price_asc'),
    );
    expect(formula.items.map(({ state }) => state)).toEqual(['request', 'fault', 'fault', 'fault']);
    expect(formula.items).toMatchObject([
      {},
      {
        fault: {
          message: expect.stringMatching(/^count must be .* not 0\. Excel may pass an empty cell/) as string,
        },
      },
      {
        fault: {
          message: expect.stringMatching(/^query is "sort=price_asc", which is an option/) as string,
        },
      },
      {
        fault: {
          message:
            'city is "price_asc", which is a value of sort. Correct the cell, or add "sort=price_asc" to the options.',
        },
      },
    ]);
    expect(read('hkproperty', column('A', 'B'), column('hk', 'price')).items[1]).toMatchObject({
      fault: { message: expect.stringMatching(/^lang is "price", which is a column/) as string },
    });
    expect(read('hkproperty', column('A', 'estate_name')).items[1]).toMatchObject({ state: 'fault' });
    expect(read('hkproperty', column('A', 'B'), column('hk', true)).items[1]).toMatchObject({
      fault: { message: 'lang must be text, not TRUE.' },
    });
  });
});

describe('blank cells', () => {
  const legs = [
    column('Rome', '', 'Oslo', ''),
    column(day, '', '', 0),
    column(day + 3, 3, day + 9, ''),
  ] as const;

  it('skip a blank leg, and a partly blank one is its own error', () => {
    expect(asked(read('stays', ...legs, column(2, 2, 2, 2)).items)).toEqual([
      ['Rome', '2027-05-03', '2027-05-06'],
      'checkin is missing: it must be a date such as 2027-05-03.',
    ]);
    expect(asked(read('stays', column('Rome', ''), column(day, day), day + 3).items)).toEqual([
      ['Rome', '2027-05-03', '2027-05-06'],
      'Enter destination or destination_id.',
    ]);
  });

  it('keep their place where each item has one row or one cell', () => {
    expect(asked(read('stays', ...legs, 2, 1, 25, 'min(price)').items)).toMatchObject([
      ['Rome', '2027-05-03', '2027-05-06'],
      'blank',
      expect.stringMatching(/^checkin is missing/),
      'blank',
    ]);
    const dates = row(day, '', day + 5);
    // An empty cell plus three nights is 3.
    const ends = row(day + 3, 3, day + 8);
    const matrix = read('stays', column('Rome', '', 'Oslo'), dates, ends, 2, 1, 25, 'min(price)');
    expect(matrix.items.map(({ state }) => state).join(' ')).toBe(
      'request blank request blank blank blank request blank request',
    );
    expect(matrix.matrix).toEqual({ rows: 3, columns: 3 });
  });

  it('of an optional argument leave it out', () => {
    const { items } = read('ruretail', column('tv', 'pc'), 5, column('msk_cl', ''));
    expect(items).toMatchObject([{ params: { city: 'msk_cl' } }, { params: { query: 'pc' } }]);
    expect(items[1]).not.toHaveProperty('params.city');
  });

  it('of a lookup that stands for all leave nothing to ask for', () => {
    expect(read('stays', '', column(day, day + 1), day + 5).items).toEqual([]);
    expect(
      asked(read('stays', '', column(day, day + 1), day + 5, 2, 1, 5, 'destination=Rome').items),
    ).toHaveLength(2);
  });
});

it('whole columns are cut to what any of them uses', () => {
  const long = (...cells: unknown[]) => Array.from({ length: 5_000 }, (_, at) => [cells[at] ?? '']);
  const formula = read('stays', long('Rome', 'Oslo'), long(day, day, day), long(day + 1, day + 2));
  expect(formula.items).toHaveLength(3);
});

it('options stay options, whatever their shape', () => {
  const formula = read('ruretail', column('tv', 'pc', 'ssd'), 5, null, [
    ['sort', 'price_asc'],
    ['price_max', 500],
  ]);
  expect(formula.items).toHaveLength(3);
  expect(formula.items[2]).toMatchObject({ params: { sort: 'price_asc', price_max: 500 } });
  expect(formula.varying).toEqual(['query']);
});

it('an argument given as a range may not be given in the options too', () => {
  expect(faultOf(() => read('ruretail', 'tv', 5, column('a', 'b'), 'city=c'))).toMatch(
    /^city is specified twice/,
  );
});

describe('any shapes', () => {
  /** Texts that differ by argument and place, so that a mix-up shows. */
  const text = (name: string, r: number, c: number) => `${name}-${r}-${c}`;
  const side = fc.constantFrom(1, 1, 2, 3);
  const shape = fc.record({ rows: side, columns: side });
  const withTexts = operationIds.filter(
    (id) =>
      operationOf(id).positional.filter((name) => operationOf(id).params[name]!.kind === 'text').length > 1,
  );

  it('pair up as Excel’s own arrays do', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...withTexts),
        fc.array(shape, { minLength: 3, maxLength: 3 }),
        (id: OperationId, shapes) => {
          const { positional, params } = operationOf(id);
          const args = positional.map((name, place) => {
            if (params[name]!.kind !== 'text') return 7;
            const { rows, columns } = shapes[place % shapes.length]!;
            return Array.from({ length: rows }, (_, r) =>
              Array.from({ length: columns }, (__, c) => text(name, r, c)),
            );
          });
          const used = positional.flatMap((name, place) =>
            params[name]!.kind === 'text' ? [{ name, ...shapes[place % shapes.length]! }] : [],
          );
          const rows = Math.max(...used.map((each) => each.rows));
          const columns = Math.max(...used.map((each) => each.columns));
          const fit = used.every(
            (each) => [1, rows].includes(each.rows) && [1, columns].includes(each.columns),
          );
          if (!fit) {
            expect(faultOf(() => read(id, ...args))).toMatch(/do not match: .* × .* × /);
            return;
          }
          const expected = Array.from({ length: rows * columns }, (_, place) =>
            Object.fromEntries(
              used.map((each) => [
                each.name,
                text(
                  each.name,
                  each.rows === 1 ? 0 : Math.floor(place / columns),
                  each.columns === 1 ? 0 : place % columns,
                ),
              ]),
            ),
          );
          const formula = read(id, ...args);
          expect(formula.items.map((item) => item.state)).toEqual(expected.map(() => 'request'));
          expect(formula.items).toMatchObject(expected.map((params) => ({ params })));
          expect(formula.varying).toEqual(
            used.filter((each) => each.rows * each.columns > 1).map(({ name }) => name),
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each([...stay.keys()])('argument %d of a lodging search takes a range like any other', (place) => {
    const args = ['Rome', ...stay].map((value, at) => (at === place + 1 ? column(value, value) : value));
    const { items } = read('stays', ...args);
    expect(items).toHaveLength(2);
    expect(items[0]).toBe(items[1]);
  });
});
