// All functions as a map from id to implementation, over one runtime.
import { excelError } from '../excel/errors/excelError';
import { notLoaded } from '../excel/errors/lazyCellError';
import type { Host } from '../excel/host';
import { load } from '../excel/lazyCode';
import type { Runtime } from '../excel/runtime';
import { operationIds, operationOf } from '../operations';
import { type PastResult, type Plan, createMemo } from './calls/plan';
import { dataFunction } from './calls/dataFunction';
import type { FunctionContext } from './calls/functionContext';
import type { Implementation } from './calls/invocation';

export type Functions = Readonly<Record<string, Implementation>>;

/** Room for a large workbook: formulas, and cells of their results. */
const mostFormulas = 20_000;
const mostResultCells = 4_000_000;
const defaultTimeout = 120_000;
const defaultPace = 10_000;

const pastResult: PastResult = async (...args) => {
  const code = load(() => import(/* webpackChunkName: "history" */ './history/pastResult'));
  const { pastResult: result } = await code.catch(() => {
    throw excelError(notLoaded);
  });
  return result(...args);
};

export function createFunctions(
  runtime: Runtime,
  host: Host,
  {
    timeout = defaultTimeout,
    pace = defaultPace,
    now = Date.now,
    recalculate = () => undefined,
    called = () => undefined,
    formulaAt = () => Promise.resolve(undefined),
  }: Partial<FunctionContext> = {},
): Functions {
  const plans = createMemo<Plan | Promise<Plan>>(mostFormulas, mostResultCells);
  // What a formula means may depend on the settings and on the saved filter sets.
  for (const source of [runtime.settings, runtime.filterSets, runtime.library]) source.subscribe(plans.clear);
  // Decisions change what cells show, and never what they ask for.
  const matching = new Set<string>();
  runtime.matches.subscribe(() => {
    plans.clear();
    if (matching.size > 0) recalculate([...matching]);
  });
  const context: FunctionContext = {
    ...{ runtime, host, timeout, pace, now },
    ...{ recalculate, called, formulaAt, matching },
  };
  const own = async () =>
    (await import(/* webpackChunkName: "later" */ './free/ownFunctions')).createOwnFunctions(context);
  const ofHistory = async () =>
    (await import(/* webpackChunkName: "history" */ './history/historyFunctions')).createHistoryFunctions(
      context,
    );
  const ofWatches = async () =>
    (await import(/* webpackChunkName: "history" */ './history/watchFunctions')).createWatchFunctions(
      context,
    );
  return {
    ...Object.fromEntries(
      operationIds.map((id) => [operationOf(id).function, dataFunction(id, context, plans, pastResult)]),
    ),
    ...lazily(own, 'TOKEN.USAGE', 'CREDITS.COST', 'STAYS.FILTERS'),
    ...lazily(ofHistory, 'HISTORY.SERIES', 'HISTORY.CHANGE', 'HISTORY.TREND', 'HISTORY.DIFF', 'MATCH.STATUS'),
    ...lazily(ofWatches, 'WATCH.ALERTS', 'WATCH.STATUS'),
  };
}

const lazily = <Made extends Functions>(bring: () => Promise<Made>, ...names: (keyof Made & string)[]) =>
  Object.fromEntries(names.map((name) => [name, lazyFunction(async () => (await bring())[name]!)]));

export function lazyFunction(bring: () => Promise<Implementation>): Implementation {
  let implementation: Implementation | undefined;
  return (...args) => {
    if (implementation) return implementation(...args);
    return load(bring).then(
      (brought) => (implementation = brought)(...args),
      () => {
        throw excelError(notLoaded);
      },
    );
  };
}
