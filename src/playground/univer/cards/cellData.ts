// Cards and pictures by cell: those that functions returned, and those that were written as values, which are stored with the
// cell. A cell shows its card only while it shows the value that the card belongs to.
import type { ICellData, Nullable } from '@univerjs/core';
import type { CellCalls } from '../../calls/cellCalls';
import type { CellData, CellScalar } from '../../grid/grid';

/** What a picture is to a formula. */
export const pictureValue = '#VALUE!';

export const isPicture = (data: CellData): boolean => data['type'] === 'WebImage';

export const belongs = (data: CellData, value: CellScalar): boolean =>
  (isPicture(data) ? pictureValue : data['basicValue']) === value;

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

  at(sheetId: string, row: number, column: number, raw: Nullable<ICellData>): CellData | undefined {
    const written = raw?.custom?.['data'] as CellData | undefined;
    if (this.seen !== this.calls.changes) this.rebuild();
    return written ?? this.returned.get(keyOf(sheetId, row, column));
  }
}

const keyOf = (sheetId: string, row: number, column: number): string => `${sheetId}!${row},${column}`;
