// Keeps what is held true to the sheet. Excel tells nobody that a finished formula was deleted, frozen or moved, so while
// something is held the formulas are read: a cell that has gone or holds another formula wants nothing any more.
import type { Runtime } from './runtime';
import { readArea, writeArea } from './workbook/area';
import { dataCalls } from './workbook/spillwayFormula';
import type { Workbook } from './workbook/workbook';

const spelling = (cell: string): string => {
  const area = readArea(cell);
  return (area ? writeArea(area) : cell).toLowerCase();
};

export interface HeldCells {
  /** Resolves when what is held is what the sheet wants; rejects when the sheet cannot be read now. */
  review(): Promise<void>;
}

export function createHeldCells(
  { engine, cells }: Pick<Runtime, 'engine' | 'cells'>,
  workbook: Pick<Workbook, 'formulas'>,
  recalculate: (cells: readonly string[]) => void,
): HeldCells {
  /** The formula of each held cell when it was first seen. */
  let seen = new Map<string, string>();

  const heldCells = () => [...new Set(engine.state().held.flatMap((burst) => burst.cells))];

  async function review(): Promise<void> {
    const held = heldCells();
    if (held.length === 0) return void (seen = new Map());
    const noted = new Map(held.map((cell) => [cell, cells.of(cell)?.at]));
    const formulas = new Map<string, string>();
    for (const { cell, formula } of await workbook.formulas('workbook'))
      formulas.set(spelling(cell), formula);
    const gone: string[] = [];
    const still = new Map<string, string>();
    for (const cell of held) {
      // Called again while the sheet was read: it is alive, and what it wants is newer than what was read.
      if (cells.of(cell)?.at !== noted.get(cell)) continue;
      const formula = formulas.get(spelling(cell));
      const before = seen.get(cell);
      if (formula === undefined || dataCalls(formula) === 0 || (before !== undefined && before !== formula))
        gone.push(cell);
      else {
        still.set(cell, formula);
        cells.keepNewest(cell, dataCalls(formula));
      }
    }
    seen = still;
    if (gone.length === 0) return;
    cells.forget(gone);
    engine.demandChanged();
    // Where they were moved to, they are called again and held under their new address; nothing is sent.
    const unknown = [...formulas].filter(([cell, formula]) => dataCalls(formula) > 0 && !cells.of(cell));
    recalculate(unknown.map(([cell]) => cell));
  }

  return { review };
}
