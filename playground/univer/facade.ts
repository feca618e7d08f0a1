// The parts of Univer this page uses, in one place: its packages are versioned together and pinned.
export { SheetsSelectionsService } from '@univerjs/preset-sheets-core';
export type { FRange, FWorkbook, FWorksheet } from '@univerjs/sheets/facade';
