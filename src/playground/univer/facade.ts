// Univer's own names in one place: its packages are versioned together and pinned, and this is all the page uses of them.
export { SheetsSelectionsService } from '@univerjs/preset-sheets-core';
export type { FRange, FWorkbook, FWorksheet } from '@univerjs/sheets/facade';
