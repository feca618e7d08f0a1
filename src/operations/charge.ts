// What is known of a charge from a response alone: the one rule that add-in and gateway both read. The service document only
// says what a success costs. Which failures are free is Spillway's assumption (assumptions.ts); where the points of the token
// statistic can tell, they decide instead.

/** The service rejected the request, or found nothing to extract, before it did the work that is billed. */
export const freeFailures: ReadonlySet<number> = new Set([400, 401, 403, 404, 412, 422, 429]);

/** `records`: a whole list of records, perhaps empty. `page`: not JSON, so it may come from a proxy and not from the service. */
export type BodyKind = 'records' | 'other' | 'page';

const json = /^\s*(?:[[{"]|(?:null|true|false|-?\d+(?:\.\d+)?)\s*$)/;

/** Every response of the service is JSON. A page is from a proxy, a portal or another server. */
export const isPage = (text: string | undefined): boolean =>
  text !== undefined && text.trim() !== '' && !json.test(text);

/** Only a 200 with a list of records, as the service documents it, was charged; whatever else is not free may have been. */
export function knownCharge(status: number, body: BodyKind): 'yes' | 'no' | 'maybe' {
  if (status === 429) return 'no';
  if (body === 'page') return 'maybe';
  if (freeFailures.has(status)) return 'no';
  return status === 200 && body === 'records' ? 'yes' : 'maybe';
}
