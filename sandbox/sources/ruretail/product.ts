// What the shop's catalogue holds of a product, whatever the city and the day.
import { Random } from '../../data/random';
import { slug } from '../../data/slug';
import { appliances } from './appliances';
import { computers } from './computers';
import { gadgets } from './gadgets';
import type { Category } from './category';

const categories: readonly Category[] = [...gadgets, ...computers, ...appliances];

export interface Property {
  readonly name: string;
  readonly value: string;
  readonly measure: string | null;
  readonly group: string | null;
}

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly shortName: string | null;
  readonly alias: string;
  readonly brand: string;
  readonly category: Category;
  readonly categoryId: string;
  readonly basePrice: number;
  readonly properties: readonly Property[];
  readonly rating: number | null;
  readonly opinions: number;
  readonly reviews: number;
  readonly isNew: boolean;
  readonly isHit: boolean;
  readonly hasInstallment: boolean;
  readonly isClearance: boolean;
  readonly packSize: number | null;
  readonly popularity: number;
}

export function makeProducts(seed: number): Product[] {
  const products: Product[] = [];
  categories.forEach((category, index) => {
    for (const line of category.lines) {
      const [brand = '', series = ''] = line.split(/: (.*)/s);
      for (const [, model = '', price = ''] of series.matchAll(/\s*([^,]+?) (\d+)(?:,|$)/g)) {
        for (const [size, factor] of category.sizes) {
          for (const colour of category.colours) {
            const number = products.length;
            const base = Number(price) * factor;
            products.push(makeProduct(seed, number, category, index, brand, model, size, colour, base));
          }
        }
      }
    }
  });
  return products;
}

function makeProduct(
  seed: number,
  number: number,
  category: Category,
  categoryIndex: number,
  brand: string,
  model: string,
  size: string,
  colour: string,
  base: number,
): Product {
  const id = String(1_000_003 + number * 137);
  const random = Random.of(seed, 'ruretail', id);
  const name = `${category.noun} ${brand} ${model} ${size} ${colour}`;
  const opinions = random.chance(0.08) ? 0 : Math.round(random.next() ** 3 * 2_400);
  const popularity = random.next();
  return {
    id,
    name,
    shortName: random.chance(0.9) ? `${brand} ${model}` : null,
    alias: slug(name),
    brand,
    category,
    categoryId: String(200 + categoryIndex * 5),
    basePrice: base * random.between(0.97, 1.06),
    properties: propertiesOf(category, size, colour, random),
    rating: opinions === 0 ? null : Math.round(random.between(3.1, 5) * 10) / 10,
    opinions,
    reviews: Math.round(opinions * random.between(0.02, 0.2)),
    isNew: random.chance(0.12),
    isHit: popularity > 0.85,
    hasInstallment: base > 10_000 && random.chance(0.6),
    isClearance: random.chance(0.06),
    packSize: category.packs ? Number(/(\d+) шт/.exec(size)?.[1] ?? 1) : null,
    popularity,
  };
}

function propertiesOf(category: Category, size: string, colour: string, random: Random): Property[] {
  const [name, measure] = category.sizeIs;
  const number = /^[\d.]+/.exec(size)?.[0];
  const main = 'Основные характеристики';
  const sized: Property =
    measure !== null && number !== undefined
      ? { name, value: number, measure, group: main }
      : { name, value: size, measure: null, group: main };
  return [
    sized,
    ...category.properties.map(([property, unit, values]): Property => ({
      name: property,
      value: random.pick(values),
      measure: unit,
      group: random.chance(0.85) ? main : null,
    })),
    { name: 'Цвет', value: colour, measure: null, group: 'Внешний вид' },
  ];
}
