// Which charts follow a result, kept in the file. A chart that was deleted is forgotten and never made again.
import { storedList } from '../stores/storedList';

export interface FollowedChart {
  readonly sheetId: string;
  /** People rename charts; nobody says whether the id outlives the session. A chart is found by either. */
  readonly id?: string;
  readonly name: string;
}

const isFollowed = (value: unknown): value is FollowedChart => {
  const { sheetId, id, name } = (value ?? {}) as Record<string, unknown>;
  const isId = id === undefined || typeof id === 'string';
  return typeof sheetId === 'string' && typeof name === 'string' && isId;
};

export const followedCharts = storedList('Spillway.Charts', isFollowed);
