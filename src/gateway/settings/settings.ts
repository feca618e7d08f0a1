// Everything an operator can set, read from the environment alone and refused whole where something makes no sense.
import path from 'node:path';
import { EnvironmentReader, shownTime, type Environment } from './environment';
import { readHistory, type HistorySettings } from './historySettings';
import { checkCertificate, readOfficeJs, readPath } from './paths';
import { settingsTable, type Setting, type SettingName } from './settingsTable';
import { readTeam, type TeamSettings } from './teamSettings';
import { currentNames, unknownNames } from './unknownNames';

export type Tls =
  | { readonly kind: 'self-signed'; readonly folder: string }
  | { readonly kind: 'off' }
  | { readonly kind: 'files'; readonly cert: string; readonly key: string };

export interface AuditSettings {
  readonly folder: string;
  /** Bytes after which a new file is begun, and how many are kept. */
  readonly bytes: number;
  readonly files: number;
}

export interface Settings {
  readonly port: number;
  readonly host: string | undefined;
  readonly upstream: URL;
  readonly publicUrl: string | undefined;
  /** The prefix of function names in Excel, and the add-in's ID there; undefined for what the built files and the address say. */
  readonly namespace: string | undefined;
  readonly addinId: string | undefined;
  readonly tls: Tls;
  /** How many proxies of the operator's own stand in front; they tell where a request comes from. */
  readonly proxies: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly metrics: boolean;
  /** Metrics are served there alone, for networks that may not see them at the main address. */
  readonly metricsPort: number | undefined;
  /** Who asked for what; undefined keeps no trail. */
  readonly audit: AuditSettings | undefined;
  /** Milliseconds a stopping gateway waits for paid calls. */
  readonly grace: number;

  /** The folder of the built add-in. */
  readonly addin: string;
  readonly playground: string | undefined;
  readonly officeJs: string | undefined;
  /** The upstream is the sandbox of a local start: its keys may be offered. */
  readonly sandbox: boolean;

  readonly mode: 'personal' | 'team';
  readonly team: TeamSettings;
  readonly shareCache: boolean;
  readonly shareCalls: boolean;
  readonly cacheAge: number;
  readonly recovery: number;
  readonly lease: number;
  readonly maxCalls: number;

  readonly data: string | undefined;
  readonly redisUrl: string | undefined;
  readonly redisPrefix: string;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly storeTimeout: number;
  /** Undefined keeps no history. */
  readonly history: HistorySettings | undefined;
  /** False where it was switched off. */
  readonly wantsHistory: boolean;
}

const minute = 60_000;

/** `bundle` is the folder the running program lies in. */
export function readSettings(
  given: Environment,
  bundle: string,
): { settings: Settings; faults: readonly string[]; warnings: readonly string[] } {
  const { env, warnings } = currentNames(given);
  const read = new EnvironmentReader(env);
  for (const sentence of unknownNames(env)) read.fault(sentence);
  read.require(
    'SPILLWAY_UPSTREAM',
    '(the address of the data service)',
    read.text('SPILLWAY_UPSTREAM') !== undefined,
  );
  const upstream = readAddress(read, 'SPILLWAY_UPSTREAM');
  const off = read.text('SPILLWAY_DATA')?.toLowerCase() === 'off';
  const data = off ? undefined : readPath(read, 'SPILLWAY_DATA');
  const folder = off ? undefined : path.resolve(data ?? '.data');
  const mode = read.choice('SPILLWAY_MODE', 'personal');
  const redisUrl = readRedis(read);
  const publicUrl = readAddress(read, 'SPILLWAY_PUBLIC_URL')?.href.replace(/\/+$/, '');
  const lease = read.duration('SPILLWAY_LEASE', 15_000);
  const settings: Settings = {
    port: read.integer('PORT') ?? 3000,
    host: read.text('SPILLWAY_HOST'),
    upstream: upstream ?? new URL('https://upstream.invalid'),
    publicUrl,
    namespace: read.text('SPILLWAY_NAMESPACE'),
    addinId: read.text('SPILLWAY_ADDIN_ID')?.toLowerCase(),
    tls: readTls(read, data === undefined || folder === undefined ? '.certs' : path.join(folder, 'certs')),
    proxies: read.integer('SPILLWAY_PROXIES') ?? 0,
    logLevel: read.choice('SPILLWAY_LOG', 'info'),
    metrics: read.flag('SPILLWAY_METRICS', true),
    metricsPort: read.integer('SPILLWAY_METRICS_PORT'),
    audit: readAudit(read),
    grace: read.duration('SPILLWAY_GRACE', 26 * minute),
    addin: readPath(read, 'SPILLWAY_ADDIN') ?? addinFolder(bundle),
    playground: readPath(read, 'SPILLWAY_PLAYGROUND'),
    officeJs: readOfficeJs(read),
    sandbox: read.flag('SPILLWAY_SANDBOX'),
    mode,
    team: readTeam(read, { needed: mode === 'team', data: folder, publicUrl }),
    shareCache: read.choice('SPILLWAY_SHARE_CACHE', 'team') === 'team',
    shareCalls: read.choice('SPILLWAY_SHARE_CALLS', 'team') === 'team',
    cacheAge: read.duration('SPILLWAY_CACHE_AGE', mode === 'team' ? 7 * 24 * 60 * minute : 0),
    recovery: read.duration('SPILLWAY_RECOVERY', 15 * minute),
    lease,
    maxCalls: read.integer('SPILLWAY_MAX_CALLS') ?? 500,
    data: folder,
    redisUrl,
    redisPrefix: read.text('SPILLWAY_REDIS_PREFIX') ?? 'spillway:',
    memoryBytes: read.bytes('SPILLWAY_MEMORY', 256_000_000),
    diskBytes: read.bytes('SPILLWAY_DISK', 2_000_000_000),
    storeTimeout: read.duration('SPILLWAY_STORE_TIMEOUT', Math.min(2_000, lease / 4)),
    history: readHistory(read, { data: folder, redisUrl }),
    wantsHistory: read.flag('SPILLWAY_HISTORY', true),
  };
  checkTogether(read, settings);
  return { settings, faults: read.faults, warnings };
}

