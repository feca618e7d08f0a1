// A price in words: what it costs now, and why it may be nothing.
import type { Quote } from '../../engine/engine';
import { ago, credits, plural } from './words';

export function priceText(quote: Quote, now: number): string {
  if (quote.requests === 0) return 'Nothing to fetch yet';
  if (quote.toFetch === 0) {
    const when = quote.oldest === undefined ? '' : ` ${ago(quote.oldest, now)}`;
    return quote.cached > 1
      ? `Free: all ${quote.cached} results are cached, the oldest${when}`
      : `Free: cached${when}`;
  }
  if (quote.requests === 1) return credits(quote.credits);
  const fetched = `${plural(quote.toFetch, 'request')} to fetch`;
  return quote.cached > 0
    ? `${credits(quote.credits)}: ${fetched}, ${quote.cached} cached`
    : `${credits(quote.credits)}: ${fetched}`;
}

/** For a button: `5 credits`, `free`. */
export const shortPrice = (quote: Quote): string => (quote.credits === 0 ? 'free' : credits(quote.credits));
