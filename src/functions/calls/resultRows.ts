// The rows a formula shows when every request has a response.
import type { Answer } from '../../engine/request/answer';
import type { DataRequest } from '../../engine/request/dataRequest';
import { loadedSentences } from '../../excel/errors/lazyCellError';
import { load } from '../../excel/lazyCode';
import { operationOf } from '../../operations';
import { isPlainTable, makeGrid, type Outcome } from '../../spill/grid/grid';
import type { richGrid as MakeRichGrid } from '../../spill/grid/cards/richGrid';
import { errorContextOf, type DataCall } from './dataCall';
import type { Plan } from './plan';
import { excelRows, type Rows } from './rows';

/** Makes every kind of grid; all but plain tables are code of their own. */
let richGrid: typeof MakeRichGrid | undefined;

/** Whether the rows need code that is not loaded yet. */
export const lacksGrid = ({ formula }: Plan): boolean =>
  !richGrid && (formula.view.cards || formula.view.images || !isPlainTable(formula));

export const loadGrid = async (): Promise<void> => {
  ({ richGrid } = await load(
    () => import(/* webpackChunkName: "later" */ '../../spill/grid/cards/richGrid'),
  ));
};

/** The service may have ignored a filter that was sent under an assumed name, or under one the user gave it. */
const mayBeIgnored = ({ operation, params, raw }: DataRequest): boolean =>
  Object.keys(raw).length > 0 ||
  Object.keys(params).some((name) => operationOf(operation).params[name]?.assumption);

/** A stamp and a card say what is to be known of a response. */
const tells = ({ view }: Plan['formula']): boolean => view.stamp || view.cards;

/** Whether a stamp may have to say something whose code is not loaded yet. */
export const lacksSentences = (
  { formula, requests }: Plan,
  answers: readonly (Answer | undefined)[],
): boolean =>
  tells(formula) &&
  !loadedSentences() &&
  (answers.some((answer) => answer?.stale) || requests.some(mayBeIgnored));

/** What the stamp says of an answer beside where it came from. */
function noteOf(call: DataCall, { stale, records }: Answer, request: DataRequest): string | undefined {
  const sentences = loadedSentences();
  const context = errorContextOf(call);
  return stale
    ? sentences?.cellFault(stale, context).message
    : sentences?.ignoredFilters(request, records, context.wireNames);
}

export const outcomeOf = (call: DataCall, plan: Plan, answer: Answer, place: number): Outcome => ({
  records: answer.records,
  fetchedAt: answer.fetchedAt,
  from: answer.from,
  ...(tells(plan.formula) && { note: noteOf(call, answer, plan.requests[place]!) }),
});

export const gridRows = ({ host }: DataCall, plan: Plan, outcomes: readonly (Outcome | undefined)[]): Rows =>
  excelRows((richGrid ?? makeGrid)(plan.formula, outcomes, host).cells, host);

/** Makes the rows and remembers them, so that the next recalculation shows them as they are. */
export function rememberRows(call: DataCall, plan: Plan, answers: readonly Answer[]): Rows {
  const { formats } = call.host;
  const outcomes = answers.map((answer, place) => outcomeOf(call, plan, answer, place));
  const rows = gridRows(
    call,
    plan,
    plan.places.map((place) => outcomes[place]),
  );
  plan.shown = { answers, formats, rows };
  // A card weighs about as much as thirty cells.
  call.plans.weigh(rows.length * ((rows[0]?.length ?? 0) + (plan.formula.view.cards ? 30 : 0)));
  return rows;
}
