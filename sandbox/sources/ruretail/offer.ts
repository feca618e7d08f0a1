// A product as one city sells it on one day: price, discount, stock and pickup.
import { drift } from '../../data/day';
import { Random } from '../../data/random';
import type { City } from './cities';
import type { Product } from './product';

export interface Offer {
  readonly price: number | null;
  readonly oldPrice: number | null;
  readonly clubPrice: number | null;
  readonly discountPercent: number | null;
  readonly isAvailable: boolean;
  readonly stores: number;
  readonly mostInOneStore: number;
  /** Days from today and stores that have it then. */
  readonly pickups: readonly { readonly inDays: number; readonly stores: number }[];
  readonly accessMode: 'all' | 'pickup_only' | 'preorder' | null;
}

/** 79 990 rather than 79 963. */
const shopPrice = (price: number): number =>
  price < 1_000 ? Math.max(99, Math.round(price / 10) * 10 - 1) : Math.round(price / 100) * 100 - 10;

export function offerOf(seed: number, product: Product, city: City, day: number): Offer {
  const lasting = Random.of(seed, 'offer', product.id);
  const local = Random.of(seed, 'stock', product.id, city.code, Math.floor(day / 3));
  const discounted = product.isClearance || lasting.chance(0.42);
  const depth = product.isClearance ? lasting.between(0.25, 0.5) : lasting.between(0.04, 0.38);
  const isClub = lasting.chance(0.7);
  const clubCut = lasting.between(0.02, 0.07);
  const known = lasting.chance(0.96);

  const usual = product.basePrice * city.factor * drift(seed, product.id, day, 0.025);
  const price = shopPrice(discounted ? usual * (1 - depth * 0.6) : usual);
  const old = discounted ? shopPrice(price / (1 - depth)) : null;

  const isAvailable = local.chance(0.88);
  const stores = isAvailable && local.chance(0.85) ? local.int(1, city.stores) : 0;
  const later = isAvailable && local.chance(0.6);
  const pickups = [
    ...(stores > 0 ? [{ inDays: 0, stores }] : []),
    ...(later ? [{ inDays: local.int(1, 3), stores: city.stores }] : []),
    ...(later && local.chance(0.3) ? [{ inDays: local.int(4, 9), stores: city.stores }] : []),
  ];
  const isPriced = known || isAvailable;
  return {
    price: isPriced ? price : null,
    oldPrice: isPriced ? old : null,
    clubPrice: isPriced && isClub ? Math.floor(price * (1 - clubCut)) : null,
    discountPercent: isPriced && old !== null ? Math.round((100 * (old - price)) / old) : null,
    isAvailable,
    stores,
    mostInOneStore: stores > 0 ? local.int(1, 14) : 0,
    pickups,
    accessMode: !isAvailable
      ? local.chance(0.5)
        ? 'preorder'
        : null
      : pickups.length > 0 && local.chance(0.15)
        ? 'pickup_only'
        : 'all',
  };
}
