// What is followed of a business in the directory.
import type { HistoryFactsOf } from '../table/history';
import type { bizbureau } from './bizbureau';

export const bizbureauHistory: HistoryFactsOf<typeof bizbureau> = {
  identity: 'id',
  label: 'name',
  comparable: [],
  followed: ['rating_score', 'bbb_rating', 'is_accredited'],
};
