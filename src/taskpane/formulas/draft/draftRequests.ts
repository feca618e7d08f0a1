// The requests of a draft, computed as the function does it, with references read from the sheet.
import type { Quote } from '../../../engine/engine';
import type { DataRequest } from '../../../engine/request/dataRequest';
import { formulaRequests } from '../../../excel/workbook/formulaRequests';
import type { CellValue, Workbook } from '../../../excel/workbook/workbook';
import { operationOf } from '../../../operations';
import { checkRequest } from '../../../operations/check/request';
import type { WireNames } from '../../../operations/wireNames';
import { InputFault } from '../../../spill/inputFault';
import type { Formula, Sets } from '../../../spill/read/formula/formula';
import { typedFormula } from '../../../spill/read/formula/typedFormula';
import { review } from '../../../spill/read/review/review';
import { priceText } from '../../text/words';
import { t } from '../../../languages/t';
import { paramsOf, type Draft } from './draft';
import { draftOptions } from './draftFormula';

export type DraftReading =
  | { readonly state: 'read'; readonly formula: Formula; readonly requests: readonly DataRequest[] }
  /** An argument cannot be read from here: a name, a table, a nested formula. */
  | { readonly state: 'unknown'; readonly expression: string }
  | { readonly state: 'fault'; readonly says: string };

export type ReadValues = (reference: string) => Promise<readonly (readonly CellValue[])[] | undefined>;

export const valuesFrom =
  (workbook: Workbook, cell: string): ReadValues =>
  (reference) =>
    workbook.values(reference, cell);

/** Cells, or cells plus a number of days, as in `B1:G1+3`; anything more is Excel's to calculate. */
async function valuesOf(expression: string, read: ReadValues): ReturnType<ReadValues> {
  const values = await read(expression);
  const [, cells, sign, days] = /^(.+?)\s*([+-])\s*(\d{1,5})$/.exec(expression) ?? [];
  if (values || cells === undefined) return values;
  const by = Number(`${sign}${days}`);
  const added = (value: CellValue): CellValue =>
    typeof value === 'string' ? (value === '' ? by : '#VALUE!') : Number(value) + by;
  return (await read(cells))?.map((row) => row.map(added));
}

export async function readDraft(
  draft: Draft,
  read: ReadValues,
  sets: Sets,
  wireNames: WireNames = {},
): Promise<DraftReading> {
  const { positional } = operationOf(draft.operation);
  const { params, references } = paramsOf(draft);
  const args: unknown[] = [];
  for (const name of positional) {
    const expression = references[name];
    if (expression === undefined) args.push(params[name] ?? null);
    else {
      const values = await valuesOf(expression, read);
      if (!values) return { state: 'unknown', expression };
      args.push(values);
    }
  }
  if (draft.optionsText) {
    const values = await read(draft.optionsText);
    if (!values) return { state: 'unknown', expression: draft.optionsText };
    args.push(values);
  } else args.push(draftOptions(draft, sets) || null);
  try {
    const checks = { check: checkRequest, review };
    const { formula, requests } = formulaRequests(draft.operation, args, sets, checks, wireNames);
    return { state: 'read', formula, requests };
  } catch (fault) {
    if (fault instanceof InputFault) return { state: 'fault', says: fault.message };
    throw fault;
  }
}

export interface PricedDraft {
  readonly reading: DraftReading;
  readonly quote?: Quote;
  /** Of its first request, which is all that a preview fetches. */
  readonly previewQuote?: Quote;
}

/** An ellipsis while the price is being computed. */
export function pricedText(priced: PricedDraft | undefined, now: number): string {
  if (priced?.reading.state === 'unknown')
    return t('formulas.thePriceIsAvailable', { expression: typedFormula(priced.reading.expression) });
  return priced?.quote ? priceText(priced.quote, now) : '…';
}
