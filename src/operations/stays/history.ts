// What is followed of a property. A price is that of a stay, of its guests, and of the cheapest room that meets the filters on
// rooms and booking, so all of these must be equal.
import type { HistoryFactsOf } from '../table/history';
import type { stays } from './stays';

export const staysHistory: HistoryFactsOf<typeof stays> = {
  identity: 'id',
  label: 'name',
  comparable: [
    'checkin',
    'checkout',
    'adults',
    'children_ages',
    'rooms',
    'currency',
    'min_bedrooms',
    'min_beds',
    'min_bathrooms',
    'bed_types',
    'room_amenities',
    'room_accessibility',
    'meal_plans',
    'booking_policies',
  ],
  followed: [
    'price.amount',
    'price_per_night.amount',
    'price_before_discount.amount',
    'excluded_charges.amount',
    'review.score',
    'review.review_count',
    'star_rating',
    'availability_message',
    'has_free_cancellation',
  ],
};
