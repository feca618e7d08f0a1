import fc from 'fast-check';
import { operationIds, operationOf } from '../../../../src/operations';
import { checkRequest } from '../../../../src/operations/check/request';
import { readFormula } from '../../../../src/spill/read/formula/formula';
import { InputFault } from '../../../../src/spill/inputFault';
import { family, faultOf, paramsOf, read, sets, stay } from '../readings';

const states = (formula: ReturnType<typeof read>) => formula.items.map(({ state }) => state);

describe('arguments', () => {
  it('are sent as given, and the count by default', () => {
    expect(paramsOf(read('ruretail', 'iphone 15'))).toEqual({ query: 'iphone 15', count: 20 });
    expect(paramsOf(read('ruretail', [[' iphone 15 ']], '10', 'sandbox_spb'))).toEqual({
      query: 'iphone 15',
      count: 10,
      city: 'sandbox_spb',
    });
    expect(paramsOf(read('hkproperty', 12345))).toEqual({ unit: '12345' });
    expect(paramsOf(read('bizbureau', 'roofing', null, 78701))).toEqual({
      keyword: 'roofing',
      count: 15,
      location: '78701',
    });
  });

  it('that are empty cells are omitted, though they arrive as 0, but a number is never believed to be empty', () => {
    expect(paramsOf(read('ruretail', 'x', null, 0, 0))).toEqual({ query: 'x', count: 20 });
    for (const id of ['ruretail', 'bizbureau', 'nlretail'] as const)
      expect(faultOf(() => read(id, 'x', 0))).toMatch(
        /^count must be a whole number of at least 1, not 0\. Excel/,
      );
    expect(faultOf(() => read('stays', 'Rome', 46510, 46514, 0))).toMatch(
      /^adults must be .* 1 to 30, not 0/,
    );
    expect(faultOf(() => read('stays', 'Rome', 46510, 46514, 2, 0))).toMatch(/^rooms must be .* not 0/);
    expect(faultOf(() => read('stays', 'Rome', 46510, 46514, 2, 1, 0))).toMatch(/^count must be .* not 0/);
    expect(paramsOf(read('stays', 'Rome', 46510, 46514, null, '', null))).toEqual({
      destination: 'Rome',
      checkin: '2027-05-03',
      checkout: '2027-05-07',
      count: 25,
    });
  });

  it('take a number for a destination as its ID', () => {
    const formula = read('stays', [[-2140479], ['Rome']], ...stay);
    expect(formula.items).toMatchObject([
      { shown: -2140479, params: { destination_id: -2140479 } },
      { shown: 'Rome', params: { destination: 'Rome' } },
    ]);
    expect(formula.items[0]).not.toHaveProperty('params.destination');
  });

  it('may come from the options instead', () => {
    expect(paramsOf(read('stays', null, ...stay, 'destination_id=5'))).toMatchObject({ destination_id: 5 });
    expect(paramsOf(read('ruretail', '', null, null, 'query=tv; count=7'))).toEqual({
      query: 'tv',
      count: 7,
    });
  });

  it('override a saved set, and may not be given twice by hand', () => {
    const inSet = () => ({ adults: 3, destination: 'Paris' });
    const formula = readFormula('stays', ['Rome', ...stay.slice(0, 4), 10, '@mine'], inSet, checkRequest);
    expect(paramsOf(formula)).toMatchObject({ destination: 'Rome', adults: 2, count: 10 });
    expect(faultOf(() => read('ruretail', 'x', 10, 'a', 'city=b'))).toMatch(/city is specified twice/);
    expect(faultOf(() => read('stays', 'Rome', ...stay, 'destination_id=5'))).toMatch(
      /destination and destination_id are both specified/,
    );
  });

  it('that hold options by mistake are refused', () => {
    expect(faultOf(() => read('ruretail', 'x', 10, 'sort=price_asc'))).toContain(
      'Use =RURETAIL.SEARCH("x",10,,"sort=price_asc").',
    );
    expect(faultOf(() => read('nlretail', 'x', '@family'))).toMatch(/count must be a whole number/);
    expect(paramsOf(read('bizbureau', '@properties', 15, 'Austin, TX'))).toMatchObject({
      keyword: '@properties',
    });
    expect(faultOf(() => read('nlretail', 'count=5'))).toContain('=NLRETAIL.SEARCH(,,"count=5")');
    expect(paramsOf(read('ruretail', 'a=b'))).toMatchObject({ query: 'a=b' });
  });

  it('that are faulty fail the formula', () => {
    expect(faultOf(() => read('ruretail', [['a'], ['b']], -5))).toMatch(
      /count must be a whole number of at least 1/,
    );
    expect(faultOf(() => read('ruretail', 'x', 'many'))).toMatch(/count must be a whole number/);
    expect(faultOf(() => read('stays', 'Rome', '03/05/2027', '2027-05-07'))).toMatch(/different countries/);
    expect(faultOf(() => read('stays', 'Rome', null, '2027-05-07'))).toMatch(/checkin is missing/);
    expect(faultOf(() => read('stays', 'Rome', '2027-05-07', '2027-05-03'))).toMatch(
      /checkout .* must be after checkin/,
    );
    expect(faultOf(() => read('ruretail', 'x', 10, null, 'min_rating=4.2'))).toMatch(
      /min_rating does not accept "4.2"/,
    );
  });

  it('that are errors pass them on', () => {
    expect(read('ruretail', '#N/A').items).toMatchObject([{ state: 'fault', fault: { fault: 'na' } }]);
    try {
      read('ruretail', 'x', '#N/A');
      throw new Error('not refused');
    } catch (error) {
      expect(error).toMatchObject({ name: 'InputFault', fault: 'na' });
    }
  });
});

