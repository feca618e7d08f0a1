// The day's budgets of a team as meters: the person's own and everyone's together.
import type { DayBudget, TeamMember } from '../../engine/remote/client/teamMember';
import { t } from '../../languages/t';
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
    budget('you', t('usage.you'), today),
    budget('team', t('usage.yourTeam'), team),
    ...more.map((named) => {
      const { account, period } = named;
      const owner = ownerOf(account);
      const label = period === 'month' ? t('usage.ownerThisMonth', { owner }) : owner;
      return budget(
        `${account} ${period}`,
        label,
        named,
        period === 'month' ? t('usage.creditsThisMonth') : undefined,
      );
    }),
  ];
}

function ownerOf(account: string): string {
  if (account === 'team') return t('usage.yourTeam');
  return account.startsWith('group:')
    ? t('usage.group', { name: account.slice('group:'.length) })
    : t('usage.you');
}

function budget(
  id: string,
  label: string,
  { spent, limit, secondsLeft }: DayBudget,
  unit = t('usage.creditsToday'),
): Budget {
  if (limit === undefined) return { label, spent, meter: undefined };
  const reset =
    spent === 0 ? t('common.notUsedYet') : t('usage.resetsIn', { time: duration(secondsLeft * 1_000) });
  return { label, spent, meter: meter({ id, label, used: spent, limit, reset, unit }) };
}
