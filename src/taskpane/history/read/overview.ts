// What the view shows first: all items, here and at the gateway, and what changed. An item that the gateway knows no better is
// read here; of the others only the newest are asked for, so that opening the view is a few questions.
import { seriesOf } from '../../../history/series';
import type { HistoryReader, Item } from '../../../history/store';
import { historyOf } from '../../../operations/histories';
import { changesSince, type SourceChanges } from './changes';

const mostFromGateway = 150;

interface HistoryReaders {
  readonly local: HistoryReader;
  /** Here and at the gateway, together. */
  readonly reader: HistoryReader;
}

interface ChangesShown {
  readonly sources: readonly SourceChanges[];
  /** Items of the gateway that were not compared. */
  readonly elsewhere: number;
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
): Promise<ChangesShown> {
  const [items, own] = await Promise.all([newestItems({ reader }), local.items({})]);
  const here = new Map(own.map((item) => [keyOf(item), item]));
  const isHere = (item: Item) => {
    const known = here.get(keyOf(item));
    return known?.first === item.first && known.last === item.last;
  };
  const elsewhere = items.filter((item) => !isHere(item) && (since === undefined || item.last > since));
  const asked = new Set(elsewhere.slice(0, mostFromGateway));
  const nothing = seriesOf([]);
  const sources = await changesSince({
    items: items.filter((item) => isHere(item) || asked.has(item)),
    since,
    mainOnly,
    series: (item, field) => {
      if (here.get(keyOf(item))?.last === (item as Item).last) return local.series(item, field);
      // Each of these is a question to the gateway.
      return historyOf(item.operation).followed.indexOf(field) > 0
        ? Promise.resolve(nothing)
        : reader.series(item, field);
    },
  });
  return { sources, elsewhere: elsewhere.length - asked.size };
}
