// The oracle: a plain list of all responses, read by going through it from the start.
import type { ItemKey, ObservedResponse, Sighting } from '../../../src/history/observation';
import { fieldAt, joinRecord, type Values } from '../../../src/history/record';
import { seriesOf, type Change } from '../../../src/history/series';
import type { HistoryStore, Item, ItemFilter } from '../../../src/history/store';
import { historyOf } from '../../../src/operations/histories';
import { keptTimes } from '../../../src/history/weeks';

type List = Pick<
  ObservedResponse,
  'operation' | 'request' | 'params' | 'raw' | 'comparable' | 'at' | 'asked'
> & {
  places: ({ id: string | null } | { record: Values })[];
};

/** What a deletion took. */
interface Removal {
  readonly filter: ItemFilter;
  readonly at: number;
  readonly seen: readonly Sighting[];
  readonly lists: readonly List[];
  readonly names: { readonly list: List; readonly index: number; readonly id: string }[];
  isUndoable: boolean;
}

const isItem = (a: ItemKey, b: ItemKey) =>
  a.operation === b.operation && a.id === b.id && a.comparable === b.comparable;

const distinct = (items: readonly ItemKey[]) =>
  items.filter((one, index) => items.findIndex((other) => isItem(one, other)) === index);

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

export class PlainHistory implements Omit<HistoryStore, 'size'> {
  private all: List[] = [];
  private seen: Sighting[] = [];
  private readonly removals = new Map<string, Removal>();
  private count = 0;

  /** What this and another one know; where both know a list, this one's stays unless the other's is longer. */
  with(other: PlainHistory): PlainHistory {
    const both = new PlainHistory();
    for (const { all, seen } of [this, other]) {
      for (const list of all) both.add(list);
      for (const one of seen) both.see(one);
    }
    both.sort();
    return both;
  }

  append(responses: readonly ObservedResponse[]): Promise<void> {
    for (const { list, sightings, ...about } of responses) {
      const isGone = (item: Partial<ItemKey>) =>
        [...this.removals.values()].some(
          ({ filter, at }) =>
            about.at <= at &&
            (filter.operation === undefined || filter.operation === item.operation) &&
            (filter.id === undefined || filter.id === item.id) &&
            (filter.comparable === undefined || filter.comparable === item.comparable),
        );
      const { operation, comparable } = about;
      if (isGone({ operation })) continue;
      const places = list.map((entry) =>
        'id' in entry && entry.id !== null && isGone({ operation, comparable, id: entry.id })
          ? { id: null }
          : entry,
      );
      this.add({ ...about, places });
      for (const one of sightings) if (!isGone(one.item)) this.see(one);
    }
    this.sort();
    return Promise.resolve();
  }

  private add(list: List): void {
    const same = this.listAt(list.request, list.at);
    if (same && same.places.length >= list.places.length) return;
    this.all = this.all.filter((one) => one !== same);
    this.all.push(list);
  }

  private see(one: Sighting): void {
    if (!this.seen.some(({ item, at }) => isItem(item, one.item) && at === one.at)) this.seen.push(one);
  }

  private listAt(wanted: string, time: number): List | undefined {
    return this.all.find(({ request, at }) => request === wanted && at === time);
  }

  private sort(): void {
    this.all.sort((a, b) => a.at - b.at);
    this.seen.sort((a, b) => a.at - b.at);
  }

  items({ operation, id, comparable }: ItemFilter): Promise<readonly Item[]> {
    const found = distinct(this.seen.map(({ item }) => item)).filter(
      (item) =>
        (operation === undefined || item.operation === operation) &&
        (id === undefined || item.id === id) &&
        (comparable === undefined || item.comparable === comparable),
    );
    return Promise.resolve(
      found.map((item) => {
        const seen = this.seen.filter((one) => isItem(one.item, item));
        const { label, at, followed } = seen.at(-1)!;
        return { ...item, label, first: seen[0]!.at, last: at, values: followed };
      }),
    );
  }

  series(item: ItemKey, field: string) {
    const isFollowed = historyOf(item.operation).followed.includes(field);
    const points = this.seen
      .filter((one) => isItem(one.item, item))
      .map(({ at, followed, rest }): Change => {
        const other = isFollowed ? undefined : fieldAt(rest, field);
        return [at, followed[field] ?? other ?? null];
      });
    return Promise.resolve(seriesOf(points));
  }

