// May this be paid? Budgets of the person and the team for the day and the rate windows of the key are looked at and
// counted in one step, before anything is sent; what turns out to cost nothing is given back.
import { createHash } from 'node:crypto';
import type { WireRequest } from '../calls/wireRequest';
import type { Person } from '../people/person';
import { Problem } from '../problem';
import type { Check, Store } from '../stores/store';
import { dayOf, secondsLeft } from './day';
import type { RateWindows } from './rateWindows';

export interface Reservation {
  /** What it cost in the end; null when nobody knows, which counts as paid. */
  settle(credits: number | null): Promise<void>;
}

export interface Spending {
  reserve(person: Person, request: WireRequest): Promise<Reservation>;
}

/** In personal mode the add-in minds the user's own budget and windows. */
export const freeSpending: Spending = {
  reserve: () => Promise.resolve({ settle: () => Promise.resolve() }),
};

export interface Budgets {
  /** Credits a day. */
  readonly person: number | undefined;
  readonly team: number | undefined;
  readonly timeZone: string;
  /** Everyone draws on the key's windows together; otherwise each person may fill them alone. */
  readonly shareWindows: boolean;
}

export interface SpentToday {
  readonly spent: number;
  readonly limit: number | undefined;
  readonly secondsLeft: number;
}

const kept = 3 * 86_400_000;
const keyName = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 16);

export class TeamSpending implements Spending {
  constructor(
    private readonly store: Store,
    private readonly windows: RateWindows,
    private readonly budgets: Budgets,
    private readonly clock: () => number,
    /** Sees to it that the windows' limits are known. */
    private readonly prepare: (person: Person) => Promise<void> = () => Promise.resolve(),
  ) {}

  async reserve(person: Person, request: WireRequest): Promise<Reservation> {
    await this.prepare(person);
    const { store, windows } = this;
    const table = this.#table();
    const owners = [
      { field: 'team', limit: this.budgets.team },
      { field: person.id, limit: this.budgets.person },
    ];
    const budgets: Check[] = owners.map(({ field, limit }) => ({
      table,
      sum: [field],
      field,
      amount: request.credits,
      limit: limit ?? Number.MAX_SAFE_INTEGER,
      lifetime: kept,
    }));
    const checks = [...budgets, ...windows.checks(this.scope(person))];
    const reserved = await store.reserve(checks);
    if (!reserved.ok) throw this.#refusal(reserved, request);
    return {
      settle: async (credits) => {
        const back = credits === null ? 0 : request.credits - credits;
        if (back > 0) await store.add(table, { team: -back, [person.id]: -back }, kept);
      },
    };
  }

  async today(field: string, limit: number | undefined): Promise<SpentToday> {
    const spent = (await this.store.table(this.#table()))[field] ?? 0;
    return { spent, limit, secondsLeft: secondsLeft(this.clock(), this.budgets.timeZone) };
  }

  scope(person: Person): string {
    return this.budgets.shareWindows ? keyName(person.key) : `${keyName(person.key)}:${person.id}`;
  }

  #table(): string {
    return `spent:${dayOf(this.clock(), this.budgets.timeZone)}`;
  }

  #refusal(
    { failed, values }: { failed: number; values: readonly number[] },
    { credits }: WireRequest,
  ): Problem {
    if (failed > 1) {
      const { detail, seconds } = this.windows.refusal(failed - 2, values);
      return new Problem(429, detail, { 'retry-after': String(seconds), 'spillway-credits': '0' });
    }
    const whose = failed === 0 ? 'The team’s' : 'Your';
    const limit = failed === 0 ? this.budgets.team : this.budgets.person;
    const left = Math.max(0, (limit ?? 0) - (values[0] ?? 0));
    const detail =
      `${whose} budget of ${limit} credits for today has ${left} left and this request costs ${credits}. ` +
      `It begins anew at midnight (${this.budgets.timeZone}); the person who runs this gateway can raise it.`;
    const seconds = secondsLeft(this.clock(), this.budgets.timeZone);
    return new Problem(402, detail, { 'retry-after': String(seconds), 'spillway-credits': '0' });
  }
}
