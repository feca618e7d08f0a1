// The language of `where` against an oracle that was written on its own, and what each form of options makes of conditions.
import fc from 'fast-check';
import { operationIds, type OperationId } from '../../src/operations';
import { foldText, finder } from '../../src/operations/check/foldText';
import { readOptions } from '../../src/spill/read/options/options';
import { readCondition, writeCondition, type Condition } from '../../src/spill/where/condition';
import { selector } from '../../src/spill/where/select';
import { serviceFilters } from '../../src/spill/where/serviceFilter';
import { gridOf } from '../../src/spill/grid/gridOf';
import { faultOf, read } from './read/readings';

const records = [
  {
    name: 'Apple iPhone 15 128 ГБ',
    price: 79_990,
    brand: { name: 'Apple' },
    rating: 4.8,
    is_available: true,
  },
  { name: 'Чехол для iPhone 15', price: 1_990, brand: { name: 'Deppa' }, rating: null, is_available: false },
  { name: 'Samsung Galaxy S24 256 ГБ', price: 64_990, brand: { name: 'Samsung' }, rating: 4.5 },
  { name: 'Café crème', price: 500, discount_percent: 22, labels: [{ name: 'Хит' }, { name: 'Новинка' }] },
  {
    name: 'Сase Logic',
    price: '1990',
    pickup_points: [{ delivery_date: '2026-11-03T10:00:00', store_count: 2 }],
  },
];

const names = (where: string, id: OperationId = 'ruretail', all: readonly unknown[] = records): unknown[] => {
  const { records: left, fault } = selector(id, readCondition(id, where))(all);
  if (fault) throw new Error(fault.message);
  return left.map((record) => all.indexOf(record));
};

test.each<[string, number[]]>([
  ['price>50000', [0, 2]],
  ['price >= 64990', [0, 2]],
  ['price<>1990', [0, 2, 3]],
  ['price=1990', [1, 4]],
  ['price in 500, 1990', [1, 3, 4]],
  ['price > 50 000', [0, 2]],
  ['price<500,5', [3]],
  ['name has 128 and not name has case', [0]],
  ['name has iphone and name not has чехол', [0]],
  ['name has IPHONE or name has galaxy', [0, 1, 2]],
  ['not (name has iphone or name has galaxy)', [3, 4]],
  ['brand in Apple,Samsung', [0, 2]],
  ['brand not in (Apple, Samsung)', [1, 3, 4]],
  ['brand.name = aPPLe', [0]],
  ['Brand = apple', [0]],
  ['rating>=4.5', [0, 2]],
  ['rating is empty', [1, 3, 4]],
  ['rating is not empty', [0, 2]],
  ['name has cafe creme', [3]],
  ['name has case', [4]],
  ['name = "Case logic"', [4]],
  ['is_available = yes', [0]],
  ['Available = no', [1]],
  ['discount_percent >= 20%', [3]],
  ['discount_percent=0.22', [3]],
  ['labels has хит', [3]],
  ['labels = новинка', [3]],
  ['labels.name has хит', [3]],
  ['pickup_points.delivery_date = 2026-11-03', [4]],
  ['pickup_points.delivery_date <= 2026-11-03', [4]],
  ['pickup_points.delivery_date > 2026-11-03', []],
  ['pickup_points.0.store_count > 1', [4]],
  ['price>1000 and price<2000 or price=500', [1, 3, 4]],
  ['price>1000 and (price<2000 or price=500)', [1, 4]],
  ['Price≥64990', [0, 2]],
  ['where price>64990', [0]],
])('%s', (where, expected) => {
  expect(names(where)).toEqual(expected);
});

test('a label with a word of the language in it is still a name', () => {
  const stocks = [{ stock_in_stores: 3 }, { stock_in_stores: 9 }];
  expect(names('Stock in stores > 5', 'ruretail', stocks)).toEqual([1]);
});

