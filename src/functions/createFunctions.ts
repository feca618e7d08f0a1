// All nine functions as a map from id to implementation, over one runtime.
import { cellFault } from '../excel/cellError';
import { excelError, isExcelError } from '../excel/excelError';
import type { Host } from '../excel/host';
import type { Runtime } from '../excel/runtime';
import { operationIds, operationOf } from '../operations';
import { tokenStatistic } from '../operations/tokenStatistic';
import { creditsCost } from './creditsCost';
import { dataFunction } from './dataFunction';
import type { FunctionContext } from './functionContext';
import type { Implementation } from './invocation';
import { createMemo } from './memo';
import type { Plan } from './plan';
import { staysFilters } from './staysFilters';
import { tokenUsage } from './tokenUsage';

export type Functions = Readonly<Record<string, Implementation>>;

/** Room for a large workbook: formulas, and cells of their results. */
const mostFormulas = 20_000;
const mostResultCells = 4_000_000;
const usualPatience = 120_000;

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

export function createFunctions(
  runtime: Runtime,
  host: Host,
  { patience = usualPatience, now = Date.now, recalculate = () => undefined }: Partial<FunctionContext> = {},
): Functions {
  const context: FunctionContext = { runtime, host, patience, now, recalculate };
  const plans = createMemo<Plan>(mostFormulas, mostResultCells);
  // What a formula means may depend on the settings and on the saved filter sets.
  for (const source of [runtime.settings, runtime.filterSets, runtime.library]) source.subscribe(plans.clear);
  return {
    ...Object.fromEntries(
      operationIds.map((id) => [operationOf(id).function, dataFunction(id, context, plans)]),
    ),
    [tokenStatistic.function]: guarded(tokenUsage(context)),
    'CREDITS.COST': guarded(creditsCost),
    'STAYS.FILTERS': guarded(staysFilters(context)),
  };
}
