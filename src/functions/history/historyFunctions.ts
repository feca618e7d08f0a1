// The functions of the history as Excel calls them.
import type { FunctionContext } from '../calls/functionContext';
import type { Implementation } from '../calls/invocation';
import { historyChange } from './historyChange';
import { historyDiff } from './historyDiff';
import { historyFunction } from './historyCall';
import { historySeries } from './historySeries';

export type HistoryFunction = 'HISTORY.SERIES' | 'HISTORY.CHANGE' | 'HISTORY.DIFF';

export const createHistoryFunctions = (
  context: FunctionContext,
): Readonly<Record<HistoryFunction, Implementation>> => ({
  'HISTORY.SERIES': historyFunction(context, 7, 'Sample: dates and values appear here.', historySeries),
  'HISTORY.CHANGE': historyFunction(
    context,
    5,
    'Sample: now, before and the change appear here.',
    historyChange,
  ),
  'HISTORY.DIFF': historyFunction(context, 2, 'Sample: changes appear here.', historyDiff),
});