test('a field that only the service knows is compared as what it holds, in quotes or not', () => {
  const all = [{ 'odd name': 5, x: '12' }, { 'odd name': 7, x: 'abc' }, 'no record'];
  expect(names("'odd name'>5", 'ruretail', all)).toEqual([1]);
  expect(names('x>11', 'ruretail', all)).toEqual([0]);
  expect(() => names('y>11', 'ruretail', all)).toThrow('No record has a column "y"');
});

test('a percentage meets its own limit, whatever the last digit of its fraction', () => {
  const changes = Array.from({ length: 999 }, (_, tenth) => ({ price_change_percent: (tenth + 1) / 10 }));
  for (const [place, { price_change_percent: at }] of changes.entries()) {
    expect(names(`price_change_percent>=${at}%`, 'hkproperty', changes)[0]).toBe(place);
    expect(names(`price_change_percent<=${at}%`, 'hkproperty', changes).at(-1)).toBe(place);
  }
});

test('what is only said in words is there, and is no amount', () => {
  const all = [
    { excluded_charges: null },
    { excluded_charges: { amount: null, currency: 'EUR', formatted: 'City tax not included' } },
    { excluded_charges: 'City tax' },
    { excluded_charges: { amount: 0, currency: 'EUR' } },
  ];
  expect(names('excluded_charges is empty', 'stays', all)).toEqual([0]);
  expect(names('excluded_charges has tax', 'stays', all)).toEqual([1, 2]);
  expect(names('excluded_charges<20', 'stays', all)).toEqual([3]);
  expect(names('brand=apple', 'ruretail', [{ brand: 'Apple' }, { brand: { name: 'Apple' } }])).toEqual([
    0, 1,
  ]);
});

test('a number of which nobody knows the unit is no date', () => {
  const all = [{ valuation_at: 202611 }, { valuation_at: 20261101 }];
  expect(names('valuation_at>=2026-10-01', 'hkproperty', all)).toEqual([1]);
  expect(names('valuation_at>=46296,5', 'hkproperty', all)).toEqual([1]);
});

test('yes and no are the same as text', () => {
  const all = ['true', 'FALSE', 1, 0, true, null].map((is_available) => ({ is_available }));
  expect(names('is_available=yes', 'ruretail', all)).toEqual([0, 2, 4]);
  expect(names('is_available=no', 'ruretail', all)).toEqual([1, 3]);
});

test('amounts in several currencies are not compared with one number unless the currency is named', () => {
  const all = [
    { price: 5, currency: 'RUB' },
    { price: 9, currency: 'EUR' },
  ];
  expect(() => names('price>4', 'ruretail', all)).toThrow('RUB and EUR');
  expect(names('price>4 and currency=EUR', 'ruretail', all)).toEqual([1]);
  expect(names('currency=EUR and (price>100 or price>4)', 'ruretail', all)).toEqual([1]);
  // A condition that need not hold says nothing of what the other one compares.
  expect(() => names('price>4 or currency=EUR', 'ruretail', all)).toThrow('RUB and EUR');
});

test.each([
  ['price>1,500', 'different numbers in different countries'],
  ['price>1.500', 'different numbers in different countries'],
  ['price>cheap', 'Price is a number'],
  ['pickup_points.delivery_date>soon', 'is a date'],
  ['is_available=perhaps', 'is yes or no'],
  ['discount_percent>20', 'Use 20%'],
  ['discount_percent>=1', 'Use 1%'],
  ['pickup_points.delivery_date>=2027', 'is a date'],
  ['prise>5', 'Did you mean price?'],
  ['price>', 'has no value'],
  ['brand=Black and Decker', '"Decker" is not a comparison'],
  ['(price>5', 'closing bracket'],
  ['price>5)', 'left over'],
  ['price', 'not a comparison'],
  ['min(price)>5', 'not a field'],
])('refuses %s before anything is sent', (where, says) => {
  expect(faultOf(() => read('ruretail', 'tv', 5, null, `where=${where}`))).toContain(says);
});

