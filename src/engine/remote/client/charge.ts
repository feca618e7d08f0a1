// The one place that decides, from an answer alone, what is known of charging. Only a 200 with a list, as the service
// documents it, was charged; only what never reached the service, or is assumed to be free, was not; all else may have been.
import { freeFailures } from '../../../operations/freeFailures';
import type { ErrorFacts, SpillwayError } from '../../request/errors';
import type { HttpAnswer } from './exchange';

export type ChargeFacts = Pick<ErrorFacts, 'billed' | 'assumed' | 'credits' | 'foreign'>;

/** A Spillway gateway made this answer; a proxy in front of it, or the service itself, did not. */
export const isGateway = (headers: Headers): boolean => headers.has('spillway-gateway');

/** What a gateway says the call cost; undefined when it does not know, or when the service answered itself. */
export function creditsOf(headers: Headers): number | undefined {
  const text = headers.get('spillway-credits')?.trim();
  return text && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

const json = /^\s*(?:[[{"]|(?:null|true|false|-?\d+(?:\.\d+)?)\s*$)/;

/** Every answer of the service is JSON. A page is from a proxy, a portal or another server. */
export const isForeign = ({ text }: HttpAnswer): boolean =>
  text !== undefined && text.trim() !== '' && !json.test(text);

const isJsonType = (headers: Headers) => /\bjson\b/i.test(headers.get('content-type') ?? '');

export function chargeOf(answer: HttpAnswer): ChargeFacts {
  const { status, headers, text } = answer;
  const credits = creditsOf(headers);
  const free = freeFailures.has(status);
  if (credits !== undefined) {
    // `miss`: the service was asked, so that a failure was free is an assumption there as well.
    const assumed = credits === 0 && free && headers.get('spillway-cache') === 'miss';
    return { credits, billed: credits > 0 ? 'yes' : 'no', ...(assumed && { assumed }) };
  }
  if (isForeign(answer)) return { foreign: true, billed: status === 429 ? 'no' : 'maybe' };
  if (free) return { billed: 'no', assumed: true };
  if (status !== 200) return { billed: 'maybe' };
  const ours = text === undefined ? isJsonType(headers) : /^\s*\[/.test(text);
  return { billed: ours ? 'yes' : 'maybe' };
}

/** What a failed call counts for: all of it, unless it is known that nothing was billed. */
export const chargeAfter = ({ facts }: SpillwayError, price: number): number =>
  facts.billed === 'no' ? 0 : facts.billed === 'yes' ? (facts.credits ?? price) : price;
