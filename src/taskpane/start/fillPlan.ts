// What filling a template will ask for, at its price, before anything is sent; and the filling itself, for no more than
// that price. The answers are fetched first: the formulas that are written then find them in the cache.
import type { Engine, Quote } from '../../engine/engine';
import type { DataRequest } from '../../engine/request/dataRequest';
import { distinctRequests } from '../../engine/request/distinctRequests';
import type { FormulaCell } from '../../excel/workbook/workbook';
import type { WireNames } from '../../operations/wireNames';
import { InputFault } from '../../spill/inputFault';
import type { Sets } from '../../spill/read/formula/formula';
import { readDraft, type ReadValues } from '../formulas/draft/draftRequests';
import { readBack } from '../formulas/draft/readBack';
import { credits, plural } from '../text/words';

interface PricedRequest {
  readonly request: DataRequest;
  readonly credits: number;
}

export interface FillPlan {
  readonly requests: readonly PricedRequest[];
  readonly quote: Quote;
}

export interface FillSource {
  readonly cells: readonly FormulaCell[];
  /** Values of a reference as the formula in this cell sees it. */
  readonly valuesFor: (cell: string) => ReadValues;
  readonly sets: Sets;
  readonly wireNames: WireNames;
}

type Asks = Pick<Engine, 'quote' | 'ask'>;

export async function planFill(engine: Asks, source: FillSource): Promise<FillPlan> {
  const found: DataRequest[] = [];
  for (const { cell, formula } of source.cells) {
    const draft = readBack(formula, source.sets);
    const reading = draft && (await readDraft(draft, source.valuesFor(cell), source.sets, source.wireNames));
    if (reading?.state === 'fault') throw new InputFault(reading.says);
    if (reading?.state !== 'read') throw new InputFault(`The inputs of ${cell} cannot be read.`);
    found.push(...reading.requests);
  }
  const requests = distinctRequests(found);
  const priced = requests.map(async (request) => {
    const { credits: price } = await engine.quote([request]);
    return { request, credits: price };
  });
  return { requests: await Promise.all(priced), quote: await engine.quote(requests) };
}

/** `24 requests, 20 of them new: 100 credits` */
export function planText({ quote }: FillPlan): string {
  if (quote.requests === 0) return 'There is nothing to fetch. Fill in the shaded cells first.';
  if (quote.toFetch === 0) return `${plural(quote.requests, 'request')}, none of them new: free`;
  const fresh = quote.toFetch === quote.requests ? 'all' : `${quote.toFetch} of them`;
  const what = quote.requests === 1 ? '1 request' : `${plural(quote.requests, 'request')}, ${fresh} new`;
  return `${what}: ${credits(quote.credits)}`;
}

export interface FillReport {
  readonly answered: number;
  /** Credits of the requests that were answered. */
  readonly spent: number;
  readonly failures: readonly unknown[];
}

/** Each request for the price that was shown; one that costs more by now is held, not sent. */
export async function fetchPlanned(engine: Asks, { requests }: FillPlan): Promise<FillReport> {
  const asked = await Promise.allSettled(
    requests.map(({ request, credits: agreed }) => engine.ask(request, { agreed, bulk: true })),
  );
  const failures = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const spent = asked.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value.spent : 0), 0);
  return { answered: asked.length - failures.length, spent, failures };
}
