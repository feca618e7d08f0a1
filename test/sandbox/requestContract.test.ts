// What the document says of request parameters: accepted values, ranges, and the 422 for everything else.
import { listen } from '../../sandbox/listen';
import * as documented from './documentedLists';
import { SandboxClient, paths, type Service } from './sandboxClient';
import { sandboxUnderTest } from './sandboxUnderTest';

const { client } = sandboxUnderTest();

const good: Record<Service, Record<string, unknown>> = {
  ruretail: { query: 'ssd', count: 1 },
  hkproperty: { unit: 'TKS-01-12-B' },
  bizbureau: { keyword: 'plumber', count: 1 },
  nlretail: { keyword: 'airfryer', count: 1 },
  jobsboard: { company: '1500000' },
  stays: { destination: 'Amsterdam', checkin: '2027-05-03', checkout: '2027-05-07', count: 1 },
};
const services = Object.keys(good) as Service[];

describe.each(services)('%s', (service) => {
  test('answers a minimal request with an array', async () => {
    const reply = await client.post(service, good[service]);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.body).toHaveLength(1);
  });

  test.each([20, 300, 1500])('takes a timeout of %i seconds', async (timeout) => {
    expect((await client.post(service, { ...good[service], timeout })).status).toBe(200);
  });

  test.each([
    [19, 'greater_than_equal', { ge: 20 }],
    [1501, 'less_than_equal', { le: 1500 }],
  ])('refuses a timeout of %i seconds', async (timeout, type, ctx) => {
    const [fault, ...rest] = await client.faults(service, { ...good[service], timeout });
    expect(rest).toEqual([]);
    expect(fault).toMatchObject({ loc: ['body', 'timeout'], type, input: timeout, ctx });
    expect(fault?.msg).toMatch(/^Input should be (greater|less) than or equal to/);
  });

  test('refuses a timeout that is no whole number', async () => {
    for (const timeout of [20.5, '300', true, null]) {
      const [fault] = await client.faults(service, { ...good[service], timeout });
      expect(fault?.loc).toEqual(['body', 'timeout']);
      expect(fault?.type).toMatch(/^int_/);
    }
  });

  test('reports every missing field by name', async () => {
    const faults = await client.faults(service, {});
    const missing = faults.filter(({ type }) => type === 'missing').map(({ loc }) => loc);
    const required = Object.keys(good[service]).filter((name) => name !== 'destination');
    expect(missing).toEqual(expect.arrayContaining(required.map((name) => ['body', name])));
    expect(missing).toHaveLength(required.length);
    expect(faults[0]).toMatchObject({ msg: 'Field required', input: {} });
  });

  test('refuses a field it does not know', async () => {
    expect(await client.faults(service, { ...good[service], colour: 'red' })).toEqual([
      {
        type: 'extra_forbidden',
        loc: ['body', 'colour'],
        msg: 'Extra inputs are not permitted',
        input: 'red',
      },
    ]);
  });

  test.each([['[]'], ['"text"'], ['5'], ['null']])('refuses a body that is no object: %s', async (body) => {
    const headers = { 'content-type': 'application/json', 'access-token': 'sandbox-large' };
    const reply = await client.send('POST', paths[service], { body, headers });
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ detail: [{ loc: ['body'], type: 'model_attributes_type' }] });
  });
});

test.each(['ruretail', 'bizbureau', 'nlretail', 'stays'] as const)(
  '%s refuses a count below 1',
  async (service) => {
    for (const count of [0, -3]) {
      const [fault] = await client.faults(service, { ...good[service], count });
      expect(fault).toMatchObject({ loc: ['body', 'count'], type: 'greater_than_equal', ctx: { ge: 1 } });
    }
  },
);

test('an empty search text is too short', async () => {
  expect(await client.faults('ruretail', { query: '', count: 1 })).toEqual([
    {
      type: 'string_too_short',
      loc: ['body', 'query'],
      msg: 'String should have at least 1 character',
      input: '',
      ctx: { min_length: 1 },
    },
  ]);
  expect(await client.faults('bizbureau', { keyword: '', count: 1 })).toHaveLength(1);
  expect(await client.faults('ruretail', { query: 'ssd', count: 1, city: '' })).toHaveLength(1);
});

test('malformed JSON is a 422 that points into the body', async () => {
  const headers = { 'content-type': 'application/json', 'access-token': 'sandbox-large' };
  const reply = await client.send('POST', paths.ruretail, { body: '{"query": "ssd", ', headers });
  expect(reply.status).toBe(422);
  const [fault] = (reply.body as { detail: { loc: unknown[]; type: string }[] }).detail;
  expect(fault?.type).toBe('json_invalid');
  expect(fault?.loc[0]).toBe('body');
  const empty = await client.send('POST', paths.ruretail, { headers });
  expect(empty.status).toBe(422);
});

