// The lodging search: destinations, prices, every filter and every order.
import * as documented from './documentedLists';
import { sandboxUnderTest } from './sandboxUnderTest';

interface Price {
  amount: number;
  currency: string;
  formatted: string;
}
interface Hotel {
  id: number;
  name: string;
  city: string;
  country_code: string;
  destination_id: number;
  district: string;
  accommodation_type_id: number;
  star_rating: number | null;
  review: { score: number; review_count: number; label: string } | null;
  distance_from_center: string;
  beach_distance: string | null;
  price: Price | null;
  price_per_night: Price | null;
  price_before_discount: Price | null;
  excluded_charges: Price | null;
  bedroom_count: number | null;
  bathroom_count: number;
  bed_count: number;
  kitchen_count: number;
  meal_plan: string | null;
  availability_message: string | null;
  has_free_cancellation: boolean;
  free_cancellation_until: string | null;
  has_no_prepayment: boolean;
  is_sustainable: boolean;
  sustainability_certifications: unknown[];
  host_trader_label: string | null;
  latitude: number;
  longitude: number;
}

const { client, sandbox } = sandboxUnderTest({ clock: () => Date.parse('2027-01-04T12:00:00Z') });

const stay = { destination: 'Amsterdam', checkin: '2027-05-03', checkout: '2027-05-07', count: 5000 };
const search = (extra: object = {}) => client.records<Hotel>('stays', { ...stay, ...extra });
const ids = (hotels: readonly Hotel[]) => hotels.map(({ id }) => id).sort((a, b) => a - b);
const meters = (text: string) => parseFloat(text) * (text.includes('km') ? 1000 : 1);

test('at least 1,200 places in at least 25 destinations', async () => {
  expect(sandbox().state.sources.stays.size).toBeGreaterThanOrEqual(1_200);
  const cities =
    'Amsterdam,Lisbon,Paris,London,Rome,Barcelona,Berlin,Vienna,Prague,Tokyo,Hong Kong,Dubai,New York,Madrid,Munich,Athens,Istanbul,Dublin,Brussels,Kyoto,Singapore,Bangkok,Sydney,Marrakech,Budapest,Copenhagen'.split(
      ',',
    );
  for (const city of cities) {
    const hotels = await search({ destination: city, available_only: false });
    expect(hotels.length).toBeGreaterThanOrEqual(25);
    expect(new Set(hotels.map((hotel) => hotel.city))).toEqual(new Set([city]));
  }
});

describe('a destination', () => {
  test.each([
    ['amsterdam'],
    ['hotel in Amsterdam'],
    ['Amster'],
    ['Amsterdam, Netherlands'],
    ['Schiphol'],
    ['AMS'],
    ['52.373, 4.893'],
  ])('"%s" is Amsterdam', async (destination) => {
    expect(new Set((await search({ destination })).map(({ city }) => city))).toEqual(new Set(['Amsterdam']));
  });

  test.each([
    ['Lissabon', 'Lisbon'],
    ['Roma', 'Rome'],
    ['東京', 'Tokyo'],
    ['Wien', 'Vienna'],
    ['München', 'Munich'],
    ['munchen', 'Munich'],
  ])('%s is %s', async (destination, city) => {
    expect((await search({ destination, count: 1 }))[0]?.city).toBe(city);
  });

  test('can be a number, a country, a district, a landmark, a hotel', async () => {
    const { destination: _text, ...numbered } = stay;
    expect(ids(await client.records<Hotel>('stays', { ...numbered, destination_id: -2140479 }))).toEqual(
      ids(await search()),
    );
    const dutch = await search({ destination: 'Netherlands' });
    expect(new Set(dutch.map(({ city }) => city))).toEqual(new Set(['Amsterdam', 'Rotterdam']));
    const jordaan = await search({ destination: 'Jordaan' });
    expect(new Set(jordaan.map(({ district }) => district))).toEqual(new Set(['Jordaan']));
    expect((await search({ destination: 'Rijksmuseum' })).length).toBeGreaterThan(0);
    const [first] = await search({ count: 1 });
    const named = await search({ destination: first?.name, destination_kind: 'HOTEL' });
    expect(named.map(({ name }) => name)).toEqual([first?.name]);
  });

  test('is narrowed by its kind', async () => {
    expect((await search({ destination: 'Singapore', destination_kind: 'CITY' })).length).toBeGreaterThan(0);
    expect((await client.post('stays', { ...stay, destination_kind: 'COUNTRY' })).status).toBe(412);
    expect(
      (await client.post('stays', { ...stay, destination: 'Netherlands', destination_kind: 'CITY' })).status,
    ).toBe(412);
  });
});