describe('a range of lookups', () => {
  it('keeps its order, and its blank cells where each cell has a row', () => {
    const units = [['A'], [''], [0], [null], ['B'], ['A']];
    const formula = read('hkproperty', units);
    expect(states(formula)).toEqual(['request', 'blank', 'blank', 'blank', 'request', 'request']);
    expect(formula.single).toBe(false);
    expect(states(read('ruretail', units))).toEqual(['request', 'request', 'request']);
  });

  it('reads 500 units in a moment', () => {
    const formula = read(
      'hkproperty',
      Array.from({ length: 500 }, (_, row) => [`U${row % 250}`]),
    );
    expect(formula.items).toHaveLength(500);
    expect(formula.items[499]).toMatchObject({ shown: 'U249', params: { unit: 'U249' } });
    expect(new Set(formula.items).size).toBe(250);
  });

  it.each([1_048_576, 1_000])('that is a whole column of %d rows is cut to its used part', (length) => {
    const column = Array.from({ length }, (_, row) => [row < 3 ? `U${row}` : 0]);
    expect(read('hkproperty', column).items).toHaveLength(3);
    expect(read('ruretail', column).items).toHaveLength(3);
  });

  it('may not be longer than anybody could mean', () => {
    const column = Array.from({ length: 20_000 }, (_, row) => [`U${row}`]);
    expect(faultOf(() => read('hkproperty', column))).toMatch(/at most 10000/);
  });

  it('keeps the fault of one cell with that cell', () => {
    const formula = read('stays', [['Rome'], [1.5], ['#REF!'], [true]], ...stay);
    expect(states(formula)).toEqual(['request', 'fault', 'fault', 'fault']);
    expect(formula.items[1]).toMatchObject({ shown: 1.5, fault: { fault: 'value' } });
    expect(formula.items[3]).toMatchObject({
      shown: 'TRUE',
      fault: { message: 'destination must be text, not TRUE.' },
    });
  });

  it('of one faulty cell fails the formula', () => {
    expect(faultOf(() => read('stays', 1.5, ...stay))).toMatch(/destination_id must be a whole number/);
  });

  it('without anything in it asks nothing', () => {
    expect(states(read('hkproperty', [[null]]))).toEqual(['blank']);
    expect(states(read('ruretail', ''))).toEqual(['blank']);
    expect(states(read('ruretail', [[''], [0]]))).toEqual([]);
  });
});

it('names the filter sets it used', () => {
  const formula = read('stays', 'Lisbon', ...stay, '@family; max_price_per_night=200');
  expect(formula.filterSets).toEqual(['family']);
  expect(paramsOf(formula)).toMatchObject({ ...family, max_price_per_night: 200 });
});

describe('any arguments whatsoever', () => {
  const odd = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSparseArray: true,
      withNullPrototype: true,
    }),
    fc.string(),
    fc.array(fc.array(fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null)))),
    fc.constantFrom<unknown>(
      '#N/A',
      '@family',
      '{',
      '{}',
      '[]',
      'columns=',
      'price',
      '"',
      "'",
      '=',
      ';',
      '{"a":',
      new Error('x'),
    ),
    fc.string({ unit: fc.constantFrom(...`abc=;@{}"',. 019`), maxLength: 30 }),
    fc
      .constantFrom('sort', 'columns', 'raw:a', 'headers')
      .chain((key) => fc.string().map((value) => `${key}=${value}`)),
  );

  it.each(operationIds)('give %s a formula or an InputFault', (id) => {
    const arity = operationOf(id).positional.length + 1;
    fc.assert(
      fc.property(fc.array(odd, { maxLength: arity + 1 }), (args) => {
        try {
          const formula = readFormula(id, args, sets, checkRequest);
          expect(Array.isArray(formula.items)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(InputFault);
          expect((error as Error).message.length).toBeLessThanOrEqual(250);
          expect((error as Error).message).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });
});
