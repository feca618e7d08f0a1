// What a gateway in team mode knows of the person who asks: who it is, and what of the day's budgets is spent.
import { SpillwayError } from '../../request/errors';
import type { Access } from '../../request/credential';
import { type Network, signedExchange } from './exchange';
import { readObject } from './readResponse';
import { mePath } from '../../../protocol/gateway';

export interface DayBudget {
  readonly spent: number;
  /** Undefined: no limit. */
  readonly limit: number | undefined;
  readonly secondsLeft: number;
}

/** A budget beside those of the day: a group's, or one for the month. */
export interface NamedBudget extends DayBudget {
  /** `team`, `person:…` or `group:…`. */
  readonly account: string;
  readonly period: 'day' | 'month';
}

export interface TeamMember {
  readonly name: string;
  readonly admin: boolean;
  readonly today: DayBudget;
  readonly team: DayBudget;
  /** None from a gateway that does not know them. */
  readonly more: readonly NamedBudget[];
}

const deadline = 20_000;

export async function readTeamMember(network: Network, access: Access | undefined): Promise<TeamMember> {
  if (!access) throw new SpillwayError('no_key', { billed: 'no' });
  const signed = signedExchange(network, access);
  const response = await signed.send({
    url: mePath,
    init: { method: 'GET', redirect: 'error' },
    milliseconds: deadline,
  });
  const { name, admin, today, team, budgets } = readObject(response, signed.secret(), network.clock.now());
  return {
    name: String(name),
    admin: admin === true,
    today: budget(today),
    team: budget(team),
    more: more(budgets),
  };
}

function more(value: unknown): readonly NamedBudget[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list
    .map((item) => {
      const { account, period } = (item ?? {}) as Record<string, unknown>;
      return {
        ...budget(item),
        account: String(account),
        period: period === 'month' ? 'month' : 'day',
      } as const;
    })
    .filter(({ account, period }) => period === 'month' || account.startsWith('group:'));
}

function budget(value: unknown): DayBudget {
  const { spent, limit, secondsLeft } = (value ?? {}) as Record<string, unknown>;
  if (typeof spent !== 'number') throw new SpillwayError('not_records', { billed: 'no' });
  return {
    spent,
    limit: typeof limit === 'number' ? limit : undefined,
    secondsLeft: typeof secondsLeft === 'number' ? secondsLeft : 0,
  };
}