test('every fault of a body is reported at once', async () => {
  const faults = await client.faults('stays', {
    destination: 5,
    checkin: '3 May',
    adults: 31,
    rooms: 0,
    star_ratings: ['4', '6'],
    children_ages: [3, 'five'],
    currency: 'ZZZ',
    count: 1,
    nonsense: 1,
  });
  expect(faults.map(({ loc }) => loc.slice(1).join('.')).sort()).toEqual([
    'adults',
    'checkin',
    'checkout',
    'children_ages.1',
    'currency',
    'destination',
    'nonsense',
    'rooms',
    'star_ratings.1',
  ]);
  for (const fault of faults) {
    expect(fault.loc[0]).toBe('body');
    expect(typeof fault.msg).toBe('string');
    expect(typeof fault.type).toBe('string');
  }
});

describe('ruretail', () => {
  const take = (extra: object) => client.post('ruretail', { ...good.ruretail, ...extra });

  test.each([
    ['sort', ['relevance', 'price_asc', 'price_desc', 'discount', 'rating', 'opinions', 'reviews']],
    ['min_rating', ['3.0', '3.5', '4.0', '4.5']],
    ['min_discount', ['5', '10', '20', '35']],
  ])('%s takes its documented values and no other', async (name, values) => {
    for (const value of values) expect((await take({ [name]: value })).status).toBe(200);
    const [fault] = await client.faults('ruretail', { ...good.ruretail, [name]: 'other' });
    expect(fault).toMatchObject({ type: 'enum', loc: ['body', name], input: 'other' });
    const quoted = values.map((value) => `'${value}'`);
    expect(fault?.ctx?.['expected']).toBe(`${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`);
  });

  test.each([
    ['availability', ['pickup', 'pickup_now', 'delivery']],
    ['status', ['on_sale', 'installment', 'new', 'hit', 'sale', 'clearance']],
  ])('%s takes a list of its documented values', async (name, values) => {
    expect((await take({ [name]: values })).status).toBe(200);
    expect((await take({ [name]: [] })).status).toBe(200);
    const [fault] = await client.faults('ruretail', { ...good.ruretail, [name]: [values[0], 'other'] });
    expect(fault).toMatchObject({ type: 'enum', loc: ['body', name, 1] });
    const [noList] = await client.faults('ruretail', { ...good.ruretail, [name]: values[0] });
    expect(noList).toMatchObject({ type: 'list_type', loc: ['body', name] });
  });

  test('prices and minima may be null', async () => {
    const nulls = { price_min: null, price_max: null, min_rating: null, min_discount: null };
    expect((await take(nulls)).status).toBe(200);
    expect(await client.faults('ruretail', { ...good.ruretail, price_min: -1 })).toHaveLength(1);
  });
});

