// Univer calculates row heights in pieces. It goes on with the sheets of a workbook that was closed meanwhile, whose data is
// gone, and fails.
import { SpreadsheetSkeleton } from '@univerjs/preset-sheets-core';

export function skipClosedSheets(): void {
  const { prototype } = SpreadsheetSkeleton;
  const calculate = Object.getOwnPropertyDescriptor(prototype, 'calculateAutoHeightInRange')
    ?.value as (typeof prototype)['calculateAutoHeightInRange'];
  prototype.calculateAutoHeightInRange = function (...args) {
    // Null once the sheet is closed, whatever its type says.
    return (this.getWorksheetConfig() as unknown) ? calculate.apply(this, args) : [];
  };
}