describe('every form of options', () => {
  const none = () => undefined;
  test.each<[unknown, string[]]>([
    ['where=price>5; where=name has a,b; columns=price', ['price>5', 'name has a,b']],
    ["where=name has 'a;b' and price>=5", ["name has 'a;b' and price>=5"]],
    ["where='price>5; x'", ['price>5; x']],
    ['{"where":"price>5"}', ['price>5']],
    ['{"where":["price>5","rating>=4.5"]}', ['price>5', 'rating>=4.5']],
    [
      [
        ['where', 'price>5'],
        ['where', 'name has 128'],
      ],
      ['price>5', 'name has 128'],
    ],
    [[['where', 'price>5', 'name has 128']], ['price>5', 'name has 128']],
    [
      [
        ['price>', 50_000],
        ['name has', 'x'],
      ],
      ['price> 50000', 'name has x'],
    ],
    [
      [['price>5'], ['name has 128 and brand=Apple'], [''], [0], ['brand in A,B']],
      ['price>5', 'name has 128 and brand=Apple', 'brand in A,B'],
    ],
    [[['where=price>=5'], ['where='], ['columns=price']], ['price>=5']],
    ['where=', []],
  ])('%j', (options, expected) => {
    expect(readOptions('ruretail', options, none).view.where).toEqual(expected);
  });
});

