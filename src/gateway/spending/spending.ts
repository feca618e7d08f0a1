// May this be paid? Budgets and the rate windows of the key are looked at and counted before anything is sent; what
// turns out to cost nothing is given back. What may have been billed stays counted.
import type { BudgetLedger, Reserved } from '../ledger/ledger';
import type { BudgetAccount, Period } from '../ledger/register';
import type { LedgerCheck } from '../ledger/sharedLedger';
import { keyDigest } from '../people/keyDigest';
import type { Agent, Person } from '../people/person';
import { Problem, tryAgain, unexpectedProblem } from '../http/problem';
import type { TeamStore } from '../stores/store';
import { isMonth, personAccount, warningAt, type Budgets } from './budgets';
import { secondsLeft, secondsLeftOfMonth } from './day';
import type { EarlierSpending } from './earlierSpending';
import type { KeyRateWindows } from './rateWindows';

export interface BudgetState {
  readonly account: BudgetAccount;
  readonly period: 'day' | 'month';
  readonly spent: number;
  readonly limit: number | undefined;
  readonly secondsLeft: number;
  /** Four fifths are spent. */
  readonly warning: boolean;
}

// A refusal for want of budget: 402, whose budget it is, what is left, that nothing was spent, and what to do.

type Why = Exclude<Reserved, { ok: true }>['why'];

const whose = (account: string): string => {
  if (account === 'team') return 'The team’s';
  return account.startsWith('group:') ? `The budget group ${account.slice('group:'.length)}’s` : 'Your';
};

function budgetProblem(why: Why, state: BudgetState, credits: number, timeZone: string): Problem {
  const { account, period, spent, limit = 0, secondsLeft } = state;
  const left = Math.max(0, limit - spent);
  const when = period === 'day' ? 'today' : 'this month';
  const starts = period === 'day' ? 'at midnight' : 'at the start of next month';
  const budget = `${whose(account)} budget of ${limit} credits for ${when}`;
  const sentences: Readonly<Record<Why, string>> = {
    over:
      `${budget} has ${left} left, and this request costs ${credits}. Nothing was spent. ` +
      `The budget resets ${starts} (${timeZone}). The administrator of this gateway can raise it.`,
    held:
      `What is left of ${budget.replace(/^(The|Your)/, (word) => word.toLowerCase())} is reserved for another gateway ` +
      `that is not responding. Nothing was spent. Try again later, or contact the administrator of this gateway.`,
    share:
      `The gateway cannot reach its shared store, and its share of ${budget.replace(/^(The|Your)/, (word) => word.toLowerCase())} ` +
      `does not cover ${credits} credits. Nothing was spent. Try again in a few minutes.`,
    unknown:
      'The gateway is restoring its spending records because its shared store lost data. ' +
      'Nothing was spent on this request. Try again in a minute.',
  };
  const seconds = why === 'over' ? secondsLeft : 60;
  return new Problem(402, sentences[why], { 'retry-after': String(seconds) });
}

/** What spending needs to know of a request. */
export interface Billable {
  readonly credits: number;
}

export interface Reservation {
  /** The time of day that decided which budgets it counts against. */
  readonly at?: number;
  /** What it cost in the end; null when nobody knows, which counts as paid. */
  settle(credits: number | null): Promise<void>;
}

export interface Spending {
  reserve(person: Person, request: Billable): Promise<Reservation>;
  /** Throws what `reserve` would when it is certain that there is no room. */
  check(person: Person, request: Billable): void;
  /** Budgets of the person that are nearly used up, for a header; none where there are none. */
  warnings(person: Person): string | undefined;
}

/**
 * In personal mode the add-in minds the user's own budget and windows. Nothing stands between agents and the key, so their limits are
 * minded here.
 */
export class AgentSpending implements Spending {
  constructor(private readonly ledger: BudgetLedger) {}

