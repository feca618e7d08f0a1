// What every step of a data function's call works with: the function, its context and the formulas already read.
import type { ErrorContext } from '../../excel/errors/cellError';
import type { OperationId } from '../../operations';
import type { FunctionContext } from './functionContext';
import type { Memo } from './memo';
import type { Invocation } from './invocation';
import type { Plan, Unfinished } from './plan';
import type { ExcelRows } from './rows';

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