describe('against an oracle', () => {
  const word = fc.constantFrom(
    'case',
    'Apple',
    '128 GB',
    'ночь',
    'Über',
    'Ёлка',
    'a,b',
    "L'Or and x",
    'x (y)',
    '5',
  );
  const record = fc.record(
    {
      name: fc.oneof(word, fc.constant(null)),
      price: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant(null)),
      rating: fc.oneof(fc.float({ min: 0, max: 5, noNaN: true }), fc.constant(undefined)),
    },
    { requiredKeys: [] },
  );
  const leaf: fc.Arbitrary<Condition> = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('price', 'rating'),
        fc.constantFrom('=', '<>', '<', '<=', '>', '>='),
        fc.integer({ min: 0, max: 20 }),
      )
      .map(([path, sign, value]): Condition => ({
        kind: 'test',
        path,
        sign: sign as '=',
        values: [String(value)],
      })),
    fc
      .array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 4 })
      .map((values): Condition => ({ kind: 'test', path: 'price', sign: 'in', values: values.map(String) })),
    fc.tuple(fc.constantFrom('has', '=', '<>', 'in'), word).map(([sign, value]): Condition => ({
      kind: 'test',
      path: 'name',
      sign: sign as 'has',
      values: [value],
    })),
    fc
      .constantFrom('name', 'price', 'rating')
      .map((path): Condition => ({ kind: 'test', path, sign: 'empty', values: [] })),
  );
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      tie('condition').map((part): Condition => ({ kind: 'not', part })),
      fc
        .tuple(fc.constantFrom('and', 'or'), fc.array(tie('condition'), { minLength: 2, maxLength: 3 }))
        .map(([kind, parts]): Condition => ({ kind: kind as 'and', parts })),
    ),
  }));

  type Values = Readonly<Record<string, unknown>>;
  const plain = (text: string) =>
    [...text.toLowerCase().normalize('NFD')]
      .filter((letter) => !/\p{M}/u.test(letter))
      .map((letter) => 'abekmhopctyx'['авекмнорстух'.indexOf(letter)] ?? letter)
      .join('');

  function oracle(one: Condition, values: Values): boolean {
    if ('parts' in one)
      return one.parts[one.kind === 'and' ? 'every' : 'some']((part) => oracle(part, values));
    if (one.kind === 'not') return !oracle(one.part, values);
    const value = values[one.path] ?? null;
    const isUnrated = one.path === 'rating' && value === 0;
    if (one.sign === 'empty') return value === null || value === '' || isUnrated;
    const equal = one.values.some((each) =>
      typeof value === 'number'
        ? value === Number(each)
        : value !== null && plain(value as string) === plain(each),
    );
    if (one.sign === '=' || one.sign === 'in') return equal;
    if (one.sign === '<>') return !equal;
    if (value === null) return false;
    if (one.sign === 'has') return plain(value as string).includes(plain(one.values[0]!));
    const [a, b] = [value as number, Number(one.values[0])];
    if (isUnrated && b !== 0) return false;
    return { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b }[one.sign];
  }

  test('a condition survives being written and read, as text and inside options, and selects what the oracle does', () => {
    fc.assert(
      fc.property(condition, fc.array(record, { maxLength: 12 }), (one, all) => {
        const text = writeCondition(one);
        const again = readCondition('ruretail', text);
        expect(writeCondition(again)).toBe(text);
        expect(readOptions('ruretail', `where=${text}; stamp=1`, () => undefined).view.where).toEqual([text]);
        const { records: left } = selector('ruretail', again)(all);
        expect(left).toEqual(all.filter((each) => oracle(one, each)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('whatever is typed is read or refused, and never throws anything else', () => {
    const piece = fc.constantFrom(
      'price',
      'name',
      '>',
      '=',
      ' and ',
      ' or ',
      'not ',
      '(',
      ')',
      "'",
      '"',
      ',',
      ' in ',
      ' has ',
      '5',
      'x',
      ' is empty',
      ' ',
    );
    fc.assert(
      fc.property(fc.constantFrom(...operationIds), fc.array(piece, { maxLength: 14 }), (id, pieces) => {
        try {
          selector(id, readCondition(id, pieces.join('')))(records);
        } catch (error) {
          expect((error as Error).name).toBe('InputFault');
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a part is found exactly where the folded text contains it', () => {
    const any = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), word);
    fc.assert(
      fc.property(any, any, fc.boolean(), (text, part, inside) => {
        const whole = inside ? `${text}${part}${text}` : text;
        expect(finder(part)(whole)).toBe(foldText(whole).includes(foldText(part)));
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each<[OperationId, string, string[]]>([
  ['ruretail', 'price>50000 and name has 128', ['price_min=50000']],
  ['ruretail', 'price<=999.5', ['price_max=1000']],
  ['ruretail', 'brand in Apple,Samsung', ['brands=Apple,Samsung']],
  ['ruretail', 'rating>=4.6', ['min_rating=4.5']],
  ['ruretail', 'discount_percent>=20%', ['min_discount=20']],
  ['ruretail', 'price>5 or name has x', []],
  ['stays', 'star_rating>=4', ['star_ratings=4,5']],
  ['stays', 'price_per_night<200', ['max_price_per_night=200']],
  ['stays', 'has_free_cancellation=yes', ['booking_policies=free_cancellation']],
  ['stays', 'has_no_prepayment=no', []],
  ['bizbureau', 'is_accredited=yes', ['accredited_only=yes']],
  ['ruretail', 'brand.name=Apple', ['brands=Apple']],
  ['ruretail', 'brand.id=12', []],
  ['nlretail', 'price<200', []],
])('says where %s can apply %s itself', (id, where, expected) => {
  expect(serviceFilters(id, readCondition(id, where)).map(({ text }) => text)).toEqual(expected);
});

test('a filter that is already in use is not offered again', () => {
  const outcome = { records: Array.from({ length: 5 }, () => ({ price: 1 })), fetchedAt: 0, from: 'cache' };
  const formula = read(
    'ruretail',
    'tv',
    5,
    null,
    'columns=price; price_min=90; where=price>90 and rating>=4',
  );
  const [, [none] = []] = gridOf(formula, [outcome], { formats: false }).cells;
  expect(none).toMatch(/ min_rating=4.0 lets the service filter/);
  expect(none).not.toMatch(/price_min/);
});

test('figures, stamp and messages count what remains', () => {
  const formula = (options: string) => read('ruretail', 'tv', 5, null, options);
  const outcome = { records, fetchedAt: 0, from: 'cache' };
  const grid = (options: string) => gridOf(formula(options), [outcome], { formats: false }).cells;
  expect(grid('min(price),count(); where=price>50000')).toEqual([[64_990, 2]]);
  expect(grid('columns=price; headers=0; stamp=1; where=price>50000').map((row) => row.at(-1))).toEqual([
    'cache, 2 of 5',
    'cache, 2 of 5',
  ]);
  const none =
    '0 of 5 results meet the conditions. 10 results cost 1 credit. price_min=90000 lets the service filter, for the price of a new request.';
  expect(grid('columns=price,name; headers=0; where=price>90000')).toEqual([[none, '']]);
  expect(grid('min(price),count(); where=price>90000')).toEqual([[none, 0]]);
  expect(grid('columns=*; headers=0; where=price>50000')).toHaveLength(2);
});

test('a text has no order of numbers', () => {
  const stays = [{ distance_from_center: '0.5 km' }, { distance_from_center: '12 km' }];
  for (const limit of ['2', '2.5', '1000', '10%'])
    expect(() => names(`distance_from_center<${limit}`, 'stays', stays)).toThrow('12 comes before 2');
  expect(names('distance_from_center has 12', 'stays', stays)).toEqual([1]);
});

test('a grade has no order: as text, the best comes first', () => {
  const graded = ['A+', 'B', 'C'].map((bbb_rating) => ({ bbb_rating }));
  for (const sign of ['<', '<=', '>', '>='])
    expect(() => names(`bbb_rating${sign}B`, 'bizbureau', graded)).toThrow('such as bbb_rating in A+,A,A-');
  expect(names('bbb_rating in A+,A,A-,B+,B', 'bizbureau', graded)).toEqual([0, 1]);
  expect(names('city<D', 'bizbureau', [{ city: 'Austin' }, { city: 'Reno' }])).toEqual([0]);
});

test('a rating of 0 is none, unless 0 itself is asked for', () => {
  const rated = [{ rating: 0 }, { rating: 2.5 }, { rating: null }, { rating: 4.5 }];
  const of = (where: string) => names(where, 'ruretail', rated);
  expect(of('rating<3')).toEqual([1]);
  expect(of('rating<=4.5 and not rating>4')).toEqual([1]);
  expect(of('rating is empty')).toEqual([0, 2]);
  expect(of('rating is not empty')).toEqual([1, 3]);
  expect(of('rating>0')).toEqual([1, 3]);
  expect(of('rating=0')).toEqual([0]);
  expect(of('rating<>0')).toEqual([1, 2, 3]);
  // Other numbers of 0 are what they say.
  expect(names('review_count<3', 'ruretail', [{ review_count: 0 }])).toEqual([0]);
});

describe('areas in several units', () => {
  const stays = [
    { name: 'a', area: 30, area_unit: 'm²' },
    { name: 'b', area: 300, area_unit: 'ft²' },
    { name: 'c', area: 40, area_unit: 'm²' },
  ];

  test('are not compared with one number, unless the unit is named too', () => {
    expect(() => names('area>50', 'stays', stays)).toThrow('in m² and ft²');
    expect(names('area>35 and area_unit=m²', 'stays', stays)).toEqual([2]);
    expect(names('area>35', 'stays', [stays[0], stays[2]])).toEqual([1]);
  });

  test('are of one unit however it is written', () => {
    const written = ['m²', 'M²', ' m2'].map((area_unit, place) => ({ area: 30 + place, area_unit }));
    expect(names('area>30', 'stays', written)).toEqual([1, 2]);
    const formula = read('stays', 'Paris', '2027-05-01', '2027-05-04', 2, 1, 3, 'avg(area); headers=0');
    const outcome = { records: written, fetchedAt: 0, from: 'cache' } as const;
    expect(gridOf(formula, [outcome], { formats: false }).cells).toEqual([[31]]);
  });

  test('make no figure together', () => {
    const figures = (where = '') => {
      const options = `max(area)${where}; headers=0`;
      const formula = read('stays', 'Paris', '2027-05-01', '2027-05-04', 2, 1, 3, options);
      return gridOf(formula, [{ records: stays, fetchedAt: 0, from: 'cache' }], { formats: false }).cells;
    };
    const message = expect.stringContaining('m² and ft²') as string;
    expect(figures()).toMatchObject([[{ fault: 'value', message }]]);
    expect(figures('; where=area_unit=m²')).toEqual([[40]]);
  });
});
