// Valuations, businesses, Dutch products and companies: what is found, filtered, and whether the numbers agree.
import { sandboxUnderTest } from './sandboxUnderTest';

let now = Date.parse('2027-01-06T12:00:00Z');
const { client, sandbox } = sandboxUnderTest({ clock: () => now });

const units = 'TKS,MFS,COS,KWV,WPG,SHZ,LGC,KRN,AMG,DBY,LHP,BCH'.split(',').map((code) => `${code}-01-12-B`);

describe('valuations', () => {
  interface Valuation extends Record<string, number | string | null> {
    unit_code: string;
    unit_address: string;
    estate_name: string;
    price: number;
    min_price: number;
    max_price: number;
    saleable_area: number;
    saleable_price_per_sqft: number;
    valuation_at: number;
    previous_valuation_at: number;
    price_change_percent: number;
    latitude: number;
    longitude: number;
  }
  const value = async (unit: string, extra: object = {}) => {
    const records = await client.records<Valuation>('hkproperty', { unit, ...extra });
    expect(records).toHaveLength(1);
    return records[0] as Valuation;
  };

  test('hold at least 400 units', () => {
    expect(sandbox().state.sources.hkproperty.size).toBeGreaterThanOrEqual(400);
  });

  test.each(units)('%s: price is area × price per sq ft, between its bounds, in Hong Kong', async (unit) => {
    const flat = await value(unit);
    expect(flat.unit_code).toBe(unit);
    expect(flat.price).toBe(flat.saleable_area * flat.saleable_price_per_sqft);
    expect(flat.min_price).toBeLessThan(flat.price);
    expect(flat.max_price).toBeGreaterThan(flat.price);
    expect(flat.price).toBeGreaterThan(1_000_000);
    expect(Math.abs(flat.latitude - 22.35)).toBeLessThan(0.25);
    expect(Math.abs(flat.longitude - 114.15)).toBeLessThan(0.35);
  });

  test('are made weekly: a Hong Kong Monday in seconds, the same price all week, another the next', async () => {
    const wednesday = await value('TKS-01-12-B');
    const date = new Date(wednesday.valuation_at * 1000);
    expect(date.toISOString()).toBe('2027-01-03T16:00:00.000Z');
    expect(wednesday.previous_valuation_at).toBe(wednesday.valuation_at - 7 * 86_400);
    now += 4 * 86_400_000;
    expect((await value('TKS-01-12-B')).price).toBe(wednesday.price);
    now += 86_400_000;
    const later = await value('TKS-01-12-B');
    expect(later.price).not.toBe(wednesday.price);
    expect(Math.abs(later.price / wednesday.price - 1)).toBeLessThan(0.06);
    now -= 5 * 86_400_000;
  });

  test('give their change against the valuation of a month ago, not against the previous one', async () => {
    const current = await value('TKS-01-12-B');
    now -= 28 * 86_400_000;
    const monthAgo = await value('TKS-01-12-B');
    now += 28 * 86_400_000;
    expect(current.price_change_percent).toBeCloseTo((current.price / monthAgo.price - 1) * 100, 1);
  });

  test('answer in Chinese for hk, in English otherwise', async () => {
    const [english, chinese] = [
      await value('TKS-01-12-B', { lang: 'en' }),
      await value('TKS-01-12-B', { lang: 'hk' }),
    ];
    expect(english.unit_address).toBe('Flat B, 12/F, Tower 1, Taikoo Shing, Taikoo Shing Road, Quarry Bay');
    expect(chinese.unit_address).toBe('鰂魚涌太古城道 太古城 第1座 12樓 B室');
    expect(chinese.price).toBe(english.price);
    expect(await value('TKS-01-12-B')).toEqual(english);
  });

  test('take a reference number in any case', async () => {
    expect(await value(' tks-01-12-b ')).toEqual(await value('TKS-01-12-B'));
  });
});