describe('prices', () => {
  test.each(documented.currencies)('in %s: the stay is nights × per night', async (currency) => {
    const hotels = (await search({ currency, available_only: true, count: 8 })) as (Hotel & {
      price: Price;
      price_per_night: Price;
    })[];
    for (const {
      price,
      price_per_night,
      price_before_discount: before,
      excluded_charges: excluded,
    } of hotels) {
      expect(price.amount).toBeCloseTo(price_per_night.amount * 4, 6);
      expect(
        new Set([price, price_per_night, before, excluded].flatMap((each) => (each ? [each.currency] : []))),
      ).toEqual(new Set([currency]));
      expect(price.formatted).toMatch(/\d/);
      if (before) expect(before.amount).toBeGreaterThan(price.amount);
    }
  });

  test('are euros unless asked otherwise, and follow one fixed rate', async () => {
    const [euros, dollars] = await Promise.all([
      search({ available_only: true }),
      search({ available_only: true, currency: 'USD' }),
    ]);
    expect(euros[0]?.price?.currency).toBe('EUR');
    const rates = euros.map(({ price }, i) => (dollars[i]?.price?.amount ?? 0) / (price?.amount ?? 1));
    expect(Math.max(...rates) - Math.min(...rates)).toBeLessThan(0.001);
  });

  test('grow with nights, guests and rooms', async () => {
    const total = async (extra: object) =>
      (await search({ ...extra, available_only: true, property_types: ['hotel'], sort: 'top_reviewed' }))[0];
    const two = await total({});
    const week = await total({ checkout: '2027-05-10' });
    expect(week?.id).toBe(two?.id);
    expect(week?.price?.amount).toBeGreaterThan(two?.price?.amount ?? Infinity);
    const rooms = (await search({ rooms: 2, adults: 4, available_only: true })).find(
      ({ id }) => id === two?.id,
    );
    expect(rooms?.price?.amount).toBeCloseTo(2 * (two?.price?.amount ?? 0), -1);
  });

  test('are missing where a place is sold out, which the message says', async () => {
    const all = (
      await Promise.all(['Paris', 'Rome', 'Tokyo'].map((destination) => search({ destination })))
    ).flat();
    const soldOut = all.filter(({ price }) => price === null);
    expect(soldOut.length).toBeGreaterThan(0);
    expect(new Set(soldOut.map((hotel) => hotel.availability_message))).toEqual(
      new Set(['Sold out for your dates']),
    );
    const there = (
      await Promise.all(
        ['Paris', 'Rome', 'Tokyo'].map((destination) => search({ destination, available_only: true })),
      )
    ).flat();
    expect(ids(there)).toEqual(ids(all.filter(({ price }) => price !== null)));
  });
});

