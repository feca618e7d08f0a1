// Turns formulas into the values they show, so that a book opens anywhere; and back, until the book is closed.
// Everything is read before anything is written: a formula may depend on another that becomes values first.
import { readArea, writeArea, type Area } from './area';
import { literal } from './literal';
import { inBatches, piecesOf } from './pieces';
import { rangeAt } from './rangeAt';
import { runAsOne } from './runAsOne';
import { readShown, type Shown } from './shownCells';
import type { FormulaCell, FreezeReport, Frozen } from './workbook';

/** Not there yet: freezing it would keep nothing of worth. */
const pending = new Set<unknown>(['#BUSY!', '#GETTING_DATA', '#SPILL!']);

const unfinished = ({ values, errors }: Shown): boolean =>
  errors[0]?.[0] === true ||
  values.some((row, r) => row.some((value, c) => errors[r]![c] && pending.has(value)));

interface Piece {
  readonly of: Frozen;
  readonly piece: Area;
  readonly last: boolean;
  readonly values: Shown['values'];
  readonly formats: string[][];
}

function toWrite({ cell, address, area, values, errors, formats, seen }: Shown): Piece[] {
  const of: Frozen = { ...cell, area: address, formats };
  const literals = values.map((row, r) => row.map((value, c) => literal(value, seen[r]![c]!, errors[r]![c])));
  const pieces = piecesOf(area);
  return pieces.map((piece, index) => {
    const rows = literals.slice(piece.row - area.row, piece.row - area.row + piece.rows);
    return {
      of,
      piece,
      last: index === pieces.length - 1,
      values: rows.map((row) => row.map(({ value }) => value)),
      formats: rows.map((row) => row.map(({ format }) => format)),
    };
  });
}

/** Restores the formula if Excel refuses partway: its response is cached, so it shows the same and costs nothing. */
async function bringBack(context: Excel.RequestContext, frozen: readonly Frozen[]): Promise<void> {
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

export const freeze = (cells: readonly FormulaCell[]): Promise<FreezeReport> =>
  runAsOne(async (context) => {
    const shown = await readShown(context, cells);
    const [ready, skipped] = [shown.filter((each) => !unfinished(each)), shown.filter(unfinished)];
    const frozen: Frozen[] = [];
    const touched = new Set<Frozen>();
    let reason: unknown;
    await inBatches(
      ready.flatMap(toWrite),
      ({ of, piece, values, formats }) => {
        const range = rangeAt(context, writeArea(piece));
        range.numberFormat = formats;
        range.values = values;
        touched.add(of);
      },
      async (batch) => {
        await context.sync();
        for (const { of, last } of batch) {
          if (!last) continue;
          frozen.push(of);
          touched.delete(of);
        }
      },
    ).catch(async (error: unknown) => {
      reason = error;
      await bringBack(context, [...touched]).catch(() => undefined);
    });
    const done = new Set(frozen.map(({ cell }) => cell));
    const failed = ready.map(({ cell }) => cell.cell).filter((cell) => !done.has(cell));
    if (frozen.length === 0 && failed.length > 0) throw reason;
    return { frozen, skipped: skipped.map(({ cell }) => cell.cell), failed };
  });

export const thaw = (frozen: readonly Frozen[]): Promise<void> =>
  runAsOne((context) => bringBack(context, frozen));
