// Every paid response, in memory over the store: bounded in bytes, the one used longest ago goes first.
// The store is shared by all windows of the user, so a miss in memory always asks it.
import { asideSlot, exactSlot, sendingOf, type DataRequest } from '../request/dataRequest';
import { isNewer, type GuardedStore } from '../ports/guardedStore';
import type { Settings } from '../request/settings';
import { isOperationId, type OperationId, cost } from '../../operations';
import { isRecords, type DataResponse, type ServiceRecord } from '../request/response';
import type { SpillwayError } from '../request/errors';

// One paid response as it is kept. Stored entries carry a version: an update of the product discards what it cannot read.

export const entryVersion = 1;

export interface StoredEntry {
  readonly v: typeof entryVersion;
  readonly operation: OperationId;
  /** The count that was sent; undefined where the operation has none. */
  readonly asked: number | undefined;
  readonly fetchedAt: number;
  /** The same on the clock of the gateway that gave it, exactly. */
  readonly at?: number | undefined;
  readonly bytes: number;
  readonly records: readonly ServiceRecord[];
}

/** Beside the text itself: names, keys and the entry's own fields. */
const overhead = 400;

export class CacheEntry {
  private readonly views = new Map<number | undefined, DataResponse>();
  /** Hits since the ledger was last written. */
  hits = 0;
  saved = 0;
  hitCells: string[] = [];

  constructor(
    /** Where it is kept. */
    readonly slot: string,
    readonly stored: StoredEntry,
    public usedAt: number,
    /** The use that the store knows of. */
    public notedAt = usedAt,
  ) {}

  get weight(): number {
    return this.stored.bytes + overhead;
  }

  /** Fewer came than were asked for: there are no more. */
  get complete(): boolean {
    const { asked, records } = this.stored;
    return asked === undefined || records.length < asked;
  }

  covers(count: number | undefined): boolean {
    return count === undefined || this.stored.records.length >= count || this.complete;
  }

  /** The same object every time, for as long as the entry and its failure stay, and it is not too old for those who ask. */
  response(count: number | undefined, stale: SpillwayError | undefined, isOverdue = false): DataResponse {
    const known = this.views.get(count);
    if (known && known.stale === stale && (known.isOverdue ?? false) === isOverdue) return known;
    const { records, fetchedAt, at, operation } = this.stored;
    const view: DataResponse = {
      records:
        known?.records ??
        (count === undefined || count >= records.length ? records : records.slice(0, count)),
      fetchedAt,
      ...(at !== undefined && { at }),
      from: 'cache',
      spent: 0,
      // In place of what was wanted: that is still to be paid for.
      saved: isOverdue || stale ? 0 : cost(operation, count),
      ...(isOverdue && { isOverdue }),
      ...(stale && { stale }),
    };
    this.views.set(count, view);
    return view;
  }
}

const isCount = (value: unknown) => value === undefined || (Number.isInteger(value) && Number(value) > 0);

/** Undefined for anything that this version did not write or that was damaged. */
export function readStored(value: unknown): StoredEntry | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { v, operation, asked, fetchedAt, bytes, records } = value as Record<string, unknown>;
  const sound =
    v === entryVersion &&
    typeof operation === 'string' &&
    isOperationId(operation) &&
    isCount(asked) &&
    Number.isFinite(fetchedAt) &&
    Number.isFinite(bytes) &&
    isRecords(records);
  return sound ? (value as StoredEntry) : undefined;
}

interface IndexRow {
  readonly v: 1;
  readonly bytes: number;
  readonly usedAt: number;
}

/** Use is written down at most this often for each entry. */
const useGrain = 60 * 60_000;
/** Eviction makes a little more room than needed, so that it does not run for every response. */
const roomAfterEviction = 0.9;

const isLater = (one: StoredEntry, other: StoredEntry): boolean => one.fetchedAt > other.fetchedAt;

/** Of those that have enough results. */
const latestFor = ({ count }: DataRequest, entries: readonly (CacheEntry | undefined)[]) =>
  entries.reduce<CacheEntry | undefined>(
    (best, entry) => (entry?.covers(count) && !(best && isLater(best.stored, entry.stored)) ? entry : best),
    undefined,
  );

export class Cache {
  private readonly memory = new Map<string, CacheEntry>();
  private readonly index = new Map<string, IndexRow>();
  /** By the key, the slots of single counts in which a response was ever kept, as far as this window knows. */
  private readonly counted = new Map<string, Set<string>>();
  /** Where the store may lack the response, or hold an older one: a write was not done in time. */
  private readonly unsure = new Set<string>();
  private total = 0;

  constructor(
    private readonly store: GuardedStore,
    private readonly settings: () => Settings,
    private readonly now: () => number,
    private readonly limit: () => number,
  ) {}

  get size(): { entries: number; bytes: number; limit: number } {
    return { entries: this.index.size, bytes: this.total, limit: this.limit() };
  }

