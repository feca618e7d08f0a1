// One budget as it stands: for refusals, the pane and the operator.
import type { BudgetAccount } from '../ledger/register';

export interface BudgetState {
  readonly account: BudgetAccount;
  readonly period: 'day' | 'month';
  readonly spent: number;
  readonly limit: number | undefined;
  readonly secondsLeft: number;
  /** Four fifths are spent. */
  readonly warning: boolean;
}
