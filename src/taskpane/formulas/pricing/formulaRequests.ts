// What a formula will ask for once it stands in its cell, read before it does: every call in it, with the values of the
// cells it refers to. What only Excel can calculate has no price yet.
import type { DataRequest } from '../../../engine/request/dataRequest';
import { isDataFormula } from '../../../excel/workbook/spillwayFormula';
import type { WireNames } from '../../../operations/wireNames';
import type { Formula, Sets } from '../../../spill/read/formula/formula';
import { t } from '../../../languages/t';
import { readDraft, type DraftReading, type ReadValues } from '../draft/draftRequests';
import { findCall, readBack } from '../draft/readBack';

export interface WantedRequest {
  readonly request: DataRequest;
  /** Milliseconds, where the formula says how old a result may be. */
  readonly maxAge?: number;
}

/** Of a call that only Excel can calculate, nothing is known. */
interface Unread {
  readonly state: 'unread';
  readonly says: string;
}

interface ReadCall extends Pick<Extract<DraftReading, { readonly state: 'read' }>, 'formula' | 'requests'> {
  /** As it stands in the formula, after an equals sign. */
  readonly text: string;
}

type CallsReading = Unread | { readonly state: 'read'; readonly calls: readonly ReadCall[] };

type FormulaReading =
  | Unread
  | {
      readonly state: 'read';
      readonly wanted: readonly WantedRequest[];
      /** Set if the formula is one call and nothing else: its result is what fills the cells. */
      readonly whole?: Formula;
    };

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

interface PlacedFormula {
  readonly cell: string;
  readonly formula: string;
}

export async function callsIn(
  { cell, formula }: PlacedFormula,
  { valuesFor, sets, wireNames }: ReadingParts,
): Promise<CallsReading> {
  const found = calls(formula);
  const unread: Unread = { state: 'unread', says: t('formulas.itsPriceIsOnly') };
  if (found.length === 0 && isDataFormula(formula)) return unread;
  const read: ReadCall[] = [];
  for (const text of found) {
    const draft = readBack(text, sets);
    const reading = draft && (await readDraft(draft, valuesFor(cell), sets, wireNames));
    if (reading?.state === 'fault') return { state: 'unread', says: reading.says };
    if (reading?.state !== 'read') return unread;
    read.push({ ...reading, text });
  }
  return { state: 'read', calls: read };
}

export async function requestsIn(placed: PlacedFormula, parts: ReadingParts): Promise<FormulaReading> {
  const reading = await callsIn(placed, parts);
  if (reading.state === 'unread') return reading;
  const whole = reading.calls.find(({ text }) => text === placed.formula)?.formula;
  return { state: 'read', wanted: reading.calls.flatMap(wantedBy), ...(whole && { whole }) };
}

type Asked = Omit<ReadCall, 'text'>;

/** What a call asks for when it is calculated: nothing where it shows the cache or the history only. */
export const wantedBy = (call: Asked): WantedRequest[] => {
  const { offline, as_of } = call.formula.view;
  return offline || as_of !== undefined ? [] : asWanted(call);
};

export const asWanted = ({ formula: { view }, requests }: Asked): WantedRequest[] =>
  requests.map((request) => ({ request, ...(view.maxAge !== undefined && { maxAge: view.maxAge }) }));
