// What lodging records show of the filters whose wire names are assumed. Orders that mix several things (top picks, stars and
// price) are not judged, nor are kinds of destination that may reach into another country.
import type { minReviewScores, staysSorts } from './lists';
import type { OperationEvidence, Order } from '../table/evidence';

const byPrice = (falls?: true): Order => ({
  by: ['price.amount', 'price_per_night.amount'],
  within: 'price.currency',
  ...(falls && { falls }),
});

const orders: Readonly<Partial<Record<(typeof staysSorts)[number], Order>>> = {
  price_low_to_high: byPrice(),
  price_high_to_low: byPrice(true),
  stars_low_to_high: { by: ['star_rating'] },
  stars_high_to_low: { by: ['star_rating'], falls: true },
  distance_from_center: { by: ['distance_from_center'] },
};

const least: Readonly<Record<(typeof minReviewScores)[number], number>> = {
  pleasant_6: 6,
  good_7: 7,
  very_good_8: 8,
  wonderful_9: 9,
};

export const staysEvidence = {
  destination_kind: { kind: 'same', field: 'country_code', values: ['COUNTRY'] },
  sort: { kind: 'order', orders },
  min_review_score: { kind: 'atLeast', field: 'review.score', least },
} as const satisfies OperationEvidence;
