// One of the data functions. A call that was made before and whose responses are in memory returns immediately, without a
// promise; every other call waits for the engine.
import type { IsStopped, AskOptions } from '../../engine/engine';
import type { DataResponse } from '../../engine/request/response';
import { SpillwayError } from '../../engine/request/errors';
import { excelError, isExcelError } from '../../excel/errors/excelError';
import { explain, notLoaded, loadSentences, loadedSentences } from '../../excel/errors/lazyCellError';
import { load } from '../../excel/lazyCode';
import { cellTexts } from '../../languages/labels';
import { operationOf, type OperationId } from '../../operations';
import { InputFault } from '../../spill/inputFault';
import { usedPart } from '../../spill/read/values/argument';
import {
  errorContextOf,
  notePlan,
  planFor,
  type DataCall,
  stillShown,
  type Plan,
  type Unfinished,
} from './plan';
import type { FunctionContext } from './functionContext';
import {
  invocationOf,
  isPreview,
  type Implementation,
  type Invocation,
  settled,
  waiting,
  type End,
} from './invocation';
import { excelRows, type ExcelRows } from './rows';
import type { DataRequest } from '../../engine/request/dataRequest';
import { isPlainTable, makeGrid, type ItemOutcome } from '../../spill/grid/grid';
import type { richGrid as MakeRichGrid } from '../../spill/grid/cards/richGrid';

// The rows a formula shows when every request has a response.

/** Makes every kind of grid; all but plain tables are code of their own. */
let richGrid: typeof MakeRichGrid | undefined;

/** Whether the rows need code that is not loaded yet. */
const lacksGrid = ({ formula }: Plan): boolean =>
  !richGrid && (formula.view.cards || formula.view.images || !isPlainTable(formula));