describe('stays', () => {
  const take = (extra: object) => client.post('stays', { ...good.stays, ...extra });

  test('the document lists 67 currencies, 45 languages, 26 property types and 547 amenities and activities', () => {
    expect(documented.currencies).toHaveLength(67);
    expect(documented.languages).toHaveLength(45);
    expect(documented.propertyTypes).toHaveLength(26);
    const { propertyAmenities, roomAmenities, activities } = documented;
    expect([...propertyAmenities, ...roomAmenities, ...activities]).toHaveLength(547);
  });

  test.each([
    ['property_types', documented.propertyTypes],
    ['property_amenities', documented.propertyAmenities],
    ['room_amenities', documented.roomAmenities],
    ['activities', documented.activities],
    ['star_ratings', ['1', '2', '3', '4', '5']],
    [
      'meal_plans',
      'breakfast_included,all_meals_included,all_inclusive,breakfast_and_lunch,breakfast_and_dinner,kitchen_amenities'.split(
        ',',
      ),
    ],
    ['bed_types', ['twin_beds', 'double_bed', 'queen_bed', 'king_bed']],
    ['travel_groups', ['pet_friendly', 'adults_only', 'lgbtq_friendly']],
    ['booking_policies', ['free_cancellation', 'book_without_credit_card', 'no_prepayment']],
    ['payment_options', ['online_payments', 'apple_pay']],
    [
      'property_accessibility',
      'toilet_with_grab_rails,raised_toilet,lowered_sink,bathroom_emergency_cord,visual_aids_braille,visual_aids_tactile_signs,auditory_guidance'.split(
        ',',
      ),
    ],
    [
      'room_accessibility',
      'ground_floor_unit,upper_floors_by_elevator,entire_unit_wheelchair_accessible,toilet_with_grab_rails,adapted_bath,roll_in_shower,walk_in_shower,raised_toilet,lower_sink,bathroom_emergency_cord,shower_chair'.split(
        ',',
      ),
    ],
  ])('%s takes every documented value and no other', async (name, values) => {
    expect((await take({ [name]: values })).status).toBe(200);
    const [fault] = await client.faults('stays', { ...good.stays, [name]: ['other'] });
    expect(fault).toMatchObject({ type: 'enum', loc: ['body', name, 0] });
    expect(String(fault?.ctx?.['expected']).match(/'[^']+'/g)).toEqual(values.map((value) => `'${value}'`));
  });

  test.each([
    ['currency', documented.currencies],
    ['language', documented.languages],
    [
      'destination_kind',
      ['CITY', 'REGION', 'DISTRICT', 'COUNTRY', 'AIRPORT', 'LANDMARK', 'HOTEL', 'THEME', 'LATLONG'],
    ],
    [
      'sort',
      'top_picks,business_top_picks,entire_homes_first,price_low_to_high,price_high_to_low,stars_high_to_low,stars_low_to_high,stars_and_price,best_reviewed_and_lowest_price,distance_from_center,top_reviewed'.split(
        ',',
      ),
    ],
    ['min_review_score', ['pleasant_6', 'good_7', 'very_good_8', 'wonderful_9']],
  ])('%s takes every documented value and no other', async (name, values) => {
    const [fault] = await client.faults('stays', { ...good.stays, [name]: 'other' });
    expect(String(fault?.ctx?.['expected']).match(/'[^']+'/g)).toEqual(values.map((value) => `'${value}'`));
  });

  test.each([
    ['adults', 1, 30],
    ['rooms', 1, 30],
  ])('%s runs from %i to %i', async (name, min, max) => {
    expect((await take({ [name]: min })).status).toBe(200);
    expect((await take({ [name]: max })).status).toBe(200);
    expect(await client.faults('stays', { ...good.stays, [name]: min - 1 })).toHaveLength(1);
    expect(await client.faults('stays', { ...good.stays, [name]: max + 1 })).toHaveLength(1);
  });

  test('children_ages holds at most ten', async () => {
    expect((await take({ children_ages: Array(10).fill(7) })).status).toBe(200);
    const [fault] = await client.faults('stays', { ...good.stays, children_ages: Array(11).fill(7) });
    expect(fault).toMatchObject({
      type: 'too_long',
      loc: ['body', 'children_ages'],
      ctx: { max_length: 10, actual_length: 11 },
    });
  });

  test.each(['max_distance_from_center_meters', 'min_bedrooms', 'min_beds', 'min_bathrooms'])(
    '%s starts at 1',
    async (name) => {
      expect((await take({ [name]: 1 })).status).toBe(200);
      expect(await client.faults('stays', { ...good.stays, [name]: 0 })).toHaveLength(1);
    },
  );

  test.each(['min_price_per_night', 'max_price_per_night'])('%s starts at 0', async (name) => {
    expect((await take({ [name]: 0 })).status).toBe(200);
    expect(await client.faults('stays', { ...good.stays, [name]: -1 })).toHaveLength(1);
  });

  test.each(['entire_homes_only', 'available_only', 'sustainability_certified', 'highly_rated_breakfast'])(
    '%s is true or false',
    async (name) => {
      expect((await take({ [name]: true })).status).toBe(200);
      expect(await client.faults('stays', { ...good.stays, [name]: 'yes' })).toMatchObject([
        { type: 'bool_type' },
      ]);
    },
  );

  test.each(['district_ids', 'landmark_ids', 'brand_ids', 'city_ids', 'sub_destination_ids'])(
    '%s is a list of identifiers',
    async (name) => {
      expect((await take({ [name]: [1, '2'] })).status).toBe(200);
      expect(await client.faults('stays', { ...good.stays, [name]: 1 })).toMatchObject([
        { type: 'list_type' },
      ]);
    },
  );

  test('dates are ISO dates, and checkout comes after checkin', async () => {
    for (const checkin of ['2027-02-30', '03.05.2027', '2027-5-3', 46145]) {
      const [fault] = await client.faults('stays', { ...good.stays, checkin });
      expect(fault?.loc).toEqual(['body', 'checkin']);
    }
    for (const checkout of ['2027-05-03', '2027-05-01']) {
      expect(await client.faults('stays', { ...good.stays, checkout })).toMatchObject([
        { loc: ['body', 'checkout'], type: 'value_error' },
      ]);
    }
  });

  test('a destination or its identifier is needed', async () => {
    const { destination: _none, ...rest } = good.stays;
    expect(await client.faults('stays', rest)).toHaveLength(1);
    expect((await client.post('stays', { ...rest, destination_id: -2140479 })).status).toBe(200);
  });
});

test('the undocumented names can be others, and the assumed ones are then refused', async () => {
  const wireNames = { 'bizbureau.rating': 'bbb_grade', 'stays.sort': 'order_by' };
  const other = await listen({ wireNames });
  const client = new SandboxClient(other.url);
  const graded = await client.records<{ bbb_rating: string }>('bizbureau', {
    keyword: 'plumber',
    count: 20,
    bbb_grade: 'F',
  });
  expect(new Set(graded.map(({ bbb_rating }) => bbb_rating))).toEqual(new Set(['F']));
  expect(await client.faults('bizbureau', { keyword: 'plumber', count: 1, rating: 'A' })).toMatchObject([
    { type: 'extra_forbidden', loc: ['body', 'rating'] },
  ]);
  expect(await client.faults('stays', { ...good.stays, order_by: 'other' })).toMatchObject([
    { loc: ['body', 'order_by'] },
  ]);
  await other.close();
});
