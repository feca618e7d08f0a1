// What is followed of a product of the Dutch retailer.
import type { HistoryFactsOf } from '../table/history';
import type { nlretail } from './nlretail';

export const nlretailHistory: HistoryFactsOf<typeof nlretail> = {
  identity: 'id',
  label: 'name',
  comparable: [],
  followed: ['price', 'list_price', 'delivered_within_48h', 'rating', 'review_count'],
};
