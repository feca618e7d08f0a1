// What a store that is away must still be told: answers that were paid for, and what was counted meanwhile.
// Numbers are sums, so they are told as differences; values as they are. Nothing here is dropped to save room before
// its time is over, except that the oldest values go when the bound is passed.
import { ByteBudget } from './byteBudget';
import type { Amounts, Offer, Store } from './store';

const mostOffers = 50_000;

/** One write that the store has not confirmed. A later one of the same key is another. */
interface PendingValue {
  readonly key: string;
  readonly expires: number;
}

export class PendingWrites {
  readonly #values = new Map<string, PendingValue>();
  readonly #bodies: ByteBudget;
  readonly #amounts = new Map<string, { amounts: Record<string, number>; lifetime: number }>();
  readonly #offers = new Map<Offer, string>();
  readonly #clock: () => number;

  constructor(maxBytes: number, clock: () => number) {
    this.#bodies = new ByteBudget(maxBytes, clock);
    this.#clock = clock;
  }

  get empty(): boolean {
    return this.#values.size === 0 && this.#amounts.size === 0 && this.#offers.size === 0;
  }

  get bytes(): number {
    return this.#bodies.bytes;
  }

  get size(): number {
    return this.#values.size;
  }

  write(key: string, value: Buffer, lifetime: number): PendingValue {
    const pending = { key, expires: this.#clock() + lifetime };
    this.#bodies.set(key, value, lifetime);
    this.#values.set(key, pending);
    return pending;
  }

  read(key: string): Buffer | undefined {
    return this.#values.has(key) ? this.#bodies.get(key) : undefined;
  }

  /** The store has this one. A write that was given up may be confirmed late, when a newer one is pending. */
  written(pending: PendingValue): void {
    if (this.#values.get(pending.key) !== pending) return;
    this.#values.delete(pending.key);
    this.#bodies.delete(pending.key);
  }

  /** Only names of answers: their bodies are values, and bounded as such. */
  offer(key: string, offer: Offer): void {
    this.#offers.set(offer, key);
    const [oldest] = this.#offers.keys();
    if (this.#offers.size > mostOffers && oldest) this.#offers.delete(oldest);
  }

  taken(offer: Offer): void {
    this.#offers.delete(offer);
  }

  add(table: string, amounts: Amounts, lifetime: number): void {
    const owed = this.#amounts.get(table)?.amounts ?? {};
    for (const [field, amount] of Object.entries(amounts)) owed[field] = (owed[field] ?? 0) + amount;
    this.#amounts.set(table, { amounts: owed, lifetime });
  }

  /** Tells the store everything; what could not be told stays owed. */
  async pay(store: Pick<Store, 'write' | 'add' | 'offer'>): Promise<void> {
    for (const pending of [...this.#values.values()]) {
      const { key, expires } = pending;
      const value = this.#values.get(key) === pending ? this.#bodies.get(key) : undefined;
      if (value) await store.write(key, value, expires - this.#clock());
      this.written(pending);
    }
    for (const [offer, key] of [...this.#offers]) {
      await store.offer(key, offer);
      this.#offers.delete(offer);
    }
    for (const [table, { amounts, lifetime }] of [...this.#amounts]) {
      this.#amounts.delete(table);
      await store.add(table, amounts, lifetime).catch((error: unknown) => {
        this.add(table, amounts, lifetime);
        throw error;
      });
    }
  }
}
