// Where cells are on the page, and which of those in view have a card or are a picture.
import type { FUniver } from '@univerjs/core/facade';
import type { CellData, Grid } from '../../grid/grid';
import type { CellDataIndex } from './cellData';

export interface DrawnCell {
  readonly row: number;
  readonly column: number;
  readonly data: CellData;
  readonly place: DOMRect;
}

interface SeenGrid extends Pick<Grid, 'cell'> {
  view(): { corner: DOMRect; scrolledX: number; scrolledY: number };
}

export class DrawnCells {
  constructor(
    private readonly api: FUniver,
    private readonly grid: SeenGrid,
    private readonly cellData: CellDataIndex,
  ) {}

  /** In the active sheet, from the corner of the first cell on the canvas. */
  placeOf(row: number, column: number): DOMRect {
    const { corner, scrolledX, scrolledY } = this.grid.view();
    const cell = this.api.getActiveWorkbook()?.getActiveSheet().getRange(row, column).getCellRect();
    if (!cell) return new DOMRect();
    const [left, top] = [cell.left - corner.left - scrolledX, cell.top - corner.top - scrolledY];
    return new DOMRect(left, top, cell.width, cell.height);
  }

  withData(): DrawnCell[] {
    const sheet = this.api.getActiveWorkbook()?.getActiveSheet();
    const seen = sheet?.getVisibleRange();
    if (!sheet || !seen) return [];
    const sheetId = sheet.getSheetId();
    const drawn: DrawnCell[] = [];
    for (let row = seen.startRow; row <= seen.endRow; row++)
      for (let column = seen.startColumn; column <= seen.endColumn; column++) {
        if (!this.cellData.at(sheetId, row, column)) continue;
        const { data } = this.grid.cell(sheetId, row, column);
        if (data) drawn.push({ row, column, data, place: this.placeOf(row, column) });
      }
    return drawn;
  }
}
