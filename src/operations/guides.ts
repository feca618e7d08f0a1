// The guides of all operations: help texts and examples, loaded later than the table.
import { operationOf, type OperationId, type Operations } from '.';
import { bizbureauGuide } from './bizbureau/guide';
import { hkpropertyGuide } from './hkproperty/guide';
import { jobsboardGuide } from './jobsboard/guide';
import { nlretailGuide } from './nlretail/guide';
import { ruretailGuide } from './ruretail/guide';
import { staysGuide } from './stays/guide';
import type { Guide } from './table/guide';

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
