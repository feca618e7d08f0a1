// Tables of numbers in memory: budgets, rate windows and usage of one process.
import type { Amounts, Check, Part, Reserved } from './store';

interface Table {
  readonly fields: Map<string, number>;
  expires: number;
}

export class NumberTables {
  readonly #tables = new Map<string, Table>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  reserve(checks: readonly Check[]): Reserved {
    for (const [index, { table, sum, amount, limit }] of checks.entries()) {
      const fields = this.#find(table)?.fields;
      const values = sum.map((field) => fields?.get(field) ?? 0);
      if (total(values) + amount > limit) return { ok: false, failed: index, values };
    }
    for (const { table, field, amount, lifetime } of checks) this.add(table, { [field]: amount }, lifetime);
    const sums = checks.map(({ table, sum }) => {
      const fields = this.#find(table)?.fields;
      return total(sum.map((field) => fields?.get(field) ?? 0));
    });
    return { ok: true, sums };
  }

  add(name: string, amounts: Amounts, lifetime: number): void {
    const table = this.#find(name) ?? { fields: new Map<string, number>(), expires: 0 };
    for (const [field, amount] of Object.entries(amounts)) {
      table.fields.set(field, (table.fields.get(field) ?? 0) + amount);
    }
    table.expires = this.#clock() + lifetime;
    this.#tables.set(name, table);
  }

  tally(name: string, { writer, seq }: Part, amounts: Amounts, lifetime: number): void {
    const seen = this.#find(name)?.fields.get(`~${writer}`) ?? 0;
    if (seq > seen) this.add(name, { ...amounts, [`~${writer}`]: seq - seen }, lifetime);
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

  #find(name: string): Table | undefined {
    const table = this.#tables.get(name);
    if (table && table.expires > this.#clock()) return table;
    this.#tables.delete(name);
    return undefined;
  }
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
