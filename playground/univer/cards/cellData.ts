// Cards and pictures by cell, as functions returned them. A cell shows its card only while it shows the value that the card belongs
// to.
import type { CellCalls } from '../../calls/cellCalls';
import type { CellData, CellScalar } from '../../grid/grid';

export const isPicture = (data: CellData): boolean => data['type'] === 'WebImage';

/** What it is to a formula; a picture has no value. */
const valueOf = (data: CellData): CellScalar =>
  isPicture(data) ? '#VALUE!' : (data['basicValue'] as CellScalar);

export const belongs = (data: CellData, value: CellScalar): boolean => valueOf(data) === value;

export class CellDataIndex {
  private returned = new Map<string, CellData>();
  private seen = -1;

  constructor(private readonly calls: CellCalls) {}

  /** A sheet draws many cells, and looking through all calls for each would be slow. */
  private rebuild(): void {
    this.seen = this.calls.changes;
    this.returned = new Map(
      this.calls
        .positions()
        .flatMap(({ sheetId, row, column }) =>
          this.calls
            .dataOf({ sheetId, row, column })
            .map(({ down, right, data }): [string, CellData] => [
              keyOf(sheetId, row + down, column + right),
              data,
            ]),
        ),
    );
  }

  at(sheetId: string, row: number, column: number): CellData | undefined {
    if (this.seen !== this.calls.changes) this.rebuild();
    return this.returned.get(keyOf(sheetId, row, column));
  }
}

const keyOf = (sheetId: string, row: number, column: number): string => `${sheetId}!${row},${column}`;