  async reserve({ agent }: Person, { credits }: Billable): Promise<Reservation> {
    if (!agent) return { settle: () => Promise.resolve() };
    const { checks, confirm } = agent;
    const reserved = await this.ledger.reserve(credits, checks);
    if (!reserved.ok) throw refusedAgent(agent, reserved);
    const settle = (actual: number | null) =>
      this.ledger.giveBack(actual === null ? 0 : credits - actual, checks);
    return confirmed({ settle }, confirm);
  }

  check({ agent }: Person, { credits }: Billable): void {
    const index = agent ? noRoom(this.ledger, agent.checks, credits) : -1;
    if (agent && index >= 0) throw refusedAgent(agent, { why: 'over', index });
  }

  warnings(): undefined {
    return undefined;
  }
}

const refusedAgent = ({ checks }: Agent, { why, index }: { why: Why; index: number }): Problem =>
  checks[index]?.refuse(why) ?? unexpectedProblem();

const noRoom = (ledger: BudgetLedger, checks: readonly LedgerCheck[], more: number): number =>
  checks.findIndex(
    ({ period, account, limit }) => limit !== undefined && ledger.spent(period, account) + more > limit,
  );

/** What was reserved for an agent that was stopped meanwhile is given back, and nothing is sent. */
async function confirmed(reservation: Reservation, confirm: () => Promise<void>): Promise<Reservation> {
  try {
    await confirm();
  } catch (error) {
    await reservation.settle(0);
    throw error;
  }
  return reservation;
}

export interface SpendingParts {
  readonly ledger: BudgetLedger;
  /** Of the rate windows. */
  readonly store: TeamStore;
  readonly windows: KeyRateWindows;
  readonly budgets: Budgets;
  readonly timeZone: string;
  /** What gateways of 0.1 spent; undefined where no store outlives this process. */
  readonly earlier?: EarlierSpending | undefined;
  /** Everyone draws on the key's windows together; otherwise each person may fill them alone. */
  readonly shareWindows: boolean;
  readonly clock: () => number;
  /** Sees to it that the windows' limits are known. */
  readonly prepare?: (person: Person) => Promise<void>;
}

export const keyName = (key: string): string => keyDigest(key).slice(0, 16);

export class TeamSpending implements Spending {
  constructor(private readonly parts: SpendingParts) {}

  async reserve(person: Person, request: Billable): Promise<Reservation> {
    const { ledger, prepare } = this.parts;
    const at = this.parts.clock();
    const checks = this.checks(person, at);
    // Nobody waits for the rate limits to be told that there is no budget.
    this.check(person, request);
    await prepare?.(person);
    const reserved = await ledger.reserve(request.credits, checks);
    if (!reserved.ok) throw this.refusal(reserved, checks, request, person);
    const giveBack = (amount: number) => ledger.giveBack(amount, checks);
    const entered = await this.enterStore(person, request, at, giveBack).catch(async (error: unknown) => {
      await giveBack(request.credits);
      throw error;
    });
    const reservation = { at, ...entered };
    return person.agent ? confirmed(reservation, person.agent.confirm) : reservation;
  }

  /** `more`: what is not counted yet. */
  check(person: Person, request: Billable, more = request.credits): void {
    const checks = this.checks(person);
    const index = noRoom(this.parts.ledger, checks, more);
    if (index >= 0) throw this.refusal({ ok: false, why: 'over', index }, checks, request, person);
  }

  warnings(person: Person): string | undefined {
    const near = this.states(person).filter(({ warning }) => warning);
    if (near.length === 0) return undefined;
    return near
      .map(({ account, period, spent, limit }) => {
        const kind = account.split(':')[0] ?? '';
        return `${kind}-${period};spent=${spent};limit=${limit}`;
      })
      .join(', ');
  }

  /** Every budget that concerns the person. */
  states(person: Person): readonly BudgetState[] {
    const { budgets, clock } = this.parts;
    return budgets.checks(person, clock()).map(({ period, account }) => this.state(period, account, person));
  }

