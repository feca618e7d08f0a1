// What a 412 of each operation means, and what to do. Apart from the table: it is said only where a call has failed.
import type { OperationId } from '.';

export const unavailable: Readonly<Record<OperationId, string>> = {
  ruretail: 'The retailer returned no result list for this search. Try other words or another city.',
  hkproperty: 'No valuation exists for this property reference number. Check the number.',
  bizbureau: 'The directory did not answer for this search. Try another keyword or place.',
  nlretail: 'The retailer did not answer for this search. Try other words.',
  jobsboard: 'No company has this ID. Check the ID or give the address of its profile.',
  stays: 'The destination was not found. Check its spelling, or give a destination ID.',
};
