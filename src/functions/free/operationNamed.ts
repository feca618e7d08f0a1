// An operation as a person names it in a formula: by its function, its source or its title.
import { operationIds, operationOf, type OperationId } from '../../operations';
import { nearest } from '../../operations/check/nearest';
import { InputFault } from '../../spill/inputFault';
import { sameName } from '../../spill/read/values/optionText';
import { inQuotes } from '../../spill/shorten';
import { sayFree } from './say';
import { joinedInCells } from '../../languages/labels';

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
