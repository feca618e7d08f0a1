// What is followed of a product of the Russian retailer. Prices, stock and availability are those of a city.
import type { HistoryFactsOf } from '../table/history';
import type { ruretail } from './ruretail';

export const ruretailHistory: HistoryFactsOf<typeof ruretail> = {
  identity: 'id',
  label: 'name',
  comparable: ['city'],
  followed: [
    'price',
    'old_price',
    'club_price',
    'discount_percent',
    'bonus_points',
    'is_available',
    'stock_in_stores',
    'rating',
    'opinion_count',
    'review_count',
  ],
};
