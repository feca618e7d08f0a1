// Excel shows `#BUSY!` in a cell whose function has not returned yet. Univer has no such error; adding it to the set makes the
// engine propagate it through formulas like any other error.
import { ErrorValueObject, ERROR_TYPE_SET, type ErrorType } from '@univerjs/preset-sheets-core';

export const busy = '#BUSY!';

const asErrorType = (error: string) => error as unknown as ErrorType;

export function registerBusyError(): void {
  ERROR_TYPE_SET.add(asErrorType(busy));
}

export function errorValue(error: string): ErrorValueObject {
  return ErrorValueObject.create(asErrorType(error));
}
