// How many watches there may be, and how much those of one person may take: every gateway has all watches in memory, and reads them
// again when it starts.
import type { Watch } from './watch';
import type { WatchBook } from './watchBook';

/** `size`: characters of JSON, some dozens of watches of 500 products with what was decided about each. */
const ofOne = { count: 2_000, size: 50_000_000 };
const ofAll = { count: 50_000 };

const sizes = new WeakMap<Watch, number>();

/** A watch is never changed, so neither is its size. */
function sizeOf(watch: Watch): number {
  let size = sizes.get(watch);
  if (size === undefined) sizes.set(watch, (size = JSON.stringify(watch).length));
  return size;
}

/** Whether there is room for this watch beside the others, and beside those of its owner. */
export function hasRoom(book: Pick<WatchBook, 'all' | 'get'>, watch: Watch): boolean {
  let size = sizeOf(watch);
  let [own, all] = [0, 0];
  for (const other of book.all()) {
    all += 1;
    if (other.owner.id !== watch.owner.id || other.id === watch.id) continue;
    own += 1;
    size += sizeOf(other);
  }
  const isKnown = book.get(watch.id) !== undefined;
  return size <= ofOne.size && (isKnown || (own < ofOne.count && all < ofAll.count));
}
