// What filling a template will ask for, at its price, before anything is sent; and for its card, with the inputs it comes with.
import type { FormulaCell } from '../../excel/workbook/workbook';
import { InputFault } from '../../spill/inputFault';
import { joined, t } from '../../languages/t';
import { planFetch, type Asks, type FetchPlan } from '../formulas/pricing/fetchPlan';
import { requestsIn, type ReadingParts, type WantedRequest } from '../formulas/pricing/formulaRequests';
import { credits, plural } from '../text/words';
import { cost } from '../../operations';
import type { Template } from '../../templates/template';

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

export function templatePrice({ live }: Template): { requests: number; credits: number } {
  return {
    requests: live.reduce((sum, { requests }) => sum + requests, 0),
    credits: live.reduce((sum, { requests, operation, count }) => sum + requests * cost(operation, count), 0),
  };
}

export function priceLine(template: Template): string {
  const price = templatePrice(template);
  return t('start.costs', { requests: plural(price.requests, 'request'), credits: credits(price.credits) });
}
