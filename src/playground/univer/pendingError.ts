// `#BUSY!` is Excel's word for a cell whose function has not answered. Univer's engine has no such error; adding it to the
// set makes the engine pass it on through formulas like any other error.
import { ErrorValueObject, ERROR_TYPE_SET, type ErrorType } from '@univerjs/preset-sheets-core';

export const busy = '#BUSY!';

const asErrorType = (error: string) => error as unknown as ErrorType;

export function registerBusyError(): void {
  ERROR_TYPE_SET.add(asErrorType(busy));
}

export function errorValue(error: string): ErrorValueObject {
  return ErrorValueObject.create(asErrorType(error));
}
