// Row heights that fit their text, as Univer calculates them and as Excel does not. Univer calculates them in pieces: it goes on
// with the sheets of a workbook that was closed meanwhile, whose data is gone, and fails. It also fits all rows again when a column
// gets another width, which Excel leaves to the person. And it composes the style of every cell of a sheet, though most are empty and
// no row is higher for them.
import type { Injector } from '@univerjs/core';
import { SpreadsheetSkeleton } from '@univerjs/preset-sheets-core';
import { Spills } from './spills';

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

export function calculateHeightsAsExcel(injector: Injector): void {
  const { prototype } = SpreadsheetSkeleton;
  const calculateCell = Object.getOwnPropertyDescriptor(prototype, 'calculateAutoHeightForCell')
    ?.value as (typeof prototype)['calculateAutoHeightForCell'];
  prototype.calculateAutoHeightForCell = function (row, column) {
    const { worksheet } = this;
    const own = worksheet.getCellRaw(row, column);
    const isEmpty =
      (own?.v ?? own?.p) === undefined &&
      !new Spills(injector, () => worksheet.getUnitId()).cell(worksheet.getSheetId(), row, column);
    return isEmpty ? undefined : calculateCell.call(this, row, column);
  };
  const calculate = Object.getOwnPropertyDescriptor(prototype, 'calculateAutoHeightInRange')
    ?.value as (typeof prototype)['calculateAutoHeightInRange'];
  prototype.calculateAutoHeightInRange = function (...args) {
    // Null once the sheet is closed, whatever its type says.
    const isClosed = !(this.getWorksheetConfig() as unknown);
    return areKept || isClosed ? [] : calculate.apply(this, args);
  };
}
