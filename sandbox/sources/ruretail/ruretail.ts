// The Russian electronics search. Lists are facets: any value of one list will do (`brands`, `status`, `availability`),
// different lists narrow each other. One `filters` entry is `property:value`, as key_properties names them.
import type { OperationRequest } from '../../../src/operations';
import { slug } from '../../data/slug';
import { Problem, unknownValue } from '../../contract/problem';
import { plain } from '../../search/words';
import { TextIndex } from '../../search/textIndex';
import type { Source } from '../../contract/source';
import { cardOf, statusesOf } from './card';
import { cities, type City } from './cities';
import { offerOf, type Offer } from './offer';
import { makeProducts, type Product } from './product';

type Request = OperationRequest<'ruretail'>;

interface Hit {
  readonly product: Product;
  readonly offer: Offer;
  readonly score: number;
}

export function ruretailSource(seed: number): Source<'ruretail'> {
  const products = makeProducts(seed);
  const brands = new Map(
    products.flatMap(({ brand }) => [brand, slug(brand)].map((name) => [plain(name), brand])),
  );
  const facets = facetsOf(products);
  const index = new TextIndex();
  products.forEach((product, number) => {
    index.add(number, product.name, 3);
    index.add(number, `${product.category.name} ${product.category.words}`, 2);
    index.add(
      number,
      product.properties.map(({ value, measure }) => `${value} ${measure ?? ''}`).join(' '),
      1,
    );
  });

  return {
    size: products.length,
    records(request, context) {
      const city = cityOf(request.city ?? 'msk_cl');
      const wanted = wantedBrands(request.brands ?? [], brands);
      const chosen = chosenFacets(request.filters ?? [], facets);
      if (!/[\p{L}\p{N}]/u.test(request.query ?? '')) {
        throw new Problem(412, 'The upstream search returned no result container.');
      }
      const hits: Hit[] = [];
      for (const [number, score] of index.find(request.query ?? '')) {
        const product = products[number];
        if (!product || (wanted && !wanted.has(product.brand)) || !fits(product, chosen)) continue;
        const offer = offerOf(seed, product, city, context.day);
        if (passes(product, offer, request)) hits.push({ product, offer, score });
      }
      return hits
        .sort(orders[request.sort ?? 'relevance'])
        .slice(0, request.count)
        .map(({ product, offer }) => cardOf(product, offer, city, request.with_images ?? false, context));
    },
  };
}

function cityOf(code: string): City {
  const city = cities.find((known) => known.code === code);
  if (!city) throw new Problem(422, [unknownValue(['city'], `unknown city code: ${code}`, code)]);
  return city;
}

function wantedBrands(names: readonly string[], known: ReadonlyMap<string, string>): Set<string> | undefined {
  const faults = names.flatMap((name, i) =>
    known.has(plain(name)) ? [] : [unknownValue(['brands', i], `unknown brand: ${name}`, name)],
  );
  if (faults.length > 0) throw new Problem(422, faults);
  return names.length === 0 ? undefined : new Set(names.map((name) => known.get(plain(name)) ?? name));
}

type Facets = ReadonlyMap<string, ReadonlySet<string>>;

function facetsOf(products: readonly Product[]): Facets {
  const facets = new Map<string, Set<string>>();
  for (const { properties } of products) {
    for (const { name, value } of properties) {
      const values = facets.get(plain(name)) ?? new Set();
      facets.set(plain(name), values.add(plain(value)));
    }
  }
  return facets;
}

function chosenFacets(filters: readonly string[], facets: Facets): Facets {
  const chosen = new Map<string, Set<string>>();
  const faults = filters.flatMap((filter, i) => {
    const [name = '', value = ''] = plain(filter).split(/\s*:\s*(.*)/s);
    if (!facets.get(name)?.has(value)) {
      return [unknownValue(['filters', i], `filter value was not applied: ${filter}`, filter)];
    }
    chosen.set(name, (chosen.get(name) ?? new Set()).add(value));
    return [];
  });
  if (faults.length > 0) throw new Problem(422, faults);
  return chosen;
}

const fits = ({ properties }: Product, chosen: Facets): boolean =>
  [...chosen].every(([name, values]) =>
    properties.some((property) => plain(property.name) === name && values.has(plain(property.value))),
  );

function passes(product: Product, offer: Offer, request: Request): boolean {
  const {
    price_min: min,
    price_max: max,
    min_rating,
    min_discount,
    status = [],
    availability = [],
  } = request;
  if (min !== undefined && !(offer.price !== null && offer.price >= min)) return false;
  if (max !== undefined && !(offer.price !== null && offer.price <= max)) return false;
  if (min_rating !== undefined && !((product.rating ?? 0) >= Number(min_rating))) return false;
  if (min_discount !== undefined && !((offer.discountPercent ?? 0) >= Number(min_discount))) return false;
  const marks = statusesOf(product, offer);
  if (status.length > 0 && !status.some((mark) => marks.includes(mark))) return false;
  return availability.length === 0 || availability.some((route) => routes[route](offer));
}

const routes: Readonly<Record<NonNullable<Request['availability']>[number], (offer: Offer) => boolean>> = {
  pickup: ({ pickups }) => pickups.length > 0,
  pickup_now: ({ pickups }) => pickups.some(({ inDays }) => inDays === 0),
  delivery: ({ accessMode }) => accessMode === 'all',
};

type Order = (a: Hit, b: Hit) => number;

/** What is unknown goes last, whichever way the order runs; ties keep the more popular first. */
const by =
  (value: (hit: Hit) => number | null, direction: 1 | -1): Order =>
  (a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x !== y && (x === null || y === null)) return x === null ? 1 : -1;
    return direction * ((x ?? 0) - (y ?? 0)) || b.product.popularity - a.product.popularity;
  };

const orders: Readonly<Record<NonNullable<Request['sort']>, Order>> = {
  relevance: by(({ score, offer }) => score + (offer.isAvailable ? 0.5 : 0), -1),
  price_asc: by(({ offer }) => offer.price, 1),
  price_desc: by(({ offer }) => offer.price, -1),
  discount: by(({ offer }) => offer.discountPercent, -1),
  rating: by(({ product }) => product.rating, -1),
  opinions: by(({ product }) => product.opinions, -1),
  reviews: by(({ product }) => (product.opinions === 0 ? null : product.reviews), -1),
};
