// The history as rows of texts, for every database that has sorted keys and changes that happen as one.
import {
  appendResponses,
  type HeadRow,
  type ListRow,
  type RestRow,
  type TimesRow,
  addSighting,
  type ListRowEntry,
  type RequestRow,
} from './rowAppend';
import { type RowDraft, inBatches, changeRows, type DeletionRow, mostDeletions } from './rowDraft';
import { readItems, readLists, readRequests, readResponse, readSeries, readSize } from './rowRead';
import type { Rows } from './rows';
import type { HistoryStore } from './store';
import type { ItemKey } from './observation';
import * as keys from './rowKeys';
import { pointsOf, seriesOf, type Json, valueAt } from './series';
import { keptTimes, type Thinning } from './weeks';
import { isWhole, isMeant, newDeletionId, type Deletion } from './deletion';
import type { Values } from './record';

// Deletes rows of the history: they are put aside, from where they can be brought back for a while.

/** A name that a list had, so long as the list is the same. */
type GoneName = readonly [at: number, length: number, place: number, id: string];

async function note(rows: Rows, { filter, at }: Deletion): Promise<string> {
  let id = '';
  await changeRows(rows, async (draft) => {
    const known = await draft.loadAll(keys.deletionPrefix);
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

async function deleteRows(rows: Rows, deletion: Deletion): Promise<string> {
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
        putAside(draft, trash, await draft.loadAll(prefix));
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
      const lists = await draft.loadAll(prefix);
      if (isWhole(filter)) putAside(draft, trash, [...lists, key]);
      else
        for (const list of lists)
          forgetNames(draft, trash, list, (one) => isMeant({ ...about, id: one }, filter));
    }
  });
  return name;
}

// Brings back rows that were deleted, together with what was seen since, and forgets them for good after a while.

/** Moves a row back to a place where there is none. */
async function putBack(draft: RowDraft, trash: string, key: string): Promise<void> {
  await draft.load([key, trash + key]);
  draft.set(key, draft.get(trash + key));
  draft.set(trash + key, undefined);
}

/** An item that was seen again meanwhile: what was deleted is added as if it came late. */
async function addPart(draft: RowDraft, trash: string, item: ItemKey, timesKey: string): Promise<void> {
  const { label } = draft.get<HeadRow>(trash + keys.headKey(item))!;
  const { t, v } = draft.get<TimesRow>(trash + timesKey)!;
  const part = timesKey.slice(keys.timesPrefix(item).length);
  const times = keys.unpackTimes(t);
  const fieldsPrefix = keys.fieldsPrefix(item);
  const valuesOf = (packed: readonly Json[] = []) => {
    const changes = keys.unpackChanges(packed);
    return (at: number) => valueAt({ times, changes }, at) ?? null;
  };
  const fieldKeys = await draft.loadAll(trash + fieldsPrefix);
  const followed = new Map(Object.keys(v).map((name) => [name, valuesOf()]));
  for (const key of fieldKeys.filter((one) => one.endsWith(`|${part}`))) {
    const [name = ''] = key.slice(trash.length + fieldsPrefix.length).split('|');
    followed.set(decodeURIComponent(name), valuesOf(draft.get<Json[]>(key)));
  }
  await draft.load([trash + keys.restPrefix(item) + part]);
  const rest = Object.entries(draft.get<RestRow>(trash + keys.restPrefix(item) + part) ?? {}).map(
    ([name, packed]) => [name, valuesOf(packed)] as const,
  );
  const allAt = (fields: Iterable<readonly [string, (at: number) => Json]>, at: number): Values =>
    Object.fromEntries([...fields].map(([name, valueOf]) => [name, valueOf(at)]));
  for (const at of times) {
    await draft.load([keys.headKey(item), keys.timesKey(item, at), keys.restKey(item, at)]);
    await addSighting(draft, { item, at, label, followed: allAt(followed, at), rest: allAt(rest, at) });
  }
}

async function restoreItem(draft: RowDraft, trash: string, item: ItemKey): Promise<void> {
  const headKey = keys.headKey(item);
  await draft.load([headKey, trash + headKey]);
  const prefixes = [keys.timesPrefix(item), keys.restPrefix(item), keys.fieldsPrefix(item)];
  const found: string[] = [];
  for (const prefix of prefixes) found.push(...(await draft.loadAll(trash + prefix)));
  if (!draft.get(headKey)) {
    for (const key of [trash + headKey, ...found]) await putBack(draft, trash, key.slice(trash.length));
    return;
  }
  for (const key of found.filter((one) => one.startsWith(trash + keys.timesPrefix(item))))
    await addPart(draft, trash, item, key.slice(trash.length));
  draft.delete([trash + headKey, ...found]);
}

