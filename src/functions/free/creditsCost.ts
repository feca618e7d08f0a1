// CREDITS.COST: the price of requests before they are made. Pure: sends and spends nothing.
import { operationIds, operationOf, type OperationId } from '../../operations';
import { cost } from '../../operations/cost';
import { nearest } from '../../operations/check/nearest';
import { oneCell } from './oneCell';
import { InputFault } from '../../spill/inputFault';
import { sameName } from '../../spill/read/values/optionText';
import { inQuotes } from '../../spill/shorten';
import { readInteger } from '../../spill/read/values/value';
import { argumentsOf, type Implementation } from '../calls/invocation';

/** By function name, by id or by title, however it is typed; `DEV.STAYS.SEARCH` and `=STAYS.SEARCH()` too. */
function operationNamed(given: string): OperationId {
  const wanted = sameName(given);
  const found = operationIds.find((id) => {
    const operation = operationOf(id);
    return (
      wanted === id || wanted === sameName(operation.title) || wanted.endsWith(sameName(operation.function))
    );
  });
  if (found) return found;
  const names = operationIds.map((id) => operationOf(id).function);
  const near = nearest(given, names) ?? operationIds.find((id) => wanted.startsWith(id));
  const meant = near === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean ${near}?`;
  throw new InputFault(`${inQuotes(given)} is not a function that costs credits. ${meant}`);
}

/** Empty cells arrive as 0, so 0 means "not given" here as well. */
function wholeNumber(name: string, argument: unknown, standard: number): number {
  const value = oneCell(name, argument);
  if (value === undefined || value === 0) return standard;
  const number = readInteger(name, value);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InputFault(`${name} must be a whole number of at least 1, not ${number}.`);
  return number;
}

export const creditsCost: Implementation = (...args) => {
  const [operation, count, requests] = argumentsOf(args, 3);
  const given = oneCell('operation', operation);
  if (given === undefined || given === 0)
    throw new InputFault('Enter the function whose price you want, such as "STAYS.SEARCH".');
  const id = operationNamed(String(given));
  const results = wholeNumber('count', count, operationOf(id).defaultCount ?? 1);
  return cost(id, results) * wholeNumber('requests', requests, 1);
};
