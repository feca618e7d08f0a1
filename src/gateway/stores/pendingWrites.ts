// What a store that is away must still be told: answers that were paid for, and what was counted meanwhile.
// Numbers are sums, so they are told as differences; values as they are. Nothing here is dropped to save room before
// its time is over, except that the oldest values go when the bound is passed.
import { ByteBudget } from './byteBudget';
import type { Amounts, Offer, Store } from './store';

const mostOffers = 50_000;

export class PendingWrites {
  readonly #values = new Map<string, number>();
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

  write(key: string, value: Buffer, lifetime: number): void {
    this.#bodies.set(key, value, lifetime);
    this.#values.set(key, this.#clock() + lifetime);
  }

  read(key: string): Buffer | undefined {
    return this.#values.has(key) ? this.#bodies.get(key) : undefined;
  }

  forget(key: string): void {
    this.#values.delete(key);
    this.#bodies.delete(key);
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
    for (const [key, expires] of [...this.#values]) {
      const value = this.#bodies.get(key);
      if (value) await store.write(key, value, expires - this.#clock());
      if (this.#values.get(key) === expires) this.forget(key);
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