  async load(): Promise<void> {
    for (const [slot, value] of await this.store.entries('index')) {
      const row = value as Partial<IndexRow> | null;
      if (row?.v === 1 && Number.isFinite(row.bytes) && Number.isFinite(row.usedAt) && !this.index.has(slot))
        this.note(slot, row as IndexRow);
    }
    await this.evict();
  }

  /** What memory holds for the request; cheap, as it runs for every cell of every recalculation. */
  inMemory(request: DataRequest): CacheEntry | undefined {
    const shared = this.memory.get(request.key);
    const settings = this.settings();
    if (shared && this.serves(shared, request, settings)) return shared;
    if (this.memory.size === 0 || request.count === undefined) return undefined;
    const others = this.otherSlots(request, settings).map((slot) => this.memory.get(slot));
    return latestFor(request, others);
  }

  async find(request: DataRequest): Promise<CacheEntry | undefined> {
    const entry = await this.lookUp(request);
    return entry && this.dated(entry, this.now());
  }

  private async lookUp(request: DataRequest): Promise<CacheEntry | undefined> {
    const known = this.inMemory(request);
    if (known) return known;
    const settings = this.settings();
    const shared = await this.read(request.key, request);
    if (shared && this.serves(shared, request, settings)) return shared;
    if (request.count === undefined) return undefined;
    const others = this.otherSlots(request, settings).map((slot) => this.read(slot, request));
    return latestFor(request, await Promise.all(others));
  }

  /** What the store holds now, whatever memory says: another window may have written. */
  async reread(request: DataRequest): Promise<CacheEntry | undefined> {
    const settings = this.settings();
    const slots = [...new Set([sendingOf(request, settings).slot, ...this.otherSlots(request, settings)])];
    const values = await Promise.all(slots.map((slot) => this.store.get('answers', slot)));
    slots.forEach((slot, place) => {
      const stored = readStored(values[place]);
      const known = this.memory.get(slot);
      if (stored && (!known || isLater(stored, known.stored))) this.adopt(slot, stored);
    });
    return this.inMemory(request);
  }

  /** Whatever is kept for the key, for its count or another. */
  async any(request: DataRequest): Promise<CacheEntry | undefined> {
    return this.memory.get(request.key) ?? (await this.read(request.key, request));
  }

  /**
   * Keeps a response, at once in memory; `written` resolves when the store has it too. A larger response that the new one
   * does not cover is set aside, for it was paid as well.
   */
  keep(key: string, slot: string, stored: StoredEntry): { entry: CacheEntry; written: Promise<void> } {
    const old = this.memory.get(slot);
    const entry = new CacheEntry(slot, stored, this.now());
    // A message from another window may have dropped what memory held.
    const before = old || slot !== key ? undefined : this.store.get('answers', slot).then(readStored);
    const writing = [this.put(entry)];
    if (old && slot === key) writing.push(this.keepLarger(key, entry, old));
    if (before)
      writing.push(
        before.then(
          (other) => other && this.keepLarger(key, entry, new CacheEntry(slot, other, entry.usedAt)),
        ),
      );
    return { entry, written: Promise.all(writing).then(() => undefined) };
  }

  /**
   * After an outage every window writes what the store lacks, or all that is in memory: the later response stays, a larger one is set
   * aside.
   */
  async merge(isLost: boolean): Promise<void> {
    const slots = isLost ? [...this.memory.keys()] : [...this.unsure];
    this.unsure.clear();
    for (const slot of slots) {
      const entry = this.memory.get(slot);
      if (!entry) continue;
      const stored = readStored(await this.store.get('answers', slot));
      if (slot.endsWith(asideSlot(''))) await this.setAside(slot.slice(0, -asideSlot('').length), entry);
      else if (!stored) await this.write(entry);
      else if (isLater(stored, entry.stored)) await this.keepLarger(slot, this.adopt(slot, stored), entry);
      else if (isLater(entry.stored, stored)) {
        await this.write(entry);
        await this.keepLarger(slot, entry, new CacheEntry(slot, stored, entry.usedAt));
      }
    }
  }

  touch(entry: CacheEntry, now: number): void {
    entry.usedAt = now;
    if (now - entry.notedAt < useGrain) return;
    entry.notedAt = now;
    const row: IndexRow = { v: 1, bytes: entry.weight, usedAt: now };
    this.note(entry.slot, row);
    void this.store.put('index', [[entry.slot, row]]);
  }

  /** A date later than now is from a clock that was ahead: from now on the response ages as if it had come now. */
  dated(entry: CacheEntry, now: number): CacheEntry {
    if (entry.stored.fetchedAt <= now) return entry;
    const dated = new CacheEntry(entry.slot, { ...entry.stored, fetchedAt: now }, entry.usedAt);
    this.memory.set(entry.slot, dated);
    void this.write(dated);
    return dated;
  }

  /** Another window has written: the copy in memory is old. */
  drop(slots: readonly string[]): void {
    for (const slot of slots) {
      this.memory.delete(slot);
      this.noteCounted(slot);
    }
  }

