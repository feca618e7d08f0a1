// What relinking will do, and what it did, in sentences.
import type { LeftAlone } from '../../excel/freezing/relinking';
import { shortPrice } from '../text/price';
import { credits, plural } from '../text/words';
import type { RelinkPlan } from './relinkPlan';

const named = 5;

/** One line for each cell that stays as it is. */
export function leftLines(left: readonly LeftAlone[]): string[] {
  const lines = left.slice(0, named).map(({ cell, why }) => `${cell} ${why}${/[.!?]$/.test(why) ? '' : '.'}`);
  return left.length > named ? [...lines, `And ${left.length - named} more.`] : lines;
}

export function relinkPlanText({ ready, left, fetch }: RelinkPlan): string {
  if (ready.length === 0)
    return left.length === 0
      ? 'There are no frozen formulas here.'
      : 'None of the frozen formulas can be relinked.';
  const { toFetch, requests, cached } = fetch.quote;
  const what = `${plural(ready.length, 'formula')} can be relinked: ${shortPrice(fetch.quote)}.`;
  if (toFetch === 0) return requests === 0 ? what : `${what} All results are cached here.`;
  return `${what} ${plural(toFetch, 'request')} to fetch${cached > 0 ? `, ${cached} cached` : ''}.`;
}

export const relinkedText = (relinked: number, spent: number): string =>
  relinked === 0
    ? `Nothing was relinked. ${spent > 0 ? `${credits(spent)} spent; the results are cached.` : 'Nothing was spent.'}`
    : `${plural(relinked, 'formula')} relinked, ${spent > 0 ? `${credits(spent)} spent` : 'free'}.`;
