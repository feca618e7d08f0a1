import fc from 'fast-check';
import { makeDataRequest } from '../../../src/engine/request/dataRequest';
import { operationIds, operationOf } from '../../../src/operations';
import type { Parameter } from '../../../src/operations/table/parameter';
import { checkRequest } from '../../../src/operations/check/request';

const key = (params: Record<string, unknown>, raw = {}) => makeDataRequest('ruretail', params, raw).key;

describe('requests that are the same', () => {
  const plain = key({ query: 'ssd', status: ['new', 'hit'], price_max: 100 });

  test.each([
    ['parameter order', { price_max: 100, status: ['new', 'hit'], query: 'ssd' }],
    ['list order', { query: 'ssd', status: ['hit', 'new'], price_max: 100 }],
    ['duplicates', { query: 'ssd', status: ['hit', 'new', 'hit'], price_max: 100 }],
    ['case of enumerations', { query: 'ssd', status: ['HIT', 'New'], price_max: 100 }],
    ['white space', { query: '  ssd ', status: [' hit', 'new'], price_max: 100 }],
    [
      'a default that is given',
      {
        query: 'ssd',
        status: ['hit', 'new'],
        price_max: 100,
        city: 'msk_cl',
        sort: 'relevance',
        with_images: false,
      },
    ],
    [
      'empty lists and nulls',
      { query: 'ssd', status: ['hit', 'new'], price_max: 100, brands: [], price_min: null },
    ],
    ['count and timeout', { query: 'ssd', status: ['hit', 'new'], price_max: 100, count: 7, timeout: 900 }],
    ['a number as text', { query: 'ssd', status: ['hit', 'new'], price_max: '100' }],
  ])('%s makes no difference', (_what, params) => {
    expect(key(params)).toBe(plain);
  });

  test('all forms of a date are one date', () => {
    const stay = (checkin: unknown) =>
      makeDataRequest('stays', { destination: 'Rome', checkin, checkout: '2027-05-09' }).key;
    const forms = ['2027-05-03', '2027-5-3', '2027/05/03', '20270503', '2027-05-03T00:00:00Z', 46510];
    expect(new Set(forms.map(stay)).size).toBe(1);
  });

  test('a raw count is the count, so its price is known', () => {
    const request = makeDataRequest('bizbureau', { keyword: 'x', count: 15 }, { count: '300', odd: 1 });
    expect(request).toMatchObject({ count: 300, raw: { odd: 1 } });
  });
});

describe('requests that differ', () => {
  test.each([
    [{ query: 'ssd' }, { query: 'hdd' }],
    [
      { query: 'ssd', brands: ['1', '2'] },
      { query: 'ssd', brands: ['1,2'] },
    ],
    [
      { query: 'ssd', price_min: 1 },
      { query: 'ssd', price_max: 1 },
    ],
    [{ query: 'ssd', with_images: true }, { query: 'ssd' }],
  ])('%j is not %j', (one, other) => expect(key(one)).not.toBe(key(other)));

  test('ages of children are a sequence: two of five are not one', () => {
    const stay = (children_ages: number[]) =>
      makeDataRequest('stays', {
        destination: 'Rome',
        checkin: '2027-05-03',
        checkout: '2027-05-09',
        children_ages,
      }).key;
    expect(stay([5, 5])).not.toBe(stay([5]));
    expect(stay([5, 7])).not.toBe(stay([7, 5]));
  });

  test('a raw parameter never collides with a checked one', () => {
    expect(key({ query: 'a' }, { sort: 'x' })).not.toBe(key({ query: 'a' }));
    expect(key({ query: '{}' })).not.toBe(key({ query: '' }, {}));
  });
});

/** Any value the table allows. */
const valueOf = (parameter: Parameter): fc.Arbitrary<unknown> => {
  switch (parameter.kind) {
    case 'text':
      return fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== '');
    case 'integer':
      return fc.integer({ min: parameter.min ?? 0, max: parameter.max ?? 10_000 });
    case 'flag':
      return fc.boolean();
    case 'date':
      return fc
        .integer({ min: 0, max: 300 })
        .map((days) => new Date(Date.UTC(2027, 0, 1 + days)).toISOString().slice(0, 10));
    case 'choice':
      return fc.constantFrom(...parameter.values);
    case 'list': {
      const { of } = parameter;
      const element: fc.Arbitrary<unknown> =
        typeof of === 'string'
          ? of === 'text'
            ? fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text.trim() !== '')
            : fc.integer({ min: 0, max: 17 })
          : fc.constantFrom(...of);
      return fc.array(element, { maxLength: 4 });
    }
  }
};

const requests = fc.constantFrom(...operationIds).chain((id) => {
  const shape = Object.fromEntries(
    Object.entries(operationOf(id).params).map(([name, parameter]) => [
      name,
      fc.option(valueOf(parameter), { nil: undefined, freq: 3 }),
    ]),
  );
  return fc.record(shape).map((params) => ({ id, params }));
});

/** What a person would say the request means, written without the code under test. */
function meaning(id: string, params: Record<string, unknown>): unknown {
  const tidy = (value: unknown) => (typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : value);
  const table = operationOf(id as 'stays').params;
  const said: Record<string, unknown> = {};
  for (const name of Object.keys(params).sort()) {
    const parameter = table[name]!;
    const value = params[name];
    if (value === undefined || name === 'count' || name === 'timeout') continue;
    if ('default' in parameter && parameter.default === tidy(value)) continue;
    if (!Array.isArray(value)) said[name] = tidy(value);
    else if (parameter.kind === 'list' && parameter.sequence) {
      if (value.length) said[name] = value.map(tidy);
    } else if (value.length)
      said[name] = [...new Set(value.map((item) => JSON.stringify(tidy(item))))].sort();
  }
  return [id, said];
}

describe('any two requests', () => {
  test('have one key exactly when they mean the same', () => {
    fc.assert(
      fc.property(requests, requests, (one, other) => {
        const keys = [one, other].map(({ id, params }) => makeDataRequest(id, params).key);
        const meanings = [one, other].map(({ id, params }) => JSON.stringify(meaning(id, params)));
        expect(keys[0] === keys[1]).toBe(meanings[0] === meanings[1]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('shuffled, repeated and re-spelled, a request keeps its key', () => {
    fc.assert(
      fc.property(requests, fc.infiniteStream(fc.boolean()), ({ id, params }, coin) => {
        const flip = () => coin.next().value as boolean;
        const table = operationOf(id).params;
        const variant = Object.entries(params)
          .reverse()
          .map(([name, value]): [string, unknown] => {
            const parameter = table[name]!;
            if (Array.isArray(value) && parameter.kind === 'list' && !parameter.sequence)
              return [
                name,
                flip()
                  ? [...(value as unknown[])].reverse()
                  : [...(value as unknown[]), ...(value as unknown[])],
              ];
            if (typeof value === 'string' && parameter.kind === 'choice')
              return [name, flip() ? value.toUpperCase() : value];
            if (typeof value === 'string') return [name, flip() ? `  ${value} ` : value];
            return [name, value];
          });
        expect(makeDataRequest(id, Object.fromEntries(variant)).key).toBe(makeDataRequest(id, params).key);
      }),
      { numRuns: 500 },
    );
  });

  test('what the request check lets through keeps its meaning', () => {
    fc.assert(
      fc.property(requests, ({ id, params }) => {
        const checked = checkRequest(id, params);
        fc.pre(checked.ok);
        if (checked.ok) expect(makeDataRequest(id, checked.params).key).toBe(makeDataRequest(id, params).key);
      }),
      { numRuns: 300 },
    );
  });
});
