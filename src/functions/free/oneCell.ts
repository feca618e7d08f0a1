// The argument of a function that takes no range. Only functions without a data request have such arguments.
import type { CellFault } from '../../spill/cell';
import { cellsOf, isFault, plain, type Plain } from '../../spill/read/values/argument';
import { InputFault } from '../../spill/inputFault';
import { sayFree } from './say';

/** The one value of an argument that takes no range. */
export function oneCell(name: string, argument: unknown): Exclude<Plain, CellFault> {
  const cells = cellsOf(argument).flat();
  if (cells.length > 1) throw new InputFault(sayFree('oneCell', { name, count: cells.length }));
  const value = plain(cells[0]);
  if (isFault(value)) throw new InputFault(value.message, value.fault);
  return value;
}
