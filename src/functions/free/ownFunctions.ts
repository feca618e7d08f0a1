// The three functions that ask for no data: what is left of the plan, what a request costs, what a filter set holds.
import { cellFault } from '../../excel/errors/cellError';
import { excelError, isExcelError } from '../../excel/errors/excelError';
import { creditsCost } from './creditsCost';
import type { FunctionContext } from '../calls/functionContext';
import type { Implementation } from '../calls/invocation';
import { staysFilters } from './staysFilters';
import { tokenUsage } from './tokenUsage';

export type OwnFunction = 'TOKEN.USAGE' | 'CREDITS.COST' | 'STAYS.FILTERS';

/** Whatever goes wrong inside, Excel gets an error with a message. */
const guarded =
  (implementation: Implementation): Implementation =>
  (...args) => {
    try {
      return implementation(...args);
    } catch (error) {
      throw isExcelError(error) ? error : excelError(cellFault(error));
    }
  };

export const createOwnFunctions = (
  context: FunctionContext,
): Readonly<Record<OwnFunction, Implementation>> => ({
  'TOKEN.USAGE': guarded(tokenUsage(context)),
  'CREDITS.COST': guarded(creditsCost),
  'STAYS.FILTERS': guarded(staysFilters(context)),
});
