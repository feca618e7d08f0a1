// What the view shows first: all items, here and at the gateway, and what changed. An item that the gateway knows no better is
// read here; of the others only the newest are asked for, so that opening the view is a few questions.
import type { HistoryReader, Item } from '../../../history/store';
import { changesSince } from './changes';

/** Each value of an item is a question to the gateway, so where all of them are compared, fewer items are. */
const mostFromGateway = { main: 150, all: 30 };

interface HistoryReaders {
  readonly local: HistoryReader;
  /** Here and at the gateway, together. */
  readonly reader: HistoryReader;
}

export const keyOf = ({ operation, id, comparable }: Pick<Item, 'operation' | 'id' | 'comparable'>): string =>
  JSON.stringify([operation, id, comparable]);

/** Newest first. */
export const newestItems = async ({ reader }: Pick<HistoryReaders, 'reader'>): Promise<readonly Item[]> =>
  [...(await reader.items({}))].sort((a, b) => b.last - a.last || (keyOf(a) < keyOf(b) ? -1 : 1));

export async function readChanges(
  { local, reader }: HistoryReaders,
  since: number | undefined,
  mainOnly: boolean,
) {
  const [items, own] = await Promise.all([newestItems({ reader }), local.items({})]);
  const here = new Map(own.map((item) => [keyOf(item), item]));
  // One that the gateway has known for longer had another value before, also where both saw it last at the same time.
  const isHere = (item: Item) => {
    const known = here.get(keyOf(item));
    return known?.first === item.first && known.last === item.last;
  };
  const elsewhere = items.filter((item) => !isHere(item) && (since === undefined || item.last > since));
  const asked = new Set(elsewhere.slice(0, mostFromGateway[mainOnly ? 'main' : 'all']));
  const sources = await changesSince({
    items: items.filter((item) => isHere(item) || asked.has(item)),
    since,
    mainOnly,
    series: (item, field) => (asked.has(item as Item) ? reader : local).series(item, field),
  });
  return { sources, elsewhere: elsewhere.length - asked.size };
}
