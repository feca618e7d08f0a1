// The Excel formula for a request. It is read back as Excel would read it before it is given out: a formula that asked for
// anything else would buy again what the agent has bought.
import { makeDataRequest } from '../../engine/request/dataRequest';
import { checkRequest } from '../../operations/check/request';
import { InputFault } from '../../spill/inputFault';
import { readFormula } from '../../spill/read/formula/formula';
import { readFormulaText, readLiteral } from '../../spill/read/formula/formulaText';
import { writeFormula } from '../../spill/read/formula/writeFormula';
import { readColumn } from '../../spill/read/options/columns';
import { defaultView } from '../../spill/read/options/view';
import { Problem } from '../http/problem';
import type { ReadRequest } from './orders';

/** Excel takes no longer formula. */
const longest = 8_192;
const noSets = () => undefined;

export function formulaOf(
  { wire, count }: ReadRequest,
  columns: readonly string[] | undefined,
  namespace: string | undefined,
): string {
  const { operation, params } = wire;
  const view = { ...defaultView, columns: (columns ?? []).map((name) => readColumn(operation, name)) };
  const wanted = count === undefined ? params : { ...params, count };
  const formula = writeFormula(operation, wanted, view, namespace === undefined ? {} : { namespace });
  if (formula.length > longest)
    throw new Problem(422, 'The formula would be longer than Excel allows. Use fewer values.');
  if (keyOf(formula, wire.operation) !== wire.key)
    throw new Problem(422, 'This request cannot be written as a formula.');
  return formula;
}

/** The key of the request that a cell with this formula makes. */
function keyOf(formula: string, operation: ReadRequest['wire']['operation']): string | undefined {
  const call = readFormulaText(formula);
  if (!call) return undefined;
  try {
    const { items } = readFormula(operation, call.args.map(valueOf), noSets, checkRequest);
    const [item, ...more] = items;
    if (item?.state !== 'request' || more.length > 0) return undefined;
    return makeDataRequest(operation, item.params, item.raw).key;
  } catch (error) {
    if (error instanceof InputFault) return undefined;
    throw error;
  }
}

/** An argument as Excel passes it on. */
function valueOf(source: string): string | number | boolean | null {
  const text = source.trim();
  if (text === '') return null;
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (/^(TRUE|FALSE)$/.test(text)) return text === 'TRUE';
  const [, year, month, day] = /^DATE\((\d{4}),(\d{1,2}),(\d{1,2})\)$/.exec(text) ?? [];
  if (year !== undefined) return `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return readLiteral(text) ?? text;
}
