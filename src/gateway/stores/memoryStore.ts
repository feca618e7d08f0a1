// The store of one process: everything in memory, bounded. It also stands in while Redis or the disk is away.
import { ByteBudget } from './byteBudget';
import { dropOldest } from './dropOldest';
import { better } from './responseVersions';
import type { Amounts, Check, Holder, Offer, ReserveResult, TeamStore } from './store';

// Tables of numbers in memory: budgets, rate windows and usage of one process.

interface Table {
  readonly fields: Map<string, number>;
  expires: number;
}

const mostDone = 1_000;

export class NumberTables {
  private readonly tables = new Map<string, Table>();
  /** Steps that must not be counted twice. */
  private readonly done = new Set<string>();

  constructor(private readonly clock: () => number) {}

  reserve(checks: readonly Check[], once?: string): ReserveResult {
    if (once !== undefined && this.done.has(once)) return { ok: true, sums: this.sums(checks) };
    for (const [index, { table, sum, amount, limit }] of checks.entries()) {
      const fields = this.find(table)?.fields;
      const values = sum.map((field) => fields?.get(field) ?? 0);
      if (total(values) + amount > limit) return { ok: false, failed: index, values };
    }
    for (const check of checks) {
      this.add(check.table, { [check.field]: check.amount }, check.lifetime);
      if (check.row) this.prune(check);
    }
    if (once !== undefined) dropOldest(this.done.add(once), mostDone);
    return { ok: true, sums: this.sums(checks) };
  }

  add(name: string, amounts: Amounts, lifetime: number): void {
    const table = this.find(name) ?? { fields: new Map<string, number>(), expires: 0 };
    for (const [field, amount] of Object.entries(amounts)) {
      table.fields.set(field, (table.fields.get(field) ?? 0) + amount);
    }
    table.expires = this.clock() + lifetime;
    this.tables.set(name, table);
  }

  raise(name: string, amounts: Amounts, lifetime: number): Amounts {
    const fields = this.find(name)?.fields;
    const before = Object.keys(amounts).map((field) => [field, fields?.get(field) ?? 0] as const);
    const more = before.map(([field, known]) => [field, Math.max(0, (amounts[field] ?? 0) - known)] as const);
    this.add(name, Object.fromEntries(more), lifetime);
    return Object.fromEntries(before);
  }

  replace(name: string, amounts: Amounts, lifetime: number): void {
    const fields = new Map(Object.entries(amounts));
    this.tables.set(name, { fields, expires: this.clock() + lifetime });
  }

  table(name: string): Record<string, number> {
    return Object.fromEntries(
      [...(this.find(name)?.fields ?? [])].filter(([field]) => !field.startsWith('~')),
    );
  }

  /** What is left of a table's life, for those who keep it elsewhere. */
  lifetime(name: string): number {
    return (this.find(name)?.expires ?? 0) - this.clock();
  }

  /** Forgets tables whose time is over, such as the windows of a person who has not asked for long. Tells their names. */
  sweep(): readonly string[] {
    const now = this.clock();
    const over = [...this.tables].filter(([, { expires }]) => expires <= now).map(([name]) => name);
    for (const name of over) this.tables.delete(name);
    return over;
  }

  get size(): number {
    return this.tables.size;
  }

  private sums(checks: readonly Check[]): number[] {
    return checks.map(({ table, sum }) => {
      const fields = this.find(table)?.fields;
      return total(sum.map((field) => fields?.get(field) ?? 0));
    });
  }

  private prune({ table, sum }: Check): void {
    const fields = this.find(table)?.fields;
    if (!fields || fields.size <= 2 * sum.length) return;
    const row = new Set(sum);
    for (const field of fields.keys()) if (!row.has(field)) fields.delete(field);
  }

  private find(name: string): Table | undefined {
    const table = this.tables.get(name);
    if (table && table.expires > this.clock()) return table;
    this.tables.delete(name);
    return undefined;
  }
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** As long as an administrator may ask back. */
const raisedLifetime = 400 * 86_400_000;

export interface MemoryOptions {
  readonly maxBytes: number | (() => number);
  /** Never jumps: nothing here outlives the process. */
  readonly clock: () => number;
}

const sweepEvery = 1_000;

export class MemoryStore implements TeamStore {
  readonly values: ByteBudget;
  readonly tables: NumberTables;
  private readonly granted = new Map<string, { holder: Holder; expires: number }>();
  private claims = 0;
  private readonly listeners = new Set<(message: string) => void>();
  private readonly clock: () => number;

  constructor({ maxBytes, clock }: MemoryOptions) {
    this.values = new ByteBudget(maxBytes, clock);
    this.tables = new NumberTables(clock);
    this.clock = clock;
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

  claim(key: string, holder: Holder, lease: number): Promise<Holder> {
    const held = this.held(key);
    if (held && held.size >= holder.size) return Promise.resolve(held);
    this.granted.set(key, { holder, expires: this.clock() + lease });
    if ((this.claims += 1) % sweepEvery === 0) this.forgetExpired();
    return Promise.resolve(holder);
  }

  holder(key: string): Promise<Holder | undefined> {
    return Promise.resolve(this.held(key));
  }

  renew(keys: readonly string[], holder: Holder, lease: number): Promise<void> {
    for (const key of keys) {
      const held = this.held(key);
      if (!held || held.id === holder.id) this.granted.set(key, { holder, expires: this.clock() + lease });
    }
    return Promise.resolve();
  }

  /** Leases that are held, and the milliseconds they are still good for. */
  leases(): readonly { readonly key: string; readonly holder: Holder; readonly left: number }[] {
    this.forgetExpired();
    const now = this.clock();
    return [...this.granted].map(([key, { holder, expires }]) => ({ key, holder, left: expires - now }));
  }

  release(keys: readonly string[], id: string): Promise<void> {
    for (const key of keys) if (this.held(key)?.id === id) this.granted.delete(key);
    return Promise.resolve();
  }

  reserve(checks: readonly Check[], once?: string): Promise<ReserveResult> {
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
    for (const listener of this.listeners) listener(message);
    return Promise.resolve();
  }

  listen(listener: (message: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): Promise<void> {
    this.listeners.clear();
    return Promise.resolve();
  }

  /** Lets go of leases that nobody renewed, and of tables whose time is over. */
  private forgetExpired(): void {
    for (const key of [...this.granted.keys()]) this.held(key);
    this.tables.sweep();
  }

  private held(key: string): Holder | undefined {
    const lease = this.granted.get(key);
    if (lease && lease.expires > this.clock()) return lease.holder;
    this.granted.delete(key);
    return undefined;
  }
}
