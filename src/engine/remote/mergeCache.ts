// After an outage of the store every window writes what it has in memory: the later response stays, and a larger one is set aside.
import { isLater, type Cache } from '../local/cache';
import { CacheEntry, readStored } from '../local/cacheEntry';
import type { GuardedStore } from '../ports/guardedStore';
import { asideSlot } from '../request/countBlocks';

export async function mergeCache(cache: Cache, store: GuardedStore): Promise<void> {
  for (const [slot, entry] of cache.entries()) {
    const stored = readStored(await store.get('answers', slot));
    if (slot.endsWith(asideSlot(''))) await cache.setAside(slot, entry);
    else if (!stored) await cache.write(entry);
    else if (isLater(stored, entry.stored)) await cache.keepLarger(slot, cache.adopt(slot, stored), entry);
    else if (isLater(entry.stored, stored)) {
      await cache.write(entry);
      await cache.keepLarger(slot, entry, new CacheEntry(slot, stored, entry.usedAt));
    }
  }
}