describe('a filter keeps exactly what it says', () => {
  const homes = [201, 213, 220, 223, 228];
  const perNight = ({ price_per_night }: Hotel) => price_per_night?.amount ?? NaN;
  test.each<[object, (hotel: Hotel) => boolean]>([
    [{ property_types: ['hotel'] }, (h) => h.accommodation_type_id === 204],
    [{ property_types: ['hotel', 'apartment'] }, (h) => [201, 204].includes(h.accommodation_type_id)],
    [{ entire_homes_only: true }, (h) => homes.includes(h.accommodation_type_id)],
    [{ star_ratings: ['4', '5'] }, (h) => h.star_rating === 4 || h.star_rating === 5],
    [{ min_review_score: 'pleasant_6' }, (h) => (h.review?.score ?? 0) >= 6],
    [{ min_review_score: 'very_good_8' }, (h) => (h.review?.score ?? 0) >= 8],
    [{ min_price_per_night: 150 }, (h) => perNight(h) >= 150],
    [{ max_price_per_night: 150 }, (h) => perNight(h) <= 150],
    [{ min_price_per_night: 100, max_price_per_night: 200 }, (h) => perNight(h) >= 100 && perNight(h) <= 200],
    [{ min_bedrooms: 2 }, (h) => (h.bedroom_count ?? 0) >= 2],
    [{ min_beds: 2 }, (h) => h.bed_count >= 2],
    [{ min_bathrooms: 1 }, (h) => h.bathroom_count >= 1],
    [{ meal_plans: ['breakfast_included'] }, (h) => h.meal_plan === 'Breakfast included'],
    [{ meal_plans: ['kitchen_amenities'] }, (h) => h.kitchen_count > 0],
    [
      { meal_plans: ['all_inclusive', 'breakfast_and_dinner'] },
      (h) => /All-inclusive|Breakfast & dinner/.test(h.meal_plan ?? ''),
    ],
    [{ booking_policies: ['free_cancellation'] }, (h) => h.has_free_cancellation],
    [
      { booking_policies: ['free_cancellation', 'no_prepayment'] },
      (h) => h.has_free_cancellation && h.has_no_prepayment,
    ],
    [{ sustainability_certified: true }, (h) => h.is_sustainable],
    [{ available_only: true }, (h) => h.price !== null],
    [{ max_distance_from_center_meters: 2000 }, (h) => meters(h.distance_from_center) <= 2000],
    [{ district_ids: [1001] }, (h) => h.district === 'Jordaan'],
    [
      { district_ids: ['1001', 1000] },
      (h) => h.city === 'Amsterdam' && ['Jordaan', 'Centrum'].includes(h.district),
    ],
    [{ brand_ids: [1001, 1002] }, (h) => /^(Harbour & Co|Northline) /.test(h.name)],
    [{ city_ids: [-2140479] }, (h) => h.city === 'Amsterdam'],
    [{ entire_homes_only: false, available_only: false }, () => true],
  ])('%j', async (filter, keeps) => {
    const destination = 'Netherlands';
    const [all, filtered] = await Promise.all([search({ destination }), search({ destination, ...filter })]);
    expect(ids(filtered)).toEqual(ids(all.filter(keeps)));
    expect(filtered.length).toBeGreaterThan(0);
    if (keeps.length > 0) expect(filtered.length).toBeLessThan(all.length);
  });

  test('prices per night are compared in the asked currency', async () => {
    const yen = await search({ currency: 'JPY', max_price_per_night: 20_000 });
    expect(yen.length).toBeGreaterThan(0);
    expect(yen.filter((hotel) => perNight(hotel) > 20_000)).toEqual([]);
    expect(await search({ currency: 'EUR', min_price_per_night: 20_000 })).toEqual([]);
  });

  test.each([
    ['property_amenities', documented.propertyAmenities],
    ['room_amenities', documented.roomAmenities],
    ['activities', documented.activities],
    ['property_accessibility', ['toilet_with_grab_rails', 'lowered_sink']],
    ['room_accessibility', ['roll_in_shower', 'shower_chair']],
    ['travel_groups', ['pet_friendly', 'lgbtq_friendly']],
    ['payment_options', ['online_payments', 'apple_pay']],
    ['booking_policies', ['book_without_credit_card', 'no_prepayment']],
  ])('%s: each value narrows, two together are what both keep', async (name, values) => {
    const destination = 'Amsterdam';
    const all = ids(await search({ destination }));
    const step = Math.max(1, Math.floor(values.length / 12));
    const chosen = values.filter((_, i) => i % step === 0);
    const kept = await Promise.all(
      chosen.map(async (value) => ids(await search({ destination, [name]: [value] }))),
    );
    for (const each of kept) expect(all).toEqual(expect.arrayContaining(each));
    expect(kept.some((each) => each.length > 0 && each.length < all.length)).toBe(true);
    const both = ids(await search({ destination, [name]: chosen.slice(0, 2) }));
    expect(both).toEqual((kept[0] ?? []).filter((id) => kept[1]?.includes(id)));
  });

  test.each([
    ['landmark_ids', [3000], [3001]],
    ['sub_destination_ids', [5000], [5001]],
  ])('%s: one of them is enough', async (name, one, other) => {
    const [a, b, both] = await Promise.all(
      [one, other, [...one, ...other]].map(async (list) => ids(await search({ [name]: list }))),
    );
    expect(both).toEqual([...new Set([...(a ?? []), ...(b ?? [])])].sort((x, y) => x - y));
    expect(both?.length).toBeGreaterThan(a?.length ?? Infinity);
  });

  test.each(['twin_beds', 'double_bed', 'queen_bed', 'king_bed'])(
    '%s finds other rooms than the rest',
    async (bed) => {
      const [all, some] = await Promise.all([search(), search({ bed_types: [bed] })]);
      expect(some.length).toBeGreaterThan(0);
      expect(some.length).toBeLessThan(all.length);
    },
  );

  test('the four bed types share all places among them', async () => {
    const lists = await Promise.all(
      ['twin_beds', 'double_bed', 'queen_bed', 'king_bed'].map((bed) => search({ bed_types: [bed] })),
    );
    expect(ids(lists.flat())).toEqual(ids(await search()));
  });

  test('every property type has a place somewhere', async () => {
    const countries =
      'Netherlands,Portugal,France,Germany,Austria,Switzerland,Japan,United Kingdom,Morocco,Indonesia,Hungary,Spain,United States,United Arab Emirates,Italy'.split(
        ',',
      );
    const missing = new Set(documented.propertyTypes);
    for (const destination of countries) {
      for (const type of missing) {
        if ((await search({ destination, property_types: [type], count: 1 })).length > 0)
          missing.delete(type);
      }
    }
    expect([...missing]).toEqual([]);
  });

  test('families: who does not fit is left out, places for adults only are', async () => {
    const [two, five] = await Promise.all([search(), search({ adults: 3, children_ages: [4, 7] })]);
    expect(five.length).toBeGreaterThan(0);
    expect(five.length).toBeLessThan(two.length);
    const adultsOnly = ids(await search({ destination: 'Netherlands', travel_groups: ['adults_only'] }));
    const withChild = ids(await search({ destination: 'Netherlands', children_ages: [5] }));
    expect(adultsOnly.length).toBeGreaterThan(0);
    expect(withChild.filter((id) => adultsOnly.includes(id))).toEqual([]);
  });

  test('a praised breakfast narrows', async () => {
    const [all, some] = await Promise.all([search(), search({ highly_rated_breakfast: true })]);
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(all.length);
  });

  test('one fact has one answer under every filter that knows it', async () => {
    const both = await Promise.all([
      search({ destination: 'Netherlands', property_amenities: ['raised_toilet'] }),
      search({ destination: 'Netherlands', property_accessibility: ['raised_toilet'] }),
    ]);
    expect(ids(both[0])).toEqual(ids(both[1]));
    const sauna = await Promise.all([
      search({ property_amenities: ['sauna'] }),
      search({ activities: ['sauna'] }),
    ]);
    expect(ids(sauna[0])).toEqual(ids(sauna[1]));
    const free = ids(await search({ property_amenities: ['free_wifi'] }));
    expect(ids(await search({ property_amenities: ['wifi'] }))).toEqual(expect.arrayContaining(free));
  });
});

