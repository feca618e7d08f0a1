// What may be spent, wired from the settings: budgets in the ledger, rate windows learnt from the token statistic, usage.
import path from 'node:path';
import type { Base } from './base';
import { Statistic } from './routes/statistic';
import type { GatewaySettings } from './settings/settings';
import { Budgets } from './spending/budgets';
import { EarlierSpending } from './spending/earlierSpending';
import { KeyRateWindows } from './spending/rateWindows';
import { AgentSpending, keyName, TeamSpending, type Spending, type BudgetState } from './spending/spending';
import { UsageBook } from './spending/usageBook';
import { UsageCopies } from './spending/usageCopies';
import { storeKind } from './stores/openStore';
import type { Metrics } from './telemetry/metrics';
import type { Upstream } from './upstream/upstream';
import { jsonOrNothing } from './http/json';
import { randomBytes } from 'node:crypto';
import { noJournal, openJournal } from './ledger/journal';
import { BudgetLedger, type LedgerParts } from './ledger/ledger';
import { NewerFormat } from './stores/storedFormat';
import { RedisLedger } from './ledger/redisLedger';
import type { TokenRecord } from '../operations/tokenStatistic';
import type { TeamStore } from './stores/store';

// Rate limits are learnt once for all gateways: one asks the service, the others take what it found. Otherwise each would
// ask at the start, and each would overwrite what the others have counted since.

const lifetime = 60_000;
const lease = 10_000;
const longestWait = 8_000;
const pause = 50;

class SharedRateLimits {
  constructor(
    private readonly store: TeamStore,
    private readonly elapsed: () => number,
  ) {}

  /** `learn` asks the service and hands what it found to `found`; resolves with what another gateway found, if one did. */
  async once(scope: string, learn: () => Promise<unknown>): Promise<TokenRecord | undefined> {
    const known = await this.read(scope);
    if (known) return known;
    const key = `learning:${scope}`;
    const holder = { id: randomBytes(9).toString('base64url'), size: 1 };
    const held = await this.store.claim(key, holder, lease);
    if (held.id === holder.id) {
      try {
        await learn();
      } finally {
        await this.store.release([key], holder.id);
      }
      return undefined;
    }
    const until = this.elapsed() + longestWait;
    while (this.elapsed() < until) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const found = await this.read(scope);
      if (found) return found;
      if (!(await this.store.holder(key))) break;
    }
    await learn();
    return undefined;
  }

  async found(scope: string, record: TokenRecord): Promise<void> {
    const { user: _user, ...rest } = record;
    await this.store.write(`limits:${scope}`, Buffer.from(JSON.stringify(rest)), lifetime);
  }

  private async read(scope: string): Promise<TokenRecord | undefined> {
    const bytes = await this.store.read(`limits:${scope}`);
    return bytes && (jsonOrNothing(bytes.toString()) as TokenRecord | undefined);
  }
}

// Budgets as numbers for whoever watches the gateway: never a person's or a group's name.

const kindOf = ({ account }: BudgetState): string => account.split(':')[0] ?? '';

function measureBudgets(metrics: Metrics, spending: TeamSpending): void {
  metrics.budgetsWarning.reset();
  for (const budget of ['person', 'group', 'team'])
    for (const period of ['day', 'month']) metrics.budgetsWarning.set({ budget, period }, 0);
  for (const state of spending.inUse()) {
    const labels = { budget: kindOf(state), period: state.period };
    if (state.warning) metrics.budgetsWarning.inc(labels);
    if (state.account !== 'team') continue;
    metrics.budgetSpent.set(labels, state.spent);
    if (state.limit !== undefined) metrics.budgetLimit.set(labels, state.limit);
  }
}

