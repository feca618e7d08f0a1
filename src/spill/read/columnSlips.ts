// The name of a column that is surely a slip is refused before a credit is spent, with the one that was probably meant.
import { operationOf, type OperationId } from '../../operations';
import type { RecordShape } from '../../operations/table/field';
import { nearest } from '../../operations/check/nearest';
import { fieldNamed, isIndex, shapeOf } from './columns';
import { InputFault } from './inputFault';
import { split } from './optionText';
import { inQuotes } from '../shorten';

function reviewPath(id: OperationId, path: string): void {
  const steps = path.split('.').map((step) => step.trim());
  let shape: RecordShape | undefined = operationOf(id).record;
  for (const [depth, step] of steps.entries()) {
    if (!shape || isIndex(step) || step === '@type') continue;
    const name = fieldNamed(shape, step);
    if (name === undefined) {
      const near = nearest(step, Object.keys(shape.fields));
      if (near === undefined) return;
      throw new InputFault(
        `${operationOf(id).function} has no column ${inQuotes(path)}. Did you mean ${[...steps.slice(0, depth), near].join('.')}? ` +
          'To name a field Spillway does not know, put it in quotes.',
      );
    }
    shape = shapeOf(shape.fields[name]);
  }
}

/** Text that names columns, as it was typed; names in quotes are taken as they are. */
export function reviewColumns(id: OperationId, text: string): void {
  for (const part of split(text, ',')) {
    if (part === '' || /^["']/.test(part)) continue;
    const [path = ''] = part.split(/\s+as\s+/i);
    if (path.trim() !== '*' && path.length < 200) reviewPath(id, path.trim());
  }
}
