// What the tests of this folder share: a formula read with no saved sets but one, and faults as plain text.
import type { OperationId } from '../../../src/operations';
import { checkRequest } from '../../../src/operations/check/request';
import { readFormula, type Formula } from '../../../src/spill/read/formula/formula';
import { InputFault } from '../../../src/spill/inputFault';
import { review } from '../../../src/spill/read/review/review';

export const family = { max_price_per_night: 150, property_amenities: ['parking'], children_ages: [3, 0] };

export const sets = (name: string) => (name.toLowerCase() === 'family' ? family : undefined);

export const read = (id: OperationId, ...args: unknown[]): Formula =>
  readFormula(id, args, sets, checkRequest, review);

/** The parameters of the only item. */
export function paramsOf(formula: Formula): Readonly<Record<string, unknown>> {
  const [item] = formula.items;
  if (item?.state !== 'request') throw new Error(`no request: ${JSON.stringify(item)}`);
  return item.params;
}

/** The message of the InputFault that reading must end in. */
export function faultOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof InputFault) return error.message;
    throw error;
  }
  throw new Error('nothing was thrown');
}

export const stay = ['2027-05-03', '2027-05-07', 2, 1, 25] as const;
