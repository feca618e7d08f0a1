// The Spillway formula that stands in a cell now, by the requests it made when Excel last called it. What stood there before does not
// count; a formula that was not called since the workbook was opened is called once.
import type { DataRequest } from '../../engine/request/dataRequest';
import type { CellUse, Runtime } from '../../excel/runtime';
import { dataCalls } from '../../excel/workbook/spillwayFormula';
import { InputFault } from '../../spill/inputFault';
import type { HistoryCall } from './historyCall';
import { sayHistory } from './say';

export type FormulaUse = Pick<CellUse, 'requests' | 'where' | 'matched' | 'calls'>;

/** A request of a formula, and which of its results the formula shows. */
export interface ShownRequest {
  readonly request: DataRequest;
  readonly where: readonly string[];
  readonly matched: boolean;
}

export const shownRequests = (formula: FormulaUse): ShownRequest[] =>
  (formula.calls ?? [formula]).flatMap(({ requests, where = [], matched = false }) =>
    requests.map((request) => ({ request, where, matched })),
  );

interface Seen {
  readonly formula: string;
  readonly requests: readonly DataRequest[];
}

/** For each runtime: the formulas that were called once, and what was last seen in a cell. */
const notes = new WeakMap<Runtime, { readonly called: Set<string>; readonly seen: Map<string, Seen> }>();

function notesOf(runtime: Runtime) {
  const known = notes.get(runtime) ?? { called: new Set<string>(), seen: new Map<string, Seen>() };
  notes.set(runtime, known);
  return known;
}

/** One call in the text of the formula is one call of the function, unless a function of Excel repeats it. */
const repeats = /\b(?:MAP|BYROW|BYCOL|MAKEARRAY|REDUCE|SCAN|LAMBDA)\s*\(/i;

/**
 * Undefined where no formula with a request stands there, and no requests where it asks for none. `mustBe`: nothing but a formula
 * makes sense there, so that it is worth calling though Excel does not say what stands there.
 */
export async function formulaIn(
  { runtime, recalculate, formulaAt }: HistoryCall,
  address: string | undefined,
  mustBe = false,
): Promise<FormulaUse | undefined> {
  if (address === undefined) return undefined;
  const cell = address.split(':')[0]!;
  const { cells } = runtime;
  const { called, seen } = notesOf(runtime);
  const formula = await formulaAt(cell).catch(() => undefined);
  if (formula !== undefined) {
    const calls = dataCalls(formula);
    if (calls === 0) return undefined;
    if (!repeats.test(formula)) cells.keepNewest(cell, calls);
  }
  const known = cells.of(cell);
  const before = seen.get(cell);
  const isOther = known && formula !== undefined && !formula.toUpperCase().includes(known.function);
  const isEdited = before !== undefined && before.formula !== formula && before.requests === known?.requests;
  // Excel calls the cell again, and whatever depends on it; a second time only after its formula was changed.
  const name = `${cell} ${formula ?? ''}`;
  const isDue = known ? isOther || isEdited : formula !== undefined || mustBe;
  if (isDue && !called.has(name)) {
    called.add(name);
    recalculate([cell]);
    if (formula === undefined) return undefined;
    throw new InputFault(sayHistory('notCalculated', { cell }), 'na');
  }
  if (!known || isOther) return undefined;
  if (formula !== undefined) seen.set(cell, { formula, requests: known.requests });
  return known;
}
