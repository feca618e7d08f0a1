import fc from 'fast-check';
import { closedList } from '../../../src/operations/table/parameter';
import { operationIds, operationOf } from '../../../src/operations';
import { checkRequest } from '../../../src/operations/check/request';
import { smallestRequest } from '../fixtures';

const faultsOf = (...given: Parameters<typeof checkRequest>) => {
  const checked = checkRequest(...given);
  return checked.ok ? [] : checked.faults.map(({ path, message }) => [path.join('.'), message]);
};
const paramsOf = (...given: Parameters<typeof checkRequest>) => {
  const checked = checkRequest(...given);
  if (!checked.ok) throw new Error(checked.faults.map((fault) => fault.message).join(' '));
  return checked.params;
};
const search = { query: 'ssd', count: 5 };
const stay = { destination: 'Lisbon', checkin: '2027-05-03', checkout: '2027-05-07', count: 25 };

describe('a request is read in its normal form', () => {
  it('reads enum values in any case, with spaces or hyphens, and 4 for 4.0', () => {
    expect(
      paramsOf('ruretail', { ...search, sort: 'Price ASC', min_rating: 4, availability: ['Pickup-Now'] }),
    ).toEqual({ ...search, sort: 'price_asc', min_rating: '4.0', availability: ['pickup_now'] });
  });
  it('trims text and takes a number for a reference', () => {
    expect(paramsOf('hkproperty', { unit: 300123 })).toEqual({ unit: '300123' });
    expect(paramsOf('hkproperty', { unit: '  B7 ' })).toEqual({ unit: 'B7' });
  });
  it('collapses repeated list entries, but never two children of one age', () => {
    expect(paramsOf('stays', { ...stay, star_ratings: ['5', 5, '4'], children_ages: [5, 5] })).toMatchObject({
      star_ratings: ['5', '4'],
      children_ages: [5, 5],
    });
  });
  it('takes a single value for a list and identifiers as numbers where they are', () => {
    expect(
      paramsOf('stays', { ...stay, district_ids: [' 12 ', 'x7'], meal_plans: 'all inclusive' }),
    ).toMatchObject({
      district_ids: [12, 'x7'],
      meal_plans: ['all_inclusive'],
    });
  });
  it('treats null as not given', () => {
    expect(paramsOf('ruretail', { ...search, price_min: null })).toEqual(search);
  });
});

describe('each fault is a sentence with its path', () => {
  it.each([
    [
      'an unknown key',
      'ruretail',
      { ...search, pric_max: 5 },
      'pric_max',
      /"pric_max" is not a parameter of RURETAIL.SEARCH. Did you mean price_max\?/,
    ],
    ['a missing argument', 'ruretail', { count: 5 }, 'query', /query is missing/],
    ['an empty text', 'ruretail', { ...search, query: '  ' }, 'query', /query must be non-empty text/],
    [
      'a wrong type',
      'ruretail',
      { ...search, count: 'many' },
      'count',
      /count must be a whole number of at least 1, not "many"/,
    ],
    ['a fraction', 'ruretail', { ...search, count: 1.5 }, 'count', /whole number/],
    ['a number below its bound', 'ruretail', { ...search, price_min: -1 }, 'price_min', /at least 0, not -1/],
    ['a number above its bound', 'stays', { ...stay, adults: 31 }, 'adults', /from 1 to 30, not 31/],
    [
      'a timeout out of range',
      'nlretail',
      { keyword: 'x', count: 1, timeout: 10 },
      'timeout',
      /from 20 to 1500/,
    ],
    [
      'a typing error in a value',
      'ruretail',
      { ...search, sort: 'price_acs' },
      'sort',
      /does not accept "price_acs". Did you mean price_asc\?/,
    ],
    [
      'an unknown value',
      'bizbureau',
      { keyword: 'x', count: 1, rating: 'Q' },
      'rating',
      /Valid: A, B, C, D, F|Did you mean/,
    ],
    [
      'an unknown list value',
      'stays',
      { ...stay, property_amenities: ['free_wfi'] },
      'property_amenities.0',
      /Did you mean free_wifi\?/,
    ],
    [
      'a list that is too long',
      'stays',
      { ...stay, children_ages: Array(11).fill(3) },
      'children_ages',
      /list of at most 10/,
    ],
    ['a wrong date', 'stays', { ...stay, checkin: '2027-02-30' }, 'checkin', /a date such as/],
    ['a flag that is none', 'ruretail', { ...search, with_images: 'maybe' }, 'with_images', /yes or no/],
    [
      'an inverted price range',
      'ruretail',
      { ...search, price_min: 9, price_max: 5 },
      'price_max',
      /price_max \(5\) must be at least price_min \(9\)/,
    ],
    [
      'an inverted price per night',
      'stays',
      { ...stay, min_price_per_night: 9, max_price_per_night: 5 },
      'max_price_per_night',
      /at least/,
    ],
    [
      'a checkout not after checkin',
      'stays',
      { ...stay, checkout: '2027-05-03' },
      'checkout',
      /must be after checkin/,
    ],
    [
      'no destination',
      'stays',
      { ...stay, destination: undefined },
      'destination',
      /Enter destination or destination_id/,
    ],
  ] as const)('%s', (_, id, input, path, message) => {
    expect(faultsOf(id, input)).toEqual([[path, expect.stringMatching(message)]]);
  });

  it('reports every fault at once', () => {
    expect(
      faultsOf('ruretail', { query: '', count: 0, sort: 'x', nope: 1 })
        .map(([path]) => path)
        .sort(),
    ).toEqual(['count', 'nope', 'query', 'sort']);
  });
  it('refuses keys of the prototype as unknown', () => {
    expect(
      faultsOf(
        'ruretail',
        JSON.parse('{"query":"x","count":1,"__proto__":1,"constructor":2}') as Record<string, unknown>,
      ),
    ).not.toEqual([]);
  });
});

describe('any input whatsoever', () => {
  it('is either a normal form that is stable or a list of sentences', () => {
    fc.assert(
      fc.property(fc.constantFrom(...operationIds), fc.jsonValue(), (id, value) => {
        const names = Object.keys(operationOf(id).params);
        const input = Object.fromEntries(names.map((name) => [name, value]));
        const checked = checkRequest(id, input);
        if (checked.ok) expect(checkRequest(id, checked.params)).toEqual(checked);
        else for (const fault of checked.faults) expect(fault.message).toMatch(/^.{5,250}$/s);
      }),
      { numRuns: 300 },
    );
  });
  it('accepts every value of every closed list', () => {
    for (const id of operationIds) {
      for (const [name, parameter] of Object.entries(operationOf(id).params)) {
        const values = closedList(parameter) ?? [];
        for (const value of values) {
          const params = paramsOf(id, {
            ...smallestRequest(id),
            [name]: parameter.kind === 'list' ? [value] : value,
          });
          expect([params[name]].flat()).toEqual([value]);
        }
      }
    }
  });
});
