// Finds the first data function inside a formula, so that =ROUND(STAYS.SEARCH(…),2) can be edited without losing the rest.
import { isOperationId, operationIds, operationOf, type OperationId } from '../../../operations';

interface FoundCall {
  readonly operation: OperationId;
  /** The call alone, with an equals sign: what a formula without surroundings would be. */
  readonly call: string;
  /** From the equals sign to the call, and from its end on. */
  readonly before: string;
  readonly after: string;
}

const names = operationIds.map((id) => operationOf(id).function.replace('.', '\\.'));
const pattern = new RegExp(`(?<![\\w.])((?:[A-Z]+\\.)?(${names.join('|')}))\\s*\\(`, 'gi');

/** The places that are text, sheet names or array constants, blanked out so that they cannot be mistaken for code. */
const blanked = (formula: string) =>
  formula.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, (quoted) => '\u0000'.repeat(quoted.length));

function closing(code: string, open: number): number {
  let depth = 0;
  for (let index = open; index < code.length; index++) {
    if (code[index] === '(') depth++;
    else if (code[index] === ')' && --depth === 0) return index;
  }
  return -1;
}

export function findCall(formula: string): FoundCall | undefined {
  if (!formula.startsWith('=')) return undefined;
  const code = blanked(formula);
  pattern.lastIndex = 0;
  const found = pattern.exec(code);
  if (!found) return undefined;
  const end = closing(code, found.index + found[0].length - 1);
  const name = (found[2] ?? '').toUpperCase();
  const operation = operationIds.find((id) => operationOf(id).function === name);
  if (end < 0 || operation === undefined || !isOperationId(operation)) return undefined;
  return {
    operation,
    call: `=${formula.slice(found.index, end + 1)}`,
    before: formula.slice(0, found.index),
    after: formula.slice(end + 1),
  };
}
