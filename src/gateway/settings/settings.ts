// Everything an operator can set, read from the environment alone and refused whole where something makes no sense.
import path from 'node:path';
import { EnvironmentReader, shownTime, type Environment } from './environment';
import { readHistory } from './historySettings';
import { checkCertificate, readOfficeJs, readPlace, checkCodes, checkKeyFile } from './paths';
import { readWatches } from './watchSettings';
import { settingsTable, type Setting, type SettingName, othersNames, renamedSettings } from './settingsTable';
import type { EntraSettings } from '../people/entraTokens';
import { readGroupLimits, type GroupLimits } from '../spending/budgets';
import { isTimeZone } from '../spending/day';
import { nearest } from '../../operations/check/nearest';
import { plainText } from '../telemetry/log';

// A mistyped name would silently leave its setting at the default, which for a budget is "no limit". So whatever begins like a
// setting and is none is told, with the name that was most likely meant.

const names = Object.keys(settingsTable);
const known = new Set([...names, ...othersNames, ...Object.keys(renamedSettings)]);
const bare = (name: string) => name.toUpperCase().replace(/^SPILLWAY_/, '');

function unknownNames(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => /^spillway_/i.test(name) && !known.has(name) && !isSameOnWindows(env, name))
    .map((name) => {
      const meant = nearest(bare(name), names.map(bare));
      const full = names.find((it) => meant !== undefined && bare(it) === meant);
      const hint = full === undefined ? 'see docs/deploying.md for the list' : `did you mean ${full}`;
      const question = full === undefined ? '.' : '?';
      return `${plainText(name)} is not a setting: ${hint}${question}`;
    });
}

/** The environment under today's names, and a sentence for each that was given under an earlier one. */
function currentNames(env: Environment): { env: Environment; warnings: readonly string[] } {
  const found = Object.entries(renamedSettings).filter(([old]) => (env[old] ?? '').trim() !== '');
  const given = found.map(([old, name]) => [name, (env[name] ?? '').trim() === '' ? env[old] : env[name]]);
  return {
    env: { ...env, ...(Object.fromEntries(given) as Environment) },
    warnings: found.map(([old, name]) => `${old} is now ${name}. The earlier name still works: rename it.`),
  };
}

/** Windows knows one name in any spelling. */
const isSameOnWindows = (env: Environment, name: string): boolean =>
  known.has(name.toUpperCase()) && env[name.toUpperCase()] === env[name] && process.platform === 'win32';

// What only team mode needs: the key of the team, who may sign in and how, what they may spend.

interface TeamSurroundings {
  /** Team mode is on. */
  readonly needed: boolean;
  readonly data: string | undefined;
  readonly publicUrl: string | undefined;
}

function readTeam(read: EnvironmentReader, { needed, data, publicUrl }: TeamSurroundings) {
  const key = read.secret('SPILLWAY_KEY');
  const keyFile = readPlace(read, 'SPILLWAY_KEY_FILE');
  const timeZone = read.text('SPILLWAY_TIME_ZONE') ?? 'UTC';
  if (needed)
    read.require('SPILLWAY_KEY or SPILLWAY_KEY_FILE', 'in team mode', (key ?? keyFile) !== undefined);
  if (key !== undefined && keyFile !== undefined) {
    read.fault('Set SPILLWAY_KEY or SPILLWAY_KEY_FILE, not both.');
  }
  if (keyFile !== undefined) checkKeyFile(read, keyFile);
  if (!isTimeZone(timeZone))
    read.fault('SPILLWAY_TIME_ZONE must be an IANA time zone, such as Europe/Berlin.');
  const codesFile =
    readPlace(read, 'SPILLWAY_CODES_FILE', data) ??
    (data === undefined ? undefined : path.join(data, 'codes.json'));
  if (needed && codesFile !== undefined) checkCodes(read, codesFile);
  return {
    key,
    keyFile,
    entra: readEntra(read, publicUrl),
    adminCode: read.secret('SPILLWAY_ADMIN_CODE'),
    codesFile,
    // Credits a day and a month.
    day: {
      person: read.integer('SPILLWAY_PERSON_BUDGET'),
      team: read.integer('SPILLWAY_TEAM_BUDGET'),
      group: readGroups(read, 'SPILLWAY_GROUP_BUDGET'),
    },
    month: {
      person: read.integer('SPILLWAY_PERSON_MONTH_BUDGET'),
      team: read.integer('SPILLWAY_TEAM_MONTH_BUDGET'),
      group: readGroups(read, 'SPILLWAY_GROUP_MONTH_BUDGET'),
    },
    /** What may be spent while Redis is away: the share set aside before, or nothing. */
    withoutRedis: read.choice('SPILLWAY_WITHOUT_REDIS', 'share'),
    timeZone,
    shareWindows: read.choice('SPILLWAY_SHARE_WINDOWS', 'team') === 'team',
  };
}