  async clear(): Promise<void> {
    this.forget();
    await this.store.clear('answers');
    await this.store.clear('index');
  }

  forget(): void {
    this.memory.clear();
    this.index.clear();
    this.total = 0;
  }

  async evict(share = 1): Promise<void> {
    const limit = this.limit() * share;
    if (this.total <= limit || this.index.size <= 1) return;
    const oldestFirst = [...this.index]
      .map(([slot, row]) => ({ slot, row, usedAt: this.memory.get(slot)?.usedAt ?? row.usedAt }))
      .sort((a, b) => a.usedAt - b.usedAt);
    const gone: string[] = [];
    for (const { slot, row } of oldestFirst.slice(0, -1)) {
      if (this.total <= limit * roomAfterEviction) break;
      this.total -= row.bytes;
      this.index.delete(slot);
      this.memory.delete(slot);
      gone.push(slot);
    }
    await this.store.delete('answers', gone);
    await this.store.delete('index', gone);
  }

  private otherSlots(request: DataRequest, settings: Settings): readonly string[] {
    const { exact } = sendingOf(request, settings);
    if (!settings.reuseCounts) return [exact];
    return [...new Set([asideSlot(request.key), exact, ...(this.counted.get(request.key) ?? [])])];
  }

  private async keepLarger(key: string, shown: CacheEntry, other: CacheEntry): Promise<void> {
    if (!shown.complete && (other.stored.asked ?? 0) > (shown.stored.asked ?? 0))
      await this.setAside(key, other);
  }

  /** Of several larger responses the largest stays; a later one, in the slot of its count: it is fresh for longer. */
  private async setAside(key: string, { stored, usedAt }: CacheEntry): Promise<void> {
    const slot = asideSlot(key);
    const isLarger = (other: StoredEntry | undefined) => (other?.asked ?? 0) > (stored.asked ?? 0);
    const keepAt = (place: string) => this.put(new CacheEntry(place, stored, usedAt));
    const keepBeside = async (larger: StoredEntry) => {
      if (isLater(stored, larger)) await keepAt(exactSlot(key, stored.asked));
    };
    const known = this.memory.get(slot)?.stored;
    if (known && isLarger(known)) return keepBeside(known);
    this.memory.set(slot, new CacheEntry(slot, stored, usedAt));
    const kept = readStored(await this.store.get('answers', slot));
    if (!kept || !isLarger(kept)) return keepAt(slot);
    this.adopt(slot, kept);
    await keepBeside(kept);
  }

  private serves(entry: CacheEntry, request: DataRequest, settings: Settings): boolean {
    return settings.reuseCounts
      ? entry.covers(request.count)
      : entry.stored.asked === sendingOf(request, settings).count;
  }

  private async read(slot: string, request: DataRequest): Promise<CacheEntry | undefined> {
    const value = await this.store.get('answers', slot);
    const known = this.memory.get(slot);
    const stored = readStored(value);
    // A response that came meanwhile is newer than what was read, unless another window has fetched more.
    if (known && (known.covers(request.count) || !stored || !isLater(stored, known.stored))) return known;
    if (value === undefined) return undefined;
    if (stored?.operation !== request.operation) {
      // A newer version can still use what it wrote.
      if (!isNewer(value, entryVersion)) await this.remove(slot);
      return undefined;
    }
    return this.adopt(slot, stored);
  }

  private adopt(slot: string, stored: StoredEntry): CacheEntry {
    const entry = new CacheEntry(slot, stored, this.index.get(slot)?.usedAt ?? this.now());
    this.memory.set(slot, entry);
    this.note(slot, { v: 1, bytes: entry.weight, usedAt: entry.usedAt });
    return entry;
  }

  private async put(entry: CacheEntry): Promise<void> {
    this.memory.set(entry.slot, entry);
    this.note(entry.slot, { v: 1, bytes: entry.weight, usedAt: entry.usedAt });
    await this.evict();
    if ((await this.write(entry)) === 'full') {
      await this.evict(0.5);
      await this.write(entry);
    }
  }

  private async write({ slot, stored, weight, usedAt }: CacheEntry) {
    const outcome = await this.store.put('answers', [[slot, stored]]);
    const row: IndexRow = { v: 1, bytes: weight, usedAt };
    if (outcome === 'done') await this.store.put('index', [[slot, row]]);
    else this.unsure.add(slot);
    return outcome;
  }

  private async remove(slot: string): Promise<void> {
    this.memory.delete(slot);
    this.total -= this.index.get(slot)?.bytes ?? 0;
    this.index.delete(slot);
    await this.store.delete('answers', [slot]);
    await this.store.delete('index', [slot]);
  }

  private note(slot: string, row: IndexRow): void {
    this.total += row.bytes - (this.index.get(slot)?.bytes ?? 0);
    this.index.set(slot, row);
    this.noteCounted(slot);
  }

  private noteCounted(slot: string): void {
    const key = slot.replace(/#\d+$/, '');
    if (key !== slot) this.counted.set(key, (this.counted.get(key) ?? new Set()).add(slot));
  }
}
