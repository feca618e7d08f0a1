// What may be spent, wired from the settings: budgets in the ledger, rate windows learnt from the token statistic, usage.
import path from 'node:path';
import { openLedger } from './ledger/openLedger';
import { Statistic } from './routes/statistic';
import type { Settings } from './settings/settings';
import { budgetHealth, measureBudgets } from './spending/budgetNumbers';
import { Budgets } from './spending/budgets';
import { EarlierSpending } from './spending/earlierSpending';
import { RateWindows } from './spending/rateWindows';
import { SharedRateLimits } from './spending/sharedRateLimits';
import { keyName, TeamSpending } from './spending/spending';
import { UsageBook } from './spending/usageBook';
import { UsageCopies } from './spending/usageCopies';
import { storeKind } from './stores/openStore';
import type { ResilientStore } from './stores/resilientStore';
import type { Log } from './telemetry/log';
import type { Metrics } from './telemetry/metrics';
import type { Upstream } from './upstream/upstream';

export interface SpendingWiring {
  readonly store: ResilientStore;
  readonly upstream: Upstream;
  readonly clock: () => number;
  readonly elapsed: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface OpenSpending {
  /** Undefined in personal mode, where the add-in minds the user's own budget. */
  readonly spending: TeamSpending | undefined;
  readonly usage: UsageBook | undefined;
  readonly statistic: Statistic;
  /** Why budgets are not stored in the data folder. */
  readonly trouble: string | undefined;
  /** Budgets for the operator; undefined in personal mode. */
  readonly health: (() => object | undefined) | undefined;
  /** Brings the gauges of budgets and rate windows up to date. */
  measure(): Promise<void>;
  close(): Promise<void>;
}

export async function openSpending(settings: Settings, parts: SpendingWiring): Promise<OpenSpending> {
  const { store, clock, elapsed, log, metrics } = parts;
  const { team } = settings;
  const isTeam = settings.mode === 'team';
  const windows = new RateWindows(store, clock);
  const budgets = new Budgets(team);
  const warned = new Set<string>();
  const isKept = isTeam && storeKind(settings) !== 'memory';
  const earlier = isKept ? await EarlierSpending.open({ store, clock, timeZone: team.timeZone }) : undefined;
  const book = await openLedger(isTeam ? settings : { ...settings, data: undefined, redisUrl: undefined }, {
    without: team.withoutRedis,
    limitOf: (period, account) => {
      const limit = budgets.limitOf(period, account);
      return limit === undefined ? undefined : Math.max(0, limit - (earlier?.spent(period, account) ?? 0));
    },
    periods: () => budgets.running(clock()),
    elapsed,
    warn: (sentence) => {
      if (!warned.has(sentence)) log.warn({ reason: sentence }, 'budgets');
      warned.add(sentence);
    },
  });
  const spending: TeamSpending = new TeamSpending({
    ...team,
    ledger: book.ledger,
    store,
    windows,
    budgets,
    earlier,
    clock,
    prepare: (person) => learnt.statistic.keepLearnt(person),
  });
  const learnt = openStatistic(settings, windows, spending, parts);
  const copies = new UsageCopies(copiesFolder(settings));
  const usage = isTeam ? new UsageBook({ store, clock, timeZone: team.timeZone, copies }) : undefined;
  return {
    spending: isTeam ? spending : undefined,
    usage,
    trouble: book.trouble,
    statistic: learnt.statistic,
    health: isTeam ? () => budgetHealth(spending, book.ledger.isAway, [...warned]) : undefined,
    measure: async () => {
      if (isTeam) measureBudgets(metrics, spending);
      for (const { id, limit, used } of await windows.rooms(learnt.scope())) {
        metrics.windowLimit.set({ window: id }, limit);
        metrics.windowLeft.set({ window: id }, Math.max(0, limit - used));
      }
    },
    close: async () => {
      earlier?.close();
      await usage?.close();
      await book.close();
    },
  };
}

/** Only a shared store needs copies; a data folder that takes its place keeps usage itself. */
const copiesFolder = ({ redisUrl, data }: Settings): string | undefined =>
  redisUrl === undefined || data === undefined ? undefined : path.join(data, 'usage');

/** The statistic teaches the rate windows; `scope` names those that were learnt last. */
function openStatistic(
  { mode, team }: Settings,
  windows: RateWindows,
  spending: TeamSpending,
  { store, upstream, clock, elapsed, metrics }: SpendingWiring,
): { readonly statistic: Statistic; readonly scope: () => string } {
  const learning = new SharedRateLimits(store, elapsed);
  let scope = '';
  const statistic = new Statistic({
    upstream,
    clock,
    team: mode === 'team',
    learn: async (person, record) => {
      scope = spending.scope(person);
      if (typeof record.points === 'number') metrics.points.set(record.points);
      await windows.learn(scope, record, team.shareWindows);
      await learning.found(keyName(person.key), record);
    },
    together: async (person, read) => {
      const record = await learning.once(keyName(person.key), read);
      if (record) await windows.learn(spending.scope(person), record, false);
    },
  });
  return { statistic, scope: () => scope };
}
