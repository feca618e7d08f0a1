// What functions without a data request take and say: an operation as a person names it in a formula, a single cell.
import { operationIds, operationOf, type OperationId } from '../../operations';
import { nearest } from '../../operations/check/nearest';
import { InputFault, inQuotes } from '../../spill/inputFault';
import { sameName } from '../../spill/read/values/optionText';
import { joinedInCells } from '../../languages/labels';
import type { CellFault } from '../../spill/cell';
import { cellsOf, isFault, plain, type Plain } from '../../spill/read/values/argument';
import english from '../../languages/en/free.json';
import { sayer } from '../../languages/say';

/** By function name, by id or by title, however it is typed; `DEV.STAYS.SEARCH` and `=STAYS.SEARCH()` too. */
export function operationNamed(given: string): OperationId {
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
  const meant =
    near === undefined
      ? sayFree('oneOf', { names: joinedInCells('items', names) })
      : sayFree('didYouMean', { name: near });
  throw new InputFault(
    joinedInCells('sentences', [sayFree('noPaidFunction', { text: inQuotes(given) }), meant]),
  );
}

/** The one value of an argument that takes no range. Only functions without a data request have such arguments. */
export function oneCell(name: string, argument: unknown): Exclude<Plain, CellFault> {
  const cells = cellsOf(argument).flat();
  if (cells.length > 1) throw new InputFault(sayFree('oneCell', { name, count: cells.length }));
  const value = plain(cells[0]);
  if (isFault(value)) throw new InputFault(value.message, value.fault);
  return value;
}

export const sayFree = sayer('free', english.messages.free);