const loadGrid = async (): Promise<void> => {
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
const lacksSentences = (
  { formula, requests }: Plan,
  responses: readonly (DataResponse | undefined)[],
): boolean =>
  tells(formula) &&
  !loadedSentences() &&
  (responses.some((response) => response?.stale) || requests.some(mayBeIgnored));

/** What the stamp says of a response beside where it came from. */
function noteOf(call: DataCall, { stale, records }: DataResponse, request: DataRequest): string | undefined {
  const sentences = loadedSentences();
  const context = errorContextOf(call);
  return stale
    ? sentences?.cellFault(stale, context).message
    : sentences?.ignoredFilters(request, records, context.wireNames);
}

const outcomeOf = (call: DataCall, plan: Plan, response: DataResponse, place: number): ItemOutcome => ({
  records: response.records,
  fetchedAt: response.fetchedAt,
  at: response.at,
  from: response.from,
  isOverdue: response.isOverdue ?? (response.stale && true),
  ...(tells(plan.formula) && { note: noteOf(call, response, plan.requests[place]!) }),
});

const gridRows = (call: DataCall, plan: Plan, outcomes: readonly (ItemOutcome | undefined)[]): ExcelRows => {
  const { host, runtime } = call;
  const deciding = plan.formula.view.matched ? { ...host, acceptedOf: runtime.matches.acceptedOf } : host;
  return excelRows((richGrid ?? makeGrid)(plan.formula, outcomes, deciding).cells, host);
};

/** Makes the rows and remembers them, so that the next recalculation shows them as they are. */
function rememberRows(call: DataCall, plan: Plan, responses: readonly DataResponse[]): ExcelRows {
  const { formats } = call.host;
  const outcomes = responses.map((response, place) => outcomeOf(call, plan, response, place));
  plan.last = plan.places.map((place) => outcomes[place]);
  const rows = gridRows(call, plan, plan.last);
  plan.shown = { responses, formats, texts: cellTexts(), rows };
  // A card weighs about as much as thirty cells.
  call.plans.weigh(rows.length * ((rows[0]?.length ?? 0) + (plan.formula.view.cards ? 30 : 0)));
  return rows;
}

// Waits for the responses that are not in memory, each request on its own, and shows what there is in the end.

const loadPartialResult = () =>
  load(() => import(/* webpackChunkName: "later" */ './partialResult')).catch(() => {
    throw excelError(notLoaded);
  });

async function fetchAll(
  { runtime }: DataCall,
  plan: Plan,
  { responses, errors }: Unfinished,
  options: AskOptions,
): Promise<void> {
  const grid = lacksGrid(plan) ? loadGrid().catch(() => undefined) : undefined;
  await Promise.all(
    plan.requests.map(async (request, place) => {
      try {
        responses[place] ??= await runtime.engine.ask(request, options);
      } catch (error) {
        errors[place] = error;
      }
    }),
  );
  if (lacksSentences(plan, responses)) await loadSentences().catch(() => undefined);
  await grid;
}

const arrived = ({ plan, responses, errors }: Unfinished): number =>
  plan.requests.filter((_, place) => responses[place] ?? errors[place]).length;

/** Whether there is something to say before the rest arrives: a part of the result, or that nothing has been sent yet. */
function isTelling({ runtime }: DataCall, unfinished: Unfinished): boolean {
  const { plan, responses, errors } = unfinished;
  if (arrived(unfinished) > 0) return true;
  const waiting = new Set(
    runtime.engine
      .state()
      .queue.filter(({ state }) => state === 'queued')
      .map(({ request }) => request.key),
  );
  return plan.requests.every(({ key }, place) => responses[place] ?? errors[place] ?? waiting.has(key));
}

/** Shows what has arrived since, at a pace that leaves the sheet usable, and the whole in the end. */
function follow(call: DataCall, cell: string, unfinished: Unfinished, work: Promise<void>): void {
  let last = arrived(unfinished);
  call.unfinished.set(cell, [...(call.unfinished.get(cell) ?? []), unfinished]);
  const look = setInterval(() => {
    const now = arrived(unfinished);
    unfinished.idle = now === last ? unfinished.idle + call.pace : 0;
    const isStill = unfinished.idle === Math.ceil(stillAfter / call.pace) * call.pace;
    if (now !== last || isStill) call.recalculate([cell]);
    last = now;
  }, call.pace);
  void work.then(() => {
    clearInterval(look);
    if (endFollowing(call, cell, unfinished)) call.recalculate([cell]);
  });
}

/** False: it was not followed any more. */
function endFollowing({ unfinished }: DataCall, cell: string, ended: Unfinished): boolean {
  const known = unfinished.get(cell) ?? [];
  const others = known.filter((each) => each !== ended);
  if (others.length > 0) unfinished.set(cell, others);
  else unfinished.delete(cell);
  return others.length < known.length;
}

/** A cell that asks for something else by now, or has gone, does not want what is still queued for it. */
function withdrawUnasked(call: DataCall): void {
  for (const [cell, all] of call.unfinished) {
    const use = call.runtime.cells.of(cell);
    const calls = use?.calls ?? [use];
    for (const each of all) {
      if (calls.some((known) => known?.requests === each.plan.requests)) continue;
      if (use) endFollowing(call, cell, each);
      each.cancel();
    }
  }
}

/** How long nothing may arrive before a cell says so. */
const stillAfter = 60_000;

/** Waits for the end, at most until there is something to say. */
async function firstEnd(
  call: DataCall,
  unfinished: Unfinished,
  work: Promise<void>,
  invocation: Invocation,
  cancel: () => void,
): Promise<End> {
  for (let left = call.timeout; left > 0; left -= call.pace) {
    const end = await settled(work, invocation, Math.min(left, call.pace), cancel);
    if (end !== 'late' || isTelling(call, unfinished)) return end;
  }
  return 'late';
}

/** What there is of the result; the rest says why it is not there. */
async function showPart(call: DataCall, { plan, responses, errors, idle }: Unfinished): Promise<ExcelRows> {
  const { partialResult, failureContext } = await loadPartialResult();
  const outcome = (response: DataResponse, place: number) => outcomeOf(call, plan, response, place);
  const context = await failureContext(call, errors);
  const shown = partialResult(plan, responses, errors, outcome, {
    ...context,
    distinct: (requests) => call.runtime.engine.distinct(requests),
    idle,
    ...(responses.some((response, place) => !response && errors[place] === undefined) && {
      state: call.runtime.engine.state(),
    }),
  });
  if ('fault' in shown) throw excelError(shown);
  plan.last = shown;
  return gridRows(call, plan, shown);
}

async function fetchMissing(
  call: DataCall,
  plan: Plan,
  invocation: Invocation,
  inMemory: readonly (DataResponse | undefined)[],
  isStopped?: IsStopped,
): Promise<ExcelRows> {
  const { address: cell } = invocation;
  const before = call.unfinished.get(cell ?? '')?.find((each) => each.plan === plan);
  if (before && !lacksGrid(plan)) {
    // The cell keeps what it shows, with what has arrived since; it does not turn to #BUSY! again.
    for (const [place, response] of inMemory.entries()) if (response) before.responses[place] = response;
    return showPart(call, before);
  }
  const cancelled = new AbortController();
  const cancel = () => cancelled.abort();
  const unfinished: Unfinished = { plan, responses: [...inMemory], errors: [], idle: 0, cancel };
  const { responses, errors } = unfinished;
  const work = fetchAll(call, plan, unfinished, {
    ...plan.options,
    cell,
    isStopped,
    signal: cancelled.signal,
  });
  const end = await firstEnd(call, unfinished, work, invocation, cancel);
  if (end === 'cancelled') throw excelError(await explain(new SpillwayError('cancelled')));
  if (cell !== undefined) {
    if (end === 'late') follow(call, cell, unfinished, work);
    // A later call of this cell may have requested something else in the meantime.
    if (call.runtime.cells.of(cell)?.requests === plan.requests)
      notePlan(call, plan, cell, errors.some(Boolean));
  }
  if (lacksGrid(plan)) throw excelError(end === 'late' ? waiting : notLoaded);
  if (responses.every((response) => response !== undefined)) return rememberRows(call, plan, responses);
  return showPart(call, unfinished);
}

const setName = /@\s*([^;@"]+)/g;

/** The filter sets an unreadable formula names. When one of them is saved later, the cell is calculated again. */
function namedSets(args: readonly unknown[], arity: number): string[] {
  const options = [args[arity - 1]].flat(2);
  return options.flatMap((value) =>
    typeof value === 'string' ? [...value.matchAll(setName)].map((found) => found[1]!.trim()) : [],
  );
}

const preview = ({ id, host }: DataCall, { formula }: Plan): Promise<ExcelRows> =>
  load(() => import(/* webpackChunkName: "later" */ '../../spill/grid/sampleGrid')).then(
    ({ sampleGrid }) => excelRows(sampleGrid(id, formula.view), host),
    () => {
      throw excelError(notLoaded);
    },
  );

/** Code and history are loaded first: what is stopped or cancelled meanwhile is not asked for afterwards. */
function pastResultOf(call: DataCall, plan: Plan, invocation: Invocation): Promise<ExcelRows> {
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
): ExcelRows | Promise<ExcelRows> {
  if (isPreview(invocation)) return preview(call, plan);
  const { changes, as_of } = plan.formula.view;
  if (changes !== undefined || as_of !== undefined) return pastResultOf(call, plan, invocation);
  const { engine } = call.runtime;
  const { address: cell } = invocation;
  const { requests } = plan;
  const options = { ...plan.options, cell };
  const responses: DataResponse[] = [];
  for (const request of requests) {
    const response = engine.peek(request, options);
    if (!response) break;
    responses.push(response);
  }
  if (cell !== undefined) call.called(cell);
  notePlan(call, plan, cell, false);
  if (responses.length < requests.length || lacksSentences(plan, responses) || lacksGrid(plan)) {
    const inMemory = requests.map((_, place) => responses[place]);
    return fetchMissing(call, plan, invocation, inMemory, isStopped);
  }
  return stillShown(plan, responses, call.host.formats) ?? rememberRows(call, plan, responses);
}

async function resultWhenRead(
  call: DataCall,
  reading: Promise<Plan>,
  invocation: Invocation,
): Promise<ExcelRows> {
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
  context.runtime.cells.subscribe(() => withdrawUnasked(call));
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
