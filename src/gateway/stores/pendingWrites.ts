// What a store that is away must still be told: responses that were paid for, and what was counted meanwhile. And what it was told:
// should it lose its data, it is told again, so that nothing is bought twice.
// Numbers are told as differences, each under a name by which it counts once; values as they are. Nothing here is dropped to
// save room before its time is over, except that the oldest values go when the bound is passed.
import { randomBytes } from 'node:crypto';
import { ByteBudget } from './byteBudget';
import { dropOldest } from './dropOldest';
import type { Check, Offer, TeamStore } from './store';

const mostOffers = 50_000;
/** Names of values that have gone, because their time is over or the bound is passed. */
const mostLost = 1_000;
/** Values that are told at the same time. */
const width = 100;

/** One write that the store has not confirmed. A later one of the same key is another. */
interface PendingValue {
  readonly key: string;
  readonly expires: number;
  /** Whether a store that has lost it is told again. */
  readonly again: boolean;
}

export class PendingWrites {
  private readonly values = new Map<string, PendingValue>();
  private readonly bodies: ByteBudget;
  /** By the name of the step. */
  private readonly counts = new Map<string, readonly Check[]>();
  /** What was never tried in the store is told together, under this name. */
  private batch: string | undefined;
  private readonly own = randomBytes(6).toString('hex');
  private steps = 0;
  private readonly offers = new Map<Offer, string>();
  /** The store may lose what it was told. */
  canLose = false;
  private readonly told: ByteBudget;
  private readonly toldOffers = new Map<Offer, string>();

  constructor(
    maxBytes: number,
    private readonly clock: () => number,
  ) {
    this.bodies = new ByteBudget(maxBytes, clock);
    this.told = new ByteBudget(maxBytes / 2, clock);
  }

  get empty(): boolean {
    return this.values.size === 0 && this.counts.size === 0 && this.offers.size === 0;
  }

  get bytes(): number {
    return this.bodies.bytes + this.told.bytes;
  }

  get size(): number {
    return this.values.size;
  }

  write(key: string, value: Buffer, lifetime: number, again: boolean): PendingValue {
    const pending = { key, expires: this.clock() + lifetime, again };
    this.bodies.set(key, value, lifetime);
    this.values.set(key, pending);
    if (this.values.size > 2 * this.bodies.size + mostLost) this.forgetLost();
    return pending;
  }

  private forgetLost(): void {
    const kept = new Set([...this.bodies.entries()].map(({ key }) => key));
    for (const key of this.values.keys()) if (!kept.has(key)) this.values.delete(key);
  }

  read(key: string): Buffer | undefined {
    return this.values.has(key) ? this.bodies.get(key) : undefined;
  }

  /** The store has this one. A write that was given up may be confirmed late, when a newer one is pending. */
  written(pending: PendingValue): void {
    const { key, expires, again } = pending;
    if (this.values.get(key) !== pending) return;
    const value = again && this.canLose ? this.bodies.get(key) : undefined;
    if (value) this.told.set(key, value, expires - this.clock());
    this.values.delete(key);
    this.bodies.delete(key);
  }

  /** Another process wrote it since: what this one told is old. */
  forget(key: string): void {
    this.told.delete(key);
  }

  /** The store has lost what it was told. */
  owe(): void {
    for (const { key, value, left } of [...this.told.entries()])
      if (!this.values.has(key)) this.write(key, value, left, true);
    for (const [offer, key] of this.toldOffers) this.offer(key, offer);
  }

  /** Only names of responses: their bodies are values, and bounded as such. */
  offer(key: string, offer: Offer): void {
    dropOldest(this.offers.set(offer, key), mostOffers);
  }

  taken(offer: Offer): void {
    const key = this.offers.get(offer);
    if (key !== undefined && this.canLose) dropOldest(this.toldOffers.set(offer, key), mostOffers);
    this.offers.delete(offer);
  }

  /** A name that no other step has. */
  nextStep(): string {
    return `${this.own}:${(this.steps += 1)}`;
  }

  /** `tried`: the name under which the store was told already, perhaps with success. */
  count(checks: readonly Check[], tried?: string): void {
    if (tried !== undefined) return void this.counts.set(tried, checks.map(unlimited));
    this.batch ??= this.nextStep();
    const sums = new Map((this.counts.get(this.batch) ?? []).map((check) => [nameOf(check), check]));
    for (const check of checks.map(unlimited)) {
      const before = sums.get(nameOf(check))?.amount ?? 0;
      sums.set(nameOf(check), { ...check, amount: before + check.amount });
    }
    this.counts.set(this.batch, [...sums.values()]);
  }

  /** Tells the store everything; what could not be told stays owed. */
  async pay(store: Pick<TeamStore, 'write' | 'reserve' | 'offer'>): Promise<void> {
    await inTurn([...this.values.values()], async (pending) => {
      const { key, expires } = pending;
      const value = this.values.get(key) === pending ? this.bodies.get(key) : undefined;
      if (value) await store.write(key, value, expires - this.clock());
      this.written(pending);
    });
    await inTurn([...this.offers], async ([offer, key]) => {
      await store.offer(key, offer);
      this.taken(offer);
    });
    // What is counted from here on belongs to another batch: this one may be told twice.
    this.batch = undefined;
    for (const [once, checks] of [...this.counts]) {
      await store.reserve(checks, once);
      this.counts.delete(once);
    }
  }
}

async function inTurn<T>(all: readonly T[], tell: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += width)
    await Promise.all(all.slice(from, from + width).map(tell));
}

/** It has been sent: the limit was looked at before. */
const unlimited = (check: Check): Check => ({ ...check, sum: [check.field], limit: Number.MAX_SAFE_INTEGER });

const nameOf = ({ table, field }: Check): string => `${table} ${field}`;
