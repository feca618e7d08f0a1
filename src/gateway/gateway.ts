// Builds the gateway from its settings and parts, and takes it down in order.
import path from 'node:path';
import type { RequestListener } from 'node:http';
import { makeApp } from './app';
import { AuditTrail } from './audit/auditTrail';
import { CallDesk } from './calls/callDesk';
import { closeFolder } from './files/privateFolder';
import { dataListener } from './listeners/dataListener';
import { openLedger } from './ledger/openLedger';
import type { Log } from './telemetry/log';
import { Metrics } from './telemetry/metrics';
import { nodeListener } from './listeners/nodeListener';
import { AttemptLimit } from './people/attemptLimit';
import { codeFile, codesInRedis } from './people/codePlace';
import { CodeRegister } from './people/codeRegister';
import { EntraTokens } from './people/entraTokens';
import { KeyGuard } from './people/keyGuard';
import { personalSignIn, TeamSignIn, type SignIn } from './people/signIn';
import { teamKey } from './people/teamKey';
import { adminRoutes } from './routes/adminRoutes';
import { apiRoutes } from './routes/apiRoutes';
import { DataService } from './routes/dataService';
import { fileRoutes } from './routes/fileRoutes';
import { healthRoutes } from './routes/healthRoutes';
import { infoRoutes } from './routes/infoRoutes';
import { ShortWay } from './routes/shortWay';
import { Statistic } from './routes/statistic';
import { ServiceWatch } from './upstream/serviceWatch';
import type { Settings } from './settings/settings';
import { settingLines } from './settings/shownSettings';
import { Budgets } from './spending/budgets';
import { budgetHealth, measureBudgets } from './spending/budgetNumbers';
import { RateWindows } from './spending/rateWindows';
import { SharedLearning } from './spending/sharedLearning';
import { freeSpending, keyName, TeamSpending } from './spending/spending';
import { UsageBook } from './spending/usageBook';
import { openStore, storeKind } from './stores/openStore';
import type { Upstream } from './upstream';

export interface GatewayParts {
  readonly settings: Settings;
  readonly upstream: Upstream;
  /** The time of day, for dates. */
  readonly clock: () => number;
  /** Milliseconds since some start, for everything that is measured; it never jumps. */
  readonly elapsed?: () => number;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly version?: string;
}

export interface Gateway {
  readonly fetch: ReturnType<typeof makeApp>['fetch'];
  /** The same for Node's sockets. */
  readonly listener: RequestListener;
  /** Takes no new work and brings calls that were sent to their end; polls and health are answered meanwhile. */
  drain(): Promise<void>;
  /** For Prometheus, on a port of their own. */
  numbers(): Promise<{ readonly type: string; readonly text: string }>;
  /** Looks at the files of codes and key again, now. */
  reload(): Promise<void>;
  /** Waits for calls that were sent, tells the store everything, and lets go of it. */
  close(): Promise<void>;
}

export function codeRegister(
  { team, redisUrl, redisPrefix }: Settings,
  clock: () => number,
  onTrouble?: (reason: string) => void,
): CodeRegister {
  const file = team.codesFile === undefined ? [] : [codeFile(path.resolve(team.codesFile))];
  const shared = redisUrl === undefined ? [] : [codesInRedis(redisUrl, redisPrefix)];
  return new CodeRegister([...file, ...shared], clock, 5_000, onTrouble);
}

/** Milliseconds for those who poll; the add-in comes at least every ten seconds. */
const lastFetch = 30_000;

/** The address without what does not change whom it reaches. */
const serviceName = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, '');

