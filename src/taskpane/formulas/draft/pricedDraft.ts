// A draft with what it would request and what that costs, and the line below the formula that says so.
import type { Quote } from '../../../engine/engine';
import { priceText } from '../../text/price';
import type { Draft } from './draft';
import type { DraftReading } from './draftRequests';

export interface PricedDraft {
  readonly draft: Draft;
  readonly reading: DraftReading;
  readonly quote?: Quote;
}

/** An ellipsis while the price is being computed. */
export function pricedText(priced: PricedDraft | undefined, now: number): string {
  if (priced?.reading.state === 'unknown')
    return `The price is available after Excel calculates ${priced.reading.expression}.`;
  return priced?.quote ? priceText(priced.quote, now) : '…';
}
