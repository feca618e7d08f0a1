// A product and its offer as the record the service document shows.
import type { OperationRecord } from '../../../src/operations';
import { isoDay } from '../../data/day';
import { hash } from '../../data/random';
import { slug } from '../../data/slug';
import type { SourceContext } from '../../contract/source';
import type { City } from './cities';
import type { Offer } from './offer';
import type { Product } from './product';

const site = 'https://www.ruretail.example';

type Card = OperationRecord<'ruretail'>;

export function cardOf(
  product: Product,
  offer: Offer,
  city: City,
  withImages: boolean,
  { day, image }: SourceContext,
): Card {
  const { price } = offer;
  const h = hash(product.id, 'card');
  const photos = withImages ? [1, 2, 3].map((n) => image('ruretail', `${product.id}-${n}`)) : [];
  return {
    '@type': 'RuretailProduct',
    id: product.id,
    city: city.code,
    city_name: city.name,
    name: product.name,
    short_name: product.shortName,
    alias: product.alias,
    url: `${site}/product/${product.alias}-${product.id}/`,
    brand: brandOf(product.brand, image),
    category: {
      '@type': 'RuretailCategoryRef',
      id: product.categoryId,
      name: product.category.name,
      alias: slug(product.category.name),
      url: `${site}/catalog/${slug(product.category.name)}-${product.categoryId}/`,
    },
    price,
    old_price: offer.oldPrice,
    club_price: offer.clubPrice,
    club_price_view_type: offer.clubPrice === null ? null : h % 3 === 0 ? 'badge' : 'inline',
    discount_percent: offer.discountPercent,
    bonus_points: price === null || h % 5 === 0 ? null : Math.round(price * 0.01),
    sbp_bonus: price === null || h % 3 !== 0 ? null : Math.round(price * 0.03),
    is_fair_price: h % 7 === 0 ? true : h % 7 === 1 ? null : false,
    currency: 'RUB',
    is_available: offer.isAvailable,
    is_discount: offer.discountPercent !== null,
    rating: product.rating,
    opinion_count: product.opinions,
    review_count: product.opinions === 0 ? null : product.reviews,
    stock_in_stores: offer.isAvailable ? offer.stores : null,
    max_stock_in_store: offer.stores > 0 ? offer.mostInOneStore : null,
    pickup_points: offer.pickups.map(({ inDays, stores }) => ({
      '@type': 'RuretailPickupSummary',
      delivery_date: isoDay(day + inDays),
      store_count: stores,
    })),
    image: photos[0] ?? null,
    images: photos,
    labels: labelsOf(product, offer, day),
    key_properties: product.properties.map((property) => ({ '@type': 'RuretailProperty', ...property })),
    pack_size: product.packSize,
    supplier_pack_size: product.packSize === null ? null : product.packSize * 10,
    has_analog_products: h % 4 === 0 ? null : h % 4 === 1,
    access_mode: offer.accessMode,
  };
}

function brandOf(name: string, image: SourceContext['image']): NonNullable<Card['brand']> {
  const alias = slug(name);
  const own = ['Apple', 'Samsung', 'Sony', 'LG', 'Xiaomi', 'Dyson', 'Canon', 'Philips'].includes(name);
  return {
    '@type': 'RuretailBrandRef',
    id: String(100 + (hash('brand', name) % 900)),
    name,
    alias,
    url: `${site}/brand/${alias}/`,
    image: image('ruretail-brand', alias),
    vendor_site: own ? `https://www.${alias}.com` : null,
  };
}

/** The marks that the `status` filter asks for; `on_sale` is availability and has no label. */
export function statusesOf(product: Product, offer: Offer): string[] {
  return [
    ...(offer.isAvailable ? ['on_sale'] : []),
    ...(product.hasInstallment ? ['installment'] : []),
    ...(product.isNew ? ['new'] : []),
    ...(product.isHit ? ['hit'] : []),
    ...(offer.discountPercent !== null ? ['sale'] : []),
    ...(product.isClearance ? ['clearance'] : []),
  ];
}

const labelNames: Readonly<Record<string, string>> = {
  installment: 'Рассрочка 0-0-24',
  new: 'Новинка',
  hit: 'Хит продаж',
  sale: 'Скидка',
  clearance: 'Распродажа',
};

const labelsOf = (product: Product, offer: Offer, day: number): NonNullable<Card['labels']> =>
  statusesOf(product, offer).flatMap((kind) => {
    const name = labelNames[kind];
    if (name === undefined) return [];
    const isAction = kind === 'installment' || kind === 'clearance';
    return [
      {
        '@type': 'RuretailLabel',
        kind,
        name,
        url: isAction ? `${site}/promo/${kind}/` : null,
        action_id: isAction ? String(7000 + (hash('action', kind) % 999)) : null,
        expires_at: isAction ? `${isoDay(day - (day % 30) + 30)}T20:59:59Z` : null,
      },
    ];
  });
