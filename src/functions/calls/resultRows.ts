// The rows a formula shows when every request has a response.
import type { Answer } from '../../engine/request/answer';
import { loadedSentences } from '../../excel/errors/lazyCellError';
import { makeGrid, type Outcome } from '../../spill/grid/grid';
import { errorContextOf, type DataCall } from './dataCall';
import type { Plan } from './plan';
import { excelRows, type Rows } from './rows';

/** Whether a stale result has to be marked with a sentence whose code is not loaded yet. */
export const lacksSentences = ({ formula }: Plan, answers: readonly (Answer | undefined)[]): boolean =>
  formula.view.stamp && !loadedSentences() && answers.some((answer) => answer?.stale);

export const outcomeOf = (call: DataCall, answer: Answer): Outcome => ({
  records: answer.records,
  fetchedAt: answer.fetchedAt,
  from: answer.from,
  ...(answer.stale && { note: loadedSentences()?.cellFault(answer.stale, errorContextOf(call)).message }),
});

export const gridRows = ({ host }: DataCall, plan: Plan, outcomes: readonly (Outcome | undefined)[]): Rows =>
  excelRows(makeGrid(plan.formula, outcomes, { formats: host.formats }).cells);

/** Makes the rows and remembers them, so that the next recalculation shows them as they are. */
export function rememberRows(call: DataCall, plan: Plan, answers: readonly Answer[]): Rows {
  const { formats } = call.host;
  const outcomes = answers.map((answer) => outcomeOf(call, answer));
  const rows = gridRows(
    call,
    plan,
    plan.places.map((place) => outcomes[place]),
  );
  plan.shown = { answers, formats, rows };
  call.plans.weigh(rows.length * (rows[0]?.length ?? 0));
  return rows;
}