/** What each setting allows and the others forbid. */
function checkTogether(read: EnvironmentReader, settings: Settings): void {
  const { mode, data, redisUrl, team, lease, storeTimeout } = settings;
  if (mode === 'team' && data === undefined && redisUrl === undefined && team.entra === undefined) {
    read.fault('There is nowhere to store access codes. Set REDIS_URL, or set SPILLWAY_DATA to a folder.');
  }
  // A slow store must be noticed, and the lease renewed without it, while the lease still holds.
  if (storeTimeout > lease / 4) {
    read.fault(
      `SPILLWAY_STORE_TIMEOUT must be at most a quarter of SPILLWAY_LEASE (${shownTime(lease / 4)}).`,
    );
  }
  if (settings.metricsPort !== undefined && settings.metricsPort === settings.port) {
    read.fault('SPILLWAY_METRICS_PORT must not be the same as PORT.');
  }
  if (mode === 'team') return;
  for (const [name, setting] of Object.entries(settingsTable) as [SettingName, Setting][]) {
    if (setting.team && read.text(name) !== undefined) {
      read.fault(`${name} applies to team mode only. Set SPILLWAY_MODE=team, or remove it.`);
    }
  }
}

/** The address of the service without what does not change whom it reaches. */
export const serviceName = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, '');

/** Only the path of an address is used; whatever else it carries would be left out in silence, and may be a secret. */
function readAddress(
  read: EnvironmentReader,
  name: 'SPILLWAY_UPSTREAM' | 'SPILLWAY_PUBLIC_URL',
): URL | undefined {
  const url = read.url(name);
  if (url && (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')) {
    read.fault(`${name} must be a URL without a user name, password, query ("?") or fragment ("#").`);
  }
  return url;
}

function readRedis(read: EnvironmentReader): string | undefined {
  const url = read.url('REDIS_URL');
  if (url && !/^\/?(\d{1,5})?$/.test(url.pathname)) {
    read.fault('The path of REDIS_URL can only be a database number.');
  }
  return url?.href;
}

function readAudit(read: EnvironmentReader): AuditSettings | undefined {
  const folder = readPath(read, 'SPILLWAY_AUDIT');
  const bytes = read.bytes('SPILLWAY_AUDIT_SIZE', 100_000_000);
  const files = read.integer('SPILLWAY_AUDIT_FILES') ?? 10;
  return folder === undefined ? undefined : { folder: path.resolve(folder), bytes, files };
}

/** dist/server/gateway.mjs stands beside dist/addin; src/gateway/main.ts is two folders further off. */
const addinFolder = (bundle: string): string =>
  path.basename(bundle) === 'gateway' ? path.join(bundle, '../../dist/addin') : path.join(bundle, '../addin');

function readTls(read: EnvironmentReader, folder: string): Tls {
  const cert = readPath(read, 'SPILLWAY_TLS_CERT');
  const key = readPath(read, 'SPILLWAY_TLS_KEY');
  const kind = read.choice('SPILLWAY_TLS', 'self-signed');
  if (cert !== undefined && key !== undefined) {
    checkCertificate(read, cert, key);
    return { kind: 'files', cert, key };
  }
  if (cert !== undefined || key !== undefined) {
    read.require(
      key === undefined ? 'SPILLWAY_TLS_KEY' : 'SPILLWAY_TLS_CERT',
      `with ${key === undefined ? 'SPILLWAY_TLS_CERT' : 'SPILLWAY_TLS_KEY'}`,
      false,
    );
  }
  return kind === 'off' ? { kind } : { kind: 'self-signed', folder };
}
