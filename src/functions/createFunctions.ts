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
import type { OwnFunction } from './free/ownFunctions';
import type { WatchFunction } from './history/watchFunctions';
import type { HistoryFunction } from './history/historyFunctions';

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
  const own = (name: OwnFunction): Implementation =>
    lazyFunction(async () => {
      const { createOwnFunctions } = await import(/* webpackChunkName: "later" */ './free/ownFunctions');
      return createOwnFunctions(context)[name];
    });
  const ofHistory = (name: HistoryFunction): Implementation =>
    lazyFunction(async () => {
      const { createHistoryFunctions } = await import(
        /* webpackChunkName: "history" */ './history/historyFunctions'
      );
      return createHistoryFunctions(context)[name];
    });
  const ofWatches = (name: WatchFunction): Implementation =>
    lazyFunction(async () => {
      const { createWatchFunctions } = await import(
        /* webpackChunkName: "history" */ './history/watchFunctions'
      );
      return createWatchFunctions(context)[name];
    });
  return {
    ...Object.fromEntries(
      operationIds.map((id) => [operationOf(id).function, dataFunction(id, context, plans, pastResult)]),
    ),
    'TOKEN.USAGE': own('TOKEN.USAGE'),
    'CREDITS.COST': own('CREDITS.COST'),
    'STAYS.FILTERS': own('STAYS.FILTERS'),
    'HISTORY.SERIES': ofHistory('HISTORY.SERIES'),
    'HISTORY.CHANGE': ofHistory('HISTORY.CHANGE'),
    'HISTORY.TREND': ofHistory('HISTORY.TREND'),
    'HISTORY.DIFF': ofHistory('HISTORY.DIFF'),
    'MATCH.STATUS': ofHistory('MATCH.STATUS'),
    'WATCH.ALERTS': ofWatches('WATCH.ALERTS'),
    'WATCH.STATUS': ofWatches('WATCH.STATUS'),
  };
}

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