  state(period: Period, account: BudgetAccount, person?: Person): BudgetState {
    const { ledger, budgets, clock, timeZone, earlier } = this.parts;
    const spent = ledger.spent(period, account) + (earlier?.spent(period, account, person?.id) ?? 0);
    const limit = budgets.limitOf(period, account);
    const left = isMonth(period) ? secondsLeftOfMonth : secondsLeft;
    return {
      account,
      period: isMonth(period) ? 'month' : 'day',
      spent,
      limit,
      secondsLeft: left(clock(), timeZone),
      warning: limit !== undefined && spent >= limit * warningAt,
    };
  }

  /** All accounts that are in use now, for the numbers of the operator. */
  inUse(): readonly BudgetState[] {
    const { ledger, budgets, clock } = this.parts;
    return budgets
      .current(clock())
      .flatMap((period) =>
        [...new Set(['team', ...ledger.book.accounts(period)])]
          .filter((account) => /^(team$|group:|person:)/.test(account))
          .map((account) => this.state(period, account)),
      );
  }

  today(person: Person): BudgetState {
    const [day = ''] = this.parts.budgets.current(this.parts.clock());
    return this.state(day, personAccount(person), person);
  }

  teamToday(): BudgetState {
    const [day = ''] = this.parts.budgets.current(this.parts.clock());
    return this.state(day, 'team');
  }

  scope(person: Person): string {
    return this.parts.shareWindows ? keyName(person.key) : `${keyName(person.key)}:${person.id}`;
  }

  /** Limits as they are for the ledger: less what gateways of 0.1 spent. */
  private checks(person: Person, at = this.parts.clock()): readonly LedgerCheck[] {
    const { budgets, earlier } = this.parts;
    // The agent's own first: its refusal says most.
    const own = person.agent?.checks ?? [];
    const checks = budgets.checks(person, at);
    if (!earlier) return [...own, ...checks];
    const less = checks.map(({ period, account, limit }) => {
      const spent = earlier.spent(period, account, person.id);
      return { period, account, limit: limit === undefined ? undefined : Math.max(0, limit - spent) };
    });
    return [...own, ...less];
  }

  /** Enters the rate windows, and the table that gateways of 0.1 look at, in one step. */
  private async enterStore(
    person: Person,
    request: Billable,
    at: number,
    giveBack: (amount: number) => Promise<void>,
  ): Promise<Reservation> {
    const { store, windows, earlier, budgets } = this.parts;
    const [day = ''] = budgets.current(at);
    const told = (amount: number) => earlier?.checks(day, person.id, amount) ?? [];
    const count = told(request.credits);
    const entered = await store.reserve([
      ...count,
      ...windows.checks(this.scope(person), person.agent?.yields),
    ]);
    if (!entered.ok) {
      const { detail, seconds } = windows.refusal(entered.failed - count.length, entered.values);
      throw tryAgain(429, detail, seconds);
    }
    earlier?.learn(day, person.id, entered.sums);
    const settle = async (amount: number) => {
      await giveBack(amount);
      if (earlier && amount > 0) await store.reserve(told(-amount));
    };
    try {
      // What gateways of 0.1 spent meanwhile is known only now.
      if (earlier) this.check(person, request, 0);
    } catch (error) {
      await store.reserve(told(-request.credits));
      throw error;
    }
    return { settle: (credits) => settle(credits === null ? 0 : request.credits - credits) };
  }

  private refusal(
    reserved: Exclude<Reserved, { ok: true }>,
    checks: readonly LedgerCheck[],
    { credits }: Billable,
    person: Person,
  ): Problem {
    if (person.agent && reserved.index < person.agent.checks.length)
      return refusedAgent(person.agent, reserved);
    const { period, account } = checks[reserved.index] ?? { period: '', account: 'team' };
    const state = this.state(period, account, person);
    return budgetProblem(reserved.why, state, credits, this.parts.timeZone);
  }
}
