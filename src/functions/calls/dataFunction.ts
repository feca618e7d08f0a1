// One of the six data functions. A call that was made before and whose answers are in memory is answered at once and
// without a request; everything else waits for the engine, each distinct request on its own.
import type { Answer } from '../../engine/request/answer';
import type { AskOptions } from '../../engine/engine';
import { SpillwayError } from '../../engine/request/errors';
import type { ErrorContext } from '../../excel/errors/cellError';
import { excelError, isExcelError } from '../../excel/errors/excelError';
import { findFilterSet } from '../../excel/workbook/filterSets';
import { explain, loadedSentences, loadSentences, notLoaded } from '../../excel/errors/lazyCellError';
import { load } from '../../excel/lazyCode';
import { operationOf, type OperationId } from '../../operations';
import { makeGrid, type Outcome } from '../../spill/grid/grid';
import { InputFault } from '../../spill/read/inputFault';
import type { View } from '../../spill/read/view';
import { argumentText } from './argumentText';
import type { FunctionContext } from './functionContext';
import { argumentsOf, invocationOf, isPreview, type Implementation, type Invocation } from './invocation';
import type { Memo } from './memo';
import { namedSets } from './namedSets';
import { stillShown, type Plan } from './plan';
import { readPlan } from './readPlan';
import { excelRows, type Rows } from './rows';
import { settled, waiting } from './waiting';

const loadPartialResult = () =>
  load(() => import(/* webpackChunkName: "later" */ './partialResult')).catch(() => {
    throw excelError(notLoaded);
  });

