// What is known of the charge for a response that is not a list of records: what a gateway says of it, or else the rule that
// add-in and gateway share (operations/charge.ts).
import { freeFailures, isPage, knownCharge } from '../../../operations/charge';
import type { ErrorFacts, SpillwayError } from '../../request/errors';
import type { HttpResponse } from './exchange';
import { cacheHeader, creditsHeader, gatewayHeader } from '../../../protocol/headers';

export type ChargeFacts = Pick<ErrorFacts, 'billed' | 'assumed' | 'credits' | 'foreign'>;

/** A Spillway gateway made this response; a proxy in front of it, or the service itself, did not. */
export const isGateway = (headers: Headers): boolean => headers.has(gatewayHeader);

/** What a gateway says the call cost; undefined when it does not know, or when the service responded itself. */
export function creditsOf(headers: Headers): number | undefined {
  const text = isGateway(headers) ? headers.get(creditsHeader)?.trim() : undefined;
  return text && /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

export const isForeign = ({ text }: HttpResponse): boolean => isPage(text);

export function chargeOf(response: HttpResponse): ChargeFacts {
  const { status, headers } = response;
  const credits = creditsOf(headers);
  const free = freeFailures.has(status);
  if (credits !== undefined) {
    // `miss`: the service was asked, so that a failure was free is an assumption there as well.
    const assumed = credits === 0 && free && headers.get(cacheHeader) === 'miss';
    return { credits, billed: credits > 0 ? 'yes' : 'no', ...(assumed && { assumed }) };
  }
  const foreign = isForeign(response);
  const billed = knownCharge(status, foreign ? 'page' : 'other');
  return { billed, ...(foreign && { foreign }), ...(billed === 'no' && !foreign && { assumed: true }) };
}

/** What a failed call counts for: all of it, unless it is known that nothing was billed. */
export const chargeAfter = ({ facts }: SpillwayError, price: number): number =>
  facts.billed === 'no' ? 0 : facts.billed === 'yes' ? (facts.credits ?? price) : price;
