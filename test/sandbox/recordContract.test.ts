// Every record of the service document, field by field, written from the document and not from the table.
import { listen, type RunningSandbox } from '../../sandbox/listen';
import { SandboxClient, type Service } from './sandboxClient';

type Type = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';

const kindOf = (value: unknown): Type =>
  Array.isArray(value)
    ? 'array'
    : typeof value === 'number'
      ? Number.isInteger(value)
        ? 'integer'
        : 'number'
      : (typeof value as Type);

const fits = (value: unknown, type: Type): boolean =>
  kindOf(value) === type || (type === 'number' && kindOf(value) === 'integer');

const fields = (rows: string): Record<string, Type> =>
  Object.fromEntries(
    rows
      .trim()
      .split('\n')
      .flatMap((row) => {
        const [type = '', names = ''] = row.trim().split(/:\s*/);
        return names.split(/,\s*/).map((name) => [name, type as Type]);
      }),
  );

const documented: Record<Service, Record<string, Type>> = {
  ruretail: fields(`
    string: @type, id, city, city_name, name, short_name, alias, url, club_price_view_type, currency, image, access_mode
    object: brand, category
    number: price, old_price, club_price, rating
    integer: discount_percent, bonus_points, sbp_bonus, opinion_count, review_count, stock_in_stores, max_stock_in_store, pack_size, supplier_pack_size
    boolean: is_fair_price, is_available, is_discount, has_analog_products
    array: pickup_points, images, labels, key_properties`),
  hkproperty: fields(`
    string: @type, id, unit_code, building_type_code, estate_name, unit_address, location, estate_url, building_group_id, building_group_name, developer, management_company, shopping_mall, image
    number: valuation_at, previous_valuation_at, price, price_change_percent, min_price, max_price, min_price_change_percent, max_price_change_percent, saleable_area, saleable_price_per_sqft, latitude, longitude
    integer: phase_count, building_count, unit_count
    boolean: is_pet_friendly
    array: facilities, category_labels, nearby_places
    object: school_net`),
  bizbureau: fields(`
    string: @type, id, name, image, bbb_rating, phone, category, address, city, state, zip_code, bbb_name, profile_url, local_profile_url
    boolean: is_accredited
    array: categories
    number: rating_score`),
  nlretail: fields(`
    string: @type, id, name, url, image, brand, brand_url, condition, delivery
    number: price, list_price, rating, review_count
    boolean: delivered_within_48h, is_sponsored
    array: categories`),
  jobsboard: fields(`
    integer: id, follower_count, account_id
    string: @type, url, name, industry, size, website, location, image
    array: socials, recent_jobs`),
  stays: fields(`
    integer: id, accommodation_type_id, destination_id, room_id, bedroom_count, bathroom_count, bed_count, kitchen_count, living_room_count
    string: @type, alias, country_code, name, url, star_rating_symbol, address, city, display_location, district, distance_from_center, public_transport, beach_distance, image, room_name, area_unit, meal_plan, free_cancellation_until, availability_message, host_trader_label
    number: star_rating, latitude, longitude, area
    object: review, price, price_per_night, price_before_discount, excluded_charges
    boolean: is_centrally_located, has_free_cancellation, has_no_prepayment, allows_pets_for_free, is_sustainable
    array: sustainability_certifications`),
};

const typeNames: Record<Service, string> = {
  ruretail: 'RuretailProduct',
  hkproperty: 'HkpropertyValuation',
  bizbureau: 'BizbureauBusinessSearchResult',
  nlretail: 'NlretailSearchProduct',
  jobsboard: 'JobsboardCompany',
  stays: 'StaysHotelCard',
};

const subRecords: Record<string, Record<string, Type>> = {
  RuretailBrandRef: fields('string: @type, id, name, alias, url, image, vendor_site'),
  RuretailCategoryRef: fields('string: @type, id, name, alias, url'),
  RuretailPickupSummary: fields('string: @type, delivery_date\ninteger: store_count'),
  RuretailLabel: fields('string: @type, kind, name, url, action_id, expires_at'),
  RuretailProperty: fields('string: @type, name, value, measure, group'),
  HkpropertySchoolNet: fields(
    'string: @type, primary_school_net, primary_school_url, secondary_school_district, secondary_school_url',
  ),
  StaysReviewScore: fields('string: @type, label\nnumber: score\ninteger: review_count'),
  StaysPrice: fields('string: @type, currency, formatted\nnumber: amount'),
};

/** Fields that must hold something in every record; the rest is null for some. */
const always: Record<Service, readonly string[]> = {
  ruretail: ['id', 'currency', 'pickup_points', 'images', 'labels', 'key_properties'],
  hkproperty: ['id', 'unit_code', 'price', 'saleable_area', 'saleable_price_per_sqft'],
  bizbureau: ['id', 'name'],
  nlretail: ['id', 'name', 'price'],
  jobsboard: ['id', 'name'],
  stays: ['id', 'name', 'destination_id'],
};

