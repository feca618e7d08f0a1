// A formula that has been read: its distinct requests, and the rows last made from their responses.
import { cellTexts, type CellTexts } from '../../languages/labels';
import type { AskOptions } from '../../engine/engine';
import type { DataResponse } from '../../engine/request/response';
import { formulaRequests, type FormulaRequests } from '../../excel/workbook/formulaRequests';
import type { ExcelRows } from './rows';

/** Rows and the responses they were made from; valid while the engine returns the same responses. */
export interface Shown {
  readonly responses: readonly DataResponse[];
  readonly formats: boolean;
  /** The language they are in. */
  readonly texts: CellTexts | undefined;
  readonly rows: ExcelRows;
}

/** A part of a result stands in the cell; the rest is on its way. */
export interface Unfinished {
  readonly plan: Plan;
  /** One for each request of the plan, as they arrive. */
  readonly responses: (DataResponse | undefined)[];
  readonly errors: unknown[];
  /** Milliseconds since something arrived, as far as was looked. */
  idle: number;
}

export interface Plan extends FormulaRequests {
  readonly options: AskOptions;
  shown: Shown | undefined;
}

export function makePlan(...given: Parameters<typeof formulaRequests>): Plan {
  const read = formulaRequests(...given);
  const { maxAge, offline } = read.formula.view;
  return {
    ...read,
    options: {
      ...(maxAge !== undefined && { maxAge }),
      ...(offline && { offline }),
      ...(read.requests.length > 1 && { bulk: true }),
    },
    shown: undefined,
  };
}

/** Where a response came from shows only in a stamp. */
const sameResponse = (a: DataResponse, b: DataResponse | undefined, stamp: boolean): boolean =>
  b !== undefined &&
  a.records === b.records &&
  a.fetchedAt === b.fetchedAt &&
  a.stale === b.stale &&
  (!stamp || a.from === b.from);

/** The rows made before, if none of their responses has changed. */
export function stillShown(
  plan: Plan,
  responses: readonly DataResponse[],
  formats: boolean,
): ExcelRows | undefined {
  const { shown, formula } = plan;
  const { stamp } = formula.view;
  if (shown?.formats !== formats || shown.texts !== cellTexts()) return undefined;
  for (let index = 0; index < responses.length; index += 1) {
    if (!sameResponse(responses[index]!, shown.responses[index], stamp)) return undefined;
  }
  return shown.rows;
}
