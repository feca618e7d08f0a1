// From the parts of the gateway to what answers HTTP: the data service, the routes around it, and Node's listener.
import type { RequestListener } from 'node:http';
import { makeApp } from './app';
import type { AuditTrail } from './audit/auditTrail';
import type { SandboxCalendar } from './calendar/sandboxCalendar';
import type { CallCoordinator } from './calls/callCoordinator';
import { dataListener } from './listeners/dataListener';
import { nodeListener } from './listeners/nodeListener';
import { SlowReaders } from './http/slowReaders';
import type { GatewayHistory } from './history/gatewayHistory';
import type { People } from './openPeople';
import type { OpenSpending } from './openSpending';
import { adminRoutes } from './routes/adminRoutes';
import { apiRoutes } from './routes/apiRoutes';
import { calendarRoutes } from './routes/calendarRoutes';
import { DataService } from './routes/dataService';
import { fileRoutes } from './routes/fileRoutes';
import { healthRoutes } from './routes/healthRoutes';
import { historyRoutes } from './routes/historyRoutes';
import { infoRoutes } from './routes/infoRoutes';
import { FastPath } from './routes/fastPath';
import type { Settings } from './settings/settings';
import { freeSpending } from './spending/spending';
import type { ResilientStore } from './stores/resilientStore';
import type { Log } from './telemetry/log';
import type { Metrics } from './telemetry/metrics';

export interface AppWiring {
  readonly settings: Settings;
  /** Everything there is to know of the gateway, for administrators. */
  readonly health: () => object;
  readonly store: ResilientStore;
  readonly people: People;
  readonly money: OpenSpending;
  readonly calls: CallCoordinator;
  readonly history: GatewayHistory | undefined;
  readonly audit: AuditTrail | undefined;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly clock: () => number;
  readonly elapsed: () => number;
  readonly stopping: () => boolean;
  readonly calendar: SandboxCalendar | undefined;
  /** Brings the gauges up to date. */
  readonly measure: () => Promise<void>;
}

export interface OpenApp {
  readonly data: DataService;
  readonly fetch: ReturnType<typeof makeApp>['fetch'];
  readonly listener: RequestListener;
}

export function openApp(wiring: AppWiring): OpenApp {
  const { settings, store, people, money, calls, audit, metrics, log } = wiring;
  const { clock, elapsed, stopping, measure, calendar, history } = wiring;
  const { signIn, upstream, codes, watch } = people;
  const { spending, usage, statistic } = money;
  const { proxies, recovery, team } = settings;
  const data = new DataService({
    calls,
    store,
    signIn,
    metrics,
    usage,
    spending: spending ?? freeSpending,
    clock,
    elapsed,
    recovery,
    fastPath: new FastPath(store, signIn, settings.cacheAge, clock),
    audit,
  });
  const secure = settings.publicUrl !== undefined;
  const readers = new SlowReaders(proxies);
  const direct = dataListener({ readers, data, metrics, log, clock: elapsed, secure, proxies });
  const { fetch } = makeApp({
    metrics,
    log,
    clock,
    secure,
    routes: [
      healthRoutes({
        health: wiring.health,
        signIn,
        proxies,
        metrics: settings.metrics && settings.metricsPort === undefined ? metrics : undefined,
        stopping,
        answers: () => watch.answers(),
        measure,
      }),
      infoRoutes({
        settings,
        upstream,
        signIn,
        spending,
        hasCodes: codes !== undefined,
        keepsHistory: history !== undefined,
        calendar,
      }),
      ...(calendar ? [calendarRoutes(calendar)] : []),
      ...(usage ? [adminRoutes({ usage, signIn, proxies, clock, timeZone: team.timeZone })] : []),
      historyRoutes({
        history,
        signIn,
        proxies,
        elapsed,
        audit,
        isShared: settings.mode === 'team' && settings.shareCache,
      }),
      apiRoutes({ data, statistic, signIn, proxies }),
      fileRoutes(settings),
    ],
  });
  return { data, fetch, listener: nodeListener({ fetch, data, direct, readers, log, stopping }) };
}
