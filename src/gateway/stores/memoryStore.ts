// The store of one process: everything in memory, bounded. It also stands in while Redis or the disk is away.
import { ByteBudget } from './byteBudget';
import { NumberTables } from './numberTables';
import { better } from './responseVersions';
import type { Amounts, Check, Holder, Offer, Reserved, Store } from './store';

/** As long as an administrator may ask back. */
const raisedLifetime = 400 * 86_400_000;

export interface MemoryOptions {
  readonly maxBytes: number | (() => number);
  /** Never jumps: nothing here outlives the process. */
  readonly clock: () => number;
}

const sweepEvery = 1_000;

export class MemoryStore implements Store {
  readonly values: ByteBudget;
  readonly tables: NumberTables;
  readonly #leases = new Map<string, { holder: Holder; expires: number }>();
  #claims = 0;
  readonly #listeners = new Set<(message: string) => void>();
  readonly #clock: () => number;

  constructor({ maxBytes, clock }: MemoryOptions) {
    this.values = new ByteBudget(maxBytes, clock);
    this.tables = new NumberTables(clock);
    this.#clock = clock;
  }

  read(key: string): Promise<Buffer | undefined> {
    return Promise.resolve(this.values.get(key));
  }

  write(key: string, value: Buffer, lifetime: number): Promise<void> {
    this.values.set(key, value, lifetime);
    return Promise.resolve();
  }

  offer(key: string, { candidate, now, lifetime }: Offer): Promise<Buffer> {
    const standing = better(this.values.get(key), candidate, now);
    this.values.set(key, standing, lifetime);
    return Promise.resolve(standing);
  }

  versions(key: string): Promise<Buffer | undefined> {
    return this.read(key);
  }

  claim(key: string, holder: Holder, lease: number): Promise<Holder> {
    const held = this.#held(key);
    if (held && held.size >= holder.size) return Promise.resolve(held);
    this.#leases.set(key, { holder, expires: this.#clock() + lease });
    if ((this.#claims += 1) % sweepEvery === 0) this.sweep();
    return Promise.resolve(holder);
  }

  holder(key: string): Promise<Holder | undefined> {
    return Promise.resolve(this.#held(key));
  }

  renew(keys: readonly string[], holder: Holder, lease: number): Promise<void> {
    for (const key of keys) {
      const held = this.#held(key);
      if (!held || held.id === holder.id) this.#leases.set(key, { holder, expires: this.#clock() + lease });
    }
    return Promise.resolve();
  }

  /** Leases that are held, and the milliseconds they are still good for. */
  leases(): readonly { readonly key: string; readonly holder: Holder; readonly left: number }[] {
    this.sweep();
    const now = this.#clock();
    return [...this.#leases].map(([key, { holder, expires }]) => ({ key, holder, left: expires - now }));
  }

  release(keys: readonly string[], id: string): Promise<void> {
    for (const key of keys) if (this.#held(key)?.id === id) this.#leases.delete(key);
    return Promise.resolve();
  }

  reserve(checks: readonly Check[], once?: string): Promise<Reserved> {
    return Promise.resolve(this.tables.reserve(checks, once));
  }

  add(table: string, amounts: Amounts, lifetime: number): Promise<void> {
    this.tables.add(table, amounts, lifetime);
    return Promise.resolve();
  }

  raise(table: string, amounts: Amounts): Promise<Amounts> {
    return Promise.resolve(this.tables.raise(table, amounts, raisedLifetime));
  }

  replace(table: string, amounts: Amounts, lifetime: number): Promise<void> {
    this.tables.replace(table, amounts, lifetime);
    return Promise.resolve();
  }

  table(name: string): Promise<Record<string, number>> {
    return Promise.resolve(this.tables.table(name));
  }

  announce(message: string): Promise<void> {
    for (const listener of this.#listeners) listener(message);
    return Promise.resolve();
  }

  listen(listener: (message: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    this.#listeners.clear();
    return Promise.resolve();
  }

  /** Lets go of leases that nobody renewed; the tables do so by themselves. */
  sweep(): void {
    for (const key of [...this.#leases.keys()]) this.#held(key);
    this.tables.sweep();
  }

  #held(key: string): Holder | undefined {
    const lease = this.#leases.get(key);
    if (lease && lease.expires > this.#clock()) return lease.holder;
    this.#leases.delete(key);
    return undefined;
  }
}
