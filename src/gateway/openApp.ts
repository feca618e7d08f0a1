// From the parts of the gateway to what serves HTTP: the data service, the routes around it, and Node's listener.
import type { RequestListener } from 'node:http';
import type { SandboxCalendar } from './calendar/sandboxCalendar';
import type { CallCoordinator } from './calls/callCoordinator';
import { nodeListener } from './listeners/nodeListener';
import { feedRoutes } from './feed/feedRoutes';
import { isContentFault } from './history/historyWriter';
import type { GatewayHistory } from './history/gatewayHistory';
import type { Base } from './base';
import type { AgentsWiring } from './openAgents';
import type { OpenWatches } from './openWatches';
import { AttemptLimit } from './people/attemptLimit';
import type { CodeRegister } from './people/codeRegister';
import { adminRoutes } from './routes/adminRoutes';
import { apiRoutes } from './routes/apiRoutes';
import { DataService } from './routes/dataService';
import { fileRoutes } from './routes/fileRoutes';
import { healthRoutes, infoRoutes } from './routes/infoRoutes';
import { historyRoutes } from './routes/historyRoutes';
import { readCodeRoutes } from './routes/readCodeRoutes';
import { sharedRoutes } from './routes/sharedRoutes';
import { FastPath } from './routes/fastPath';
import type { GatewaySettings } from './settings/settings';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { networkOf } from './http/clientAddress';
import { commonHeaders } from './http/commonHeaders';
import { reportProblem, notFound } from './http/problem';
import { type GatewayEnv, givenRequestId, nextRequestId } from './http/gatewayEnv';
import { operationIds, operationOf } from '../operations';
import { tokenStatistic } from '../operations/tokenStatistic';
import {
  agentsPath,
  watchesPath,
  feedsPath,
  infoPath,
  sharedPath,
  jobsPrefix,
  mcpPath,
  mePath,
  usagePath,
} from '../protocol/gateway';

// The gateway as a fetch handler: the add-in's files, the operations of the service, a few words about itself, nothing else.

// The name of a route for logs and metrics: a small, closed set, so that no path from outside gets into either.

const exact = new Map<string, string>([
  ...operationIds.map((id): [string, string] => [operationOf(id).path, id]),
  [tokenStatistic.path, 'statistic'],
  [mcpPath, 'mcp'],
  ...['/healthz', '/readyz', '/metrics', infoPath, mePath, usagePath, sharedPath].map(
    (path): [string, string] => [path, path.slice(1)],
  ),
]);

const byPrefix = [
  [jobsPrefix, 'job'],
  ['/cached/', 'cached'],
  ['/history', 'history'],
  ['/feed/', 'feed'],
  ...[agentsPath, feedsPath, watchesPath].map((path) => [path, path.slice(1)] as const),
  ['/api/', 'unknown'],
] as const;

const routeName = (path: string): string =>
  exact.get(path) ?? byPrefix.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'file';

/** `secure`: browsers may be told to come by https only. */
function makeApp(
  { metrics, log, elapsed }: Base,
  secure: boolean,
  routes: readonly Hono<GatewayEnv>[],
): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  const common = Object.entries(commonHeaders(secure));
  app.use(async (c, next) => {
    const began = elapsed();
    const requestId = givenRequestId(c.req.header('x-request-id')) ?? nextRequestId();
    c.set('requestId', requestId);
    for (const [name, value] of common) c.header(name, value);
    c.header('x-request-id', requestId);
    await next();
    const route = routeName(c.req.path);
    metrics.requests.inc({ route, status: c.res.status });
    const ms = elapsed() - began;
    metrics.latency.observe({ route }, ms / 1_000);
    const facts = { id: requestId, method: c.req.method, route, status: c.res.status, ms: Math.round(ms) };
    log.info({ ...facts, ...c.get('noted') }, 'request');
  });
  for (const part of routes) app.route('/', part);
  app.notFound((c) => c.json({ detail: notFound }, 404));
  app.onError((error, c) => {
    const { status, detail, headers } = reportProblem(error, c.get('requestId'), { log, metrics });
    return c.json({ detail }, status as ContentfulStatusCode, headers);
  });
  return app;
}

export interface AppWiring extends AgentsWiring {
  /** Everything there is to know of the gateway, for administrators. */
  readonly health: () => object;
  readonly calls: CallCoordinator;
  readonly watches: OpenWatches | undefined;
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

export async function openApp(wiring: AppWiring): Promise<OpenApp> {
  const { settings, store, people, money, metrics, clock, history, watches, shared } = wiring;
  const { signIn, upstream, codes, watch } = people;
  const { spending, usage, statistic } = money;
  const { proxies, recovery, team } = settings;
  const feeds = codes && history && openFeeds(wiring, codes, history);
  const fastPath = new FastPath(store, signIn, settings.cacheAge, clock);
  const data = new DataService({ ...wiring, signIn, usage, spending: money.guard, recovery, fastPath });
  const secure = settings.publicUrl !== undefined;
  // Most gateways have no such door, and start faster without its code.
  const doors = people.agents && (await import('./openAgents')).openAgents(wiring, people.agents, data);
  const parts = { ...wiring, signIn, proxies };
  const { fetch } = makeApp(wiring, secure, [
    healthRoutes({
      ...parts,
      metrics: settings.metrics && settings.metricsPort === undefined ? metrics : undefined,
      responds: () => watch.responds(),
    }),
    infoRoutes({
      ...parts,
      upstream,
      spending,
      hasCodes: codes !== undefined,
      serves: {
        history: history !== undefined,
        feeds: feeds !== undefined,
        agents: people.agents !== undefined,
        watches: watches !== undefined,
        shared: shared !== undefined,
      },
    }),
    ...(usage ? [adminRoutes({ ...parts, usage, timeZone: team.timeZone })] : []),
    historyRoutes({ ...parts, isShared: isShared(settings) }),
    ...(feeds ?? []),
    ...(shared && history ? [sharedRoutes({ ...parts, shared, history })] : []),
    ...(doors?.routes ?? []),
    ...(watches ? [watches.routes] : []),
    apiRoutes({ ...parts, data, statistic }),
    fileRoutes(settings),
  ]);
  const listener = nodeListener({ ...parts, fetch, data, cached: doors?.cached, secure });
  return { data, fetch, listener };
}

const isShared = ({ mode, shareCache }: GatewaySettings): boolean => mode === 'team' && shareCache;

/** Reading knows the register and the history alone, so that nothing in it could ever be sent to the service. */
function openFeeds(wiring: AppWiring, codes: CodeRegister, history: GatewayHistory) {
  const { settings, people, shared, elapsed } = wiring;
  const { proxies, feedAge: longest } = settings;
  if (longest === undefined) return undefined;
  const failed = new AttemptLimit(elapsed);
  return [
    feedRoutes({
      history: (name) => history.inScope(name),
      matches: (name) => shared?.of(name).matches ?? [],
      find: (code) => codes.findGrant(code),
      fail: (address, code) => failed.fail(networkOf(address), code),
      proxies,
      elapsed,
      isContentFault,
    }),
    readCodeRoutes({
      ...wiring,
      codes,
      history,
      signIn: people.signIn,
      proxies,
      isShared: isShared(settings),
      longest,
    }),
  ];
}
