// A service that does not know a filter under its assumed name may ignore it. Said where the records show it, and only there.
import { operationIds, operationOf } from '../../../src/operations';
import { evidenceOf } from '../../../src/operations/evidence';
import { ignoredFilters } from '../../../src/operations/check/ignoredFilters';
import { destinationKinds } from '../../../src/operations/stays/lists';
import { minReviewScores, staysSorts } from '../../../src/operations/stays/lists';
import { letterGrades } from '../../../src/operations/bizbureau/lists';
import type { Service } from '../../sandbox/sandboxClient';
import { sandboxUnderTest } from '../../sandbox/sandboxUnderTest';

type Values = Readonly<Record<string, unknown>>;

const ofStays = (params: Values, records: readonly unknown[], raw: Values = {}) =>
  ignoredFilters({ operation: 'stays', params, raw }, records);
const scores = (...all: unknown[]) => all.map((score) => ({ review: { score } }));
const prices = (...all: (number | null | string)[]) =>
  all.map((amount) => ({ price: amount === null ? null : { amount, currency: 'EUR' } }));

test('every parameter with an assumed wire name says what the records show of it', () => {
  for (const id of operationIds) {
    const assumed = Object.entries(operationOf(id).params).filter(([, { assumption }]) => assumption);
    expect(Object.keys(evidenceOf(id)).sort()).toEqual(assumed.map(([name]) => name).sort());
  }
});

describe('a record below the bound contradicts the filter', () => {
  test('a review score', () => {
    expect(ofStays({ min_review_score: 'very_good_8' }, scores(9.1, 7.1))).toBe(
      'The service probably ignored min_review_score=very_good_8: result 2 has review.score 7.1. Check its name in Settings, Wire names.',
    );
  });
  test.each([[8, 9.4, 10], [null, undefined, 0, '7.1'], []])('but %p %p %p does not', (...all) => {
    expect(ofStays({ min_review_score: 'very_good_8' }, scores(...all))).toBeUndefined();
  });
  test('a missing review, a record that is none, and another option do not', () => {
    expect(ofStays({ min_review_score: 'wonderful_9' }, [{ review: null }, null, {}, 'x'])).toBeUndefined();
    expect(ofStays({ star_ratings: ['5'] }, [{ star_rating: 3 }])).toBeUndefined();
  });
});

test('a worse grade contradicts the filter; a better one, a sign or no grade does not', () => {
  const grades = (rating: string, ...all: unknown[]) =>
    ignoredFilters(
      { operation: 'bizbureau', params: { rating }, raw: {} },
      all.map((bbb_rating) => ({ bbb_rating })),
    );
  expect(grades('A', 'A+', 'B-')).toMatch(/rating=A: result 2 has bbb_rating B-/);
  expect(grades('C', 'F')).toMatch(/ignored/);
  expect(grades('B', 'A+', 'B', 'B-', 'NR', '', null, undefined, 3, 'Excellent')).toBeUndefined();
});

