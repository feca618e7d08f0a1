// Keeps held requests in step with the sheet. Excel raises no event when a finished formula is deleted, frozen or moved, so while
// something is held the formulas are read: the requests of a cell that is gone or has another formula are withdrawn.
import type { Runtime } from '../runtime';
import { cellSpelling } from './cellRegistry';
import { dataCalls } from '../workbook/spillwayFormula';
import type { FormulaCell, Workbook } from '../workbook/workbook';

export interface HeldCells {
  /** Resolves when the held requests match the sheet; rejects if the sheet cannot be read now. */
  review(): Promise<void>;
}

interface Seen {
  readonly formula: string;
  /** The call whose requests are held. */
  readonly calledAt: number | undefined;
}

export function createHeldCells(
  { engine, cells }: Pick<Runtime, 'engine' | 'cells'>,
  workbook: Pick<Workbook, 'formulas'>,
  recalculate: (cells: readonly string[]) => void,
): HeldCells {
  let seen = new Map<string, Seen>();

  /** False: the formula has gone, or was edited and not calculated yet. */
  function isAlive(cell: string, formula: string | undefined, calledAt: number | undefined): boolean {
    const before = seen.get(cell);
    const edited = before?.calledAt === calledAt && before !== undefined && before.formula !== formula;
    return formula !== undefined && dataCalls(formula) > 0 && !edited;
  }

  async function review(): Promise<void> {
    const held = [...new Set(engine.state().held.flatMap((burst) => burst.cells))];
    const calledAt = new Map(held.map((cell) => [cell, cells.of(cell)?.at]));
    const formulas = new Map<string, FormulaCell>();
    if (held.length > 0)
      for (const each of await workbook.formulas('workbook')) formulas.set(cellSpelling(each.cell), each);
    const still = new Map<string, Seen>();
    const gone: string[] = [];
    for (const cell of held) {
      const at = cells.of(cell)?.at;
      // Called again while the sheet was read: its requests are newer than the formula that was read.
      if (at !== calledAt.get(cell)) continue;
      const formula = formulas.get(cellSpelling(cell))?.formula;
      if (formula === undefined || !isAlive(cell, formula, at)) {
        gone.push(cell);
        continue;
      }
      still.set(cell, { formula, calledAt: at });
      cells.keepNewest(cell, dataCalls(formula));
    }
    seen = still;
    if (gone.length === 0) return;
    cells.forget(gone);
    engine.demandChanged();
    // Where a formula was moved to, it is called again and held under its new address; nothing is sent.
    const moved = [...formulas.values()].filter(
      ({ cell, formula }) => dataCalls(formula) > 0 && !cells.of(cell),
    );
    recalculate(moved.map(({ cell }) => cell));
  }

  return { review };
}