export function dataFunction(
  id: OperationId,
  context: FunctionContext,
  plans: Memo<Plan | Promise<Plan>>,
): Implementation {
  const { runtime, host } = context;
  const { engine, cells } = runtime;
  const operation = operationOf(id);
  const arity = operation.positional.length + 1;
  const name = operation.function;
  const errorContext = (): ErrorContext => ({
    operation: id,
    wireNames: runtime.settings.current().wireNames,
    keyProblem: runtime.key.problem(),
  });

  const read = (args: readonly unknown[]): Plan | Promise<Plan> =>
    readPlan(
      id,
      argumentsOf(args, arity),
      (set) => findFilterSet(set, runtime.filterSets, runtime.library)?.params,
      engine,
      runtime.settings.current().wireNames,
    );

  /** Settings and filter sets may change while a formula is read: it is kept only if nothing was forgotten meanwhile. */
  const keepWhenRead = (key: string, reading: Promise<Plan>): void => {
    const isCurrent = () => plans.get(key) === reading;
    reading.then(
      (plan) => isCurrent() && plans.set(key, plan),
      () => isCurrent() && plans.drop(key),
    );
  };

  const planFor = (args: readonly unknown[]): Plan | Promise<Plan> => {
    const text = argumentText(args, arity);
    if (text === undefined) return read(args);
    const key = name + text;
    const known = plans.get(key);
    if (known) return known;
    const plan = read(args);
    plans.set(key, plan);
    if (plan instanceof Promise) keepWhenRead(key, plan);
    return plan;
  };

  const note = (plan: Plan, cell: string | undefined, failed: boolean) => {
    if (cell === undefined) return;
    const { requests, formula } = plan;
    cells.note({ cell, function: name, requests, filterSets: formula.filterSets, failed, at: context.now() });
  };

  /** The sentence that an old answer is marked with is code that comes later. */
  const lacksWords = ({ formula }: Plan, answers: readonly (Answer | undefined)[]): boolean =>
    formula.view.stamp && !loadedSentences() && answers.some((answer) => answer?.stale);

  const outcomeOf = (answer: Answer): Outcome => ({
    records: answer.records,
    fetchedAt: answer.fetchedAt,
    from: answer.from,
    ...(answer.stale && { note: loadedSentences()?.cellFault(answer.stale, errorContext()).message }),
  });

  const gridOf = (plan: Plan, ofItems: readonly (Outcome | undefined)[], formats: boolean): Rows =>
    excelRows(makeGrid(plan.formula, ofItems, { formats }).cells);

  const remember = (plan: Plan, answers: readonly Answer[], formats: boolean): Rows => {
    const outcomes = answers.map(outcomeOf);
    const rows = gridOf(
      plan,
      plan.places.map((place) => outcomes[place]),
      formats,
    );
    plan.shown = { answers, formats, rows };
    plans.weigh(rows.length * (rows[0]?.length ?? 0));
    return rows;
  };

  const fetchMissing = async (
    plan: Plan,
    invocation: Invocation,
    inMemory: readonly (Answer | undefined)[],
  ): Promise<Rows> => {
    const { address: cell } = invocation;
    const gone = new AbortController();
    const options: AskOptions = {
      ...plan.options,
      ...(cell !== undefined && { cell }),
      signal: gone.signal,
    };
    const answers = [...inMemory];
    const errors: unknown[] = [];
    const fetchAll = async () => {
      await Promise.all(
        plan.requests.map(async (request, place) => {
          if (answers[place]) return;
          try {
            answers[place] = await engine.ask(request, options);
          } catch (error) {
            errors[place] = error;
          }
        }),
      );
      if (lacksWords(plan, answers)) await loadSentences().catch(() => undefined);
    };
    const work = fetchAll();
    const end = await settled(work, invocation, context.patience, () => gone.abort());
    if (end === 'cancelled') throw excelError(await explain(new SpillwayError('cancelled')));
    if (cell !== undefined) {
      if (end === 'late') void work.then(() => context.recalculate([cell]));
      // A later call of this cell may have asked for something else meanwhile.
      if (cells.of(cell)?.requests === plan.requests) note(plan, cell, errors.some(Boolean));
    }
    const { formats } = host;
    if (answers.every((answer) => answer !== undefined) && !lacksWords(plan, answers))
      return remember(plan, answers, formats);
    const { partialResult } = await loadPartialResult();
    const shown = partialResult(plan, answers, errors, outcomeOf, errorContext());
    if ('fault' in shown) throw excelError(shown);
    return gridOf(plan, shown, formats);
  };

  const preview = (view: View): Promise<Rows> =>
    load(() => import(/* webpackChunkName: "later" */ '../../spill/grid/sampleGrid')).then(
      ({ sampleGrid }) => excelRows(sampleGrid(id, view)),
      () => {
        throw excelError(notLoaded);
      },
    );

  const answerTo = (plan: Plan, invocation: Invocation): Rows | Promise<Rows> => {
    const { address: cell } = invocation;
    const { formats } = host;
    if (isPreview(invocation)) return preview(plan.formula.view);
    const { requests } = plan;
    const options = cell === undefined ? plan.options : { ...plan.options, cell };
    const answers: Answer[] = [];
    for (const request of requests) {
      const answer = engine.peek(request, options);
      if (!answer) break;
      answers.push(answer);
    }
    note(plan, cell, false);
    if (answers.length < requests.length || lacksWords(plan, answers))
      return fetchMissing(
        plan,
        invocation,
        requests.map((_, place) => answers[place]),
      );
    return stillShown(plan, answers, formats) ?? remember(plan, answers, formats);
  };

  const answerWhenRead = async (reading: Promise<Plan>, invocation: Invocation): Promise<Rows> => {
    const end = await settled(reading, invocation, context.patience);
    if (end === 'cancelled') throw new SpillwayError('cancelled');
    if (end === 'done') return answerTo(await reading, invocation);
    const { address: cell } = invocation;
    const again = () => cell !== undefined && context.recalculate([cell]);
    reading.then(again, again);
    throw excelError(waiting);
  };

  return (...args) => {
    const invocation = invocationOf(args);
    const { address: cell } = invocation;
    const fail = (error: unknown): Promise<never> => {
      if (isExcelError(error)) throw error;
      if (cell !== undefined && !isPreview(invocation)) {
        const filterSets = namedSets(args, arity);
        cells.note({ cell, function: name, requests: [], filterSets, failed: true, at: context.now() });
      }
      if (error instanceof InputFault) throw excelError(error);
      return explain(error, errorContext()).then((fault) => {
        throw excelError(fault);
      });
    };
    try {
      const plan = planFor(args);
      return plan instanceof Promise
        ? answerWhenRead(plan, invocation).catch(fail)
        : answerTo(plan, invocation);
    } catch (error) {
      return fail(error);
    }
  };
}
