// Thins and deletes rows of the history, a few items in one change, so that nobody waits long for their turn.
import type { ItemKey } from './observation';
import type { HeadRow, ListRow, RequestRow, RestRow, TimesRow } from './rowAppend';
import { RowDraft } from './rowDraft';
import * as keys from './rowKeys';
import { readSize } from './rowRead';
import type { Rows } from './rows';
import { pointsOf, seriesOf, type Json } from './series';
import type { ItemFilter } from './store';
import { weekly } from './weeks';

const batch = 25;

const keysFrom = (rows: Rows, prefix: string, after: string): Promise<string[]> =>
  rows.read(async (view) =>
    (await view.range(after === '' ? prefix : `${after}\0`, keys.endOf(prefix), batch)).map(([key]) => key),
  );

/** Works through all rows with a prefix, a batch in each change. */
async function inBatches(
  rows: Rows,
  prefix: string,
  work: (draft: RowDraft, found: readonly string[]) => Promise<void>,
): Promise<void> {
  let after = '';
  for (;;) {
    const found = await keysFrom(rows, prefix, after);
    if (found.length === 0) return;
    await rows.change(async (view) => {
      const draft = new RowDraft(view);
      await work(draft, found);
      return draft.writes();
    });
    after = found.at(-1)!;
  }
}

const requestOfKey = (key: string): string => decodeURIComponent(key.slice(2));

/** Writes down which older lists stay. */
async function thinLists(
  draft: RowDraft,
  requestKey: string,
  before: number,
  drop: boolean,
  stay: Set<number>,
): Promise<void> {
  const prefix = keys.listPrefix(requestOfKey(requestKey));
  const found = await draft.loadRange(prefix, keys.endOf(prefix));
  const times = found.flatMap((key) => draft.get<ListRow>(key)!.lists.map(([at]) => at));
  const kept = new Set(drop ? times.filter((at) => at >= before) : weekly(times, before));
  for (const at of kept) if (at < before) stay.add(at);
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
  before: number,
  drop: boolean,
  stay: ReadonlySet<number>,
): Promise<void> {
  if (!drop && item.comparable.endsWith('@source')) return;
  const prefix = keys.timesPrefix(item);
  const parts = await draft.loadRange(prefix, keys.endOf(prefix));
  const timesOf = (key: string) => keys.unpackTimes(draft.get<TimesRow>(key)!.t);
  const times = parts.flatMap(timesOf);
  const kept = new Set(drop ? [] : weekly(times, before));
  for (const at of times) if (at >= before || stay.has(at)) kept.add(at);
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
  const all = await draft.loadRange(keys.fieldsPrefix(item), keys.endOf(keys.fieldsPrefix(item)));
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
const noteThinning = (rows: Rows, before: number, drop: boolean): Promise<void> =>
  rows.change(async (view) => {
    const size = { ...(await readSize(view)), [drop ? 'droppedBefore' : 'thinnedBefore']: before };
    return new Map([[keys.sizeKey, JSON.stringify(size)]]);
  });

export async function thinRows(rows: Rows, before: number, drop: boolean): Promise<void> {
  const { bytes } = await rows.read(readSize);
  const stay = new Set<number>();
  await inBatches(rows, 'q|', async (draft, found) => {
    for (const key of found) await thinLists(draft, key, before, drop, stay);
  });
  await inBatches(rows, keys.itemPrefix(), async (draft, found) => {
    await draft.load(found);
    for (const key of found) await thinItem(draft, keys.itemOfKey(key), before, drop, stay);
  });
  if ((await rows.read(readSize)).bytes < bytes) await noteThinning(rows, before, drop);
}

/** A list keeps the place of an item that was deleted, without its name. */
async function forgetInLists(draft: RowDraft, requestKey: string, filter: ItemFilter): Promise<void> {
  await draft.load([requestKey]);
  const about = draft.get<RequestRow>(requestKey);
  if (filter.comparable !== undefined && about?.comparable !== filter.comparable) return;
  const prefix = keys.listPrefix(requestOfKey(requestKey));
  for (const key of await draft.loadRange(prefix, keys.endOf(prefix))) {
    const { ids, lists } = draft.get<ListRow>(key)!;
    if (filter.id === undefined && filter.comparable === undefined) draft.set(key, undefined);
    else if (filter.id === undefined) draft.set(key, { ids: ids.map(() => null), lists });
    else if (ids.includes(filter.id))
      draft.set(key, { ids: ids.map((id) => (id === filter.id ? null : id)), lists });
  }
  if (filter.id === undefined && filter.comparable === undefined) draft.set(requestKey, undefined);
}

export async function deleteRows(rows: Rows, filter: ItemFilter): Promise<void> {
  const { operation, id, comparable } = filter;
  const isMeant = (item: ItemKey) =>
    (id === undefined || item.id === id) &&
    (comparable === undefined ||
      item.comparable === comparable ||
      item.comparable === `${comparable}@source`);
  await inBatches(rows, keys.itemPrefix(operation, operation && id), async (draft, found) => {
    await draft.load(found);
    for (const key of found) {
      const item = keys.itemOfKey(key);
      if (!isMeant(item)) continue;
      for (const prefix of [keys.timesPrefix(item), keys.restPrefix(item), keys.fieldsPrefix(item)])
        draft.delete(await draft.loadRange(prefix, keys.endOf(prefix)));
      draft.delete([key]);
    }
  });
  await inBatches(
    rows,
    operation === undefined ? 'q|' : keys.requestPrefix(operation),
    async (draft, found) => {
      for (const key of found) await forgetInLists(draft, key, filter);
    },
  );
}
