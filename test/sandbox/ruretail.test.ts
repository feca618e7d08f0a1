// The Russian electronics search: what is found, filtered, ordered, and whether the numbers agree.
import { sandboxUnderTest } from './sandboxUnderTest';

interface Product {
  id: string;
  city: string;
  city_name: string;
  name: string;
  brand: { name: string };
  category: { name: string };
  price: number | null;
  old_price: number | null;
  club_price: number | null;
  discount_percent: number | null;
  is_available: boolean;
  is_discount: boolean;
  rating: number | null;
  opinion_count: number;
  review_count: number | null;
  stock_in_stores: number | null;
  pickup_points: { delivery_date: string; store_count: number }[];
  image: string | null;
  images: string[];
  labels: { kind: string }[];
  key_properties: { name: string; value: string }[];
  access_mode: string | null;
}

const today = '2027-01-04';
const { client, sandbox } = sandboxUnderTest({ clock: () => Date.parse(`${today}T12:00:00Z`) });

const search = (body: object) => client.records<Product>('ruretail', { count: 5000, ...body });
const ids = (products: readonly Product[]) => products.map(({ id }) => id).sort();

test('holds at least 2,000 products', () => {
  expect(sandbox().state.sources.ruretail.size).toBeGreaterThanOrEqual(2_000);
});

test.each([
  ['iphone', /iPhone/],
  ['IPHONE 15', /iPhone 15/],
  ['iph', /iPhone/],
  ['samsung tv', /Телевизор Samsung/],
  ['телевизоры lg', /Телевизор LG/],
  ['ssd', /SSD/],
  ['ssd 1 tb', /SSD.*1TB/],
  ['наушник sony', /Наушники Sony/],
  ['playstation 5', /PlayStation 5/],
])('"%s" finds what is meant', async (query, name) => {
  const found = await search({ query });
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter((product) => !name.test(product.name))).toEqual([]);
});

test('count is honoured, and the source runs out', async () => {
  expect(await search({ query: 'ssd', count: 7 })).toHaveLength(7);
  const all = await search({ query: 'ssd' });
  expect(all.length).toBeLessThan(200);
  expect(new Set(ids(all)).size).toBe(all.length);
  expect((await search({ query: 'ssd', count: 7 })).map(({ id }) => id)).toEqual(
    all.slice(0, 7).map(({ id }) => id),
  );
});

test('prices agree with each other', async () => {
  const all = await search({ query: 'samsung' });
  const wrong = all.filter(({ price, old_price, club_price, discount_percent, is_discount }) => {
    if (price === null) return old_price !== null || club_price !== null;
    if (price <= 0 || (club_price !== null && club_price >= price)) return true;
    if ((old_price === null) !== (discount_percent === null) || is_discount !== (old_price !== null))
      return true;
    return old_price !== null && Math.round((100 * (old_price - price)) / old_price) !== discount_percent;
  });
  expect(wrong).toEqual([]);
  expect(all.some(({ club_price }) => club_price !== null)).toBe(true);
});

test('cities have their own name, stock and prices', async () => {
  const [moscow, petersburg] = await Promise.all([
    search({ query: 'ssd' }),
    search({ query: 'ssd', city: 'sandbox_spb' }),
  ]);
  expect(new Set(moscow.map(({ city, city_name }) => `${city} ${city_name}`))).toEqual(
    new Set(['msk_cl Москва']),
  );
  expect(new Set(petersburg.map(({ city_name }) => city_name))).toEqual(new Set(['Санкт-Петербург']));
  const there = new Map(petersburg.map((product) => [product.id, product]));
  expect(moscow.some(({ id, stock_in_stores }) => there.get(id)?.stock_in_stores !== stock_in_stores)).toBe(
    true,
  );
  expect(moscow.some(({ id, price }) => there.get(id)?.price !== price)).toBe(true);
});

test('images come when asked for', async () => {
  const [plain] = await search({ query: 'ssd', count: 1 });
  const [pictured] = await search({ query: 'ssd', count: 1, with_images: true });
  expect(plain).toMatchObject({ image: null, images: [] });
  expect(pictured?.images).toHaveLength(3);
  expect(pictured?.image).toBe(pictured?.images[0]);
});

