// Who asked for what and what it cost, by day and operation, for an administrator. Counted in memory and told to the store
// every second, so that a cache hit costs no trip. Each process has counters of its own and tells them as whole numbers:
// told twice they count once, and a store that lost them is told again.
import { randomBytes } from 'node:crypto';
import type { OperationId } from '../../operations';
import { usageLineOf, type Reader } from '../people/person';
import type { Amounts, TeamStore } from '../stores/store';
import { dayOfZone } from './day';
import { joinAmounts, type UsageCopies } from './usageCopies';

export const usageKinds = ['requests', 'hits', 'spent', 'saved'] as const;
type Kind = (typeof usageKinds)[number];

export type UsageCounts = Readonly<Record<Kind, number>>;
export interface UsageRow extends UsageCounts {
  readonly day: string;
  readonly person: string;
  readonly name: string;
  readonly operation: string;
}

export interface UsageParts {
  readonly store: TeamStore;
  readonly clock: () => number;
  readonly timeZone: string;
  readonly copies: UsageCopies;
}

interface Counter {
  total: number;
  /** What the store has confirmed. */
  told: number;
}

const kept = 400 * 86_400_000;
const flushEvery = 1_000;
/** How often it is looked whether the store still knows what it was told. */
const lookEvery = 5_000;
const copyEvery = 60_000;
const daysInMemory = 40;
const fieldsAtOnce = 1_000;

export const usageTable = (day: string): string => `usage:${day}`;

export class UsageBook {
  private readonly days = new Map<string, Map<string, Counter>>();
  private readonly names = new Map<string, string>();
  private readonly writer = randomBytes(6).toString('hex');
  private readonly uncopied = new Set<string>();
  /** The store may have lost its data, also before this process began. */
  private doubted = true;
  private telling: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private readonly watch: NodeJS.Timeout[];

  constructor(private readonly parts: UsageParts) {
    this.watch = [
      setInterval(() => void this.flush(), lookEvery).unref(),
      setInterval(() => void this.copy(), copyEvery).unref(),
    ];
  }

  /** `at`: of the day on which budgets count it. */
  note(person: Reader, operation: OperationId, counts: Partial<UsageCounts>, at = this.parts.clock()): void {
    const { store, timeZone } = this.parts;
    const { id, name } = usageLineOf(person);
    const day = dayOfZone(at, timeZone);
    const counters = this.days.get(day) ?? new Map<string, Counter>();
    this.days.set(day, counters);
    for (const kind of usageKinds) {
      const count = counts[kind] ?? 0;
      if (count === 0) continue;
      const field = `${this.writer}|${kind}|${operation}|${id}`;
      const counter = counters.get(field);
      if (counter) counter.total += count;
      else counters.set(field, { total: count, told: 0 });
    }
    if (!this.names.has(id)) {
      this.names.set(id, name);
      void store.write(`name:${id}`, Buffer.from(name), kept);
    }
    this.timer ??= setTimeout(() => void this.flush(), flushEvery).unref();
  }

  /** One at a time. What the store did not confirm is told again. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.telling = this.telling.then(() => this.tell()).catch(() => undefined);
    return this.telling;
  }

  async close(): Promise<void> {
    for (const timer of this.watch) clearInterval(timer);
    await this.flush();
    await this.copy();
  }

  /** Days are ISO dates, both included. */
  async report(from: string, to: string): Promise<readonly UsageRow[]> {
    await this.flush();
    const rows = new Map<string, { -readonly [Name in keyof UsageRow]: UsageRow[Name] }>();
    const last = Date.parse(`${to}T00:00:00Z`);
    for (let time = Date.parse(`${from}T00:00:00Z`); time <= last; time += 86_400_000) {
      const day = new Date(time).toISOString().slice(0, 10);
      for (const [field, amount] of Object.entries(await this.known(day))) {
        const { kind, operation, person } = readUsageField(field);
        const key = `${day}|${operation}|${person}`;
        const none = { requests: 0, hits: 0, spent: 0, saved: 0 };
        const row = rows.get(key) ?? { day, person, name: '', operation, ...none };
        if (usageKinds.includes(kind as Kind)) row[kind as Kind] += amount;
        rows.set(key, row);
      }
    }
    for (const row of rows.values()) row.name = await this.nameOf(row.person);
    return [...rows.values()].sort((a, b) => `${a.day}${a.name}`.localeCompare(`${b.day}${b.name}`));
  }

