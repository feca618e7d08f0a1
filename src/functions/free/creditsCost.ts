// CREDITS.COST: the price of requests before they are made. Pure: sends and spends nothing.
import { operationOf } from '../../operations';
import { freeFunctions } from '../../operations/functionNames';
import { cost } from '../../operations/cost';
import { sameName } from '../../spill/read/values/optionText';
import { oneCell } from './oneCell';
import { operationNamed } from './operationNamed';
import { InputFault } from '../../spill/inputFault';
import { readInteger } from '../../spill/read/values/value';
import { argumentsOf, type Implementation } from '../calls/invocation';

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
  if (freeFunctions.some((name) => sameName(String(given)).endsWith(sameName(name)))) return 0;
  const id = operationNamed(String(given));
  const results = wholeNumber('count', count, operationOf(id).defaultCount ?? 1);
  return cost(id, results) * wholeNumber('requests', requests, 1);
};
