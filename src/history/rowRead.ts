// Reads series, lists and whole responses from the rows of the history.
import { historyOf, keptPaths } from '../operations/histories';
import { fieldAt, joinRecord, type Values } from './record';
import type { HeadRow, ListRow, ListRowEntry, RequestRow, RestRow, TimesRow } from './rowAppend';
import { parsed } from './rowDraft';
import * as keys from './rowKeys';
import type { RowView } from './rows';
import { isFormerlyDated, type ItemKey } from './observation';
import { filledFrom, isFull, isSame, valueAt, type Change, type Json, type Series } from './series';
import type { HistorySize, Item, ItemFilter, KeptRequest, KeptResponse, ResponseList } from './store';

const rowsIn = async <Row>(view: RowView, prefix: string): Promise<(readonly [string, Row])[]> =>
  (await view.range(prefix, keys.endOf(prefix))).flatMap(([key, text]) => {
    const row = parsed(text) as Row | undefined;
    return row === undefined ? [] : [[key, row] as const];
  });

const valuesIn = async <Row>(view: RowView, prefix: string): Promise<Row[]> =>
  (await view.values(prefix, keys.endOf(prefix))).flatMap((text) => {
    const row = parsed(text) as Row | undefined;
    return row === undefined ? [] : [row];
  });

export async function readItems(view: RowView, filter: ItemFilter): Promise<readonly Item[]> {
  const { operation, id, comparable } = filter;
  const heads = (await rowsIn<HeadRow>(view, keys.itemPrefix(operation, operation && id)))
    .map(([key, head]) => ({ item: keys.itemOfKey(key), head }))
    .filter(
      ({ item }) =>
        (id === undefined || item.id === id) &&
        (comparable === undefined ? !isFormerlyDated(item) : item.comparable === comparable),
    );
  const newest = await view.get(heads.map(({ item, head }) => keys.timesKey(item, head.last)));
  return heads.map(({ item, head }, index) => ({
    ...item,
    ...head,
    values: (parsed(newest[index]) as TimesRow | undefined)?.v ?? {},
  }));
}

export async function readSize(view: RowView): Promise<HistorySize> {
  const [text] = await view.get([keys.sizeKey]);
  return { bytes: 0, items: 0, ...(parsed(text) as HistorySize | undefined) };
}

/** Parts that stand for themselves, one after the other; `changesIn` gives the changes of a part. */
function seriesOfParts(times: readonly TimesRow[], changesIn: (part: string) => readonly Change[]): Series {
  const all: number[] = [];
  const changes: Change[] = [];
  let last: Json = null;
  for (const { t } of times) {
    const seen = keys.unpackTimes(t);
    const found = changesIn(keys.partOf(seen[0] ?? 0));
    // Each part begins with null: it says so only where a value follows.
    if (found[0]?.[0] !== seen[0] && last !== null && seen[0] !== undefined) changes.push([seen[0], null]);
    if (found[0]?.[0] !== seen[0]) last = null;
    for (const change of found) {
      if (!isSame(change[1], last)) changes.push(change);
      last = change[1];
    }
    for (const at of seen) all.push(at);
  }
  return { times: all, changes };
}

export async function readSeries(view: RowView, item: ItemKey, field: string): Promise<Series> {
  const [times, fields] = await Promise.all([
    valuesIn<TimesRow>(view, keys.timesPrefix(item)),
    valuesIn<Json[]>(view, keys.fieldPrefix(item, field)),
  ]);
  // A part is known by its first time.
  const parts = new Map(fields.map((row) => [keys.partOf(Number(row[0])), row]));
  const own = seriesOfParts(times, (part) => keys.unpackChanges(parts.get(part) ?? []));
  if (historyOf(item.operation).followed.includes(field) || isFull(own)) return own;
  // The version before kept currencies and the source's dates with the rest of the record.
  const prefix = keys.restPrefix(item);
  const rest = new Map(
    (await rowsIn<RestRow>(view, prefix)).map(([key, row]) => [key.slice(prefix.length), row]),
  );
  const [holder = ''] = field.split('.');
  return filledFrom(
    own,
    seriesOfParts(times, (part) =>
      keys
        .unpackChanges(rest.get(part)?.[holder] ?? [])
        .map(([at, value]): Change => [at, fieldAt({ [holder]: value }, field) ?? null]),
    ),
  );
}

export const readRequests = async (view: RowView, operation: string): Promise<readonly KeptRequest[]> =>
  (await rowsIn<RequestRow>(view, keys.requestPrefix(operation))).map(([key, row]) => ({
    operation: row.operation,
    request: keys.requestOfKey(key),
    params: row.params,
    raw: row.raw,
  }));

const idAt = ({ ids }: ListRow, place: number | Values): string | null =>
  typeof place === 'number' ? (ids[place] ?? null) : null;

const askedOf = ([, asked]: ListRowEntry) => (asked === 0 ? undefined : asked);

export const readLists = async (view: RowView, request: string): Promise<readonly ResponseList[]> =>
  (await rowsIn<ListRow>(view, keys.listPrefix(request))).flatMap(([, row]) =>
    row.lists.map((list) => ({
      at: list[0],
      asked: askedOf(list),
      ids: list[2].map((place) => idAt(row, place)),
    })),
  );

/** The newest list at or before a time. */
async function listAt(view: RowView, request: string, at: number) {
  const prefix = keys.listPrefix(request);
  const rows = await view.range(prefix, keys.endOf(keys.listKey(request, at)));
  for (const [, text] of [...rows].reverse()) {
    const row = parsed(text) as ListRow | undefined;
    const list = row?.lists.filter(([time]) => time <= at).at(-1);
    if (row && list) return { row, list };
  }
  return undefined;
}

async function recordAt(view: RowView, item: ItemKey, at: number): Promise<Values | undefined> {
  const names = keptPaths(item.operation);
  const [timesText, restText, ...fields] = await view.get([
    keys.timesKey(item, at),
    keys.restKey(item, at),
    ...names.map((name) => keys.fieldKey(item, name, at)),
  ]);
  const times = keys.unpackTimes((parsed(timesText) as TimesRow | undefined)?.t ?? []);
  if (times[0] === undefined || times[0] > at) return undefined;
  const valueOf = (packed: readonly Json[]) =>
    valueAt({ times, changes: keys.unpackChanges(packed) }, at) ?? null;
  const followed = names.map(
    (name, index) => [name, valueOf((parsed(fields[index]) as Json[] | undefined) ?? [])] as const,
  );
  const rest = Object.entries((parsed(restText) as RestRow | undefined) ?? {}).flatMap(([name, packed]) => {
    const value = valueOf(packed);
    return value === null ? [] : [[name, value] as const];
  });
  return joinRecord(Object.fromEntries(followed), Object.fromEntries(rest));
}

export async function readResponse(
  view: RowView,
  request: string,
  at: number,
): Promise<KeptResponse | undefined> {
  const [[text], found] = await Promise.all([
    view.get([keys.requestRow(request)]),
    listAt(view, request, at),
  ]);
  const about = parsed(text) as RequestRow | undefined;
  if (!about || !found) return undefined;
  const { row, list } = found;
  const records = await Promise.all(
    list[2].map((place) => {
      if (typeof place !== 'number') return Promise.resolve(place);
      const id = row.ids[place] ?? null;
      return id === null ? Promise.resolve(undefined) : recordAt(view, { ...about, id }, list[0]);
    }),
  );
  const left = records.filter((record) => record !== undefined);
  const deleted = records.length - left.length;
  return { at: list[0], asked: askedOf(list), records: left, ...(deleted > 0 && { deleted }) };
}
