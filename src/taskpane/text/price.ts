// A price in words: what it costs now, and why it may be nothing.
import type { Quote } from '../../engine/engine';
import { t } from '../../languages/t';
import { ago, credits, plural } from './words';

export function priceText(quote: Quote, now: number): string {
  if (quote.requests === 0) return t('text.nothingToFetchYet');
  if (quote.toFetch === 0) {
    const { cached, oldest } = quote;
    if (oldest === undefined) return cached > 1 ? t('text.freeAllCached', { cached }) : t('text.freeCached');
    const when = ago(oldest, now);
    return cached > 1 ? t('text.freeAllCachedSince', { cached, when }) : t('text.freeCachedSince', { when });
  }
  if (quote.requests === 1) return credits(quote.credits);
  return t('text.priceOfSome', {
    credits: credits(quote.credits),
    requests: plural(quote.toFetch, 'request'),
    cached: quote.cached,
  });
}

/** For a button: `5 credits`, `free`. */
export const shortPrice = (quote: Quote): string =>
  quote.credits === 0 ? t('common.free') : credits(quote.credits);
