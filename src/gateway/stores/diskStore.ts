// One process with a memory that survives it: values and tables in LevelDB (one process may hold it at a time, which is
// what it is for). Leases are not kept: whoever held one has ended with the process.
import { clockJumps } from './clockJumps';
import { LevelFile } from './levelFile';
import { MemoryStore } from './memoryStore';
import { better } from './responseVersions';
import type { Amounts, Check, Offer, ReserveResult } from './store';
import { Turns } from './turns';

// What is on disk, oldest first: how large each value is and when its time is over. It lies in memory, so it is bounded too.

interface DiskEntry {
  readonly expires: number;
  readonly size: number;
}

interface DiskBounds {
  readonly maxBytes: number;
  /** Bytes of memory that the index itself may take. */
  readonly maxIndexBytes: number;
}

/** Key and entry lie on disk twice, once with the value and once in the index. */
const onDisk = (key: string, size: number): number => size + 2 * key.length + 40;
/** The map's place and the objects of an entry (measured, Node 20). */
const inMemory = (key: string): number => key.length + 200;

class DiskIndex {
  private readonly entries = new Map<string, DiskEntry>();
  private used = 0;
  private memory = 0;

  constructor(private readonly bounds: DiskBounds) {}

  get memoryBytes(): number {
    return this.memory;
  }

  get(key: string): DiskEntry | undefined {
    return this.entries.get(key);
  }

  fits(key: string, size: number): boolean {
    return onDisk(key, size) <= this.bounds.maxBytes;
  }

  set(key: string, entry: DiskEntry): void {
    this.delete(key);
    this.entries.set(key, entry);
    this.used += onDisk(key, entry.size);
    this.memory += inMemory(key);
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.used -= onDisk(key, entry.size);
    this.memory -= inMemory(key);
  }

  /** The oldest keys that have to go for the rest to be within bounds. */
  excess(): string[] {
    const gone: string[] = [];
    let [bytes, memory] = [this.used, this.memory];
    for (const [key, { size }] of this.entries) {
      if (bytes <= this.bounds.maxBytes && memory <= this.bounds.maxIndexBytes) break;
      bytes -= onDisk(key, size);
      memory -= inMemory(key);
      gone.push(key);
    }
    return gone;
  }

  /** Some of those whose time is over. */
  expired(now: number): string[] {
    const gone: string[] = [];
    for (const [key, { expires }] of this.entries)
      if (gone.length < mostAtOnce && expires <= now) gone.push(key);
    return gone;
  }
}

export interface DiskOptions {
  readonly folder: string;
  readonly maxBytes: number;
  /** Bytes of memory that the index of the values may take. */
  readonly maxIndexBytes?: number;
  /** The time of day, since values outlive the process. */
  readonly clock: () => number;
  /** For leases, which do not. */
  readonly elapsed?: () => number;
}

const valueKey = (key: string) => `value!${key}`;
const indexKey = (key: string) => `index!${key}`;
const tableKey = (name: string) => `table!${name}`;
const lookEvery = 60_000;
/** Values that are deleted in one step. */
const mostAtOnce = 20_000;

export class DiskStore extends MemoryStore {
  private readonly timeOfDay: () => number;
  private readonly index: DiskIndex;
  private readonly hasJumped: () => boolean;
  private readonly sweeping: NodeJS.Timeout;
  private readonly turns = new Turns();

  private constructor(
    private readonly level: LevelFile,
    { maxBytes, maxIndexBytes = Number.MAX_SAFE_INTEGER, clock, elapsed = clock }: DiskOptions,
  ) {
    super({ maxBytes: 0, clock: elapsed });
    this.timeOfDay = clock;
    this.hasJumped = clockJumps(clock, elapsed);
    this.index = new DiskIndex({ maxBytes, maxIndexBytes });
    this.sweeping = setInterval(() => void this.sweep().catch(() => undefined), lookEvery).unref();
  }

