// Deletes rows of the history: they are put aside, from where they can be brought back for a while.
import { isMeant, isWhole, newDeletionId, type Deletion } from './deletion';
import type { ListRow, RequestRow } from './rowAppend';
import { changeRows, inBatches } from './rowBatches';
import { mostDeletions, type DeletionRow } from './rowDeletions';
import type { RowDraft } from './rowDraft';
import * as keys from './rowKeys';
import type { Rows } from './rows';

/** A name that a list had, so long as the list is the same. */
export type GoneName = readonly [at: number, length: number, place: number, id: string];

async function note(rows: Rows, { filter, at }: Deletion): Promise<string> {
  let id = '';
  await changeRows(rows, async (draft) => {
    const known = await draft.loadRange(keys.deletionPrefix, keys.endOf(keys.deletionPrefix));
    id = newDeletionId(
      at,
      known.map((key) => key.slice(keys.deletionPrefix.length)),
    );
    const row: DeletionRow = { filter, at };
    draft.add(keys.deletionPrefix + id, row);
    const forgettable = known.filter((key) => draft.get<DeletionRow>(key)?.emptied);
    draft.delete(forgettable.slice(0, Math.max(0, known.length + 1 - mostDeletions)));
  });
  return id;
}

function putAside(draft: RowDraft, trash: string, found: Iterable<string>): void {
  for (const key of found) {
    draft.add(trash + key, draft.get(key));
    draft.set(key, undefined);
  }
}

/** A list keeps the place of an item that was deleted, without its name; the names are put aside. */
function forgetNames(
  draft: RowDraft,
  trash: string,
  key: string,
  isNameMeant: (id: string) => boolean,
): void {
  const { ids, lists } = draft.get<ListRow>(key)!;
  const isGone = (one: string | null | undefined) => typeof one === 'string' && isNameMeant(one);
  if (!ids.some(isGone)) return;
  const names = lists.flatMap(([at, , places]) =>
    places.flatMap((number, place): GoneName[] => {
      const id = typeof number === 'number' ? ids[number] : null;
      return typeof id === 'string' && isGone(id) ? [[at, places.length, place, id]] : [];
    }),
  );
  draft.add(trash + key, names);
  draft.set(key, { ids: ids.map((one) => (isGone(one) ? null : one)), lists });
}

export async function deleteRows(rows: Rows, deletion: Deletion): Promise<string> {
  const { filter } = deletion;
  const { operation, id } = filter;
  const name = await note(rows, deletion);
  const trash = keys.trashPrefix(name);
  await inBatches(rows, keys.itemPrefix(operation, operation && id), async (draft, found) => {
    await draft.load(found);
    for (const key of found) {
      const item = keys.itemOfKey(key);
      if (!draft.get(key) || !isMeant(item, filter)) continue;
      for (const prefix of [keys.timesPrefix(item), keys.restPrefix(item), keys.fieldsPrefix(item)])
        putAside(draft, trash, await draft.loadRange(prefix, keys.endOf(prefix)));
      putAside(draft, trash, [key]);
    }
  });
  const requests = operation === undefined ? 'q|' : keys.requestPrefix(operation);
  await inBatches(rows, requests, async (draft, found) => {
    await draft.load(found);
    for (const key of found) {
      const about = draft.get<RequestRow>(key);
      if (!about) continue;
      const prefix = keys.listPrefix(keys.requestOfKey(key));
      const lists = await draft.loadRange(prefix, keys.endOf(prefix));
      if (isWhole(filter)) putAside(draft, trash, [...lists, key]);
      else
        for (const list of lists)
          forgetNames(draft, trash, list, (one) => isMeant({ ...about, id: one }, filter));
    }
  });
  return name;
}