describe('a sort orders', () => {
  const ordered = (values: readonly (number | null)[], direction: 1 | -1) => {
    const known = values.filter((value): value is number => value !== null);
    expect(values.slice(0, known.length)).toEqual(known);
    expect(known).toEqual([...known].sort((a, b) => direction * (a - b)));
    expect(new Set(known).size).toBeGreaterThan(1);
  };
  test.each<[string, (hotel: Hotel) => number | null, 1 | -1]>([
    ['price_low_to_high', ({ price }) => price?.amount ?? null, 1],
    ['price_high_to_low', ({ price }) => price?.amount ?? null, -1],
    ['stars_high_to_low', ({ star_rating }) => star_rating, -1],
    ['stars_low_to_high', ({ star_rating }) => star_rating, 1],
    ['stars_and_price', ({ star_rating }) => star_rating, -1],
    ['top_reviewed', ({ review }) => review?.score ?? null, -1],
    ['best_reviewed_and_lowest_price', ({ review }) => (review ? Math.floor(review.score) : null), -1],
    ['distance_from_center', ({ distance_from_center }) => meters(distance_from_center), 1],
    ['entire_homes_first', ({ host_trader_label }) => Number(host_trader_label !== null), -1],
  ])('%s', async (sort, of, direction) => {
    const hotels = await search({ destination: 'Netherlands', sort });
    ordered(hotels.map(of), direction);
    expect(ids(hotels)).toEqual(ids(await search({ destination: 'Netherlands' })));
  });

  test('stars, then price', async () => {
    const hotels = (await search({ sort: 'stars_and_price', available_only: true })).filter(
      ({ star_rating }) => star_rating === 4,
    );
    ordered(
      hotels.map(({ price }) => price?.amount ?? null),
      1,
    );
  });

  test('top picks unless told otherwise; business picks put hotels first', async () => {
    expect(await search({ sort: 'top_picks' })).toEqual(await search());
    expect(
      (await search({ sort: 'business_top_picks', count: 3 })).map((hotel) => hotel.accommodation_type_id),
    ).toEqual([204, 204, 204]);
  });
});

test('free cancellation ends before check-in, and only what lies ahead is promised', async () => {
  const soon = await search({ checkin: '2027-01-05', checkout: '2027-01-06' });
  const wrong = soon.filter(
    ({ has_free_cancellation, free_cancellation_until: until }) =>
      has_free_cancellation !== (until !== null) ||
      (until !== null && (until < '2027-01-04' || until >= '2027-01-05')),
  );
  expect(wrong).toEqual([]);
});

test('the language changes the words and nothing else', async () => {
  const [english, dutch] = await Promise.all([search({ language: 'en-gb' }), search({ language: 'nl' })]);
  expect(ids(dutch)).toEqual(ids(english));
  expect(dutch.some(({ meal_plan }) => meal_plan === 'Ontbijt inbegrepen')).toBe(true);
  expect(dutch[0]?.distance_from_center).toContain('van het centrum');
});

test('hotels stand near their city', async () => {
  const hotels = await search({ destination: 'Sydney' });
  expect(
    hotels.filter(
      ({ latitude, longitude }) => Math.abs(latitude + 33.87) > 0.1 || Math.abs(longitude - 151.21) > 0.12,
    ),
  ).toEqual([]);
});
