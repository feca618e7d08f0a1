// One of the data functions. A call that was made before and whose responses are in memory returns immediately, without a
// promise; every other call waits for the engine.
import type { IsStopped } from '../../engine/engine';
import type { Answer } from '../../engine/request/answer';
import { SpillwayError } from '../../engine/request/errors';
import { excelError, isExcelError } from '../../excel/errors/excelError';
import { explain, notLoaded } from '../../excel/errors/lazyCellError';
import { load } from '../../excel/lazyCode';
import { operationOf, type OperationId } from '../../operations';
import { InputFault } from '../../spill/inputFault';
import { usedPart } from '../../spill/read/values/shapes';
import { errorContextOf, notePlan, type DataCall } from './dataCall';
import { fetchMissing } from './fetchMissing';
import type { FunctionContext } from './functionContext';
import { invocationOf, isPreview, type Implementation, type Invocation } from './invocation';
import { stillShown, type Plan } from './plan';
import { planFor } from './planFor';
import { lacksGrid, lacksSentences, rememberRows } from './resultRows';
import { excelRows, type Rows } from './rows';
import { settled, waiting } from './waiting';

const setName = /@\s*([^;@"]+)/g;

/** The filter sets an unreadable formula names. When one of them is saved later, the cell is calculated again. */
function namedSets(args: readonly unknown[], arity: number): string[] {
  const options = [args[arity - 1]].flat(2);
  return options.flatMap((value) =>
    typeof value === 'string' ? [...value.matchAll(setName)].map((found) => found[1]!.trim()) : [],
  );
}

const preview = ({ id, host }: DataCall, { formula }: Plan): Promise<Rows> =>
  load(() => import(/* webpackChunkName: "later" */ '../../spill/grid/sampleGrid')).then(
    ({ sampleGrid }) => excelRows(sampleGrid(id, formula.view), host),
    () => {
      throw excelError(notLoaded);
    },
  );

/** Code and history are loaded first: what is stopped or cancelled meanwhile is not asked for afterwards. */
function pastResultOf(call: DataCall, plan: Plan, invocation: Invocation): Promise<Rows> {
  const isStopped = call.runtime.engine.watchStops();
  let cancelled = false;
  invocation.onCanceled = () => (cancelled = true);
  return call.past(call, plan, invocation, (...given) => {
    if (cancelled) throw new SpillwayError('cancelled');
    return resultOf(...given, isStopped);
  });
}

function resultOf(
  call: DataCall,
  plan: Plan,
  invocation: Invocation,
  isStopped?: IsStopped,
): Rows | Promise<Rows> {
  if (isPreview(invocation)) return preview(call, plan);
  const { changes, as_of } = plan.formula.view;
  if (changes !== undefined || as_of !== undefined) return pastResultOf(call, plan, invocation);
  const { engine } = call.runtime;
  const { address: cell } = invocation;
  const { requests } = plan;
  const options = { ...plan.options, cell };
  const answers: Answer[] = [];
  for (const request of requests) {
    const answer = engine.peek(request, options);
    if (!answer) break;
    answers.push(answer);
  }
  notePlan(call, plan, cell, false);
  if (answers.length < requests.length || lacksSentences(plan, answers) || lacksGrid(plan)) {
    const inMemory = requests.map((_, place) => answers[place]);
    return fetchMissing(call, plan, invocation, inMemory, isStopped);
  }
  return stillShown(plan, answers, call.host.formats) ?? rememberRows(call, plan, answers);
}

async function resultWhenRead(call: DataCall, reading: Promise<Plan>, invocation: Invocation): Promise<Rows> {
  const isStopped = call.runtime.engine.watchStops();
  const end = await settled(reading, invocation, call.timeout);
  if (end === 'cancelled') throw new SpillwayError('cancelled');
  if (end === 'done') return resultOf(call, await reading, invocation, isStopped);
  const { address: cell } = invocation;
  const again = () => cell !== undefined && call.recalculate([cell]);
  reading.then(again, again);
  throw excelError(waiting);
}

function fail(call: DataCall, args: readonly unknown[], error: unknown): Promise<never> {
  if (isExcelError(error)) throw error;
  const invocation = invocationOf(args);
  const { address: cell } = invocation;
  if (cell !== undefined && !isPreview(invocation)) {
    const { runtime, name, arity } = call;
    const filterSets = namedSets(args, arity);
    runtime.cells.note({ cell, function: name, requests: [], filterSets, failed: true, at: call.now() });
  }
  if (error instanceof InputFault) throw excelError(error);
  return explain(error, errorContextOf(call)).then((fault) => {
    throw excelError(fault);
  });
}

export function dataFunction(
  id: OperationId,
  context: FunctionContext,
  plans: DataCall['plans'],
  past: DataCall['past'],
): Implementation {
  const { function: name, positional } = operationOf(id);
  const call: DataCall = {
    ...context,
    id,
    name,
    arity: positional.length + 1,
    plans,
    past,
    unfinished: new Map(),
  };
  return (...given) => {
    const args = usedPart(given, positional.length);
    try {
      const plan = planFor(call, args);
      const invocation = invocationOf(args);
      return plan instanceof Promise
        ? resultWhenRead(call, plan, invocation).catch((error: unknown) => fail(call, args, error))
        : resultOf(call, plan, invocation);
    } catch (error) {
      return fail(call, args, error);
    }
  };
}
