// What filling a template will ask for, at its price, before anything is sent.
import type { FormulaCell } from '../../excel/workbook/workbook';
import { InputFault } from '../../spill/inputFault';
import { joined, t } from '../../languages/t';
import { planFetch, type Asks, type FetchPlan } from '../formulas/pricing/fetchPlan';
import { requestsIn, type ReadingParts, type WantedRequest } from '../formulas/pricing/formulaRequests';
import { credits, plural } from '../text/words';

export interface FillSource extends ReadingParts {
  readonly cells: readonly FormulaCell[];
  readonly now: number;
}

export async function planFill(engine: Asks, source: FillSource): Promise<FetchPlan> {
  const wanted: WantedRequest[] = [];
  for (const each of source.cells) {
    const reading = await requestsIn(each, source);
    if (reading.state === 'unread') throw new InputFault(joined('label', [each.cell, reading.says]));
    wanted.push(...reading.wanted);
  }
  return planFetch(engine, wanted, source.now);
}

export const sheetNames = ({ sheets }: { readonly sheets: readonly { readonly name: string }[] }): string =>
  joined(
    'items',
    sheets.map(({ name }) => name),
  );

/** `24 requests, 20 of them new: 100 credits` */
export function fillPlanText({ quote }: FetchPlan): string {
  if (quote.requests === 0) return t('start.thereIsNothingTo');
  if (quote.toFetch === 0) return t('start.noneOfThemNew', { requests: plural(quote.requests, 'request') });
  const requests = plural(quote.requests, 'request');
  const what =
    quote.requests === 1
      ? requests
      : quote.toFetch === quote.requests
        ? t('start.allNew', { requests })
        : t('start.someNew', { requests, count: quote.toFetch });
  return joined('label', [what, credits(quote.credits)]);
}
