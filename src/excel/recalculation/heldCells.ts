// Keeps what is held or waits for its turn in step with the sheet. Excel raises no event when a formula that shows something is
// deleted, frozen or moved, so meanwhile the formulas are read: the requests of a cell that is gone or has another formula are withdrawn.
import type { QueueItem } from '../../engine/engine';
import type { Runtime } from '../runtime';
import { cellSpelling } from './cellRegistry';
import { dataCalls } from '../workbook/spillwayFormula';
import type { FormulaCell, Workbook } from '../workbook/workbook';

export interface HeldCells {
  /** Resolves when what is held or queued matches the sheet; rejects if the sheet cannot be read now. */
  review(): Promise<void>;
}

interface Seen {
  readonly formula: string;
  /** The call whose requests wait. */
  readonly calledAt: number | undefined;
}

const isQueued = ({ state }: QueueItem): boolean => state === 'queued';

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
    const { held, queue } = engine.state();
    const waiting = new Set([...held, ...queue.filter(isQueued)].flatMap((each) => each.cells));
    const calledAt = new Map([...waiting].map((cell) => [cell, cells.of(cell)?.at]));
    const formulas = new Map<string, FormulaCell>();
    if (waiting.size > 0)
      for (const each of await workbook.formulas('workbook')) formulas.set(cellSpelling(each.cell), each);
    const still = new Map<string, Seen>();
    const gone: string[] = [];
    for (const cell of waiting) {
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
    const goneFormulas = new Set(gone.map((cell) => seen.get(cell)?.formula));
    seen = still;
    if (gone.length === 0) return;
    cells.forget(gone);
    engine.demandChanged();
    // Where a formula was moved to, it is called again and waits under its new address. Others that Excel has not called since the
    // workbook was opened are left alone: they show what was saved, and may ask for something new.
    const moved = [...formulas.values()].filter(
      ({ cell, formula }) => goneFormulas.has(formula) && !cells.of(cell),
    );
    recalculate(moved.map(({ cell }) => cell));
  }

  return { review };
}
