// The Dutch shop: every series of every brand comes in every variant of its range.
import type { OperationRecord } from '../../../src/operations';
import { drift, grown, weekly } from '../../data/day';
import { hash, Random } from '../../data/random';
import { slug } from '../../data/slug';
import { TextIndex } from '../../search/textIndex';
import type { Source, SourceContext } from '../../contract/source';
import { assortment, type Range } from './assortment';

const site = 'https://www.nlretail.example';

interface Product {
  readonly id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly range: Range;
  readonly basePrice: number;
  readonly popularity: number;
}

const deliveries = [
  ['Voor 23:59 uur besteld, morgen in huis', true],
  ['Morgen in huis', true],
  ['Uiterlijk overmorgen in huis', true],
  ['3 - 5 werkdagen', false],
  ['Binnen 2 weken in huis', false],
] as const;

export function nlretailSource(seed: number): Source<'nlretail'> {
  const products = makeProducts(seed);
  const index = new TextIndex();
  products.forEach(({ name, brand, range }, number) => {
    index.add(number, `${name} ${brand ?? ''}`, 3);
    index.add(number, `${range.words} ${range.path.at(-1) ?? ''}`, 2);
    index.add(number, range.path.join(' '), 1);
  });

  return {
    size: products.length,
    records({ keyword = '', count }, context) {
      return [...index.find(keyword)]
        .flatMap(([number, score]) => {
          const product = products[number];
          return product
            ? [
                {
                  product,
                  score: score + product.popularity,
                  isSponsored: sponsored(seed, product, context.day),
                },
              ]
            : [];
        })
        .sort((a, b) => Number(b.isSponsored) - Number(a.isSponsored) || b.score - a.score)
        .slice(0, count)
        .map(({ product, isSponsored }) => cardOf(seed, product, isSponsored, context));
    },
  };
}

const sponsored = (seed: number, { id }: Product, day: number): boolean =>
  hash(seed, id, 'ad', day) % 60 === 0;

function makeProducts(seed: number): Product[] {
  const products: Product[] = [];
  for (const range of assortment) {
    for (const { name: brand, series: all } of range.brands) {
      for (const series of all) {
        for (const [step, variant] of range.variants.entries()) {
          const id = String(9_300_000_100_000_000 + products.length * 1_000_037);
          const random = Random.of(seed, 'nlretail', id);
          const [noun = ''] = range.words.split(' ');
          const isBook = range.path[0] === 'Boeken';
          products.push({
            id,
            name: isBook
              ? `${series} - ${brand} - ${variant}`
              : `${brand} ${series} - ${noun.charAt(0).toUpperCase()}${noun.slice(1)} - ${variant}`,
            brand: isBook || random.chance(0.04) ? null : brand,
            range,
            basePrice: range.price * random.between(0.6, 1.5) * (1 + step * 0.15),
            popularity: random.next(),
          });
        }
      }
    }
  }
  return products;
}

/** €129,99 rather than €131,27. */
const shopPrice = (price: number): number =>
  price < 20 ? Math.round(price) + 0.49 : Math.round(price) - 0.01;

const cents = (amount: number): number => Math.round(amount * 100) / 100;

function cardOf(
  seed: number,
  { id, name, brand, range, basePrice }: Product,
  isSponsored: boolean,
  { day, image }: SourceContext,
): OperationRecord<'nlretail'> {
  const random = Random.of(seed, 'nlcard', id);
  const price = cents(shopPrice(basePrice * drift(seed, id, day, 0.03)));
  const isReduced = random.chance(0.45);
  const list = cents(shopPrice(price * random.between(1.05, 1.5)));
  const [delivery, soon] = random.pick(deliveries);
  const isReviewed = random.chance(0.88);
  const isUsed = random.chance(0.08);
  const moved = { day, best: 5, step: 0.1 };
  return {
    '@type': 'NlretailSearchProduct',
    id,
    name,
    url: `${site}/nl/nl/p/${slug(name)}/${id}/`,
    image: random.chance(0.97) ? image('nlretail', id) : null,
    brand,
    brand_url: brand === null ? null : `${site}/nl/nl/b/${slug(brand)}/`,
    price,
    list_price: isReduced && list > price ? list : null,
    condition: isUsed ? random.pick(['Refurbished', 'Tweedehands']) : 'Nieuw',
    delivery: random.chance(0.95) ? delivery : null,
    delivered_within_48h: soon,
    rating: isReviewed ? weekly(seed, id, random.between(3, 5), moved) : null,
    review_count: isReviewed ? grown(seed, id, Math.ceil(random.next() ** 3 * 3_000), day) : 0,
    categories: [...range.path],
    is_sponsored: isSponsored,
  };
}