describe('a filter keeps exactly what it says', () => {
  const label = (kind: string) => (product: Product) => product.labels.some((each) => each.kind === kind);
  const value = (name: string, wanted: string) => (product: Product) =>
    product.key_properties.some((each) => each.name === name && each.value === wanted);
  const now = (product: Product) =>
    product.pickup_points.some(({ delivery_date }) => delivery_date === today);

  test.each<[object, (product: Product) => boolean]>([
    [{ price_min: 30_000 }, ({ price }) => price !== null && price >= 30_000],
    [{ price_max: 30_000 }, ({ price }) => price !== null && price <= 30_000],
    [
      { price_min: 20_000, price_max: 30_000 },
      ({ price }) => price !== null && price >= 20_000 && price <= 30_000,
    ],
    [{ price_min: 30_000, price_max: 20_000 }, () => false],
    [{ availability: ['pickup'] }, ({ pickup_points }) => pickup_points.length > 0],
    [{ availability: ['pickup_now'] }, now],
    [{ availability: ['delivery'] }, ({ access_mode }) => access_mode === 'all'],
    [
      { availability: ['pickup_now', 'delivery'] },
      (product) => now(product) || product.access_mode === 'all',
    ],
    [{ status: ['on_sale'] }, ({ is_available }) => is_available],
    [{ status: ['installment'] }, label('installment')],
    [{ status: ['new'] }, label('new')],
    [{ status: ['hit'] }, label('hit')],
    [{ status: ['sale'] }, ({ is_discount }) => is_discount],
    [{ status: ['clearance'] }, label('clearance')],
    [{ status: ['new', 'hit'] }, (product) => label('new')(product) || label('hit')(product)],
    [{ min_rating: '4.5' }, ({ rating }) => (rating ?? 0) >= 4.5],
    [{ min_rating: '3.0' }, ({ rating }) => (rating ?? 0) >= 3],
    [{ min_discount: '20' }, ({ discount_percent }) => (discount_percent ?? 0) >= 20],
    [{ brands: ['Samsung'] }, ({ brand }) => brand.name === 'Samsung'],
    [{ brands: ['samsung', 'apple'] }, ({ brand }) => ['Samsung', 'Apple'].includes(brand.name)],
    [{ filters: ['Цвет:Black'] }, value('Цвет', 'Black')],
    [
      { filters: ['Встроенная память:256', 'Цвет:Black'] },
      (p) => value('Цвет', 'Black')(p) && value('Встроенная память', '256')(p),
    ],
    [
      { filters: ['Цвет:Black', 'Цвет:White'] },
      (p) => value('Цвет', 'Black')(p) || value('Цвет', 'White')(p),
    ],
  ])('%j', async (filter, keeps) => {
    const [all, filtered] = await Promise.all([
      search({ query: 'смартфон' }),
      search({ query: 'смартфон', ...filter }),
    ]);
    expect(ids(filtered)).toEqual(ids(all.filter(keeps)));
    expect(filtered.length).toBeLessThan(all.length);
    if (keeps.length > 0) expect(filtered.length).toBeGreaterThan(0);
  });
});

describe('a sort orders', () => {
  test.each<[string, (product: Product) => number | null, 1 | -1]>([
    ['price_asc', ({ price }) => price, 1],
    ['price_desc', ({ price }) => price, -1],
    ['discount', ({ discount_percent }) => discount_percent, -1],
    ['rating', ({ rating }) => rating, -1],
    ['opinions', ({ opinion_count }) => opinion_count, -1],
    ['reviews', ({ review_count }) => review_count, -1],
  ])('%s, what is unknown last', async (sort, of, direction) => {
    const values = (await search({ query: 'samsung', sort })).map(of);
    const known = values.filter((value): value is number => value !== null);
    expect(values.slice(0, known.length)).toEqual(known);
    expect(known).toEqual([...known].sort((a, b) => direction * (a - b)));
    expect(new Set(known).size).toBeGreaterThan(3);
  });

  test('relevance, unless told otherwise', async () => {
    expect(await search({ query: 'ssd', sort: 'relevance' })).toEqual(await search({ query: 'ssd' }));
  });
});
