// What somebody deleted, and when. A response that was paid for before then may still come, from another window or gateway: it
// must not bring back what was deleted.
import { formerlyDated, hasList, type ItemKey, type ListEntry, type ObservedResponse } from './observation';
import type { ItemFilter } from './store';

export interface Deletion {
  readonly filter: ItemFilter;
  /** What was paid for up to this time is not taken in again. */
  readonly at: number;
}

/** Milliseconds for which what was deleted can be brought back. */
export const undoFor = 3_600_000;

/** Names a deletion among those of one store: its time and a number. */
export function newDeletionId(at: number, known: readonly string[]): string {
  for (let number = 0; ; number += 1) {
    const id = `${String(Math.max(0, at)).padStart(16, '0')}-${number}`;
    if (!known.includes(id)) return id;
  }
}

/** Whether responses go as a whole; otherwise their lists stay, without the names of what was deleted. */
export const isWhole = ({ id, comparable }: ItemFilter): boolean =>
  id === undefined && comparable === undefined;

/** Without what some store cannot hold: the character zero and half a character, which a record from outside may have. */
export const storableText = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');

const isSameText = (a: string, b: string): boolean => a === b || storableText(a) === storableText(b);

export const isMeant = (item: ItemKey, { operation, id, comparable }: ItemFilter): boolean =>
  (operation === undefined || item.operation === operation) &&
  (id === undefined || isSameText(item.id, id)) &&
  (comparable === undefined ||
    isSameText(item.comparable, comparable) ||
    isSameText(item.comparable, formerlyDated(comparable)));

/** The response without what was deleted after it was given; undefined where nothing is left. */
export function withoutDeleted(
  response: ObservedResponse,
  deletions: readonly Deletion[],
): ObservedResponse | undefined {
  const { operation, comparable } = response;
  const filters = deletions
    .filter(({ at, filter }) => response.at <= at && (filter.operation ?? operation) === operation)
    .map(({ filter }) => filter);
  if (filters.length === 0) return response;
  if (filters.some(isWhole)) return undefined;
  const isGone = (item: ItemKey) => filters.some((filter) => isMeant(item, filter));
  const sightings = response.sightings.filter(({ item }) => !isGone(item));
  // The part of a response that has no list must not become an empty list.
  if (!hasList(response) && sightings.length === 0) return undefined;
  const list = response.list.map((entry): ListEntry =>
    'id' in entry && entry.id !== null && isGone({ operation, id: entry.id, comparable })
      ? { id: null }
      : entry,
  );
  return { ...response, sightings, list };
}
