// Values in memory, bounded in bytes: the least recently used go first, expired ones when they are met.

interface Kept {
  readonly value: Buffer;
  readonly expires: number;
}

const overhead = 200;

export class ByteBudget {
  readonly #kept = new Map<string, Kept>();
  readonly #limit: number;
  readonly #clock: () => number;
  #bytes = 0;

  constructor(limit: number, clock: () => number) {
    this.#limit = limit;
    this.#clock = clock;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#kept.size;
  }

  get(key: string): Buffer | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    if (kept.expires <= this.#clock()) {
      this.delete(key);
      return undefined;
    }
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.value;
  }

  set(key: string, value: Buffer, lifetime: number): void {
    this.delete(key);
    const size = value.length + key.length + overhead;
    if (size > this.#limit) return;
    this.#kept.set(key, { value, expires: this.#clock() + lifetime });
    this.#bytes += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#bytes -= kept.value.length + key.length + overhead;
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }
}
