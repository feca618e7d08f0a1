// Row heights that fit their text, as Univer calculates them and as Excel does not. Univer calculates them in pieces: it goes on
// with the sheets of a workbook that was closed meanwhile, whose data is gone, and fails. It also fits all rows again when a column
// gets another width, which Excel leaves to the person.
import { SpreadsheetSkeleton } from '@univerjs/preset-sheets-core';

let areKept = false;

/** Whatever is changed, rows keep their heights. */
export function keepRowHeights(change: () => void): void {
  areKept = true;
  try {
    change();
  } finally {
    areKept = false;
  }
}

export function calculateHeightsAsExcel(): void {
  const { prototype } = SpreadsheetSkeleton;
  const calculate = Object.getOwnPropertyDescriptor(prototype, 'calculateAutoHeightInRange')
    ?.value as (typeof prototype)['calculateAutoHeightInRange'];
  prototype.calculateAutoHeightInRange = function (...args) {
    // Null once the sheet is closed, whatever its type says.
    const isClosed = !(this.getWorksheetConfig() as unknown);
    return areKept || isClosed ? [] : calculate.apply(this, args);
  };
}
