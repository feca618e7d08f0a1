// The guides of all operations: help texts and examples, loaded later than the table.
import { operationOf, type OperationId, type Operations } from '.';
import { bizbureauGuide } from './bizbureau/bizbureau';
import { hkpropertyGuide } from './hkproperty/hkproperty';
import { jobsboardGuide } from './jobsboard/jobsboard';
import { nlretailGuide } from './nlretail/nlretail';
import { ruretailGuide } from './ruretail/ruretail';
import { staysGuide } from './stays/stays';
import type { Guide } from './table/operation';

export const guides: { readonly [Id in OperationId]: Guide<keyof Operations[Id]['params']> } = {
  ruretail: ruretailGuide,
  hkproperty: hkpropertyGuide,
  bizbureau: bizbureauGuide,
  nlretail: nlretailGuide,
  jobsboard: jobsboardGuide,
  stays: staysGuide,
};

/** The guide as plain data, for code that treats all operations alike. */
export const guideOf = (id: OperationId): Guide => guides[id];

const timeoutHelp =
  'How many seconds the service may work on this request. Increase it if the request times out.';

/** A count decides the price, so its help says how. */
function billing(id: OperationId): string {
  const { price } = operationOf(id);
  return 'per' in price ? ` Billed at ${price.credits} credits per ${price.per} results, rounded up.` : '';
}

export function helpOf(id: OperationId, name: string): string {
  if (name === 'timeout') return timeoutHelp;
  const help = guideOf(id).help[name] ?? '';
  return name === 'count' ? help + billing(id) : help;
}

export const summaryOf = (id: OperationId): string => guideOf(id).summary;
