// What gateways of 0.1 count, on the same data folder or Redis: a table for each day (`spent:…`), in which they look before they
// send. This version counts in a ledger, and adds what it spends to that table too, and to a field of its own beside it
// (`now|…`). The difference is what gateways of 0.1 spent, and counts against budgets here. Each adds before it looks, so that of
// two who would pass a budget together at least one sees the other.
import type { BudgetAccount, Period } from '../ledger/register';
import type { Check, TeamStore } from '../stores/store';
import { dayOfZone } from './day';
import { readUsageField, usageTable } from './usageBook';

/** As 0.1 kept it. */
const kept = 3 * 86_400_000;
const lookEvery = 5_000;

const tableOf = (day: Period): string => `spent:${day}`;
/** In one table with the other: a store that has to evict something evicts both. */
const now = (name: string): string => `now|${name}`;

/** Who spends, as 0.1 names them: `team`, or the id of a person. */
const earlierName = (account: BudgetAccount, person?: string): string | undefined => {
  if (account === 'team') return 'team';
  if (!account.startsWith('person:')) return undefined;
  return person ?? account.slice('person:'.length);
};

export interface EarlierParts {
  readonly store: TeamStore;
  readonly clock: () => number;
  readonly timeZone: string;
}

export class EarlierSpending {
  /** Period, then name. */
  private readonly amounts = new Map<Period, Map<string, number>>();
  private readonly past = new Map<Period, ReadonlyMap<string, number>>();
  private readonly timer: NodeJS.Timeout;

  private constructor(private readonly parts: EarlierParts) {
    this.timer = setInterval(() => void this.look().catch(() => undefined), lookEvery).unref();
  }

  static async open(parts: EarlierParts): Promise<EarlierSpending> {
    const earlier = new EarlierSpending(parts);
    await earlier.look();
    return earlier;
  }

  spent(period: Period, account: BudgetAccount, person?: string): number {
    const name = earlierName(account, person);
    return name === undefined ? 0 : (this.amounts.get(period)?.get(name) ?? 0);
  }

  /** Steps that count an amount in both fields; they refuse nothing. */
  checks(day: Period, person: string, amount: number): readonly Check[] {
    const step = { table: tableOf(day), amount, limit: Number.MAX_SAFE_INTEGER, lifetime: kept };
    return ['team', now('team'), person, now(person)].map((field) => ({ ...step, field, sum: [field] }));
  }

  /** What `checks` came to. */
  learn(day: Period, person: string, [team = 0, teamNow = 0, own = 0, ownNow = 0]: readonly number[]): void {
    this.set(day, 'team', team - teamNow);
    this.set(day, person, own - ownNow);
  }

  /** Of the day and of the month, which 0.1 has no budget for, but counts the use of. */
  async look(): Promise<void> {
    const { store, clock, timeZone } = this.parts;
    const today = dayOfZone(clock(), timeZone);
    const table = await store.table(tableOf(today));
    const day = new Map(
      Object.entries(table).map(([name, spent]) => [name, Math.max(0, spent - (table[now(name)] ?? 0))]),
    );
    const month = new Map<string, number>();
    for (let date = 1; date <= Number(today.slice(8)); date += 1) {
      const used = await this.used(`${today.slice(0, 8)}${String(date).padStart(2, '0')}`, today);
      for (const [name, spent] of used) month.set(name, (month.get(name) ?? 0) + spent);
    }
    this.amounts.clear();
    this.amounts.set(today, day).set(today.slice(0, 7), month);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** A day that is over no longer changes. */
  private async used(day: Period, today: Period): Promise<ReadonlyMap<string, number>> {
    const known = this.past.get(day);
    if (known) return known;
    const used = new Map<string, number>();
    for (const [field, spent] of Object.entries(await this.parts.store.table(usageTable(day)))) {
      const { kind, person, writer } = readUsageField(field);
      if (kind !== 'spent' || writer !== undefined) continue;
      for (const name of ['team', person]) used.set(name, (used.get(name) ?? 0) + spent);
    }
    if (day < today) this.past.set(day, used);
    return used;
  }

  private set(period: Period, name: string, spent: number): void {
    const names = this.amounts.get(period) ?? new Map<string, number>();
    this.amounts.set(period, names.set(name, Math.max(0, spent)));
  }
}
