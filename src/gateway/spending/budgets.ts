// What may be spent, by whom and until when: limits in credits for a person, a group and the team, for the day and the month
// of the team's time zone.
import type { Person } from '../people/person';
import type { BudgetAccount, Period } from '../ledger/register';
import type { LedgerCheck } from '../ledger/sharedLedger';
import { plainText } from '../telemetry/log';
import { dayOfZone, monthOf } from './day';

export interface GroupLimits {
  /** By the group's name or ID, in lower case. */
  readonly named: ReadonlyMap<string, number>;
  /** For every other group. */
  readonly others: number | undefined;
}

export interface Limits {
  readonly person: number | undefined;
  readonly team: number | undefined;
  readonly group: GroupLimits;
}

export interface BudgetSettings {
  readonly day: Limits;
  readonly month: Limits;
  readonly timeZone: string;
}

/** From here on a budget warns. */
export const warningAt = 0.8;
/** Shares of the next day and month are set aside this long before they begin. */
const ahead = 2 * 86_400_000;

/** One name in every spelling: é may be one character or two. As plain text, because no store takes half a character. */
const nameOf = (name: string): string => plainText(name.normalize('NFC').toLowerCase());

const groupAccount = (group: string): BudgetAccount => `group:${nameOf(group)}`;
export const personAccount = ({ id, account }: Pick<Person, 'id' | 'account'>): BudgetAccount =>
  `person:${account === undefined ? id : nameOf(account)}`;

/** One number for every group, or `Sales=500, Research=2000, *=100`; undefined where it is neither. */
export function readGroupLimits(text: string): GroupLimits | undefined {
  const named = new Map<string, number>();
  let others: number | undefined;
  for (const part of text.split(',')) {
    const [, group = '*', credits = ''] = /^\s*(?:([^=,]{1,100}?)\s*=\s*)?(\d{1,10})\s*$/.exec(part) ?? [];
    if (credits === '' || Number(credits) > 1_000_000_000) return undefined;
    if (group === '*') others = Number(credits);
    else named.set(nameOf(group), Number(credits));
  }
  return { named, others };
}

export class Budgets {
  constructor(private readonly settings: BudgetSettings) {}

  /** The tightest first: its refusal says most. Without limits a group needs no account. */
  checks({ groups = [], ...person }: Pick<Person, 'id' | 'account' | 'groups'>, now: number): LedgerCheck[] {
    // A group and a role may have the same name: it is one budget, counted once.
    const own = [...new Set(groups.map(groupAccount))];
    return this.current(now).flatMap((period) =>
      [personAccount(person), ...own, 'team']
        .map((account) => ({ period, account, limit: this.limitOf(period, account) }))
        .filter(({ account, limit }) => limit !== undefined || !account.startsWith('group:')),
    );
  }

  limitOf(period: Period, account: BudgetAccount): number | undefined {
    const { person, team, group } = isMonth(period) ? this.settings.month : this.settings.day;
    if (account === 'team') return team;
    if (account.startsWith('person:') || account === '*person') return person;
    if (account.startsWith('group:')) return group.named.get(account.slice('group:'.length)) ?? group.others;
    // An agent's room is decided in the shared store alone: no gateway has a share of it.
    if (account !== '*group') return undefined;
    // The family's share must fit into the smallest of its budgets.
    const limits = [...group.named.values(), ...(group.others === undefined ? [] : [group.others])];
    return limits.length === 0 ? undefined : Math.min(...limits);
  }

  current(now: number): readonly Period[] {
    const { timeZone } = this.settings;
    return [dayOfZone(now, timeZone), monthOf(now, timeZone)];
  }

  /** Those that run and those that begin soon: each may have to do without the shared store. */
  running(now: number): readonly Period[] {
    const days = [0, ahead / 2, ahead].map((later) => this.current(now + later));
    return [...new Set(days.flat())];
  }
}

export const isMonth = (period: Period): boolean => period.length === 7;
