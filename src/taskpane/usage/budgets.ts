// The day's budgets of a team as meters: the person's own and everyone's together.
import type { DayBudget, TeamMember } from '../../engine/remote/client/teamMember';
import { meter, type MeterFacts } from '../controls/meters';
import { duration } from '../text/words';

interface Budget {
  readonly label: string;
  readonly spent: number;
  /** Undefined where there is no limit. */
  readonly meter: MeterFacts | undefined;
}

export function budgets({ today, team, more }: TeamMember): readonly Budget[] {
  return [
    budget('you', 'You', today),
    budget('team', 'Your team', team),
    ...more.map((named) => {
      const { account, period } = named;
      const label = `${ownerOf(account)}${period === 'month' ? ', this month' : ''}`;
      return budget(
        `${account} ${period}`,
        label,
        named,
        period === 'month' ? 'credits this month' : undefined,
      );
    }),
  ];
}

function ownerOf(account: string): string {
  if (account === 'team') return 'Your team';
  return account.startsWith('group:') ? `Group ${account.slice('group:'.length)}` : 'You';
}

function budget(
  id: string,
  label: string,
  { spent, limit, secondsLeft }: DayBudget,
  unit = 'credits today',
): Budget {
  if (limit === undefined) return { label, spent, meter: undefined };
  const reset = spent === 0 ? 'not used yet' : `resets in ${duration(secondsLeft * 1_000)}`;
  return { label, spent, meter: meter({ id, label, used: spent, limit, reset, unit }) };
}
