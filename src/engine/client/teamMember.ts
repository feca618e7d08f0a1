// What a gateway in team mode knows of the person who asks: who it is, and what of the day's budgets is spent.
import { SpillwayError } from '../errors';
import type { Access } from './credential';
import type { Network } from './exchange';
import { readObject } from './readAnswer';
import { signedExchange } from './signedExchange';

export interface DayBudget {
  readonly spent: number;
  /** Undefined: no limit. */
  readonly limit: number | undefined;
  readonly secondsLeft: number;
}

export interface TeamMember {
  readonly name: string;
  readonly admin: boolean;
  readonly today: DayBudget;
  readonly team: DayBudget;
}

const deadline = 20_000;

export async function readTeamMember(network: Network, access: Access): Promise<TeamMember> {
  const signed = signedExchange(network, access);
  const answer = await signed.send({
    url: '/gateway/me',
    init: { method: 'GET', redirect: 'error' },
    milliseconds: deadline,
  });
  const { name, admin, today, team } = readObject(answer, signed.secret(), network.clock.now());
  return { name: String(name), admin: admin === true, today: budget(today), team: budget(team) };
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
