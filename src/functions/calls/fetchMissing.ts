// Waits for the responses that are not in memory, each request on its own, and shows what there is in the end.
import type { AskOptions, IsStopped } from '../../engine/engine';
import type { Answer } from '../../engine/request/answer';
import { SpillwayError } from '../../engine/request/errors';
import { excelError } from '../../excel/errors/excelError';
import { explain, loadSentences, notLoaded } from '../../excel/errors/lazyCellError';
import { load } from '../../excel/lazyCode';
import { errorContextOf, notePlan, type DataCall } from './dataCall';
import type { Invocation } from './invocation';
import type { Plan } from './plan';
import { gridRows, lacksGrid, lacksSentences, loadGrid, outcomeOf, rememberRows } from './resultRows';
import type { Rows } from './rows';
import { settled, waiting } from './waiting';

const loadPartialResult = () =>
  load(() => import(/* webpackChunkName: "later" */ './partialResult')).catch(() => {
    throw excelError(notLoaded);
  });

interface Fetched {
  readonly answers: (Answer | undefined)[];
  readonly errors: unknown[];
}

async function fetchAll(
  { runtime }: DataCall,
  plan: Plan,
  { answers, errors }: Fetched,
  options: AskOptions,
): Promise<void> {
  const fetchOne = async (place: number) => {
    try {
      answers[place] = await runtime.engine.ask(plan.requests[place]!, options);
    } catch (error) {
      errors[place] = error;
    }
  };
  const grid = lacksGrid(plan) ? loadGrid().catch(() => undefined) : undefined;
  await Promise.all(plan.requests.map((_, place) => (answers[place] ? Promise.resolve() : fetchOne(place))));
  if (lacksSentences(plan, answers)) await loadSentences().catch(() => undefined);
  await grid;
}

export async function fetchMissing(
  call: DataCall,
  plan: Plan,
  invocation: Invocation,
  inMemory: readonly (Answer | undefined)[],
  isStopped?: IsStopped,
): Promise<Rows> {
  const { address: cell } = invocation;
  const cancelled = new AbortController();
  const fetched: Fetched = { answers: [...inMemory], errors: [] };
  const { answers, errors } = fetched;
  const work = fetchAll(call, plan, fetched, {
    ...plan.options,
    cell,
    isStopped,
    signal: cancelled.signal,
  });
  const end = await settled(work, invocation, call.timeout, () => cancelled.abort());
  if (end === 'cancelled') throw excelError(await explain(new SpillwayError('cancelled')));
  if (cell !== undefined) {
    if (end === 'late') void work.then(() => call.recalculate([cell]));
    // A later call of this cell may have requested something else in the meantime.
    if (call.runtime.cells.of(cell)?.requests === plan.requests)
      notePlan(call, plan, cell, errors.some(Boolean));
  }
  if (lacksGrid(plan)) throw excelError(end === 'late' ? waiting : notLoaded);
  if (answers.every((answer) => answer !== undefined)) return rememberRows(call, plan, answers);
  const { partialResult } = await loadPartialResult();
  const outcome = (answer: Answer, place: number) => outcomeOf(call, plan, answer, place);
  const shown = partialResult(plan, answers, errors, outcome, errorContextOf(call));
  if ('fault' in shown) throw excelError(shown);
  return gridRows(call, plan, shown);
}
