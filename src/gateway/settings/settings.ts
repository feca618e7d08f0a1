// Everything an operator can set, read from the environment alone. `docs/deploying.md` lists the same names.
import path from 'node:path';
import { EnvironmentReader, type Environment } from './environment';
import { readTeam, type TeamSettings } from './teamSettings';

export type Tls =
  | { readonly kind: 'self-signed'; readonly folder: string }
  | { readonly kind: 'off' }
  | { readonly kind: 'files'; readonly cert: string; readonly key: string };

export interface Settings {
  readonly port: number;
  readonly host: string | undefined;
  readonly upstream: URL;
  readonly publicUrl: string | undefined;
  readonly tls: Tls;
  /** How many proxies of the operator's own stand in front; they tell where a request comes from. */
  readonly proxies: number;
  readonly logLevel: (typeof logLevels)[number];
  readonly metrics: boolean;
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
  readonly storePatience: number;
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const minute = 60_000;
const team = ['team', 'person'] as const;

/** `bundle` is the folder the running program lies in. */
export function readSettings(
  env: Environment,
  bundle: string,
): { settings: Settings; faults: readonly string[] } {
  const read = new EnvironmentReader(env);
  const upstream = read.url('SPILLWAY_UPSTREAM', ['https:', 'http:']);
  read.require(
    'SPILLWAY_UPSTREAM',
    '(the address of the data service)',
    read.text('SPILLWAY_UPSTREAM') !== undefined,
  );
  const data = read.text('SPILLWAY_DATA');
  const mode = read.choice('SPILLWAY_MODE', ['personal', 'team'], 'personal');
  const redisUrl = read.url('REDIS_URL', ['redis:', 'rediss:'])?.href;
  const folder = data === 'off' ? undefined : path.resolve(data ?? '.data');
  const publicUrl = read.url('SPILLWAY_PUBLIC_URL', ['https:'])?.href.replace(/\/+$/, '');
  const settings: Settings = {
    port: read.integer('PORT', { min: 1, max: 65_535 }) ?? 3000,
    host: read.text('SPILLWAY_HOST'),
    upstream: upstream ?? new URL('https://upstream.invalid'),
    publicUrl,
    tls: readTls(read, data === undefined || folder === undefined ? '.certs' : path.join(folder, 'certs')),
    proxies: read.integer('SPILLWAY_PROXIES', { min: 0, max: 10 }) ?? 0,
    logLevel: read.choice('SPILLWAY_LOG', logLevels, 'info'),
    metrics: read.flag('SPILLWAY_METRICS', true),
    grace: read.duration('SPILLWAY_GRACE', 26 * minute),
    addin: read.text('SPILLWAY_ADDIN') ?? addinFolder(bundle),
    playground: read.text('SPILLWAY_PLAYGROUND'),
    officeJs: read.text('SPILLWAY_OFFICE_JS'),
    sandbox: read.flag('SPILLWAY_SANDBOX'),
    mode,
    team: readTeam(read, { needed: mode === 'team', data: folder, publicUrl }),
    shareCache: read.choice('SPILLWAY_SHARE_CACHE', team, 'team') === 'team',
    shareCalls: read.choice('SPILLWAY_SHARE_CALLS', team, 'team') === 'team',
    cacheAge: read.duration('SPILLWAY_CACHE_AGE', mode === 'team' ? 7 * 24 * 60 * minute : 0),
    recovery: read.duration('SPILLWAY_RECOVERY', 15 * minute),
    lease: read.duration('SPILLWAY_LEASE', 15_000),
    maxCalls: read.integer('SPILLWAY_MAX_CALLS', { min: 1, max: 10_000 }) ?? 500,
    data: folder,
    redisUrl,
    redisPrefix: read.text('SPILLWAY_REDIS_PREFIX') ?? 'spillway:',
    memoryBytes: read.bytes('SPILLWAY_MEMORY', 256_000_000),
    diskBytes: read.bytes('SPILLWAY_DISK', 2_000_000_000),
    storePatience: read.duration('SPILLWAY_STORE_PATIENCE', 500),
  };
  if (
    mode === 'team' &&
    folder === undefined &&
    redisUrl === undefined &&
    settings.team.entra === undefined
  ) {
    read.faults.push('Access codes need a place: set REDIS_URL, or SPILLWAY_DATA to a folder.');
  }
  return { settings, faults: read.faults };
}

/** dist/server/gateway.mjs stands beside dist/addin; src/gateway/main.ts is two folders further off. */
const addinFolder = (bundle: string): string =>
  path.basename(bundle) === 'gateway' ? path.join(bundle, '../../dist/addin') : path.join(bundle, '../addin');

function readTls(read: EnvironmentReader, folder: string): Tls {
  const cert = read.text('SPILLWAY_TLS_CERT');
  const key = read.text('SPILLWAY_TLS_KEY');
  const kind = read.choice('SPILLWAY_TLS', ['self-signed', 'off'], 'self-signed');
  if (cert !== undefined && key !== undefined) return { kind: 'files', cert, key };
  if (cert !== undefined || key !== undefined) {
    read.require(key === undefined ? 'SPILLWAY_TLS_KEY' : 'SPILLWAY_TLS_CERT', 'beside the other one', false);
  }
  return kind === 'off' ? { kind } : { kind: 'self-signed', folder };
}
