// The open workbook, its sheets and ranges in Univer's facade. What is not there is an error, as in Excel.
import type { FUniver } from '@univerjs/core/facade';
import type { Area } from '../grid/area';
import type { FRange, FWorkbook, FWorksheet } from './facade';

export class OpenWorkbook {
  constructor(protected readonly api: FUniver) {}

  protected get workbook(): FWorkbook {
    const workbook = this.api.getActiveWorkbook();
    if (!workbook) throw new Error('No workbook is open.');
    return workbook;
  }

  protected sheet(sheetId: string): FWorksheet {
    const sheet = this.workbook.getSheetBySheetId(sheetId);
    if (!sheet) throw new Error(`No sheet ${sheetId}.`);
    return sheet;
  }

  protected range(area: Area): FRange {
    return this.sheet(area.sheetId).getRange(area.row, area.column, area.rows, area.columns);
  }
}
