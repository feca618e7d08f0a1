// What is on disk, oldest first: how large each value is and when its time is over. It lies in memory, so it is bounded too.

export interface DiskEntry {
  readonly expires: number;
  readonly size: number;
}

export interface DiskBounds {
  readonly maxBytes: number;
  /** Bytes of memory that the index itself may take. */
  readonly maxIndexBytes: number;
}

/** Key and entry lie on disk twice, once with the value and once in the index. */
const onDisk = (key: string, size: number): number => size + 2 * key.length + 40;
/** The map's place and the objects of an entry (measured, Node 20). */
const inMemory = (key: string): number => key.length + 200;

export class DiskIndex {
  readonly #entries = new Map<string, DiskEntry>();
  #bytes = 0;
  #memory = 0;
  #walk: IterableIterator<[string, DiskEntry]> | undefined;

  constructor(private readonly bounds: DiskBounds) {}

  get memoryBytes(): number {
    return this.#memory;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): DiskEntry | undefined {
    return this.#entries.get(key);
  }

  fits(key: string, size: number): boolean {
    return onDisk(key, size) <= this.bounds.maxBytes;
  }

  set(key: string, entry: DiskEntry): void {
    this.delete(key);
    this.#entries.set(key, entry);
    this.#bytes += onDisk(key, entry.size);
    this.#memory += inMemory(key);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= onDisk(key, entry.size);
    this.#memory -= inMemory(key);
  }

  /** The oldest keys that have to go for the rest to be within bounds. */
  excess(): string[] {
    const gone: string[] = [];
    let [bytes, memory] = [this.#bytes, this.#memory];
    for (const [key, { size }] of this.#entries) {
      if (bytes <= this.bounds.maxBytes && memory <= this.bounds.maxIndexBytes) break;
      bytes -= onDisk(key, size);
      memory -= inMemory(key);
      gone.push(key);
    }
    return gone;
  }

  /** Looks at the next `count` entries, round and round, for those whose time is over. */
  expired(now: number, count: number): string[] {
    const gone: string[] = [];
    for (let looked = 0; looked < Math.min(count, this.#entries.size); looked += 1) {
      this.#walk ??= this.#entries.entries();
      const next = this.#walk.next();
      if (next.done) this.#walk = undefined;
      else if (next.value[1].expires <= now) gone.push(next.value[0]);
    }
    return gone;
  }
}
