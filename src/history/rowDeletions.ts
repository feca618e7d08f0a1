// The deletions that a history in rows remembers.
import type { Deletion } from './deletion';
import type { RowDraft } from './rowDraft';
import { deletionPrefix, endOf } from './rowKeys';

export interface DeletionRow extends Deletion {
  /** It is being undone: what it took comes back, and it keeps nothing out. */
  readonly undone?: true;
  /** It can no longer be undone. */
  readonly emptied?: true;
}

/** More than anybody deletes by hand; the oldest are forgotten. */
export const mostDeletions = 500;

export async function readDeletions(draft: RowDraft): Promise<readonly DeletionRow[]> {
  const found = await draft.loadRange(deletionPrefix, endOf(deletionPrefix));
  return found.map((key) => draft.get<DeletionRow>(key)!).filter(({ undone }) => !undone);
}
