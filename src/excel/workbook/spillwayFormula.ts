// Tells a formula that calls a Spillway function from any other, without being misled by text in quotes.
import { operationIds, operationOf } from '../../operations';
import { functionNames } from '../../operations/functionNames';

const dataFunctions = operationIds.map((id) => operationOf(id).function);
const anyOf = (names: readonly string[]) =>
  new RegExp(
    `(?<![\\w.])(?:[A-Z]+\\.)?(?:${names.map((name) => name.replace('.', '\\.')).join('|')})\\s*\\(`,
    'i',
  );
const all = anyOf(functionNames);
const data = anyOf(dataFunctions);

const withoutText = (formula: string) => formula.replace(/"(?:[^"]|"")*"/g, '""');

export const isSpillwayFormula = (formula: unknown): formula is string =>
  typeof formula === 'string' && formula.startsWith('=') && all.test(withoutText(formula));

/** How many calls of functions that can spend credits a formula makes. */
export const dataCalls = (formula: string): number =>
  formula.startsWith('=') ? [...withoutText(formula).matchAll(new RegExp(data, 'gi'))].length : 0;

/** Calls a function that can spend credits. */
export const isDataFormula = (formula: unknown): formula is string =>
  typeof formula === 'string' && formula.startsWith('=') && data.test(withoutText(formula));