function budgetHealth(spending: TeamSpending, away: boolean, warnings: readonly string[]): object {
  const states = spending.inUse();
  const team = states.filter(({ account }) => account === 'team');
  return {
    // Only the share that was set aside may be spent.
    state: away ? 'share' : 'ok',
    team: team.map(({ period, spent, limit, warning }) => ({ period, spent, limit, warning })),
    warning: states.filter(({ warning }) => warning).length,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

// The ledger the settings ask for: alone, or shared through Redis; with a journal where there is a data folder.

type LedgerSettings = Pick<GatewaySettings, 'data' | 'redisUrl' | 'redisPrefix' | 'storeTimeout'>;

interface OpenLedgerParts extends Pick<LedgerParts, 'without' | 'limitOf' | 'periods' | 'elapsed'> {
  /** What the operator should know; the program goes on. */
  readonly warn: (sentence: string) => void;
}

interface OpenLedger {
  readonly ledger: BudgetLedger;
  /** Why the data folder cannot be used. */
  readonly trouble: string | undefined;
  close(): Promise<void>;
}

const beatEvery = 1_000;

async function openLedger(settings: LedgerSettings, parts: OpenLedgerParts): Promise<OpenLedger> {
  const { data, redisUrl, redisPrefix, storeTimeout } = settings;
  let trouble: string | undefined;
  const journal = await (data === undefined ? noJournal() : openJournal(data)).catch((error: unknown) => {
    if (error instanceof NewerFormat) throw error;
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    trouble = reason;
    parts.warn(`Budgets cannot be stored in the data folder (${reason}).`);
    return noJournal();
  });
  const shared =
    redisUrl === undefined
      ? undefined
      : new RedisLedger({ url: redisUrl, prefix: redisPrefix, timeout: storeTimeout, warn: parts.warn });
  await shared?.connected(storeTimeout);
  const ledger = await BudgetLedger.open({
    ...parts,
    journal,
    shared,
    kept: journal.isKept,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    random: () => randomBytes(9).toString('base64url'),
  });
  const timer = setInterval(() => void ledger.beat(), beatEvery).unref();
  return {
    ledger,
    trouble,
    close: async () => {
      clearInterval(timer);
      await ledger.close();
    },
  };
}

interface SpendingWiring extends Base {
  readonly upstream: Upstream;
}

export interface OpenSpending {
  /** Undefined in personal mode, where the add-in minds the user's own budget. */
  readonly spending: TeamSpending | undefined;
  /** Asked before anything is sent. */
  readonly guard: Spending;
  readonly ledger: BudgetLedger;
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

export async function openSpending(parts: SpendingWiring): Promise<OpenSpending> {
  const { settings, store, clock, elapsed, log, metrics } = parts;
  const { team } = settings;
  const isTeam = settings.mode === 'team';
  const windows = new KeyRateWindows(store, clock);
  const budgets = new Budgets(team);
  const warned = new Set<string>();
  const isKept = isTeam && storeKind(settings) !== 'memory';
  const earlier = isKept ? await EarlierSpending.open({ store, clock, timeZone: team.timeZone }) : undefined;
  const counts = isTeam || settings.mcp !== undefined || settings.watches;
  const book = await openLedger(counts ? settings : { ...settings, data: undefined, redisUrl: undefined }, {
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
  const learnt = openStatistic(windows, spending, parts);
  const copies = new UsageCopies(copiesFolder(settings));
  const usage = isTeam ? new UsageBook({ store, clock, timeZone: team.timeZone, copies }) : undefined;
  return {
    spending: isTeam ? spending : undefined,
    guard: isTeam ? spending : new AgentSpending(book.ledger),
    ledger: book.ledger,
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
const copiesFolder = ({ redisUrl, data }: GatewaySettings): string | undefined =>
  redisUrl === undefined || data === undefined ? undefined : path.join(data, 'usage');

/** The statistic teaches the rate windows; `scope` names those that were learnt last. */
function openStatistic(
  windows: KeyRateWindows,
  spending: TeamSpending,
  { settings: { mode, team }, store, upstream, elapsed, metrics }: SpendingWiring,
): { readonly statistic: Statistic; readonly scope: () => string } {
  const learning = new SharedRateLimits(store, elapsed);
  let scope = '';
  const statistic = new Statistic({
    upstream,
    elapsed,
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