describe('an order', () => {
  test('is contradicted by one result in the wrong place', () => {
    expect(ofStays({ sort: 'price_low_to_high' }, prices(80, 120, 95))).toMatch(
      /price\.amount is 120 in result 2 and 95 in result 3\./,
    );
    expect(ofStays({ sort: 'price_high_to_low' }, prices(80, 120))).toMatch(/ignored/);
    expect(ofStays({ sort: 'stars_high_to_low' }, [{ star_rating: 3 }, { star_rating: 5 }])).toMatch(
      /ignored/,
    );
  });
  test('is not contradicted by gaps, equal values or what is no number', () => {
    expect(ofStays({ sort: 'price_low_to_high' }, prices(80, null, 80, '70', 0, 95))).toBeUndefined();
    expect(
      ofStays({ sort: 'stars_low_to_high' }, [{ star_rating: 3 }, {}, { star_rating: 0 }]),
    ).toBeUndefined();
  });
  test('is only judged within one currency', () => {
    const records = [
      { price: { amount: 80, currency: 'EUR' } },
      { price: { amount: 12, currency: 'KWD' } },
      { price: { amount: 90, currency: 'EUR' } },
    ];
    expect(ofStays({ sort: 'price_low_to_high' }, records)).toBeUndefined();
  });
  test('by the stay or by the night will do', () => {
    const records = [
      { price: { amount: 400, currency: 'EUR' }, price_per_night: { amount: 80, currency: 'EUR' } },
      { price: { amount: 300, currency: 'EUR' }, price_per_night: { amount: 90, currency: 'EUR' } },
    ];
    expect(ofStays({ sort: 'price_low_to_high' }, records)).toBeUndefined();
    expect(ofStays({ sort: 'price_high_to_low' }, records)).toBeUndefined();
  });
  test('of distances allows for rounding and for other spellings', () => {
    const far = (...all: string[]) =>
      ofStays(
        { sort: 'distance_from_center' },
        all.map((distance_from_center) => ({ distance_from_center })),
      );
    expect(far('3.2 km from centre', '500 m from centre')).toMatch(/ignored/);
    expect(far('1 km from centre', '950 m from centre', '1.4 km from centre')).toBeUndefined();
    expect(far('3,2 km vom Zentrum', '500 m vom Zentrum', '1.234 m', 'central')).toBeUndefined();
  });
  test('that mixes several things is not judged', () => {
    for (const sort of ['top_picks', 'stars_and_price', 'best_reviewed_and_lowest_price', 'top_reviewed'])
      expect(ofStays({ sort }, prices(300, 20, 100))).toBeUndefined();
  });
});

test('a country has one country code; places of other kinds may reach into another', () => {
  const records = [{ country_code: 'nl' }, { country_code: 'NL ' }, { country_code: null }, {}];
  expect(ofStays({ destination_kind: 'COUNTRY' }, records)).toBeUndefined();
  expect(ofStays({ destination_kind: 'COUNTRY' }, [...records, { country_code: 'be' }])).toMatch(/nl, be/);
  expect(ofStays({ destination_kind: 'CITY' }, [...records, { country_code: 'be' }])).toBeUndefined();
});

test('a filter that was mapped to another name is known by that name', () => {
  const mapped = { 'stays.min_review_score': 'score_from' };
  const request = { operation: 'stays', params: {}, raw: { score_from: 'wonderful_9' } } as const;
  expect(ignoredFilters(request, scores(5.5), mapped)).toMatch(/ignored min_review_score=wonderful_9/);
  expect(ignoredFilters(request, scores(5.5))).toBeUndefined();
});

describe('over the sandbox', () => {
  const { client } = sandboxUnderTest();

  const found = async (operation: Service, body: Values): Promise<readonly unknown[]> => {
    const reply = await client.post(operation, body);
    expect(reply.status).toBe(200);
    return reply.body as unknown[];
  };
  const stay = { destination: 'Amsterdam', checkin: '2027-05-03', checkout: '2027-05-07', count: 50 };

  test('no filter that is followed is said to be ignored', async () => {
    const choices: readonly (readonly [string, readonly string[]])[] = [
      ['sort', staysSorts],
      ['min_review_score', minReviewScores],
      ['destination_kind', destinationKinds],
    ];
    for (const [name, values] of choices) {
      for (const value of values) {
        const reply = await client.post('stays', { ...stay, [name]: value });
        if (reply.status === 200)
          expect([value, ofStays({ [name]: value }, reply.body as unknown[])]).toEqual([value, undefined]);
      }
    }
    for (const rating of letterGrades) {
      const params = { keyword: 'roofing', count: 60, location: 'Austin, TX', rating };
      const records = await found('bizbureau', params);
      expect(ignoredFilters({ operation: 'bizbureau', params, raw: {} }, records)).toBeUndefined();
    }
  });

  test('one that is not followed is said to be ignored', async () => {
    const records = await found('stays', stay);
    for (const filter of [
      { sort: 'price_low_to_high' },
      { sort: 'price_high_to_low' },
      { sort: 'stars_low_to_high' },
      { sort: 'distance_from_center' },
      { min_review_score: 'wonderful_9' },
    ])
      expect(ofStays(filter, records)).toMatch(/probably ignored/);
    const businesses = await found('bizbureau', { keyword: 'roofing', count: 60, location: 'Austin, TX' });
    const params = { rating: 'A' };
    expect(ignoredFilters({ operation: 'bizbureau', params, raw: {} }, businesses)).toMatch(/bbb_rating/);
  });
});
