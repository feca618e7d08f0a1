// The day's budgets of a team as meters: the person's own and everyone's together.
import type { DayBudget, TeamMember } from '../../engine/client/teamMember';
import { duration } from '../shell/words';
import { meter, type MeterFacts } from './meters';

export interface Budget {
  readonly label: string;
  readonly spent: number;
  /** Undefined where there is no limit. */
  readonly meter: MeterFacts | undefined;
}

export function budgets({ today, team }: TeamMember): readonly Budget[] {
  return [budget('you', 'You', today), budget('team', 'Your team', team)];
}

function budget(id: string, label: string, { spent, limit, secondsLeft }: DayBudget): Budget {
  if (limit === undefined) return { label, spent, meter: undefined };
  const reset = spent === 0 ? 'all free' : `begins anew in ${duration(secondsLeft * 1_000)}`;
  return { label, spent, meter: meter({ id, label, used: spent, limit, reset, unit: 'credits today' }) };
}
