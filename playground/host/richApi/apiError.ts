// The error a Rich API batch returns; the codes are those of OfficeExtension.ErrorCodes and Excel.ErrorCodes.
export type ApiErrorCode =
  | 'ApiNotFound'
  | 'InvalidArgument'
  | 'ItemNotFound'
  | 'InvalidOperation'
  | 'GeneralException';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly code: ApiErrorCode,
    message: string,
    readonly location = '',
  ) {
    super(message);
  }
}
