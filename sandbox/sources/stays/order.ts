// The eleven orders of the lodging search. What is unknown (no stars, no score, sold out) goes last.
import type { staysSorts } from '../../../src/operations/stays/lists';
import type { Hotel } from './hotel';
import type { Offer } from './offer';
import { propertyKinds } from './propertyKind';

export interface Found {
  readonly hotel: Hotel;
  readonly offer: Offer;
}

type Order = (a: Found, b: Found) => number;

const by =
  (value: (found: Found) => number | null, direction: 1 | -1): Order =>
  (a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === y) return 0;
    if (x === null || y === null) return x === null ? 1 : -1;
    return direction * (x - y);
  };

const inTurn =
  (...orders: readonly Order[]): Order =>
  (a, b) => {
    for (const order of orders) {
      const result = order(a, b);
      if (result !== 0) return result;
    }
    return a.hotel.id - b.hotel.id;
  };

const isHome = ({ hotel }: Found): number => Number(propertyKinds[hotel.type].isHome);
const price = by(({ offer }) => offer.perNight, 1);
const picks = by(
  ({ hotel, offer }) => (hotel.score ?? 5) / 10 + hotel.popularity - (offer.total === null ? 2 : 0),
  -1,
);
const business = by(
  ({ hotel }) => (hotel.type === 'hotel' ? 1 : 0) + (hotel.stars ?? 0) / 5 - hotel.metersFromCenter / 10_000,
  -1,
);

export const orders: Readonly<Record<(typeof staysSorts)[number], Order>> = {
  top_picks: inTurn(picks),
  business_top_picks: inTurn(business),
  entire_homes_first: inTurn(by(isHome, -1), picks),
  price_low_to_high: inTurn(price),
  price_high_to_low: inTurn(by(({ offer }) => offer.perNight, -1)),
  stars_high_to_low: inTurn(
    by(({ hotel }) => hotel.stars, -1),
    picks,
  ),
  stars_low_to_high: inTurn(
    by(({ hotel }) => hotel.stars, 1),
    picks,
  ),
  stars_and_price: inTurn(
    by(({ hotel }) => hotel.stars, -1),
    price,
  ),
  best_reviewed_and_lowest_price: inTurn(
    by(({ hotel }) => (hotel.score === null ? null : Math.floor(hotel.score)), -1),
    price,
  ),
  distance_from_center: inTurn(by(({ hotel }) => hotel.metersFromCenter, 1)),
  top_reviewed: inTurn(
    by(({ hotel }) => hotel.score, -1),
    by(({ hotel }) => hotel.reviewCount, -1),
  ),
};