/** Lists that are not known, with their names in the numbering of those that are. */
function withLists(live: ListRow, { ids, lists }: ListRow): ListRow {
  const all = [...live.ids];
  const numberOf = (place: number) => {
    const id = ids[place] ?? null;
    const known = id === null ? -1 : all.indexOf(id);
    return known >= 0 ? known : all.push(id) - 1;
  };
  const known = new Set(live.lists.map(([at]) => at));
  const added = lists
    .filter(([at]) => !known.has(at))
    .map(
      ([at, asked, places]) =>
        [at, asked, places.map((one) => (typeof one === 'number' ? numberOf(one) : one))] as const,
    );
  return { ids: all, lists: [...live.lists, ...added].sort(([a], [b]) => a - b) };
}

/** The names of lists that are still there. */
function withNames(live: ListRow, names: readonly GoneName[]): ListRow {
  const ids = [...live.ids];
  const lists = live.lists.map(([at, asked, places]): ListRowEntry => {
    const named = [...places];
    for (const [time, length, place, id] of names) {
      const number = named[place];
      if (time !== at || length !== places.length || typeof number !== 'number') continue;
      if ((ids[number] ?? null) !== null) continue;
      const known = ids.indexOf(id);
      named[place] = known >= 0 ? known : ids.push(id) - 1;
    }
    return [at, asked, named];
  });
  return { ids, lists };
}

async function restoreList(draft: RowDraft, trash: string, key: string, whole: boolean): Promise<void> {
  await draft.load([key, trash + key]);
  const live = draft.get<ListRow>(key);
  const gone = draft.get(trash + key);
  // Another window may undo it too.
  if (gone === undefined) return;
  if (!live && whole) return putBack(draft, trash, key);
  if (live) draft.set(key, whole ? withLists(live, gone as ListRow) : withNames(live, gone as GoneName[]));
  draft.set(trash + key, undefined);
}

/** Whoever is interrupted goes on where it stopped: `purgeRows` ends what was begun. */
async function undoRows(rows: Rows, deletion: string): Promise<boolean> {
  const markKey = keys.deletionPrefix + deletion;
  let row: DeletionRow | undefined;
  await changeRows(rows, async (draft) => {
    await draft.load([markKey]);
    row = draft.get<DeletionRow>(markKey);
    if (row && !row.emptied) draft.set(markKey, { ...row, undone: true });
  });
  if (!row || row.emptied) return false;
  const trash = keys.trashPrefix(deletion);
  const whole = isWhole(row.filter);
  await inBatches(rows, `${trash}i|`, async (draft, found) => {
    for (const key of found) await restoreItem(draft, trash, keys.itemOfKey(key.slice(trash.length)));
  });
  await inBatches(rows, `${trash}q|`, async (draft, found) => {
    for (const key of found.map((one) => one.slice(trash.length))) {
      await draft.load([key, trash + key]);
      if (draft.get(key)) draft.set(trash + key, undefined);
      else await putBack(draft, trash, key);
    }
  });
  await inBatches(rows, `${trash}l|`, async (draft, found) => {
    for (const key of found) await restoreList(draft, trash, key.slice(trash.length), whole);
  });
  await changeRows(rows, async (draft) => {
    await draft.load([markKey]);
    draft.set(markKey, undefined);
  });
  return true;
}

async function purgeRows(rows: Rows, before: number): Promise<void> {
  const marks = await rows.read((view) => view.range(keys.deletionPrefix, keys.endOf(keys.deletionPrefix)));
  for (const [key, text] of marks) {
    const { at, undone, emptied } = JSON.parse(text) as DeletionRow;
    const deletion = key.slice(keys.deletionPrefix.length);
    if (undone) await undoRows(rows, deletion);
    else if (!emptied && at < before) {
      await changeRows(rows, async (draft) => {
        await draft.load([key]);
        const row = draft.get<DeletionRow>(key);
        if (row && !row.undone) draft.set(key, { ...row, emptied: true });
      });
      await inBatches(rows, keys.trashPrefix(deletion), async (draft, found) => {
        await draft.load([key, ...found]);
        // Somebody was quicker to undo it.
        if (draft.get<DeletionRow>(key)?.emptied) draft.delete(found.filter((one) => draft.get(one)));
      });
    }
  }
}

// Thins the rows of the history: of what is old, one observation a week stays, or nothing.