  static async open(options: DiskOptions): Promise<DiskStore> {
    const store = new DiskStore(await LevelFile.open(options.folder), options);
    await store.load();
    return store;
  }

  /** Bytes of memory that the index takes. */
  get indexBytes(): number {
    return this.index.memoryBytes;
  }

  /** Takes away what nobody will read any more, values and tables. */
  async sweep(): Promise<void> {
    if (this.hasJumped()) return;
    await this.drop(this.index.expired(this.timeOfDay()));
    const over = this.tables.sweep();
    await this.level.batch(over.map((name) => ({ type: 'del' as const, key: tableKey(name) })));
  }

  override async read(key: string): Promise<Buffer | undefined> {
    const entry = this.index.get(key);
    return entry && entry.expires > this.timeOfDay() ? this.level.get(valueKey(key)) : undefined;
  }

  override async write(key: string, value: Buffer, lifetime: number): Promise<void> {
    const entry = { expires: this.timeOfDay() + lifetime, size: value.length };
    if (!this.index.fits(key, value.length)) return;
    await this.level.batch([
      { type: 'put', key: valueKey(key), value },
      { type: 'put', key: indexKey(key), value: Buffer.from(`${entry.expires} ${entry.size}`) },
    ]);
    this.index.set(key, entry);
    await this.drop(this.index.excess());
  }

  override offer(key: string, { candidate, now, lifetime }: Offer): Promise<Buffer> {
    return this.turns.take(key, async () => {
      const standing = better(await this.read(key), candidate, now);
      await this.write(key, standing, lifetime);
      return standing;
    });
  }

  override async reserve(checks: readonly Check[], once?: string): Promise<ReserveResult> {
    const reserved = await super.reserve(checks, once);
    if (reserved.ok) await this.keep(checks.map(({ table }) => table));
    return reserved;
  }

  override async add(table: string, amounts: Amounts, lifetime: number): Promise<void> {
    await super.add(table, amounts, lifetime);
    await this.keep([table]);
  }

  override async raise(table: string, amounts: Amounts): Promise<Amounts> {
    const before = await super.raise(table, amounts);
    await this.keep([table]);
    return before;
  }

  override async replace(table: string, amounts: Amounts, lifetime: number): Promise<void> {
    await super.replace(table, amounts, lifetime);
    await this.keep([table]);
  }

  override async close(): Promise<void> {
    clearInterval(this.sweeping);
    await super.close();
    await this.level.close();
  }

  private async load(): Promise<void> {
    const now = this.timeOfDay();
    const found: [string, DiskEntry][] = [];
    for await (const [key, value] of this.level.entries('index')) {
      const [expires = 0, size = 0] = value.toString().split(' ').map(Number);
      found.push([key.slice('index!'.length), { expires, size }]);
    }
    found.sort(([, a], [, b]) => a.expires - b.expires);
    for (const [key, entry] of found) this.index.set(key, entry);
    await this.drop(this.index.excess());
    for await (const [key, value] of this.level.entries('table')) {
      const { expires, fields } = JSON.parse(value.toString()) as { expires: number; fields: Amounts };
      if (expires > now) await super.replace(key.slice('table!'.length), fields, expires - now);
      else await this.level.batch([{ type: 'del', key }]);
    }
  }

  private async keep(tables: readonly string[]): Promise<void> {
    const puts = [...new Set(tables)].map((name) => ({
      type: 'put' as const,
      key: tableKey(name),
      value: Buffer.from(
        JSON.stringify({
          expires: this.timeOfDay() + this.tables.lifetime(name),
          fields: this.tables.table(name),
        }),
      ),
    }));
    await this.level.batch(puts);
  }

  private async drop(keys: readonly string[]): Promise<void> {
    const gone = [...new Set(keys)];
    for (const key of gone) this.index.delete(key);
    await this.level.batch(
      gone.flatMap((key) => [
        { type: 'del' as const, key: valueKey(key) },
        { type: 'del' as const, key: indexKey(key) },
      ]),
    );
  }
}
