// Thins the rows of the history: of what is old, one observation a week stays, or nothing.
import type { ItemKey } from './observation';
import type { HeadRow, ListRow, RestRow, TimesRow } from './rowAppend';
import { inBatches } from './rowBatches';
import type { RowDraft } from './rowDraft';
import * as keys from './rowKeys';
import { readSize } from './rowRead';
import type { Rows } from './rows';
import { pointsOf, seriesOf, type Json } from './series';
import { weekly } from './weeks';

/** Writes down which older lists stay. */
async function thinLists(
  draft: RowDraft,
  requestKey: string,
  before: number,
  drop: boolean,
  stay: Set<number>,
): Promise<void> {
  const prefix = keys.listPrefix(keys.requestOfKey(requestKey));
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
