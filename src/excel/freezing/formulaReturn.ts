// Puts a formula back where its values are, with the number formats that its cells had.
import { readArea, writeArea } from '../workbook/area';
import { inBatches, piecesOf } from '../workbook/pieces';
import { rangeAt } from '../workbook/rangeAt';
import type { Frozen } from '../workbook/workbook';

export async function bringBack(context: Excel.RequestContext, frozen: readonly Frozen[]): Promise<void> {
  const pieces = frozen.flatMap((of) =>
    piecesOf(readArea(of.area)!).map((piece, index) => ({ of, piece, first: index === 0 })),
  );
  await inBatches(
    pieces,
    ({ of, piece, first }) => {
      const range = rangeAt(context, writeArea(piece));
      const { row } = readArea(of.area)!;
      if (first) rangeAt(context, of.area).clear(Excel.ClearApplyTo.contents);
      if (of.formats)
        // A formula written into a cell formatted as text would be text.
        range.numberFormat = of.formats
          .slice(piece.row - row, piece.row - row + piece.rows)
          .map((line, r) =>
            line.map((format, c) => (first && r + c === 0 && format === '@' ? 'General' : format)),
          );
      if (first) rangeAt(context, of.cell).formulas = [[of.formula]];
    },
    () => context.sync(),
  );
}
