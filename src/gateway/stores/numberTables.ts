// Tables of numbers in memory: budgets, rate windows and usage of one process.
import type { Amounts, Check, Reserved } from './store';

interface Table {
  readonly fields: Map<string, number>;
  expires: number;
}

const mostDone = 1_000;

export class NumberTables {
  readonly #tables = new Map<string, Table>();
  readonly #clock: () => number;
  /** Steps that must not be counted twice. */
  readonly #done = new Set<string>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  reserve(checks: readonly Check[], once?: string): Reserved {
    if (once !== undefined && this.#done.has(once)) return { ok: true, sums: this.#sums(checks) };
    for (const [index, { table, sum, amount, limit }] of checks.entries()) {
      const fields = this.#find(table)?.fields;
      const values = sum.map((field) => fields?.get(field) ?? 0);
      if (total(values) + amount > limit) return { ok: false, failed: index, values };
    }
    for (const check of checks) {
      this.add(check.table, { [check.field]: check.amount }, check.lifetime);
      if (check.row) this.#prune(check);
    }
    if (once !== undefined) this.#note(once);
    return { ok: true, sums: this.#sums(checks) };
  }

  add(name: string, amounts: Amounts, lifetime: number): void {
    const table = this.#find(name) ?? { fields: new Map<string, number>(), expires: 0 };
    for (const [field, amount] of Object.entries(amounts)) {
      table.fields.set(field, (table.fields.get(field) ?? 0) + amount);
    }
    table.expires = this.#clock() + lifetime;
    this.#tables.set(name, table);
  }

  raise(name: string, amounts: Amounts, lifetime: number): Amounts {
    const fields = this.#find(name)?.fields;
    const before = Object.keys(amounts).map((field) => [field, fields?.get(field) ?? 0] as const);
    const more = before.map(([field, known]) => [field, Math.max(0, (amounts[field] ?? 0) - known)] as const);
    this.add(name, Object.fromEntries(more), lifetime);
    return Object.fromEntries(before);
  }

  replace(name: string, amounts: Amounts, lifetime: number): void {
    const fields = new Map(Object.entries(amounts));
    this.#tables.set(name, { fields, expires: this.#clock() + lifetime });
  }

  table(name: string): Record<string, number> {
    return Object.fromEntries(
      [...(this.#find(name)?.fields ?? [])].filter(([field]) => !field.startsWith('~')),
    );
  }

  /** What is left of a table's life, for those who keep it elsewhere. */
  lifetime(name: string): number {
    return (this.#find(name)?.expires ?? 0) - this.#clock();
  }

  /** Forgets tables whose time is over, such as the windows of a person who has not asked for long. Tells their names. */
  sweep(): readonly string[] {
    const now = this.#clock();
    const over = [...this.#tables].filter(([, { expires }]) => expires <= now).map(([name]) => name);
    for (const name of over) this.#tables.delete(name);
    return over;
  }

  get size(): number {
    return this.#tables.size;
  }

  #sums(checks: readonly Check[]): number[] {
    return checks.map(({ table, sum }) => {
      const fields = this.#find(table)?.fields;
      return total(sum.map((field) => fields?.get(field) ?? 0));
    });
  }

  #prune({ table, sum }: Check): void {
    const fields = this.#find(table)?.fields;
    if (!fields || fields.size <= 2 * sum.length) return;
    const row = new Set(sum);
    for (const field of fields.keys()) if (!row.has(field)) fields.delete(field);
  }

  #note(once: string): void {
    this.#done.add(once);
    const [oldest] = this.#done;
    if (this.#done.size > mostDone && oldest !== undefined) this.#done.delete(oldest);
  }

  #find(name: string): Table | undefined {
    const table = this.#tables.get(name);
    if (table && table.expires > this.#clock()) return table;
    this.#tables.delete(name);
    return undefined;
  }
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
