// Builds the gateway from its settings and parts, and takes it down in order.
import type { RequestListener } from 'node:http';
import { AuditTrail } from './audit/auditTrail';
import { SandboxCalendar } from './calendar/sandboxCalendar';
import { closeFolder } from './files/privateFolder';
import type { Base } from './base';
import { openApp, type AppWiring, type OpenApp } from './openApp';
import { openGatewayHistory } from './openGatewayHistory';
import { openPeople } from './openPeople';
import { openShared } from './shared/sharedBook';
import { openSpending } from './openSpending';
import { openWatches, type OpenWatches } from './openWatches';
import { type GatewaySettings, serviceName } from './settings/settings';
import { settingLines } from './settings/shownSettings';
import { openStore, storeKind } from './stores/openStore';
import type { Log } from './telemetry/log';
import { Metrics } from './telemetry/metrics';
import type { Upstream } from './upstream/upstream';
import { CallCoordinator } from './calls/callCoordinator';
import type { OnFinish } from './calls/callMaker';

// Parts that are away, hang or are damaged, each with its own reason: the same list is in /healthz, in the metrics and so in the
// alerts. The gateway goes on without them, so nobody would notice otherwise.

type Part = 'store' | 'budgets' | 'history' | 'database' | 'watches' | 'audit';

interface FailingPart {
  readonly part: Part;
  readonly cause: Cause;
  /** For the operator; never a secret. */
  readonly reason: string;
}

const causes = {
  damaged: /corrupt|damaged|malformed|checksum|invalid page|not an sstable|XX00[12]|bad magic/i,
  newer: /newer version/i,
  full: /\bOOM\b|ENOSPC|EDQUOT|EROFS|no space left|disk full|quota exceeded|MISCONF|READONLY|53100|too many responses/i,
  denied: /EACCES|EPERM|NOAUTH|WRONGPASS|NOPERM|permission|password|authentication|28P01|42501/i,
  slow: /too slowly|time ?out|timed out|ETIMEDOUT|57014|holds .*\.lock/i,
  away: /ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EPIPE|closed|terminated|Connection|not open yet|does not exist|ENOENT|57P0/i,
} as const satisfies Readonly<Record<string, RegExp>>;

type Cause = keyof typeof causes | 'failing';

const failing = (part: Part, reason: string | undefined): readonly FailingPart[] => {
  if (reason === undefined || reason === '') return [];
  const known = Object.keys(causes) as (keyof typeof causes)[];
  return [{ part, cause: known.find((cause) => causes[cause].test(reason)) ?? 'failing', reason }];
};

// The calls, wired from the settings, and all who are told when one has finished.

type Wiring = Omit<AppWiring, 'calls' | 'watches' | 'health' | 'measure' | 'stopping' | 'calendar'>;

const openCalls = (upstream: Upstream, wiring: Wiring): CallCoordinator =>
  new CallCoordinator({
    ...wiring,
    upstream,
    service: serviceName(wiring.settings.upstream),
    spending: wiring.money.guard,
    onFinish: tellAll(wiring),
  });

const tellAll =
  ({ money, metrics, audit, history }: Wiring): OnFinish =>
  (request, person, call, milliseconds, reserved) => {
    const { facts } = call;
    const { operation } = request;
    const { status } = facts;
    const credits = facts.credits ?? request.credits;
    metrics.upstream.observe({ operation, status }, milliseconds / 1_000);
    metrics.spent.inc({ operation }, credits);
    money.usage?.note(person, operation, { spent: credits }, reserved);
    if (person.agent) metrics.spentBy(person.agent, operation, credits);
    const agent = person.agent && { agent: person.agent.name };
    audit?.note('answered', { person: person.id, ...agent, operation, status, credits: facts.credits });
    if (status === 429) money.statistic.doubt();
    history?.note(request, person, call);
  };

export interface GatewayParts extends Omit<Base, 'store' | 'elapsed' | 'metrics'> {
  readonly upstream: Upstream;
  readonly elapsed?: Base['elapsed'];
  readonly metrics?: Metrics;
  readonly version?: string;
  /** Milliseconds for one statement of the database of the history. */
  readonly historyTimeout?: number | undefined;
  readonly historyDelay?: number | undefined;
  /** Milliseconds between two looks at which watches are due. */
  readonly lookEvery?: number | undefined;
}

export interface Gateway {
  readonly fetch: OpenApp['fetch'];
  /** What /healthz tells administrators. */
  health(): object;
  /** The same for Node's sockets. */
  readonly listener: RequestListener;
  /** Takes no new work and brings calls that were sent to their end; polls and health checks are served meanwhile. */
  drain(): Promise<void>;
  /** For Prometheus, on a port of their own. */
  numbers(): Promise<{ readonly type: string; readonly text: string }>;
  /** Looks at the files of codes and key again, now. */
  reload(): Promise<void>;
  /** Waits for calls that were sent, tells the store everything, and lets go of it. */
  close(): Promise<void>;
}