// Busy machines are slow to start a server and to make the data.

let sandbox: RunningSandbox;
const samples = {} as Record<Service, Record<string, unknown>[]>;

beforeAll(async () => {
  sandbox = await listen();
  const client = new SandboxClient(sandbox.url);
  const estates =
    'TKS,MFS,COS,KWV,WPG,SHZ,LGC,KRN,AMG,TFG,DBY,LHP,MTC,TKP,FVC,BCH,ILR,HFC,TVD,CBC,SCW,LKW,IHV,PAV'.split(
      ',',
    );
  const all = (service: Service, bodies: object[]) =>
    Promise.all(bodies.map((body) => client.records(service, body))).then((lists) => lists.flat());
  samples.ruretail = await all('ruretail', [
    { query: 'samsung', count: 1000, with_images: true },
    { query: 'батарейки', count: 100 },
  ]);
  samples.hkproperty = await all(
    'hkproperty',
    estates.map((code) => ({ unit: `${code}-01-12-B` })),
  );
  samples.bizbureau = await all('bizbureau', [{ keyword: 'plumber', count: 500 }]);
  samples.nlretail = await all('nlretail', [
    { keyword: 'philips', count: 500 },
    { keyword: 'boek', count: 50 },
    { keyword: 'samsung', count: 500 },
  ]);
  samples.jobsboard = await all(
    'jobsboard',
    Array.from({ length: 60 }, (_, n) => ({ company: String(1_500_000 + n * 317) })),
  );
  samples.stays = await all(
    'stays',
    ['Lisbon', 'Tokyo', 'Berlin', 'Dubai'].map((destination) => ({
      destination,
      checkin: '2027-05-03',
      checkout: '2027-05-07',
      count: 100,
    })),
  );
});
afterAll(() => sandbox.close());

describe.each(Object.keys(documented) as Service[])('%s records', (service) => {
  const names = Object.keys(documented[service]);

  test('carry their documented @type', () => {
    expect(samples[service].length).toBeGreaterThan(20);
    expect(new Set(samples[service].map((record) => record['@type']))).toEqual(new Set([typeNames[service]]));
  });

  test('have every documented field, of the documented type or null', () => {
    const wrong = samples[service].flatMap((record) =>
      names.flatMap((name) =>
        record[name] === null || fits(record[name], documented[service][name] as Type)
          ? []
          : [[name, record[name]]],
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('have no undocumented field, the About text of companies apart', () => {
    const extra = new Set(
      samples[service].flatMap((record) => Object.keys(record).filter((name) => !names.includes(name))),
    );
    expect([...extra]).toEqual(service === 'jobsboard' ? ['about'] : []);
  });

  test('fill every field for some', () => {
    const empty = names.filter((name) =>
      samples[service].every((record) => {
        const value = record[name];
        return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
      }),
    );
    expect(empty).toEqual([]);
  });

  test('always have what identifies them, and leave other fields empty for some', () => {
    const missing = always[service].filter((name) =>
      samples[service].some((record) => record[name] === null),
    );
    expect(missing).toEqual([]);
    expect(names.some((name) => samples[service].some((record) => record[name] === null))).toBe(true);
  });

  test('have sub-records of the documented form', () => {
    const parts = samples[service].flatMap((record) =>
      Object.values(record).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value])),
    );
    const typed = parts.filter(
      (part): part is Record<string, unknown> => part !== null && typeof part === 'object' && '@type' in part,
    );
    const wrong = typed.filter((part) => {
      const form = subRecords[String(part['@type'])];
      if (!form || Object.keys(part).sort().join() !== Object.keys(form).sort().join()) return true;
      return Object.entries(form).some(([name, type]) => part[name] !== null && !fits(part[name], type));
    });
    expect(wrong).toEqual([]);
  });

  test('show images that the sandbox itself serves', async () => {
    const image = samples[service]
      .map((record) => record['image'])
      .find((value) => typeof value === 'string');
    expect(image).toMatch(new RegExp(`^${sandbox.url}/images/`));
    const response = await fetch(String(image));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(await response.text()).toMatch(/^<svg /);
  });
});

test('properties of a product always have a name and a value', () => {
  const properties = samples.ruretail.flatMap(
    (record) => record['key_properties'] as Record<string, unknown>[],
  );
  expect(properties.length).toBeGreaterThan(100);
  expect(
    properties.filter(({ name, value }) => typeof name !== 'string' || typeof value !== 'string'),
  ).toEqual([]);
});
