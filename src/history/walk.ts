// Reads a whole history item by item, in parts of bounded size: for whoever wants all of it and not what a sheet shows.
import type { OperationId } from '../operations';
import { keptPaths } from '../operations/histories';
import { isFormerlyDated, type ItemKey } from './observation';
import type { HeadRow } from './rowAppend';
import { parsed } from './rowDraft';
import * as keys from './rowKeys';
import { readSeries } from './rowRead';
import type { RowView } from './rows';
import type { Series } from './series';

/** Where a walk goes on. */
export interface WalkStart {
  readonly place: string;
  /** Whether the item at this place comes again. */
  readonly again: boolean;
}

export interface WalkFilter {
  readonly operations: readonly OperationId[];
  readonly id?: string | undefined;
  readonly comparable?: string | undefined;
  readonly from?: WalkStart | undefined;
}

export interface WalkedItem extends ItemKey {
  readonly label: string;
  /** Everything that is kept over time (`keptPaths`), by its path. */
  readonly series: ReadonlyMap<string, Series>;
  /** In the order of the walk; it stays the same as long as the item is kept. */
  readonly place: string;
}

/** At most `limit` items, in an order that never changes. Fewer than that are the last. */
export type Walk = (filter: WalkFilter, limit: number) => Promise<readonly WalkedItem[]>;

export async function walkRows(
  view: RowView,
  { operations, id, comparable, from }: WalkFilter,
  limit: number,
): Promise<readonly WalkedItem[]> {
  const found: WalkedItem[] = [];
  for (const operation of [...operations].sort()) {
    const prefix = keys.itemPrefix(operation, id);
    const end = keys.endOf(prefix);
    // A key with a space after it comes right behind that key.
    let start = from === undefined ? prefix : from.again ? from.place : `${from.place} `;
    if (start < prefix) start = prefix;
    while (found.length < limit && start < end) {
      const rows = await view.range(start, end, limit);
      for (const [place, text] of rows) {
        const item = keys.itemOfKey(place);
        const head = parsed(text) as HeadRow | undefined;
        const isWanted = comparable === undefined ? !isFormerlyDated(item) : item.comparable === comparable;
        if (head && isWanted && found.length < limit)
          found.push({ ...item, label: head.label, place, series: await allSeries(view, item) });
      }
      const last = rows.at(-1);
      if (!last || rows.length < limit) break;
      start = `${last[0]} `;
    }
  }
  return found;
}

async function allSeries(view: RowView, item: ItemKey): Promise<ReadonlyMap<string, Series>> {
  const paths = keptPaths(item.operation);
  const all = await Promise.all(paths.map((path) => readSeries(view, item, path)));
  return new Map(paths.map((path, index) => [path, all[index]!]));
}
