// Budgets as numbers for whoever watches the gateway: never a person's or a group's name.
import type { Metrics } from '../telemetry/metrics';
import type { BudgetState } from './budgetState';
import type { TeamSpending } from './spending';

const kindOf = ({ account }: BudgetState): string => account.split(':')[0] ?? '';

export function measureBudgets(metrics: Metrics, spending: TeamSpending): void {
  metrics.budgetsWarning.reset();
  for (const budget of ['person', 'group', 'team'])
    for (const period of ['day', 'month']) metrics.budgetsWarning.set({ budget, period }, 0);
  for (const state of spending.inUse()) {
    const labels = { budget: kindOf(state), period: state.period };
    if (state.warning) metrics.budgetsWarning.inc(labels);
    if (state.account !== 'team') continue;
    metrics.budgetSpent.set(labels, state.spent);
    if (state.limit !== undefined) metrics.budgetLimit.set(labels, state.limit);
  }
}

export function budgetHealth(spending: TeamSpending, away: boolean, warnings: readonly string[]): object {
  const states = spending.inUse();
  const team = states.filter(({ account }) => account === 'team');
  return {
    // Only the share that was set aside may be spent.
    state: away ? 'share' : 'ok',
    team: team.map(({ period, spent, limit, warning }) => ({ period, spent, limit, warning })),
    warning: states.filter(({ warning }) => warning).length,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
