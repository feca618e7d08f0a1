// The oracle: a plain list of all responses, read by going through it from the start.
import {
  datedComparable,
  type ItemKey,
  type ObservedResponse,
  type Sighting,
} from '../../../src/history/observation';
import { joinRecord, type Values } from '../../../src/history/record';
import { seriesOf, type Change } from '../../../src/history/series';
import type { HistoryStore, Item, ItemFilter } from '../../../src/history/store';
import { weekly } from '../../../src/history/weeks';

type List = Pick<
  ObservedResponse,
  'operation' | 'request' | 'params' | 'raw' | 'comparable' | 'at' | 'asked'
> & {
  places: ({ id: string | null } | { record: Values })[];
};

const isItem = (a: ItemKey, b: ItemKey) =>
  a.operation === b.operation && a.id === b.id && a.comparable === b.comparable;

const distinct = (items: readonly ItemKey[]) =>
  items.filter((one, index) => items.findIndex((other) => isItem(one, other)) === index);

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

export class PlainHistory implements Omit<HistoryStore, 'size'> {
  private all: List[] = [];
  private seen: Sighting[] = [];

  append(responses: readonly ObservedResponse[]): Promise<void> {
    for (const { list, sightings, ...about } of responses) {
      const same = this.all.find(({ request, at }) => request === about.request && at === about.at);
      if (!same || same.places.length < list.length) {
        this.all = this.all.filter((one) => one !== same);
        this.all.push({ ...about, places: [...list] });
      }
      for (const one of sightings)
        if (!this.seen.some(({ item, at }) => isItem(item, one.item) && at === one.at)) this.seen.push(one);
    }
    this.all.sort((a, b) => a.at - b.at);
    this.seen.sort((a, b) => a.at - b.at);
    return Promise.resolve();
  }

  items({ operation, id, comparable }: ItemFilter): Promise<readonly Item[]> {
    const found = distinct(this.seen.map(({ item }) => item)).filter(
      (item) =>
        (operation === undefined || item.operation === operation) &&
        (id === undefined || item.id === id) &&
        (comparable === undefined
          ? item.comparable !== datedComparable(item.comparable.replace('@source', ''))
          : item.comparable === comparable),
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
    const points = this.seen
      .filter((one) => isItem(one.item, item))
      .map(({ at, followed }): Change => [at, followed[field] ?? null]);
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
    return Promise.resolve({ at: list.at, asked: list.asked, records });
  }

  delete({ operation, id, comparable }: ItemFilter): Promise<void> {
    const isMeant = (item: { operation: string; comparable: string; id?: string | null }) =>
      (operation === undefined || item.operation === operation) &&
      (id === undefined || item.id === id) &&
      (comparable === undefined || [comparable, datedComparable(comparable)].includes(item.comparable));
    this.seen = this.seen.filter(({ item }) => !isMeant(item));
    if (id === undefined && comparable === undefined) this.all = this.all.filter((list) => !isMeant(list));
    for (const list of this.all)
      list.places = list.places.map((place) =>
        'id' in place && isMeant({ ...list, id: place.id }) ? { id: null } : place,
      );
    return Promise.resolve();
  }

  thin(before: number, drop = false): Promise<void> {
    const stays = (times: readonly number[]) =>
      new Set(drop ? times.filter((at) => at >= before) : weekly(times, before));
    for (const request of new Set(this.all.map((list) => list.request))) {
      const kept = stays(this.listsOf(request).map(({ at }) => at));
      this.all = this.all.filter((list) => list.request !== request || kept.has(list.at));
    }
    const listed = new Set(this.all.map(({ at }) => at));
    for (const item of distinct(this.seen.map((one) => one.item))) {
      if (!drop && item.comparable.endsWith('@source')) continue;
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