describe('businesses', () => {
  interface Business {
    id: string;
    name: string;
    bbb_rating: string | null;
    is_accredited: boolean;
    city: string;
    state: string;
    zip_code: string;
    category: string;
    categories: { name: string }[];
  }
  const search = (body: object) =>
    client.records<Business>('bizbureau', { keyword: 'plumber', count: 5000, ...body });
  const ids = (list: readonly Business[]) => list.map(({ id }) => id).sort();

  test('hold at least 1,000', () => {
    expect(sandbox().state.sources.bizbureau.size).toBeGreaterThanOrEqual(1_000);
  });

  test.each([
    ['plumber', /plumb/i],
    ['plumbers', /plumb/i],
    ['roofing', /roof/i],
    ['Roofer', /roof/i],
    ['dentist', /dent/i],
    ['electrical', /electr/i],
  ])('"%s" finds the trade', async (keyword, trade) => {
    const found = await search({ keyword });
    expect(found.length).toBeGreaterThan(20);
    const text = ({ name, categories }: Business) => [name, ...categories.map((each) => each.name)].join(' ');
    expect(found.filter((business) => !trade.test(text(business))).length).toBe(0);
  });

  test('fifteen roofers can be had in Austin', async () => {
    const found = await search({ keyword: 'roofing', location: 'Austin, TX', count: 15 });
    expect(found).toHaveLength(15);
    expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['TX']));
  });

  test('a letter takes its + and − with it', async () => {
    const all = await search({});
    for (const rating of ['A', 'B', 'C', 'D', 'F']) {
      const graded = await search({ rating });
      expect(ids(graded)).toEqual(ids(all.filter(({ bbb_rating }) => bbb_rating?.startsWith(rating))));
      expect(graded.length).toBeGreaterThan(0);
    }
  });

  test('accredited only means that', async () => {
    const all = await search({});
    expect(ids(await search({ accredited_only: true }))).toEqual(
      ids(all.filter(({ is_accredited }) => is_accredited)),
    );
    expect(ids(await search({ accredited_only: false, location: '' }))).toEqual(ids(all));
  });

  test('a larger radius finds the same and more', async () => {
    let before: Business[] = [];
    const sizes: number[] = [];
    for (const radius of ['5', '10', '25', '50', '100']) {
      const found = await search({ location: '78701', radius });
      expect(ids(found)).toEqual(expect.arrayContaining(ids(before)));
      sizes.push(found.length);
      before = found;
    }
    expect(sizes[0]).toBeLessThan(sizes[4] ?? 0);
    expect(before.some(({ city }) => city === 'San Marcos')).toBe(true);
  });

  test('a place is a town, a ZIP code or a state; an unknown one has nobody', async () => {
    const austin = ids(await search({ location: 'Austin, TX' }));
    expect(ids(await search({ location: 'austin texas' }))).toEqual(austin);
    expect(ids(await search({ location: '78701' }))).toEqual(austin);
    const texas = await search({ location: 'TX' });
    expect(new Set(texas.map(({ state }) => state))).toEqual(new Set(['TX']));
    expect(texas.length).toBeGreaterThan(austin.length);
    expect(await search({ location: 'Narnia' })).toEqual([]);
  });

  test('ZIP codes have five digits, leading zeros too', async () => {
    const boston = await search({ location: 'Boston, MA' });
    expect(boston.filter(({ zip_code }) => !/^0\d{4}$/.test(zip_code))).toEqual([]);
  });
});

describe('Dutch products', () => {
  interface Product {
    id: string;
    name: string;
    price: number;
    list_price: number | null;
    delivery: string | null;
    delivered_within_48h: boolean;
    is_sponsored: boolean;
    categories: string[];
  }
  const search = (keyword: string, count = 5000) => client.records<Product>('nlretail', { keyword, count });

  test('hold at least 1,500', () => {
    expect(sandbox().state.sources.nlretail.size).toBeGreaterThanOrEqual(1_500);
  });

  test.each([
    ['airfryer', 'Airfryers'],
    ['koffiemachine', 'Koffiemachines'],
    ['koffiemachines', 'Koffiemachines'],
    ['bordspel', 'Bordspellen'],
    ['stofzuiger', 'Stofzuigers'],
    ['samsung tv', 'Televisies'],
  ])('"%s" finds %s', async (keyword, category) => {
    const found = await search(keyword);
    expect(found.length).toBeGreaterThan(5);
    expect(new Set(found.map(({ categories }) => categories.at(-1)))).toEqual(new Set([category]));
  });

  test('cost euros and cents, list prices more', async () => {
    const found = await search('philips');
    expect(
      found.filter(({ price }) => !(price > 0) || Math.abs(price * 100 - Math.round(price * 100)) > 1e-6),
    ).toEqual([]);
    expect(found.filter(({ price, list_price }) => list_price !== null && list_price <= price)).toEqual([]);
    expect(found.some(({ is_sponsored }) => !is_sponsored)).toBe(true);
  });

  test('arrive when their delivery says', async () => {
    const wrong = (await search('philips')).filter(
      ({ delivery, delivered_within_48h }) =>
        delivery !== null && /morgen/i.test(delivery) !== delivered_within_48h,
    );
    expect(wrong).toEqual([]);
  });

  test('count is honoured and runs out', async () => {
    expect(await search('lego', 3)).toHaveLength(3);
    expect((await search('lego')).length).toBeLessThan(500);
  });
});

describe('companies', () => {
  interface Company {
    id: number;
    url: string;
    name: string;
    location: string;
    about: string | null;
  }
  const find = async (company: string, extra: object = {}) => {
    const records = await client.records<Company>('jobsboard', { company, ...extra });
    expect(records).toHaveLength(1);
    return records[0] as Company;
  };

  test('hold at least 200', () => {
    expect(sandbox().state.sources.jobsboard.size).toBeGreaterThanOrEqual(200);
  });

  test('are found by ID and by the address of their profile', async () => {
    const byId = await find('1500317');
    expect(byId.id).toBe(1_500_317);
    expect(await find(byId.url)).toEqual(byId);
    expect(await find(`${byId.url}?from=mail`)).toEqual(byId);
  });

  test('have an About text that the document does not list', async () => {
    expect((await find('1500000')).about).toContain('Al Noor Engineering');
  });

  test('answer in Arabic when asked', async () => {
    expect((await find('1500000', { language: 'ar' })).location).toMatch(/\p{Script=Arabic}/u);
    expect((await find('1500000', { language: 'en' })).location).toMatch(/^[\x20-\x7e]+$/);
  });

  test('take the ID as text only', async () => {
    expect(await client.faults('jobsboard', { company: 1500317 })).toMatchObject([{ type: 'string_type' }]);
  });
});
