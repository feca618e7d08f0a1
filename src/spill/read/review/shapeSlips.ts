// Ranges that do not fit together, said with the sizes of both. Loaded with what sends.
import { operationOf, type OperationId } from '../../../operations';
import { InputFault } from '../../inputFault';
import { fit, givenAs, type Given } from '../values/shapes';

const size = ({ name, rows, columns }: Given): string => `${name} is ${rows} × ${columns}`;

export function reviewShapes(id: OperationId, args: readonly unknown[]): void {
  const all = operationOf(id).positional.map((name, place) => givenAs(name, args[place]));
  for (const [place, one] of all.entries()) {
    const other = all.slice(0, place).find((before) => !fit(before, one));
    if (other)
      throw new InputFault(
        `The ranges do not match: ${size(other)} and ${size(one)} (rows × columns). Nothing was sent. Use ranges of the same size, a single value, or a column and a row.`,
      );
  }
}