  /** Of all gateways: the store's numbers, and what this process knows better while the store is away. */
  private async known(day: string): Promise<Amounts> {
    const { store, copies } = this.parts;
    const own = [...(this.days.get(day) ?? [])].map(([field, { total }]) => [field, total] as const);
    const stored = joinAmounts(copies.latest(day).amounts, await store.table(usageTable(day)));
    return joinAmounts(stored, Object.fromEntries(own));
  }

  private async tell(): Promise<void> {
    try {
      await this.tellOwn();
      if (this.doubted) await this.restore();
    } catch {
      this.timer ??= setTimeout(() => void this.flush(), flushEvery).unref();
    }
  }

  /** Counters that moved, and of each day at least one: it shows whether the store still knows the day. */
  private async tellOwn(): Promise<void> {
    for (const [day, counters] of [...this.days]) {
      const all = [...counters];
      const moved = all.filter(([, { total, told }]) => total > told);
      const tell = moved.length > 0 ? moved : all.slice(0, 1);
      if (await this.tellDay(day, tell)) {
        this.doubted = true;
        await this.tellDay(day, all);
      }
      if (moved.length > 0) this.uncopied.add(day);
    }
    for (const old of [...this.days.keys()].slice(0, -daysInMemory)) this.days.delete(old);
  }

  /** Returns whether the store knew less than it had confirmed. */
  private async tellDay(day: string, counters: readonly (readonly [string, Counter])[]): Promise<boolean> {
    const totals = counters.map(([field, { total }]) => [field, total] as const);
    const before = await this.raise(day, Object.fromEntries(totals));
    const isLost = counters.some(([field, { told }]) => (before[field] ?? 0) < told);
    counters.forEach(([, counter], at) => (counter.told = totals[at]?.[1] ?? counter.told));
    return isLost;
  }

  /** Tells the store every day that it does not know, or knows less of. */
  private async restore(): Promise<void> {
    const { store, copies } = this.parts;
    for await (const [day, { amounts, names }] of copies.all()) {
      for (const [id, name] of Object.entries(names)) if (!this.names.has(id)) this.names.set(id, name);
      const [first] = Object.entries(amounts);
      if (!first) continue;
      const before = await this.raise(day, Object.fromEntries([first]));
      if ((before[first[0]] ?? 0) < first[1]) await this.raise(day, amounts);
    }
    for (const [id, name] of this.names) await store.write(`name:${id}`, Buffer.from(name), kept);
    this.doubted = false;
  }

  private async nameOf(person: string): Promise<string> {
    const known = this.names.get(person);
    return known ?? (await this.parts.store.read(`name:${person}`))?.toString() ?? '';
  }

  private async raise(day: string, amounts: Amounts): Promise<Amounts> {
    const entries = Object.entries(amounts);
    const before: Record<string, number> = {};
    for (let at = 0; at < entries.length; at += fieldsAtOnce) {
      const some = Object.fromEntries(entries.slice(at, at + fieldsAtOnce));
      Object.assign(before, await this.parts.store.raise(usageTable(day), some));
    }
    return before;
  }

  private async copy(): Promise<void> {
    for (const day of [...this.uncopied]) {
      this.uncopied.delete(day);
      const amounts = await this.known(day);
      const names: Record<string, string> = {};
      for (const person of new Set(Object.keys(amounts).map((field) => readUsageField(field).person))) {
        const name = await this.nameOf(person);
        if (name !== '') names[person] = name;
      }
      await this.parts.copies.keep(day, { amounts, names });
    }
  }
}

export interface UsageEntry {
  /** Undefined in fields of 0.1. */
  readonly writer: string | undefined;
  readonly kind: string;
  readonly operation: string;
  readonly person: string;
}

/** `writer|kind|operation|person`; 0.1 names no writer. */
export function readUsageField(field: string): UsageEntry {
  const parts = field.split('|');
  const writer = usageKinds.includes(parts[0] as Kind) ? undefined : parts.shift();
  const [kind = '', operation = '', ...person] = parts;
  return { writer, kind, operation, person: person.join('|') };
}