function readGroups(
  read: EnvironmentReader,
  name: 'SPILLWAY_GROUP_BUDGET' | 'SPILLWAY_GROUP_MONTH_BUDGET',
): GroupLimits {
  const text = read.text(name);
  const limits =
    text === undefined ? { named: new Map<string, number>(), others: undefined } : readGroupLimits(text);
  if (!limits)
    read.fault(`${name} must be a number of credits for each group, or a list such as Sales=500, *=100.`);
  return limits ?? { named: new Map(), others: 0 };
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The client ID is enough where the registration is as docs/operating.md says; an audience may be given in its place. */
function readEntra(read: EnvironmentReader, publicUrl: string | undefined): EntraSettings | undefined {
  // Tokens carry both in lower case, whatever the portal or a person wrote.
  const tenant = read.text('SPILLWAY_ENTRA_TENANT')?.toLowerCase();
  const clientId = read.text('SPILLWAY_ENTRA_CLIENT_ID')?.toLowerCase();
  const audience = read.text('SPILLWAY_ENTRA_AUDIENCE')?.split(/[\s,]+/) ?? audiences(clientId, publicUrl);
  if (tenant === undefined && audience.length === 0) return undefined;
  read.require('SPILLWAY_ENTRA_TENANT', 'for Microsoft sign-in', tenant !== undefined);
  read.require(
    'SPILLWAY_ENTRA_CLIENT_ID (or SPILLWAY_ENTRA_AUDIENCE)',
    'with SPILLWAY_ENTRA_TENANT',
    audience.length > 0,
  );
  if (tenant !== undefined && !isId(tenant)) {
    read.fault(
      'SPILLWAY_ENTRA_TENANT must be the tenant’s ID (a GUID), so that no other tenant can sign in.',
    );
  }
  if (clientId !== undefined && !isId(clientId)) {
    read.fault('SPILLWAY_ENTRA_CLIENT_ID must be the application’s client ID (a GUID).');
  }
  const at = `https://login.microsoftonline.com/${tenant}`;
  // As written: tokens are compared with it letter by letter, and an address without a path would get a slash.
  const issuer = read.url('SPILLWAY_ENTRA_ISSUER') && read.text('SPILLWAY_ENTRA_ISSUER');
  return {
    tenant: tenant ?? '',
    clientId: clientId !== undefined && isId(clientId) ? clientId : undefined,
    audience,
    issuers: issuer === undefined ? [`${at}/v2.0`, `https://sts.windows.net/${tenant}/`] : [issuer],
    jwks: read.url('SPILLWAY_ENTRA_JWKS') ?? new URL(`${at}/discovery/v2.0/keys`),
    adminRole: read.text('SPILLWAY_ENTRA_ADMIN_ROLE') ?? 'Spillway.Admin',
    scope: read.text('SPILLWAY_ENTRA_SCOPE') ?? 'access_as_user',
  };
}

/** Tokens of version 2 name the client ID, those of version 1 the application ID URI, which is in the manifest. */
function audiences(clientId: string | undefined, publicUrl: string | undefined): string[] {
  if (clientId === undefined) return [];
  const uri = publicUrl === undefined ? [] : [`api://${new URL(publicUrl).host}/${clientId}`];
  return [clientId, ...uri];
}

export type Tls =
  | { readonly kind: 'self-signed'; readonly folder: string }
  | { readonly kind: 'off' }
  | { readonly kind: 'files'; readonly cert: string; readonly key: string };

/** The most that the agents of one person may spend, in credits. */
export interface AgentLimits {
  /** In a day, all of them together. */
  readonly budget: number;
  /** In an hour, each of them, without asking the person. */
  readonly ask: number;
}

const minute = 60_000;
const day = 1_440 * minute;

/** `bundle` is the folder the running program lies in. */
export function readGatewaySettings(
  given: Environment,
  bundle: string,
): { settings: GatewaySettings; faults: readonly string[]; warnings: readonly string[] } {
  const { env, warnings } = currentNames(given);
  const read = new EnvironmentReader(env);
  for (const sentence of unknownNames(env)) read.fault(sentence);
  const settings = readSettings(read, bundle);
  checkTogether(read, settings);
  return { settings, faults: read.faults, warnings };
}

export type GatewaySettings = Readonly<ReturnType<typeof readSettings>>;

function readSettings(read: EnvironmentReader, bundle: string) {
  read.require(
    'SPILLWAY_UPSTREAM',
    '(the address of the data service)',
    read.text('SPILLWAY_UPSTREAM') !== undefined,
  );
  const upstream = readAddress(read, 'SPILLWAY_UPSTREAM');
  const off = read.text('SPILLWAY_DATA')?.toLowerCase() === 'off';
  const data = off ? undefined : readPlace(read, 'SPILLWAY_DATA');
  const folder = off ? undefined : path.resolve(data ?? '.data');
  const mode = read.choice('SPILLWAY_MODE', 'personal');
  const redisUrl = readRedis(read);
  const publicUrl = readAddress(read, 'SPILLWAY_PUBLIC_URL')?.href.replace(/\/+$/, '');
  const lease = read.duration('SPILLWAY_LEASE', 15_000);
  const mcp = readMcp(read);
  const secret = read.secret('SPILLWAY_SECRET');
  const feedAge = read.duration('SPILLWAY_FEED_AGE', 366 * day);
  return {
    port: read.integer('PORT') ?? 3000,
    host: read.text('SPILLWAY_HOST'),
    upstream: upstream ?? new URL('https://upstream.invalid'),
    publicUrl,
    /** The prefix of function names in Excel, and the add-in's ID there; undefined for what the built files and the address say. */
    namespace: read.text('SPILLWAY_NAMESPACE'),
    addinId: read.text('SPILLWAY_ADDIN_ID')?.toLowerCase(),
    tls: readTls(read, data === undefined || folder === undefined ? '.certs' : path.join(folder, 'certs')),
    /** How many proxies of the operator's own stand in front; they tell where a request comes from. */
    proxies: read.integer('SPILLWAY_PROXIES') ?? 0,
    logLevel: read.choice('SPILLWAY_LOG', 'info'),
    metrics: read.flag('SPILLWAY_METRICS', true),
    /** Metrics are served there alone, for networks that may not see them at the main address. */
    metricsPort: read.integer('SPILLWAY_METRICS_PORT'),
    /** Who asked for what; undefined keeps no trail. */
    audit: readAudit(read),
    /** Milliseconds a stopping gateway waits for paid calls. */
    grace: read.duration('SPILLWAY_GRACE', 26 * minute),
    /** The folder of the built add-in. */
    addin: readPlace(read, 'SPILLWAY_ADDIN') ?? addinFolder(bundle),
    playground: readPlace(read, 'SPILLWAY_PLAYGROUND'),
    officeJs: readOfficeJs(read),
    /** The upstream is the sandbox of a local start: its keys may be offered. */
    sandbox: read.flag('SPILLWAY_SANDBOX'),
    mode,
    team: readTeam(read, { needed: mode === 'team', data: folder, publicUrl }),
    /** Whether people share what others paid for, and calls under way. */
    shareCache: read.choice('SPILLWAY_SHARE_CACHE', 'team') === 'team',
    shareCalls: read.choice('SPILLWAY_SHARE_CALLS', 'team') === 'team',
    /** Milliseconds a response stands for equal requests; 0 only until whoever paid for it has it. */
    cacheAge: read.duration('SPILLWAY_CACHE_AGE', mode === 'team' || mcp || secret ? 7 * day : 0),
    /** Milliseconds a finished call can be fetched again, and a failure stands for equal requests. */
    recovery: read.duration('SPILLWAY_RECOVERY', 15 * minute),
    /** Milliseconds after which a call whose gateway is silent counts as lost. */
    lease,
    maxCalls: read.integer('SPILLWAY_MAX_CALLS') ?? 500,
    data: folder,
    redisUrl,
    redisPrefix: read.text('SPILLWAY_REDIS_PREFIX') ?? 'spillway:',
    memoryBytes: read.bytes('SPILLWAY_MEMORY', 256_000_000),
    diskBytes: read.bytes('SPILLWAY_DISK', 2_000_000_000),
    storeTimeout: read.duration('SPILLWAY_STORE_TIMEOUT', Math.min(2_000, lease / 4)),
    /** Undefined keeps no history. */
    history: readHistory(read, { data: folder, redisUrl }),
    /** False where it was switched off. */
    wantsHistory: read.flag('SPILLWAY_HISTORY', true),
    /** The longest time for which a read code holds, in milliseconds; undefined serves no feeds. */
    feedAge: read.flag('SPILLWAY_FEEDS', true) ? feedAge : undefined,
    ...readWatches(read, mode, secret),
    /** Undefined serves no agents. */
    mcp,
  };
}

/** What each setting allows and the others forbid. */
function checkTogether(read: EnvironmentReader, settings: GatewaySettings): void {
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
  if (settings.mcp && data === undefined && redisUrl === undefined) {
    read.fault(
      'SPILLWAY_MCP needs a place to store agents. Set REDIS_URL, or set SPILLWAY_DATA to a folder.',
    );
  }
  if (settings.mcp && settings.cacheAge === 0) {
    read.fault(
      'SPILLWAY_MCP needs a cache, so that what an agent bought is not bought again by its formula. Remove SPILLWAY_CACHE_AGE.',
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

function readMcp(read: EnvironmentReader): AgentLimits | undefined {
  const limits = {
    budget: read.integer('SPILLWAY_AGENT_BUDGET') ?? 100,
    ask: read.integer('SPILLWAY_AGENT_ASK') ?? 10,
  };
  return read.flag('SPILLWAY_MCP') ? limits : undefined;
}

function readAudit(read: EnvironmentReader) {
  const folder = readPlace(read, 'SPILLWAY_AUDIT');
  const bytes = read.bytes('SPILLWAY_AUDIT_SIZE', 100_000_000);
  const files = read.integer('SPILLWAY_AUDIT_FILES') ?? 10;
  return folder === undefined ? undefined : { folder: path.resolve(folder), bytes, files };
}

/** dist/server/gateway.mjs stands beside dist/addin; src/gateway/main.ts is two folders further off. */
const addinFolder = (bundle: string): string =>
  path.basename(bundle) === 'gateway' ? path.join(bundle, '../../dist/addin') : path.join(bundle, '../addin');

function readTls(read: EnvironmentReader, folder: string): Tls {
  const cert = readPlace(read, 'SPILLWAY_TLS_CERT');
  const key = readPlace(read, 'SPILLWAY_TLS_KEY');
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
