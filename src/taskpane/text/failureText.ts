// A failure in the pane, in a sentence that says what to do next: the same sentence the cell would show.
import { isSpillwayError } from '../../engine/request/errors';
import { InputFault } from '../../spill/inputFault';
import { cellFault, type ErrorContext } from '../../excel/errors/cellError';

export function failureText(failure: unknown, context: ErrorContext = {}): string {
  if (failure instanceof InputFault) return failure.message;
  if (isSpillwayError(failure)) return cellFault(failure, context).message;
  return failure instanceof Error && failure.message
    ? `Something went wrong. ${failure.message}`
    : 'Something went wrong. Try again.';
}
