// What a refresh can be limited to, and the sentences about its price and its outcome.
import type { Quote, RefreshReport } from '../../engine/engine';
import type { Scope } from '../../excel/workbook/workbook';
import { credits, plural } from '../text/words';
import type { RefreshPlan, RefreshWish } from './refreshPlan';

export const scopeLabels: Readonly<Record<Scope, string>> = {
  cell: 'This cell',
  selection: 'Selected cells',
  sheet: 'This sheet',
  workbook: 'Whole workbook',
};

const day = 86_400_000;

export const refreshChoices: Readonly<Record<string, string>> = {
  all: 'All',
  failed: 'Failed only',
  [`older ${day / 24}`]: 'Older than 1 hour',
  [`older ${day}`]: 'Older than 1 day',
  [`older ${7 * day}`]: 'Older than 7 days',
  [`older ${30 * day}`]: 'Older than 30 days',
};

export function wishOf(scope: Scope, choice: string): RefreshWish {
  const [only = 'all', age = '0'] = choice.split(' ');
  return { scope, only: only as RefreshWish['only'], age: Number(age) };
}

/** One cell by its name: the selection may be elsewhere by the time the question is answered. */
export const cellsText = (cells: readonly string[]): string =>
  cells.length === 1 ? cells.join() : plural(cells.length, 'cell');

export function planText({ cells, requests, unknown }: RefreshPlan, quote: Pick<Quote, 'credits'>): string {
  const rest =
    unknown.length > 0 ? ` ${plural(unknown.length, 'cell')} couldn’t be read and won’t change.` : '';
  if (requests.length === 0) return `Nothing to refresh in these cells.${rest}`;
  return `${cellsText(cells)}, ${plural(requests.length, 'request')}: ${credits(quote.credits)}.${rest}`;
}

export function reportText({ fetched, failed, spent }: RefreshReport): string {
  return `${fetched} fetched${failed > 0 ? `, ${failed} failed` : ''}, ${credits(spent)} spent.`;
}
