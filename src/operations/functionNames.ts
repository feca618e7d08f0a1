// The names of the functions, apart from their code: they are associated before that code is loaded.
import { operationIds, operationOf } from '.';
import { tokenStatistic } from './tokenStatistic';

export const functionNames: readonly string[] = [
  ...operationIds.map((id) => operationOf(id).function),
  tokenStatistic.function,
  'CREDITS.COST',
  'STAYS.FILTERS',
];
