// Excel's own error class, apart from the sentences: the page's first script needs the one and not the other.
import type { CellFault } from '../../spill/cell';

/** Excel's own error. The published types do not say that its class extends Error; the runtime's does. */
export type ExcelError = CustomFunctions.Error & Error;

/** The class exists only once the custom functions runtime has started, so it is looked up at each call. */
export const excelError = ({ fault, message }: CellFault): ExcelError =>
  new CustomFunctions.Error(
    fault === 'value' ? CustomFunctions.ErrorCode.invalidValue : CustomFunctions.ErrorCode.notAvailable,
    message,
  ) as ExcelError;

export const isExcelError = (value: unknown): value is ExcelError => value instanceof CustomFunctions.Error;
