// A formula that has been read: its distinct requests, and the rows last made from their responses.
import { cellTexts, type CellTexts } from '../../languages/labels';
import type { AskOptions } from '../../engine/engine';
import type { DataResponse } from '../../engine/request/response';
import type { FormulaRequests } from '../../excel/workbook/formulaRequests';
import type { ExcelRows } from './rows';
import type { ErrorContext } from '../../excel/errors/cellError';
import type { OperationId } from '../../operations';
import type { FunctionContext } from './functionContext';
import type { Invocation } from './invocation';

// A bounded memory in two generations: what is used moves to the young one, what was not used since the last change
// of generation is dropped. A hit costs one lookup, which a list ordered by use would not.

interface Memo<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly drop: (key: string) => void;
  /** What was remembered grew by so much. */
  readonly weigh: (weight: number) => void;
  readonly clear: () => void;
}

export function createMemo<Value>(mostEntries: number, mostWeight: number): Memo<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let weight = 0;

  const turn = () => {
    old = young;
    young = new Map();
    weight = 0;
  };
  const set = (key: string, value: Value) => {
    if (young.size >= mostEntries) turn();
    young.set(key, value);
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined || old.size === 0) return value;
      const kept = old.get(key);
      if (kept !== undefined) {
        old.delete(key);
        set(key, kept);
      }
      return kept;
    },
    set,
    drop(key) {
      young.delete(key);
      old.delete(key);
    },
    weigh(more) {
      weight += more;
      if (weight > mostWeight) turn();
    },
    clear() {
      turn();
      old = new Map();
    },
  };
}

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

// What every step of a data function's call works with: the function, its context and the formulas already read.

export interface DataCall extends FunctionContext {
  readonly id: OperationId;
  /** The name of the function in formulas. */
  readonly name: string;
  /** How many arguments it takes, options included. */
  readonly arity: number;
  readonly plans: Memo<Plan | Promise<Plan>>;
  readonly past: PastResult;
  /** Cells that show a part of their result while the rest is fetched. */
  readonly unfinished: Map<string, Unfinished>;
}

type Result = (call: DataCall, plan: Plan, invocation: Invocation) => ExcelRows | Promise<ExcelRows>;

/** The result of a formula that looks back: as it was on a date, or with what changed. `now` gives the ordinary one. */
export type PastResult = (...args: [...Parameters<Result>, now: Result]) => Promise<ExcelRows>;

export const errorContextOf = ({ id, runtime }: DataCall): ErrorContext => ({
  operation: id,
  wireNames: runtime.settings.current().wireNames,
  keyProblem: runtime.key.problem(),
});

export function notePlan(call: DataCall, plan: Plan, cell: string | undefined, failed: boolean): void {
  if (cell === undefined) return;
  const { requests, formula } = plan;
  if (formula.view.matched) call.matching.add(cell);
  const { runtime, name } = call;
  const { filterSets, view } = formula;
  const { where, matched } = view;
  runtime.cells.note({ cell, function: name, requests, filterSets, where, matched, failed, at: call.now() });
}