  requests(operation: string) {
    const found = new Map(
      this.all
        .filter((list) => list.operation === operation)
        .map(({ request, params, raw, ...list }) => [
          request,
          { operation: list.operation, request, params, raw },
        ]),
    );
    return Promise.resolve([...found.values()]);
  }

  lists(request: string) {
    return Promise.resolve(
      this.listsOf(request).map(({ at, asked, places }) => ({
        at,
        asked,
        ids: places.map((place) => ('id' in place ? place.id : null)),
      })),
    );
  }

  private listsOf(request: string): List[] {
    return this.all.filter((list) => list.request === request);
  }

  response(request: string, at: number) {
    const list = this.listsOf(request)
      .filter((one) => one.at <= at)
      .at(-1);
    if (!list) return Promise.resolve(undefined);
    const records = list.places.flatMap((place) => {
      if ('record' in place) return [place.record];
      const found = this.seen.filter(
        ({ item }) =>
          item.id === place.id && item.operation === list.operation && item.comparable === list.comparable,
      );
      const seen = found.filter((one) => one.at <= list.at).at(-1);
      return seen ? [joinRecord(seen.followed, withoutNulls(seen.rest))] : [];
    });
    const deleted = list.places.length - records.length;
    return Promise.resolve({ at: list.at, asked: list.asked, records, ...(deleted > 0 && { deleted }) });
  }

  delete(filter: ItemFilter, at: number): Promise<string> {
    const { operation, id, comparable } = filter;
    const before = { seen: this.seen, all: this.all };
    const names: Removal['names'] = [];
    const isMeant = (item: { operation: string; comparable: string; id?: string | null }) =>
      (operation === undefined || item.operation === operation) &&
      (id === undefined || item.id === id) &&
      (comparable === undefined || item.comparable === comparable);
    this.seen = this.seen.filter(({ item }) => !isMeant(item));
    if (id === undefined && comparable === undefined) this.all = this.all.filter((list) => !isMeant(list));
    for (const list of this.all)
      list.places = list.places.map((place, index) => {
        if (!('id' in place) || place.id === null || !isMeant({ ...list, id: place.id })) return place;
        names.push({ list, index, id: place.id });
        return { id: null };
      });
    const deletion = `deletion ${(this.count += 1)}`;
    this.removals.set(deletion, {
      filter,
      at,
      names,
      seen: before.seen.filter((one) => !this.seen.includes(one)),
      lists: before.all.filter((one) => !this.all.includes(one)),
      isUndoable: true,
    });
    return Promise.resolve(deletion);
  }

  undo(deletion: string): Promise<boolean> {
    const removal = this.removals.get(deletion);
    if (!removal?.isUndoable) return Promise.resolve(false);
    this.removals.delete(deletion);
    this.seen.push(
      ...removal.seen.filter(
        (one) => !this.seen.some(({ item, at }) => isItem(item, one.item) && at === one.at),
      ),
    );
    this.all.push(...removal.lists.filter(({ request, at }) => !this.listAt(request, at)));
    for (const { list, index, id } of removal.names)
      if (this.all.includes(list))
        list.places = list.places.map((place, number) => (number === index ? { id } : place));
    this.sort();
    return Promise.resolve(true);
  }

  purge(before: number): Promise<void> {
    for (const removal of this.removals.values()) if (removal.at < before) removal.isUndoable = false;
    return Promise.resolve();
  }

  thin(before: number, drop = false): Promise<void> {
    const stays = (times: readonly number[]) => keptTimes(times, { before, drop });
    for (const request of new Set(this.all.map((list) => list.request))) {
      const kept = stays(this.listsOf(request).map(({ at }) => at));
      this.all = this.all.filter((list) => list.request !== request || kept.has(list.at));
    }
    const listed = new Set(this.all.map(({ at }) => at));
    for (const item of distinct(this.seen.map((one) => one.item))) {
      const times = this.seen.filter((one) => isItem(one.item, item)).map(({ at }) => at);
      const kept = stays(times);
      this.seen = this.seen.filter(
        (one) => !isItem(one.item, item) || kept.has(one.at) || (!drop && listed.has(one.at)),
      );
    }
    return Promise.resolve();
  }

  close = () => Promise.resolve();
}
