// The nine names Excel knows, apart from what they do: they are associated before that code has arrived.
import { operationIds, operationOf } from '.';
import { tokenStatistic } from './tokenStatistic';

export const functionNames: readonly string[] = [
  ...operationIds.map((id) => operationOf(id).function),
  tokenStatistic.function,
  'CREDITS.COST',
  'STAYS.FILTERS',
];
