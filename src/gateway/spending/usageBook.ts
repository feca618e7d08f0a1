// Who asked for what and what it cost, by day and operation, for an administrator. Counted in memory and told to the
// store every second, so that a cache hit costs no trip.
import { randomBytes } from 'node:crypto';
import type { OperationId } from '../../operations';
import type { Person } from '../people/person';
import type { Store } from '../stores/store';
import { dayOf } from './day';

const kinds = ['requests', 'hits', 'spent', 'saved'] as const;
type Kind = (typeof kinds)[number];

export type UsageCounts = Readonly<Record<Kind, number>>;
export interface UsageRow extends UsageCounts {
  readonly day: string;
  readonly person: string;
  readonly name: string;
  readonly operation: string;
}

const kept = 400 * 86_400_000;

export class UsageBook {
  readonly #pending = new Map<string, Record<string, number>>();
  readonly #named = new Set<string>();
  readonly #writer = randomBytes(6).toString('hex');
  #unsure: { readonly day: string; readonly seq: number; readonly amounts: Record<string, number> }[] = [];
  #seq = 0;
  #flushing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: Store,
    private readonly clock: () => number,
    private readonly timeZone: string,
    private readonly every = 1_000,
  ) {}

  note(person: Person, operation: OperationId, counts: Partial<UsageCounts>): void {
    const day = dayOf(this.clock(), this.timeZone);
    const table = this.#pending.get(day) ?? {};
    this.#pending.set(day, table);
    for (const kind of kinds) {
      const count = counts[kind] ?? 0;
      const field = `${kind}|${operation}|${person.id}`;
      if (count !== 0) table[field] = (table[field] ?? 0) + count;
    }
    if (!this.#named.has(person.id)) {
      this.#named.add(person.id);
      void this.store.write(`name:${person.id}`, Buffer.from(person.name), kept);
    }
    this.#timer ??= setTimeout(() => void this.flush(), this.every).unref();
  }

  /** One at a time. What the store did not confirm is told again with the same number, so it counts once. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#tell());
    return this.#flushing;
  }

  async #tell(): Promise<void> {
    while (this.#unsure.length > 0 || this.#pending.size > 0) {
      if (this.#unsure.length === 0) {
        for (const [day, amounts] of this.#pending)
          this.#unsure.push({ day, amounts, seq: (this.#seq += 1) });
        this.#pending.clear();
      }
      const [first] = this.#unsure;
      if (!first) return;
      const part = { writer: this.#writer, seq: first.seq };
      const told = await this.store.tally(`usage:${first.day}`, part, first.amounts).then(
        () => true,
        () => false,
      );
      if (!told) {
        this.#timer ??= setTimeout(() => void this.flush(), this.every).unref();
        return;
      }
      this.#unsure.shift();
    }
  }

  /** What this process counted and the store has not confirmed. */
  #untold(day: string): Record<string, number> {
    const sums: Record<string, number> = {};
    const parts = [...this.#unsure, ...[...this.#pending].map(([of, amounts]) => ({ day: of, amounts }))];
    for (const { day: of, amounts } of parts)
      if (of === day)
        for (const [field, amount] of Object.entries(amounts)) sums[field] = (sums[field] ?? 0) + amount;
    return sums;
  }

  /** Days are ISO dates, both included. */
  async report(from: string, to: string): Promise<readonly UsageRow[]> {
    await this.flush();
    const rows = new Map<string, { -readonly [Name in keyof UsageRow]: UsageRow[Name] }>();
    for (
      let time = Date.parse(`${from}T00:00:00Z`);
      time <= Date.parse(`${to}T00:00:00Z`);
      time += 86_400_000
    ) {
      const day = new Date(time).toISOString().slice(0, 10);
      const counts = [await this.store.table(`usage:${day}`), this.#untold(day)].flatMap(
        Object.entries<number>,
      );
      for (const [field, amount] of counts) {
        const [kind, operation = '', ...rest] = field.split('|');
        const person = rest.join('|');
        const key = `${day}|${operation}|${person}`;
        const row = rows.get(key) ?? {
          day,
          person,
          name: '',
          operation,
          requests: 0,
          hits: 0,
          spent: 0,
          saved: 0,
        };
        if (kinds.includes(kind as Kind)) row[kind as Kind] += amount;
        rows.set(key, row);
      }
    }
    for (const row of rows.values())
      row.name = (await this.store.read(`name:${row.person}`))?.toString() ?? '';
    return [...rows.values()].sort((a, b) => `${a.day}${a.name}`.localeCompare(`${b.day}${b.name}`));
  }
}

const columns = ['day', 'person', 'name', 'operation', ...kinds] as const;

/** A cell that begins like a formula would be run by a spreadsheet; an apostrophe makes it text. */
const cell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const usageCsv = (rows: readonly UsageRow[]): string =>
  [columns.join(','), ...rows.map((row) => columns.map((name) => cell(row[name])).join(','))].join('\r\n') +
  '\r\n';
