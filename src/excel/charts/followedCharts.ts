// Which charts follow a result, kept in the file. A chart that was deleted is forgotten and never made again.
import { readEntries, documentLists, documentSettings } from '../document/theDocument';
import { keyedList, type KeyedList } from '../document/keyedList';

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

export const chartName = ({ sheetId, id, name }: FollowedChart): string => `${sheetId} ${id ?? name}`;

let list: KeyedList<FollowedChart> | undefined;

export async function followedCharts(): Promise<KeyedList<FollowedChart>> {
  const lists = documentLists();
  list ??= keyedList(lists, {
    name: 'charts',
    isEntry: isFollowed,
    nameOf: chartName,
    before: readEntries(documentSettings().get('Spillway.Charts'), isFollowed),
  });
  await lists.opened();
  return list;
}
