// All watches, in memory in every gateway and in one place that outlives them: the data folder of one gateway, or the Redis of
// several. A change is made in that place in one step, and only to the version it was made from; the others hear of it at once. A
// Redis that lost its data is told again by every gateway what it knows, and the highest version stands. Nothing is changed before all
// have told it: whoever missed a pause would run the watch, and what was sent would be sent again.
import { meet, recordSize, type RecordPlace } from '../stores/recordPlaces';
import { isDeleted, unseenFor, type Watch, type WatchRecord } from './watch';

export type WatchPlace = RecordPlace<WatchRecord>;

export interface BookParts {
  readonly place: WatchPlace;
  readonly clock: () => number;
  /** Milliseconds since some start; never jumps. */
  readonly elapsed: () => number;
  /** The name of this gateway, new in each process. */
  readonly gateway: string;
  /** Milliseconds without a word after which a gateway counts as ended. */
  readonly lease: number;
  readonly onTrouble?: (reason: string | undefined) => void;
  /** Undefined while a gateway has not told the place everything; else a name, as long as nothing was lost (`ResilientStore`). */
  readonly settled: () => Promise<string | undefined>;
}

/** Each is made from what stands by then; more than this many in a row are not a coincidence. */
const mostTries = 50;

export interface Updated {
  /** The watch that stands; undefined where there is none any more. */
  readonly watch: Watch | undefined;
  /** Whether this changed it. */
  readonly changed: boolean;
}

type Change = (record: WatchRecord | undefined) => WatchRecord | undefined;

const living = (record: WatchRecord | undefined): Watch | undefined =>
  record && !isDeleted(record) ? record : undefined;

// How many watches there may be, and how much those of one person may take: every gateway has all of them in memory.

/** `size`: characters of JSON, some dozens of watches of 500 products with what was decided about each. */
const ofOne = { count: 2_000, deleted: 10_000, size: 50_000_000 };
const ofAll = { count: 50_000 };

export class WatchBook {
  /** Also of what was deleted, so that no copy of it comes back while it could still run. */
  readonly records = new Map<string, WatchRecord>();
  private readonly heard = new Map<string, number>();
  private since = -Infinity;
  private state: 'loading' | 'up' | 'away' = 'loading';
  private loading: Promise<void> | undefined;
  private readonly changing = new Set<Promise<unknown>>();
  private lastFailure: string | undefined;

  constructor(private readonly parts: BookParts) {
    parts.place.listen({
      changed: (record) => this.take(record),
      heard: (gateway) => this.heard.set(gateway, parts.elapsed()),
      connected: () => void this.load().catch(() => undefined),
    });
  }

  get trouble(): string | undefined {
    return this.lastFailure;
  }

  /** Whether the place can be reached. */
  get isUp(): boolean {
    return this.state === 'up';
  }

  /** Whether what is there has been read at all. */
  get isLoaded(): boolean {
    return this.since > -Infinity;
  }

  *all(): Generator<Watch> {
    for (const record of this.records.values()) if (!isDeleted(record)) yield record;
  }

  get(id: string): Watch | undefined {
    return living(this.records.get(id));
  }

  /** Whether there is room for this watch beside the others, and beside those of its owner. */
  hasRoom(watch: Watch): boolean {
    let size = recordSize(watch);
    let [own, deleted, all] = [0, 0, 0];
    for (const other of this.records.values()) {
      if (!isDeleted(other)) all += 1;
      if (other.owner?.id !== watch.owner.id || other.id === watch.id) continue;
      if (isDeleted(other)) deleted += 1;
      else own += 1;
      size += recordSize(other);
    }
    const hasPlace = own < ofOne.count && deleted < ofOne.deleted && all < ofAll.count;
    return size <= ofOne.size && (this.get(watch.id) !== undefined || hasPlace);
  }

