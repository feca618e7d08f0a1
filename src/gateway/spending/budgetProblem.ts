// A refusal for want of budget: 402, whose budget it is, what is left, that nothing was spent, and what to do.
import type { Reserved } from '../ledger/ledger';
import { Problem } from '../http/problem';
import type { BudgetState } from './budgetState';

type Why = Exclude<Reserved, { ok: true }>['why'];

const whose = (account: string): string => {
  if (account === 'team') return 'The team’s';
  return account.startsWith('group:') ? `The budget group ${account.slice('group:'.length)}’s` : 'Your';
};

export function budgetProblem(why: Why, state: BudgetState, credits: number, timeZone: string): Problem {
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
  return new Problem(402, sentences[why], { 'retry-after': String(seconds), 'spillway-credits': '0' });
}
