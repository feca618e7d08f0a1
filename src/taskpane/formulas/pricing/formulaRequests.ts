// What a formula will ask for once it stands in its cell, read before it does: every call in it, with the values of the
// cells it refers to. What only Excel can calculate has no price yet.
import type { DataRequest } from '../../../engine/request/dataRequest';
import { isDataFormula } from '../../../excel/workbook/spillwayFormula';
import type { WireNames } from '../../../operations/wireNames';
import type { Formula, Sets } from '../../../spill/read/formula/formula';
import { t } from '../../../languages/t';
import { readDraft, type ReadValues } from '../draft/draftRequests';
import { findCall, readBack } from '../draft/readBack';

export interface WantedRequest {
  readonly request: DataRequest;
  /** Milliseconds, where the formula says how old a result may be. */
  readonly maxAge?: number;
}

type FormulaReading =
  | {
      readonly state: 'read';
      readonly wanted: readonly WantedRequest[];
      /** Set if the formula is one call and nothing else: its result is what fills the cells. */
      readonly whole?: Formula;
    }
  | { readonly state: 'unread'; readonly says: string };

export interface ReadingParts {
  /** Values of a reference as the formula in this cell sees it. */
  readonly valuesFor: (cell: string) => ReadValues;
  readonly sets: Sets;
  readonly wireNames: WireNames;
}

/** The formula cut into pieces with one call each; a call inside the arguments of another is not a piece. */
function calls(formula: string): string[] {
  const found: string[] = [];
  for (let rest = formula; ;) {
    const call = findCall(rest);
    if (!call) return found;
    found.push(call.call);
    rest = `=${call.after}`;
  }
}

export async function requestsIn(
  { cell, formula }: { readonly cell: string; readonly formula: string },
  { valuesFor, sets, wireNames }: ReadingParts,
): Promise<FormulaReading> {
  const found = calls(formula);
  const unread: FormulaReading = { state: 'unread', says: t('formulas.itsPriceIsOnly') };
  if (found.length === 0) return isDataFormula(formula) ? unread : { state: 'read', wanted: [] };
  const wanted: WantedRequest[] = [];
  let whole: Formula | undefined;
  for (const call of found) {
    const draft = readBack(call, sets);
    const reading = draft && (await readDraft(draft, valuesFor(cell), sets, wireNames));
    if (reading?.state === 'fault') return { state: 'unread', says: reading.says };
    if (reading?.state !== 'read') return unread;
    const { maxAge, offline, as_of } = reading.formula.view;
    if (call === formula) whole = reading.formula;
    // From the cache or from the history only: it never asks.
    if (!offline && as_of === undefined)
      wanted.push(
        ...reading.requests.map((request) => ({ request, ...(maxAge !== undefined && { maxAge }) })),
      );
  }
  return { state: 'read', wanted, ...(whole && { whole }) };
}
