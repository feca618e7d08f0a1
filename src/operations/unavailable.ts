// What a 412 of each operation can mean. It has several causes (removed, blocked, private, not responding), so none is
// asserted alone. Apart from the table: it is said only where a call has failed.
import type { OperationId } from '.';

export const unavailable: Readonly<Record<OperationId, string>> = {
  ruretail: 'The retailer gave no result list: nothing for these words there, or its site does not respond.',
  hkproperty: 'No valuation to be had: the reference number may have none, or its page is unavailable.',
  bizbureau: 'The directory was unavailable for this search: blocked, restricted or not responding.',
  nlretail: 'The retailer was unavailable for this search: blocked, restricted or not responding.',
  jobsboard: 'No such company to be had: the ID or address may be wrong, or the profile removed or private.',
  stays: 'The destination was not found, or the source does not respond.',
};