/**
 * What only this process holds is lost with it: whoever was promised a response has this many milliseconds to come for it. The
 * add-in comes at least every ten seconds.
 */
const lastFetch = 30_000;

async function closeData({ data }: GatewaySettings, log: Log): Promise<void> {
  const open = data === undefined ? [] : await closeFolder(data, false).catch(() => []);
  if (open.length > 0) log.warn({ places: open }, 'other users of this machine can read the data folder');
}

/** The state of all parts, for administrators and for the metrics. */
function overview(
  { settings, version, store, money, history, audit }: Wiring,
  watches: OpenWatches | undefined,
) {
  const failingParts = () => [
    ...failing('store', store.health.reason),
    ...failing('budgets', money.trouble),
    ...failing(history?.kept === 'postgres' ? 'database' : 'history', history?.health.reason),
    ...failing('watches', watches?.trouble),
    ...failing('audit', audit?.trouble),
  ];
  const health = () => {
    const { owed, reason } = store.health;
    const parts = failingParts();
    const budgets = money.health?.();
    return {
      status: parts.length === 0 ? 'ok' : 'degraded',
      version,
      store: { kind: storeKind(settings), ...(reason === undefined ? {} : { reason }), owed },
      ...(parts.length === 0 ? {} : { failing: parts }),
      ...(budgets === undefined ? {} : { budgets }),
      ...(history ? { history: { kept: history.kept, ...history.health } } : {}),
    };
  };
  return { failingParts, health };
}

export async function openGateway({
  settings,
  upstream: service,
  clock: time,
  elapsed = time,
  log,
  metrics = new Metrics(),
  version = 'unknown',
  historyTimeout: timeout,
  historyDelay: delay,
  lookEvery,
}: GatewayParts): Promise<Gateway> {
  await closeData(settings, log);
  const { sandbox, data: kept } = settings;
  const calendar = sandbox
    ? await SandboxCalendar.open({ clock: time, upstream: service, data: kept })
    : undefined;
  const clock = calendar?.now ?? time;
  const store = await openStore(settings, {
    clock,
    elapsed,
    onChange: (health) => log[health.state === 'ok' ? 'info' : 'warn'](health, 'store'),
  });
  const base = { settings, store, clock, elapsed, log, metrics };
  const people = openPeople({ ...base, service });
  const { upstream, codes } = people;
  const audit =
    settings.audit &&
    new AuditTrail({ ...settings.audit, clock, onTrouble: (reason) => log.error({ reason }, 'audit trail') });
  await audit?.started(Object.fromEntries(settingLines(settings)), { version });
  const money = await openSpending({ ...base, upstream });
  const history = await openGatewayHistory({ ...base, timeout, delay });
  const shared = history && (await openShared(settings, { clock, log }));
  const wiring: Wiring = { ...base, people, money, history, shared, audit, version };
  const calls = openCalls(upstream, wiring);
  const watches = await openWatches({ ...base, people, audit, lookEvery });
  let stopping = false;
  const { health, failingParts } = overview(wiring, watches);
  const measure = async () => {
    metrics.failing.reset();
    for (const { part, cause } of failingParts()) metrics.failing.set({ part, cause }, 1);
    metrics.info.set({ version }, 1);
    metrics.cacheBytes.set(store.bytes);
    metrics.cacheEntries.set(store.size);
    metrics.calls.set(calls.underWay);
    metrics.degraded.set(store.health.state === 'ok' ? 0 : 1);
    metrics.owed.set(store.health.owed);
    history?.measure();
    watches?.measure();
    await money.measure();
  };
  const { data, fetch, listener } = await openApp({
    ...wiring,
    health,
    calls,
    watches,
    stopping: () => stopping,
    calendar,
    measure,
  });
  watches?.start(data);
  return {
    fetch,
    health,
    listener,
    drain: async () => {
      stopping = true;
      await Promise.all([watches?.drain(), calls.drain()]);
      if (storeKind(settings) === 'memory' || store.health.state !== 'ok') await data.fetched(lastFetch);
    },
    numbers: () =>
      measure().then(async () => ({ type: metrics.registry.contentType, text: await metrics.text() })),
    reload: () => people.reload(),
    close: async () => {
      stopping = true;
      await watches?.drain();
      await calls.close();
      await watches?.close();
      await money.close();
      await history?.close();
      await shared?.close();
      await store.close();
      await codes?.close();
      await people.agents?.close();
      upstream.close();
      audit?.note('stopped', {});
      await audit?.flush();
    },
  };
}
