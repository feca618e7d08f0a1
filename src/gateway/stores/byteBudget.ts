// Values in memory, bounded in bytes: what has not been used for longest goes first, expired ones when they are met.
// Use is only marked, and looked at when room is needed, so that a hit moves nothing.

interface Kept {
  readonly value: Buffer;
  readonly expires: number;
  used: boolean;
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
    kept.used = true;
    return kept.value;
  }

  set(key: string, value: Buffer, lifetime: number): void {
    this.delete(key);
    const size = value.length + key.length + overhead;
    if (size > this.#limit) return;
    this.#kept.set(key, { value, expires: this.#clock() + lifetime, used: false });
    this.#bytes += size;
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= this.#limit) break;
      if (!kept.used) {
        this.delete(oldest);
        continue;
      }
      // Used since it was last met: it gets another turn at the end of the row.
      kept.used = false;
      this.#kept.delete(oldest);
      this.#kept.set(oldest, kept);
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
