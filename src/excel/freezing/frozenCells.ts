// Whether the cells of a frozen formula are still as freezing left them. Only then may the formula come back: what a person
// has typed, moved or deleted since is theirs.
import { writeArea, type Area } from '../workbook/area';
import { inBatches, piecesOf } from '../workbook/pieces';
import { rangeAt } from '../workbook/rangeAt';
import { isDataFormula } from '../workbook/spillwayFormula';
import type { CellValue } from '../workbook/workbook';
import { digestOf } from './digest';

export type FrozenState =
  /** As it was frozen, or only partly written because Excel was closed meanwhile. */
  | 'unchanged'
  /** The cell holds a formula of Spillway again. */
  | 'linked'
  | 'changed';

export interface CellsToCheck {
  readonly place: Area;
  readonly digests: readonly string[];
}

interface Read {
  readonly values: CellValue[][];
  readonly formulas: unknown[][];
  readonly formats: string[][];
  readonly types: string[][];
}

export interface CheckedCells {
  readonly state: FrozenState;
  /** What the cells hold now, to put it back. */
  readonly now: Read;
}

interface Piece {
  readonly index: number;
  readonly piece: Area;
  range?: Excel.Range;
}

async function stateOf({ place, digests }: CellsToCheck, now: Read): Promise<FrozenState> {
  if (isDataFormula(now.formulas[0]?.[0])) return 'linked';
  const hasFormula = now.formulas.some((row, r) => row.some((formula, c) => formula !== now.values[r]?.[c]));
  const pieces = piecesOf(place);
  if (hasFormula || pieces.length !== digests.length) return 'changed';
  const same = await Promise.all(
    pieces.map(async ({ row, rows }, index) => {
      const values = now.values.slice(row - place.row, row - place.row + rows);
      if ((await digestOf(values)) === digests[index]) return 'same';
      return values.flat().every((value) => value === '') ? 'empty' : 'other';
    }),
  );
  // Pieces are written from the top: if the first is there, those that are empty were not reached.
  return same[0] === 'same' && !same.includes('other') ? 'unchanged' : 'changed';
}

/** One for each of the given; a sheet is read in pieces that Excel on the web can hand over. */
export async function checkCells(
  context: Excel.RequestContext,
  all: readonly CellsToCheck[],
): Promise<CheckedCells[]> {
  const found = all.map((): Read => ({ values: [], formulas: [], formats: [], types: [] }));
  const pieces = all.flatMap(({ place }, index) => piecesOf(place).map((piece): Piece => ({ index, piece })));
  await inBatches(
    pieces,
    (item) => {
      item.range = rangeAt(context, writeArea(item.piece));
      item.range.load(['values', 'formulas', 'numberFormat', 'valueTypes']);
    },
    async (batch) => {
      await context.sync();
      for (const { index, range } of batch) {
        const into = found[index];
        if (!into || !range) continue;
        into.values.push(...(range.values as CellValue[][]));
        into.formulas.push(...(range.formulas as unknown[][]));
        into.formats.push(...(range.numberFormat as string[][]));
        into.types.push(...(range.valueTypes as string[][]));
      }
      for (const item of batch) delete item.range;
    },
  );
  return Promise.all(
    all.map(async (cells, index) => ({ state: await stateOf(cells, found[index]!), now: found[index]! })),
  );
}
