// Every paid answer, in memory over the store: bounded in bytes, the one used longest ago goes first.
// The store is shared by all windows of the user, so a miss in memory always asks it.
import { CacheEntry, readStored, type StoredEntry } from './cacheEntry';
import { asideSlot, exactSlot, sentCount, slotOf } from './countReuse';
import type { DataRequest } from './dataRequest';
import type { GuardedStore } from './guardedStore';
import type { Settings } from './settings';

interface IndexRow {
  readonly v: 1;
  readonly bytes: number;
  readonly usedAt: number;
  /** The largest count that was ever paid for, Infinity where the source has no more; undefined where there is no count. */
  readonly paid?: number | undefined;
  /** The answer was paid for and is no longer here: evicted, cleared or damaged. */
  readonly gone?: boolean;
}

/** Use is written down at most this often for each entry. */
const useGrain = 60 * 60_000;
/** Eviction makes a little more room than needed, so that it does not run for every answer. */
const roomAfterEviction = 0.9;
/** How many answers that are gone are remembered as paid for. */
const mostGone = 20_000;

export class Cache {
  private readonly memory = new Map<string, CacheEntry>();
  private readonly index = new Map<string, IndexRow>();
  private readonly gone = new Map<string, IndexRow>();
  private total = 0;

  constructor(
    private readonly store: GuardedStore,
    private readonly settings: () => Settings,
    private readonly now: () => number,
  ) {
    store.onRestored(() => void this.persistAll());
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.index.size, bytes: this.total };
  }

  async load(): Promise<void> {
    for (const [slot, value] of await this.store.entries('index')) {
      const row = value as Partial<IndexRow> | null;
      if (row?.v !== 1 || !Number.isFinite(row.bytes) || !Number.isFinite(row.usedAt)) continue;
      if (row.gone) this.gone.set(slot, row as IndexRow);
      else if (!this.index.has(slot)) this.note(slot, row as IndexRow);
    }
    await this.evict();
  }

  /** What memory holds for the request; cheap, as it runs for every cell of every recalculation. */
  inMemory(request: DataRequest): CacheEntry | undefined {
    const shared = this.memory.get(request.key);
    const settings = this.settings();
    if (shared && this.serves(shared, request, settings)) return shared;
    if (this.memory.size === 0 || request.count === undefined) return undefined;
    for (const slot of this.otherSlots(request, settings)) {
      const entry = this.memory.get(slot);
      if (entry?.covers(request.count)) return entry;
    }
    return undefined;
  }

  async find(request: DataRequest): Promise<CacheEntry | undefined> {
    const known = this.inMemory(request);
    if (known) return known;
    const settings = this.settings();
    const shared = await this.read(request.key, request);
    if (shared && this.serves(shared, request, settings)) return shared;
    if (request.count === undefined) return undefined;
    for (const slot of this.otherSlots(request, settings)) {
      const entry = await this.read(slot, request);
      if (entry?.covers(request.count)) return entry;
    }
    return undefined;
  }

  /** What the store holds now, whatever memory says: another window may have written. */
  async reread(request: DataRequest): Promise<CacheEntry | undefined> {
    const settings = this.settings();
    const slot = slotOf(request.key, sentCount(request, settings), settings);
    const stored = readStored(await this.store.get('answers', slot));
    const known = this.memory.get(slot);
    if (stored && (!known || stored.fetchedAt > known.stored.fetchedAt)) this.adopt(slot, stored);
    return this.inMemory(request);
  }

  /** Whether an answer that is not here any more was paid for. Asked before something is sent, so the store is read. */
  async wasKept(request: DataRequest): Promise<boolean> {
    const settings = this.settings();
    for (const slot of [request.key, ...this.otherSlots(request, settings)]) {
      const row = ((await this.store.get('index', slot)) ?? this.gone.get(slot)) as
        IndexRow | null | undefined;
      if (row?.v !== 1 || !this.paidFor(row, request, settings)) continue;
      // Another window may have stored the answer a moment ago.
      if (row.gone || (await this.store.get('answers', slot)) === undefined) return true;
    }
    return false;
  }

  private paidFor({ paid }: IndexRow, request: DataRequest, settings: Settings): boolean {
    const count = sentCount(request, settings);
    if (paid === undefined || count === undefined) return true;
    return settings.reuseCounts ? paid >= count : paid === count || paid === Infinity;
  }

  /** Whatever is kept for the key, for its count or another. */
  async any(request: DataRequest): Promise<CacheEntry | undefined> {
    return this.memory.get(request.key) ?? (await this.read(request.key, request));
  }

  /**
   * Keeps an answer, at once in memory; `written` resolves when the store has it too. A larger answer that the new one
   * does not cover is set aside, for it was paid as well.
   */
  keep(key: string, slot: string, stored: StoredEntry): { entry: CacheEntry; written: Promise<void> } {
    const old = this.memory.get(slot);
    const entry = new CacheEntry(slot, stored, this.now());
    const larger = old?.stored.asked ?? 0;
    const writing = [this.put(entry)];
    if (old && slot === key && !entry.complete && larger > (stored.asked ?? 0))
      writing.push(this.setAside(asideSlot(key), old));
    return { entry, written: Promise.all(writing).then(() => undefined) };
  }

  touch(entry: CacheEntry, now: number): void {
    entry.usedAt = now;
    if (now - entry.notedAt < useGrain) return;
    entry.notedAt = now;
    void this.record(rowOf(entry, now), entry.slot);
  }

  /** Another window has written: the copy in memory is old. */
  drop(slots: readonly string[]): void {
    for (const slot of slots) this.memory.delete(slot);
  }

  async clear(): Promise<void> {
    const slots = [...this.index.keys()];
    const rows = slots.map((slot) => this.discard(slot));
    this.forget();
    await this.store.clear('answers');
    await this.store.put('index', rows);
  }

  /** Another window cleared the cache. */
  forget(): void {
    this.memory.clear();
    this.index.clear();
    this.total = 0;
  }

  async evict(share = 1): Promise<void> {
    const limit = this.settings().cacheBytes * share;
    if (this.total <= limit || this.index.size <= 1) return;
    const oldestFirst = [...this.index]
      .map(([slot, row]) => ({ slot, row, usedAt: this.memory.get(slot)?.usedAt ?? row.usedAt }))
      .sort((a, b) => a.usedAt - b.usedAt);
    const gone: (readonly [slot: string, row: IndexRow])[] = [];
    for (const { slot, row } of oldestFirst.slice(0, -1)) {
      if (this.total <= limit * roomAfterEviction) break;
      this.total -= row.bytes;
      gone.push(this.discard(slot));
    }
    // First that it was paid for, then that it is not here: the other way round, a crash would forget the payment.
    await this.store.put('index', gone);
    await this.store.delete(
      'answers',
      gone.map(([slot]) => slot),
    );
    await this.forgetOldest();
  }

  /** The answer goes, that it was paid for stays. */
  private discard(slot: string): readonly [slot: string, row: IndexRow] {
    const { usedAt = this.now(), paid } = this.index.get(slot) ?? {};
    const row: IndexRow = { v: 1, bytes: 0, usedAt, paid, gone: true };
    this.index.delete(slot);
    this.memory.delete(slot);
    this.gone.delete(slot);
    this.gone.set(slot, row);
    return [slot, row];
  }

  private async forgetOldest(): Promise<void> {
    const surplus = [...this.gone.keys()].slice(0, Math.max(0, this.gone.size - mostGone));
    for (const slot of surplus) this.gone.delete(slot);
    await this.store.delete('index', surplus);
  }

  private otherSlots(request: DataRequest, settings: Settings): readonly string[] {
    const exact = exactSlot(request.key, sentCount(request, settings));
    return settings.reuseCounts ? [asideSlot(request.key), exact] : [exact];
  }

  /** Of several larger answers the largest stays. */
  private async setAside(slot: string, { stored, usedAt }: CacheEntry): Promise<void> {
    const isLarger = (other: StoredEntry | undefined) => (other?.asked ?? 0) > (stored.asked ?? 0);
    if (isLarger(this.memory.get(slot)?.stored)) return;
    const aside = new CacheEntry(slot, stored, usedAt);
    this.memory.set(slot, aside);
    const kept = readStored(await this.store.get('answers', slot));
    if (kept && isLarger(kept)) this.adopt(slot, kept);
    else await this.put(aside);
  }

  private serves(entry: CacheEntry, request: DataRequest, settings: Settings): boolean {
    return settings.reuseCounts
      ? entry.covers(request.count)
      : entry.stored.asked === sentCount(request, settings);
  }

  private async read(slot: string, request: DataRequest): Promise<CacheEntry | undefined> {
    const value = await this.store.get('answers', slot);
    // Meanwhile an answer may have come; it is newer than what was read.
    const known = this.memory.get(slot);
    if (known) return known;
    if (value === undefined) return undefined;
    const stored = readStored(value);
    if (stored?.operation !== request.operation) {
      await this.remove(slot);
      return undefined;
    }
    return this.adopt(slot, stored);
  }

  private adopt(slot: string, stored: StoredEntry): CacheEntry {
    const entry = new CacheEntry(slot, stored, this.index.get(slot)?.usedAt ?? this.now());
    this.memory.set(slot, entry);
    this.note(slot, rowOf(entry));
    return entry;
  }

  private async put(entry: CacheEntry): Promise<void> {
    this.memory.set(entry.slot, entry);
    this.note(entry.slot, rowOf(entry));
    await this.evict();
    if ((await this.write(entry)) === 'full') {
      await this.evict(0.5);
      await this.write(entry);
    }
  }

  private async write(entry: CacheEntry) {
    const outcome = await this.store.put('answers', [[entry.slot, entry.stored]]);
    if (outcome === 'done') await this.record(rowOf(entry), entry.slot);
    return outcome;
  }

  private async persistAll(): Promise<void> {
    for (const entry of [...this.memory.values()]) await this.write(entry);
  }

  private async remove(slot: string): Promise<void> {
    this.total -= this.index.get(slot)?.bytes ?? 0;
    await this.store.put('index', [this.discard(slot)]);
    await this.store.delete('answers', [slot]);
  }

  private note(slot: string, row: IndexRow): void {
    const known = this.index.get(slot) ?? this.gone.get(slot);
    this.total += row.bytes - (this.index.get(slot)?.bytes ?? 0);
    this.index.set(slot, { ...row, paid: largest(row.paid, known?.paid) });
    this.gone.delete(slot);
  }

  /** Another window may have paid for more: that must not be forgotten when this one writes. */
  private async record(row: IndexRow, slot: string): Promise<void> {
    const stored = (await this.store.get('index', slot)) as Partial<IndexRow> | null | undefined;
    this.note(slot, { ...row, paid: largest(row.paid, stored?.paid) });
    await this.store.put('index', [[slot, this.index.get(slot) ?? row]]);
  }
}

const rowOf = (entry: CacheEntry, usedAt = entry.usedAt): IndexRow => ({
  v: 1,
  bytes: entry.weight,
  usedAt,
  paid: paidCountOf(entry),
});

const paidCountOf = ({ stored, complete }: CacheEntry): number | undefined =>
  stored.asked !== undefined && complete ? Infinity : stored.asked;

const largest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : Math.max(a, b ?? 0);
