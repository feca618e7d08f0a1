// The argument of a function that takes no range. Only functions without a data request have such arguments.
import type { CellFault } from '../../spill/cell';
import { cellsOf, isFault, plain, type Plain } from '../../spill/read/values/argument';
import { InputFault } from '../../spill/inputFault';

/** The one value of an argument that takes no range. */
export function oneCell(name: string, argument: unknown): Exclude<Plain, CellFault> {
  const cells = cellsOf(argument).flat();
  if (cells.length > 1) throw new InputFault(`${name} takes one cell, not a range of ${cells.length} cells.`);
  const value = plain(cells[0]);
  if (isFault(value)) throw new InputFault(value.message, value.fault);
  return value;
}