/** Writes down which older lists stay. */
async function thinLists(
  draft: RowDraft,
  requestKey: string,
  thinning: Thinning,
  stay: Set<number>,
): Promise<void> {
  const prefix = keys.listPrefix(keys.requestOfKey(requestKey));
  const found = await draft.loadAll(prefix);
  const times = found.flatMap((key) => draft.get<ListRow>(key)!.lists.map(([at]) => at));
  const kept = keptTimes(times, thinning);
  for (const at of kept) if (at < thinning.before) stay.add(at);
  for (const key of found) {
    const { ids, lists } = draft.get<ListRow>(key)!;
    const left = lists.filter(([at]) => kept.has(at));
    if (left.length === 0) draft.set(key, undefined);
    else if (left.length < lists.length) draft.set(key, { ids, lists: left });
  }
  if (kept.size > 0) return;
  await draft.load([requestKey]);
  draft.set(requestKey, undefined);
}

const thinned = (packed: readonly Json[], times: readonly number[], kept: ReadonlySet<number>): Json[] =>
  keys.packChanges(
    seriesOf(pointsOf({ times, changes: keys.unpackChanges(packed) }).filter(([at]) => kept.has(at))).changes,
  );

async function thinItem(
  draft: RowDraft,
  item: ItemKey,
  thinning: Thinning,
  stay: ReadonlySet<number>,
): Promise<void> {
  const prefix = keys.timesPrefix(item);
  const parts = await draft.loadAll(prefix);
  const timesOf = (key: string) => keys.unpackTimes(draft.get<TimesRow>(key)!.t);
  const times = parts.flatMap(timesOf);
  const kept = keptTimes(times, thinning, stay);
  if (kept.size === times.length) return;
  for (const key of parts) await thinPart(draft, item, key, timesOf(key), kept);
  const left = times.filter((at) => kept.has(at));
  const headKey = keys.headKey(item);
  const head = draft.get<HeadRow>(headKey);
  draft.set(headKey, left.length === 0 ? undefined : { ...head, first: left[0], last: left.at(-1) });
}

async function thinPart(
  draft: RowDraft,
  item: ItemKey,
  key: string,
  times: readonly number[],
  kept: ReadonlySet<number>,
): Promise<void> {
  const left = times.filter((at) => kept.has(at));
  if (left.length === times.length) return;
  const row = draft.get<TimesRow>(key)!;
  draft.set(key, left.length === 0 ? undefined : { ...row, t: keys.packTimes(left) });
  const part = key.slice(keys.timesPrefix(item).length);
  const restKey = keys.restPrefix(item) + part;
  await draft.load([restKey]);
  const all = await draft.loadAll(keys.fieldsPrefix(item));
  for (const field of all.filter((one) => one.endsWith(`|${part}`))) {
    const changes = left.length === 0 ? [] : thinned(draft.get<Json[]>(field)!, times, kept);
    draft.set(field, changes.length === 0 ? undefined : changes);
  }
  const rest = draft.get<RestRow>(restKey);
  if (!rest) return;
  const fields = Object.entries(rest)
    .map(([name, packed]) => [name, thinned(packed, times, kept)] as const)
    .filter(([, packed]) => packed.length > 0);
  draft.set(restKey, left.length === 0 ? undefined : Object.fromEntries(fields));
}

/** For people who wonder where it is. */
const noteThinning = (rows: Rows, { before, drop }: Thinning): Promise<void> =>
  rows.change(async (view) => {
    const size = { ...(await readSize(view)), [drop ? 'droppedBefore' : 'thinnedBefore']: before };
    return new Map([[keys.sizeKey, JSON.stringify(size)]]);
  });

async function thinRows(rows: Rows, thinning: Thinning): Promise<void> {
  const { bytes } = await rows.read(readSize);
  const stay = new Set<number>();
  await inBatches(rows, 'q|', async (draft, found) => {
    for (const key of found) await thinLists(draft, key, thinning, stay);
  });
  await inBatches(rows, keys.itemPrefix(), async (draft, found) => {
    await draft.load(found);
    for (const key of found) await thinItem(draft, keys.itemOfKey(key), thinning, stay);
  });
  if ((await rows.read(readSize)).bytes < bytes) await noteThinning(rows, thinning);
}

export function createRowHistory(rows: Rows): HistoryStore {
  return {
    items: (filter) => rows.read((view) => readItems(view, filter)),
    series: (item, field) => rows.read((view) => readSeries(view, item, field)),
    requests: (operation) => rows.read((view) => readRequests(view, operation)),
    lists: (request) => rows.read((view) => readLists(view, request)),
    response: (request, at) => rows.read((view) => readResponse(view, request, at)),
    append: (responses) => changeRows(rows, (draft) => appendResponses(draft, responses)),
    delete: (filter, at) => deleteRows(rows, { filter, at }),
    undo: (deletion) => undoRows(rows, deletion),
    purge: (before) => purgeRows(rows, before),
    size: () => rows.read(readSize),
    thin: (before, drop = false) => thinRows(rows, { before, drop }),
    close: () => rows.close(),
  };
}
