// What is followed of a company on the job board.
import type { HistoryFactsOf } from '../table/history';
import type { jobsboard } from './jobsboard';

export const jobsboardHistory: HistoryFactsOf<typeof jobsboard> = {
  identity: 'id',
  label: 'name',
  comparable: [],
  followed: ['follower_count', 'size'],
};