export async function openGateway({
  settings,
  upstream: service,
  clock,
  elapsed = clock,
  log,
  metrics = new Metrics(),
  version = 'unknown',
}: GatewayParts): Promise<Gateway> {
  const { team, proxies } = settings;
  const isTeam = settings.mode === 'team';
  const open = settings.data === undefined ? [] : await closeFolder(settings.data, false).catch(() => []);
  if (open.length > 0) log.warn({ places: open }, 'other users of this machine can read the data folder');
  const store = await openStore(settings, {
    clock,
    elapsed,
    onChange: (health) => log[health.state === 'ok' ? 'info' : 'warn'](health, 'store'),
  });
  const told = new Set<string>();
  const codes = isTeam
    ? codeRegister(settings, clock, (reason) => {
        if (!told.has(reason)) log.error({ reason }, 'access codes');
        told.add(reason);
      })
    : undefined;
  const guard = new KeyGuard(elapsed, () => metrics.signInFailures.inc({ way: 'key' }));
  const watch = new ServiceWatch(service, clock);
  const upstream = isTeam ? watch.upstream : guard.watch(watch.upstream);
  const audit =
    settings.audit &&
    new AuditTrail({ ...settings.audit, clock, onTrouble: (reason) => log.error({ reason }, 'audit trail') });
  await audit?.started(Object.fromEntries(settingLines(settings)), { version });
  const key = isTeam ? teamKey(team, clock, (reason) => log.error({ reason }, 'key file')) : undefined;
  const signIn: SignIn = isTeam
    ? new TeamSignIn({
        key: () => key?.() ?? '',
        codes,
        entra: team.entra && new EntraTokens(team.entra, clock),
        adminCode: team.adminCode,
        limit: new AttemptLimit(elapsed),
        clock,
        onFailure: (way) => metrics.signInFailures.inc({ way }),
      })
    : personalSignIn(guard);

  const windows = new RateWindows(store, clock);
  const budgets = new Budgets(team);
  const warned = new Set<string>();
  const book = await openLedger(isTeam ? settings : { ...settings, data: undefined, redisUrl: undefined }, {
    without: team.withoutRedis,
    limitOf: (period, account) => budgets.limitOf(period, account),
    periods: () => budgets.running(clock()),
    elapsed,
    warn: (sentence) => {
      if (!warned.has(sentence)) log.warn({ reason: sentence }, 'budgets');
      warned.add(sentence);
    },
  });
  const learning = new SharedLearning(store, elapsed);
  const statistic: Statistic = new Statistic({
    upstream,
    clock,
    team: isTeam,
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
  const spending = new TeamSpending({
    ...team,
    ledger: book.ledger,
    store,
    windows,
    budgets,
    clock,
    prepare: (person) => statistic.keepLearnt(person),
  });
  let scope = '';
  const usage = isTeam ? new UsageBook(store, clock, team.timeZone) : undefined;
  const desk = new CallDesk({
    store,
    upstream,
    service: serviceName(settings.upstream),
    spending: isTeam ? spending : freeSpending,
    clock,
    elapsed,
    settings,
    onFinish: (request, person, { facts }, milliseconds) => {
      const { operation } = request;
      const credits = facts.credits ?? request.credits;
      metrics.upstream.observe({ operation, status: facts.status }, milliseconds / 1_000);
      metrics.spent.inc({ operation }, credits);
      usage?.note(person, operation, { spent: credits });
      const { status } = facts;
      audit?.note('answered', { person: person.id, operation, status, credits: facts.credits });
      if (facts.status === 429) statistic.doubt();
    },
  });

  let stopping = false;
  const measure = async () => {
    metrics.info.set({ version }, 1);
    metrics.cacheBytes.set(store.bytes);
    metrics.cacheEntries.set(store.size);
    metrics.calls.set(desk.underWay);
    metrics.degraded.set(store.health.state === 'ok' ? 0 : 1);
    metrics.owed.set(store.health.owed);
    if (isTeam) measureBudgets(metrics, spending);
    for (const { id, limit, used } of await windows.rooms(scope)) {
      metrics.windowLimit.set({ window: id }, limit);
      metrics.windowLeft.set({ window: id }, Math.max(0, limit - used));
    }
  };
  const shortWay = new ShortWay(store, signIn, settings.cacheAge, clock);
  const { recovery } = settings;
  const data = new DataService({
    desk,
    store,
    signIn,
    metrics,
    usage,
    spending: isTeam ? spending : freeSpending,
    clock,
    recovery,
    shortWay,
    audit,
  });
  const secure = settings.publicUrl !== undefined;
  const direct = dataListener({ data, metrics, log, clock: elapsed, secure, proxies });
  const app = makeApp({
    metrics,
    log,
    clock,
    secure,
    routes: [
      healthRoutes({
        store,
        kind: storeKind(settings),
        metrics: settings.metrics && settings.metricsPort === undefined ? metrics : undefined,
        stopping: () => stopping,
        answers: () => watch.answers(),
        budgets: isTeam ? () => budgetHealth(spending, book.ledger.isAway, [...warned]) : undefined,
        measure,
      }),
      infoRoutes({
        settings,
        upstream,
        signIn,
        spending: isTeam ? spending : undefined,
        hasCodes: codes !== undefined,
      }),
      ...(usage ? [adminRoutes({ usage, signIn, proxies, clock, timeZone: team.timeZone })] : []),
      apiRoutes({ data, statistic, signIn, proxies }),
      fileRoutes(settings),
    ],
  });
  return {
    fetch: app.fetch,
    listener: nodeListener({ fetch: app.fetch, data, direct, log, stopping: () => stopping }),
    drain: async () => {
      stopping = true;
      await desk.drain();
      // What only this process holds is lost with it: whoever was promised an answer may come for it.
      if (storeKind(settings) === 'memory' || store.health.state !== 'ok') await data.fetched(lastFetch);
    },
    numbers: async () => {
      await measure();
      return { type: metrics.registry.contentType, text: await metrics.text() };
    },
    reload: async () => {
      key?.(true);
      await codes?.refresh(true);
    },
    close: async () => {
      stopping = true;
      await desk.close();
      await usage?.flush();
      await book.close();
      await store.close();
      await codes?.close();
      upstream.close();
      audit?.note('stopped', {});
      await audit?.flush();
    },
  };
}
