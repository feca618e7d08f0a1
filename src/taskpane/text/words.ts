// Numbers, times, prices and plurals the way the pane says them.
import { dateLocale, number, plural, t } from '../../languages/t';
import type { Quote } from '../../engine/engine';

export { plural };

export const credits = (count: number): string => plural(count, 'credit');

const steps = [
  { unit: 86_400_000, key: 'text.days' },
  { unit: 3_600_000, key: 'text.hours' },
  { unit: 60_000, key: 'text.minutes' },
  { unit: 1_000, key: 'text.seconds' },
] as const;

/** `45 s`, `12 min`, `2 h`, `3 d`: one unit, rounded down. */
export function duration(milliseconds: number): string {
  const span = Math.max(milliseconds, 0);
  const { unit, key } = steps.find((step) => span >= step.unit) ?? steps[3];
  return t(key, { count: Math.floor(span / unit) });
}

export const ago = (at: number, now: number): string =>
  now - at < 5_000 ? t('text.justNow') : t('text.ago', { time: duration(now - at) });

/** Made once for each language and time zone: making one takes far longer than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

export function clockTime(at: number): string {
  const name = `${dateLocale()} ${new Date(at).getTimezoneOffset()}`;
  const clock =
    clocks.get(name) ?? new Intl.DateTimeFormat(dateLocale(), { hour: '2-digit', minute: '2-digit' });
  clocks.set(name, clock);
  return clock.format(at);
}

/** A time today, or a date and time. */
export function moment(at: number, now: number): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  if (sameDay) return clockTime(at);
  return new Date(at).toLocaleString(dateLocale(), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}

export function bytes(size: number): string {
  if (size < 1_000) return t('text.bytes', { count: size });
  if (size < 1_000_000) return t('text.kilobytes', { count: Math.round(size / 1_000) });
  return t('text.megabytes', { count: number(size / 1_000_000, { maximumFractionDigits: 1 }) });
}

/** Of a key whose usage context is `mcp_only`: it is valid, and of use elsewhere. */
export const agentsOnly = (): string => t('text.agentsOnly');

/** What it costs now, and why it may be nothing. */
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

/** Local time the way Excel reads as a date in every country. */
export function sheetTime(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Whether a text has all the words that somebody typed. */
export function hasWords(text: string, typed: string): boolean {
  const hay = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word));
}
