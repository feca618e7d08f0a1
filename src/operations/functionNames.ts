// The names of the functions, apart from their code: they are associated before that code is loaded.
import { operationIds, operationOf } from '.';
import { tokenStatistic } from './tokenStatistic';

/** They send no request for data. */
export const freeFunctions: readonly string[] = [
  tokenStatistic.function,
  'CREDITS.COST',
  'STAYS.FILTERS',
  'HISTORY.SERIES',
  'HISTORY.CHANGE',
  'HISTORY.TREND',
  'HISTORY.DIFF',
  'MATCH.STATUS',
  'WATCH.ALERTS',
  'WATCH.STATUS',
];

export const functionNames: readonly string[] = [
  ...operationIds.map((id) => operationOf(id).function),
  ...freeFunctions,
];
