// Excel shows `#BUSY!` in a cell whose function has not returned yet. Univer has no such error; adding it to the set makes the
// engine propagate it through formulas like any other error.
import { ErrorValueObject, ERROR_TYPE_SET, type ErrorType } from '@univerjs/preset-sheets-core';

export const busy = '#BUSY!';
/** What Excel shows if a value has no field of a name. */
export const noField = '#FIELD!';

const asErrorType = (error: string) => error as unknown as ErrorType;

export function registerErrors(): void {
  ERROR_TYPE_SET.add(asErrorType(busy));
  ERROR_TYPE_SET.add(asErrorType(noField));
}

export function errorValue(error: string): ErrorValueObject {
  return ErrorValueObject.create(asErrorType(error));
}
