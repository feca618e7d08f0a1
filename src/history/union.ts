// What several histories know together, such as the add-in's own and the gateway's: each observation once.
import type { OperationId } from '../operations';
import type { Item, HistoryReader, KeptRequest, ResponseList } from './store';
import { unionOf } from './series';

const itemKey = ({ operation, id, comparable }: Item) => JSON.stringify([operation, id, comparable]);

function together(a: Item, b: Item): Item {
  const newer = a.last >= b.last ? a : b;
  return { ...newer, first: Math.min(a.first, b.first) };
}

const all = async <T>(readers: readonly HistoryReader[], read: (reader: HistoryReader) => Promise<T>) =>
  Promise.all(readers.map(read));

/** One for each key; where there are two, `join` decides. */
function distinct<T>(found: Iterable<T>, keyOf: (one: T) => unknown, join: (a: T, b: T) => T): T[] {
  const known = new Map<unknown, T>();
  for (const one of found) {
    const other = known.get(keyOf(one));
    known.set(keyOf(one), other === undefined ? one : join(other, one));
  }
  return [...known.values()];
}

/** The first reader decides where two disagree on what was seen at the same time. */
export function createUnion(readers: readonly HistoryReader[]): HistoryReader {
  return {
    items: async (filter) =>
      distinct((await all(readers, (reader) => reader.items(filter))).flat(), itemKey, together),
    series: async (item, field) =>
      (await all(readers, (reader) => reader.series(item, field))).reduce(unionOf),
    requests: async (operation: OperationId) =>
      distinct(
        (await all(readers, (reader) => reader.requests(operation))).flat(),
        ({ request }: KeptRequest) => request,
        (a) => a,
      ),
    lists: async (request) =>
      distinct(
        (await all(readers, (reader) => reader.lists(request))).flat(),
        ({ at }: ResponseList) => at,
        (a, b) => (b.ids.length > a.ids.length ? b : a),
      ).sort((a, b) => a.at - b.at),
    response: async (request, at) =>
      (await all(readers, (reader) => reader.response(request, at)))
        .filter((response) => response !== undefined)
        .reduce<Awaited<ReturnType<HistoryReader['response']>>>(
          (best, one) =>
            !best || one.at > best.at || (one.at === best.at && one.records.length > best.records.length)
              ? one
              : best,
          undefined,
        ),
  };
}
