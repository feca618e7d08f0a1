// What a person should see before or after a refresh that they asked for with the ribbon: a price to agree to, or why nothing
// was refreshed. It waits here until the pane has shown it.
import type { RefreshReport } from '../../engine/engine';
import { createListeners } from '../../engine/ports/listeners';
import type { DataRequest } from '../../engine/request/dataRequest';
import type { CellUse, Runtime } from '../runtime';
import { isDataFormula } from '../workbook/spillwayFormula';
import type { FormulaCell } from '../workbook/workbook';
import { cellSpelling } from './cellRegistry';

export interface RefreshRequest {
  /** None: there is nothing to run, and `note` or `report` says why. */
  readonly requests: readonly DataRequest[];
  readonly cells: readonly string[];
  readonly credits: number;
  /** What to know before it spends. */
  readonly note?: string | undefined;
  /** How it ended. */
  readonly report?: RefreshReport;
}

let waiting: RefreshRequest | undefined;
const listeners = createListeners();

export const refreshRequest = {
  current: (): RefreshRequest | undefined => waiting,
  put(request: RefreshRequest | undefined): void {
    waiting = request;
    listeners.notify();
  },
  subscribe: listeners.subscribe,
};

/** Excel raises no event when a formula is deleted or moved: those of the uses whose formula still stands in their cell. */
export function stillThere(uses: readonly CellUse[], formulas: readonly FormulaCell[]): CellUse[] {
  const found = new Map(formulas.map(({ cell, formula }) => [cellSpelling(cell), formula]));
  return uses.filter(({ cell, requests }) => {
    const formula = found.get(cellSpelling(cell));
    return requests.length > 0 ? isDataFormula(formula) : formula !== undefined;
  });
}

/** Whether its cells still ask for what its price was shown for; without formulas, as far as Excel has called them. */
export function isStillAsked(
  { cells, requests }: Pick<RefreshRequest, 'cells' | 'requests'>,
  runtime: Pick<Runtime, 'cells' | 'engine'>,
  formulas?: readonly FormulaCell[],
): boolean {
  const uses = cells.flatMap((cell) => runtime.cells.of(cell) ?? []);
  const there = formulas ? stillThere(uses, formulas) : uses;
  const contents = (all: readonly DataRequest[]) =>
    JSON.stringify(all.map(({ key, count }) => `${key}#${count}`).sort());
  return contents(runtime.engine.distinct(there.flatMap((use) => use.requests))) === contents(requests);
}
