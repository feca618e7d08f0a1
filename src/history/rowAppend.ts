// Writes observed responses into the rows of the history. What is known by its time stays as it is.
import { withoutDeleted } from './deletion';
import { hasList, type ItemKey, type ListEntry, type ObservedResponse, type Sighting } from './observation';
import type { Values } from './record';
import { readDeletions, type RowDraft } from './rowDraft';
import * as keys from './rowKeys';
import { isSame, withTime, withValue, type Json } from './series';

export interface HeadRow {
  readonly label: string;
  readonly first: number;
  readonly last: number;
}
export interface TimesRow {
  /** Packed. */
  readonly t: readonly number[];
  /** The followed fields as they were last seen in this part. */
  readonly v: Values;
}
/** For each field, packed changes. */
export type RestRow = Readonly<Record<string, readonly Json[]>>;
export interface RequestRow {
  readonly operation: ObservedResponse['operation'];
  readonly params: ObservedResponse['params'];
  readonly raw: ObservedResponse['raw'];
  readonly comparable: string;
}
/** Time, count asked for (0 for none), and for each place the index of an ID, or the record itself. */
export type ListRowEntry = readonly [at: number, asked: number, places: readonly (number | Values)[]];
export interface ListRow {
  /** Null in the place of an item that was deleted. */
  readonly ids: readonly (string | null)[];
  readonly lists: readonly ListRowEntry[];
}

function placesOf(list: readonly ListEntry[], ids: (string | null)[]): (number | Values)[] {
  const known = new Map(ids.map((id, index) => [id, index]));
  return list.map((entry) => {
    if ('record' in entry) return entry.record;
    if (entry.id === null) return ids.push(null) - 1;
    const index = known.get(entry.id) ?? ids.push(entry.id) - 1;
    known.set(entry.id, index);
    return index;
  });
}

function addList(draft: RowDraft, { request, at, asked, list, ...about }: ObservedResponse): void {
  const { operation, params, raw, comparable } = about;
  const row: RequestRow = { operation, params, raw, comparable };
  if (!draft.get(keys.requestRow(request))) draft.set(keys.requestRow(request), row);
  const key = keys.listKey(request, at);
  const { ids = [], lists = [] } = draft.get<ListRow>(key) ?? {};
  const same = lists.find(([time]) => time === at);
  if (same && same[2].length >= list.length) return;
  const others = same ? lists.filter((one) => one !== same) : lists;
  const all = [...ids];
  const added: ListRowEntry = [at, asked ?? 0, placesOf(list, all)];
  draft.set(key, { ids: all, lists: [...others, added].sort(([a], [b]) => a - b) });
}

function changedRest(row: RestRow, times: readonly number[], at: number, rest: Values): RestRow | undefined {
  const changed: Record<string, readonly Json[]> = {};
  for (const name of new Set([...Object.keys(row), ...Object.keys(rest)])) {
    const before = keys.unpackChanges(row[name] ?? []);
    const after = withValue(before, times, at, rest[name] ?? null);
    if (after !== before) changed[name] = keys.packChanges(after);
  }
  return Object.keys(changed).length > 0 ? { ...row, ...changed } : undefined;
}

export async function addSighting(
  draft: RowDraft,
  { item, at, label, followed, rest }: Sighting,
): Promise<void> {
  const timesKey = keys.timesKey(item, at);
  const { t = [], v = {} } = draft.get<TimesRow>(timesKey) ?? {};
  const times = keys.unpackTimes(t);
  const after = withTime(times, at);
  if (after === times) return;
  const isNewest = after.at(-1) === at;
  const names = Object.keys(followed);
  // In order, only what differs from the last value is looked at; in between, everything may be.
  const fields = isNewest ? names.filter((name) => !isSame(v[name] ?? null, followed[name]!)) : names;
  await draft.load(fields.map((name) => keys.fieldKey(item, name, at)));
  for (const name of fields) {
    const key = keys.fieldKey(item, name, at);
    const before = keys.unpackChanges(draft.get<Json[]>(key) ?? []);
    const changes = withValue(before, times, at, followed[name]!);
    if (changes !== before) draft.set(key, keys.packChanges(changes));
  }
  const restRow = changedRest(draft.get<RestRow>(keys.restKey(item, at)) ?? {}, times, at, rest);
  if (restRow) draft.set(keys.restKey(item, at), restRow);
  draft.set(timesKey, { t: keys.packTimes(after), v: isNewest ? followed : v });
  addHead(draft, item, at, label);
}

function addHead(draft: RowDraft, item: ItemKey, at: number, label: string): void {
  const key = keys.headKey(item);
  const head = draft.get<HeadRow>(key);
  const row: HeadRow = {
    label: !head || at >= head.last ? label : head.label,
    first: Math.min(head?.first ?? at, at),
    last: Math.max(head?.last ?? at, at),
  };
  draft.set(key, row);
}

export async function appendResponses(draft: RowDraft, given: readonly ObservedResponse[]): Promise<void> {
  const deletions = await readDeletions(draft);
  const responses =
    deletions.length === 0 ? given : given.flatMap((response) => withoutDeleted(response, deletions) ?? []);
  await draft.load(
    responses.flatMap(({ request, at, sightings }) => [
      keys.requestRow(request),
      keys.listKey(request, at),
      ...sightings.flatMap(({ item, at: seen }) => [
        keys.headKey(item),
        keys.timesKey(item, seen),
        keys.restKey(item, seen),
      ]),
    ]),
  );
  for (const response of responses) {
    if (hasList(response)) addList(draft, response);
    for (const sighting of response.sightings) await addSighting(draft, sighting);
  }
}