  /** Whether the gateway that makes a run has left it, or has been silent for a whole lease, as heard here. */
  hasEnded(gateway: string): boolean {
    const { elapsed, lease, place } = this.parts;
    if (gateway === this.parts.gateway) return false;
    const heard = Math.max(this.since, this.heard.get(gateway) ?? -Infinity);
    return gateway === '' || place.isAlone || elapsed() - heard > lease;
  }

  /** To a place that may have lost what it held, with what is just being changed or read. */
  async tellAgain(): Promise<void> {
    await Promise.allSettled([...this.changing, this.loading]);
    await this.load();
  }

  load(): Promise<void> {
    this.loading ??= this.read().finally(() => (this.loading = undefined));
    return this.loading;
  }

  private async read(): Promise<void> {
    const { place, elapsed } = this.parts;
    try {
      await meet(place, [...this.records.values()], (record) => this.take(record));
      // Those who were silent while nobody could be heard have not ended.
      this.since = elapsed();
      this.tell(undefined);
      this.state = 'up';
    } catch (error) {
      this.away(error);
      throw error;
    }
  }

  /**
   * Changes a watch to what `change` makes of the one that stands, however often it has to be made anew. Rejects where the place is
   * away or has lost something: nobody knows then whether it did.
   */
  update(id: string, change: (watch: Watch) => WatchRecord | undefined): Promise<Updated> {
    return this.begin(id, (record) => {
      const watch = living(record);
      return watch && change(watch);
    });
  }

  /** Unless there is one by that ID, or was. */
  add(watch: Watch): Promise<Updated> {
    return this.begin(watch.id, (record) => (record ? undefined : watch));
  }

  private begin(id: string, change: Change): Promise<Updated> {
    const work = this.write(id, change);
    this.changing.add(work);
    return work.finally(() => this.changing.delete(work));
  }

  private async write(id: string, change: Change): Promise<Updated> {
    const { place, settled } = this.parts;
    const epoch = place.isAlone ? 'alone' : await settled();
    if (epoch === undefined) throw new Error('Not every gateway has told the store what it knows.');
    for (let tries = 0; tries < mostTries; tries += 1) {
      const known = this.records.get(id);
      const next = change(known);
      if (!next) return { watch: living(known), changed: false };
      const record = { ...next, version: (known?.version ?? 0) + 1 };
      const put = await place
        .put(record, known?.version ?? 0, epoch)
        .catch((error: unknown) => this.lost(error));
      if (put.ok) {
        this.take(record);
        return { watch: living(record), changed: true };
      }
      if (put.found && put.found.version > (known?.version ?? 0)) this.take(put.found);
      // The place knows less than this gateway.
      else if (known) await place.join([...this.records.values()]);
    }
    throw new Error('A watch is changed too often at once.');
  }

  async beat(): Promise<void> {
    if (this.state === 'loading' && this.loading) return;
    try {
      await this.parts.place.beat(this.parts.gateway);
      if (this.state === 'away') await this.load();
      await this.forget();
    } catch (error) {
      this.away(error);
    }
  }

  /** A copy of what was deleted so long ago has not been looked at since, so it would end and not run. */
  private async forget(): Promise<void> {
    const { place, clock } = this.parts;
    const latest = clock() - unseenFor;
    const old = [...this.records.values()].filter((it) => isDeleted(it) && it.deletedAt <= latest);
    if (old.length === 0) return;
    await place.drop(old);
    for (const { id } of old) this.records.delete(id);
  }

  close(): Promise<void> {
    return this.parts.place.close();
  }

  private lost(error: unknown): never {
    this.away(error);
    throw error;
  }

  private away(error: unknown): void {
    this.state = 'away';
    this.tell(error instanceof Error ? error.message : String(error));
  }

  private tell(reason: string | undefined): void {
    if (reason !== this.lastFailure) this.parts.onTrouble?.(reason);
    this.lastFailure = reason;
  }

  private take(record: WatchRecord): void {
    if ((this.records.get(record.id)?.version ?? 0) < record.version) this.records.set(record.id, record);
  }
}
