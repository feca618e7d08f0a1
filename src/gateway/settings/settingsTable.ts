// Every setting of the gateway in one place: its kind, its bounds, its default and what it is for. The reader takes the bounds
// from here, an unknown name is told by it, and a test holds the tables of docs/deploying.md against it.
import { guid, namespaceForm } from '../files/manifestText.mjs';

interface Common {
  /** As the documentation says it; none when the setting has no default. */
  readonly shown?: string;
  /** Only read in team mode: set without it, somebody forgot the mode. */
  readonly team?: true;
}

export type Setting =
  | (Common & { readonly kind: 'text'; readonly form?: RegExp; readonly must?: string })
  | (Common & { readonly kind: 'secret'; readonly shortest?: number })
  | (Common & { readonly kind: 'choice'; readonly values: readonly string[] })
  | (Common & { readonly kind: 'flag' })
  | (Common & { readonly kind: 'url'; readonly protocols: readonly string[] })
  /** `must`: it has to be there; `made`: it is made where only its parent is there; `beside`: its folder has to be there. */
  | (Common & { readonly kind: 'file' | 'folder'; readonly is: 'must' | 'made' | 'beside' })
  /** `limit`: left empty by mistake it would mean "no limit". */
  | (Common & { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly limit?: true })
  /** Milliseconds. */
  | (Common & { readonly kind: 'duration'; readonly min: number; readonly max: number })
  | (Common & { readonly kind: 'bytes'; readonly min: number; readonly max: number });

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const mega = 1_000_000;
const giga = 1_000 * mega;

const web = ['https:', 'http:'];
const sharing = { kind: 'choice', values: ['team', 'person'], shown: '`team`', team: true } as const;
const credits = {
  kind: 'integer',
  min: 0,
  max: 1_000_000_000,
  limit: true,
  shown: 'none',
  team: true,
} as const;
const share = { kind: 'bytes', min: mega, max: 1_000 * giga } as const;

export const settingsTable = {
  SPILLWAY_UPSTREAM: { kind: 'url', protocols: web, shown: 'required' },
  PORT: { kind: 'integer', min: 1, max: 65_535, shown: '3000' },
  SPILLWAY_HOST: {
    kind: 'text',
    form: /^[A-Za-z0-9.:_%-]{1,255}$/,
    must: 'a host name or an IP address',
    shown: 'all addresses',
  },
  SPILLWAY_PUBLIC_URL: { kind: 'url', protocols: ['https:'] },
  SPILLWAY_NAMESPACE: {
    kind: 'text',
    form: namespaceForm,
    must: 'a letter, followed by at most 31 letters, digits, _ and .',
  },
  SPILLWAY_ADDIN_ID: { kind: 'text', form: guid, must: 'a GUID', shown: 'from the public address' },
  SPILLWAY_TLS: { kind: 'choice', values: ['self-signed', 'off'], shown: '`self-signed`' },
  SPILLWAY_TLS_CERT: { kind: 'file', is: 'must' },
  SPILLWAY_TLS_KEY: { kind: 'file', is: 'must' },
  SPILLWAY_PROXIES: { kind: 'integer', min: 0, max: 10, shown: '0' },
  SPILLWAY_DATA: { kind: 'folder', is: 'made', shown: '`.data`' },
  REDIS_URL: { kind: 'url', protocols: ['redis:', 'rediss:'] },
  SPILLWAY_REDIS_PREFIX: {
    kind: 'text',
    form: /^[\x21-\x7e]{1,64}$/,
    must: '1 to 64 visible characters without spaces',
    shown: '`spillway:`',
  },
  DATABASE_URL: { kind: 'url', protocols: ['postgres:', 'postgresql:'] },
  SPILLWAY_HISTORY: { kind: 'flag', shown: 'on' },
  SPILLWAY_HISTORY_SIZE: { ...share, shown: '2g' },
  SPILLWAY_HISTORY_DETAIL: { kind: 'duration', min: 7 * day, max: 36_500 * day, shown: '400d' },
  SPILLWAY_HISTORY_AGE: { kind: 'duration', min: 7 * day, max: 36_500 * day, shown: 'no limit' },
  SPILLWAY_FEEDS: { kind: 'flag', shown: 'on' },
  SPILLWAY_FEED_AGE: { kind: 'duration', min: hour, max: 3_650 * day, shown: '366d' },
  SPILLWAY_MCP: { kind: 'flag', shown: 'off' },
  SPILLWAY_AGENT_BUDGET: { kind: 'integer', min: 0, max: 1_000_000_000, limit: true, shown: '100' },
  SPILLWAY_AGENT_ASK: { kind: 'integer', min: 0, max: 1_000_000_000, limit: true, shown: '10' },
  SPILLWAY_WATCHES: { kind: 'flag', shown: 'on' },
  SPILLWAY_WEBHOOK_HOSTS: { kind: 'text', shown: 'none' },
  SPILLWAY_SMTP_URL: { kind: 'url', protocols: ['smtp:', 'smtps:'] },
  SPILLWAY_SMTP_FROM: { kind: 'text', form: /^[^\s@<>",;]+@[A-Za-z0-9.-]+$/, must: 'an e-mail address' },
  SPILLWAY_MAIL_DOMAINS: { kind: 'text', shown: 'none' },
  SPILLWAY_SECRET: { kind: 'secret', shortest: 32 },
  SPILLWAY_MEMORY: { ...share, shown: '256m' },
  SPILLWAY_DISK: { ...share, shown: '2g' },
  SPILLWAY_MODE: { kind: 'choice', values: ['personal', 'team'], shown: '`personal`' },
  SPILLWAY_CACHE_AGE: { kind: 'duration', min: 0, max: 3_650 * day, shown: 'team 7d, personal 0s' },
  SPILLWAY_RECOVERY: { kind: 'duration', min: second, max: 30 * day, shown: '15m' },
  SPILLWAY_MAX_CALLS: { kind: 'integer', min: 1, max: 10_000, shown: '500' },
  SPILLWAY_GRACE: { kind: 'duration', min: 0, max: 2 * hour, shown: '26m' },
  SPILLWAY_LEASE: { kind: 'duration', min: second, max: 10 * minute, shown: '15s' },
  SPILLWAY_STORE_TIMEOUT: { kind: 'duration', min: 50, max: 30 * second, shown: '2s' },
  SPILLWAY_LOG: { kind: 'choice', values: ['debug', 'info', 'warn', 'error', 'silent'], shown: '`info`' },
  SPILLWAY_METRICS: { kind: 'flag', shown: 'on' },
  SPILLWAY_METRICS_PORT: { kind: 'integer', min: 1, max: 65_535 },
  SPILLWAY_AUDIT: { kind: 'folder', is: 'made' },
  SPILLWAY_AUDIT_SIZE: { kind: 'bytes', min: 100_000, max: 100 * giga, shown: '100m' },
  SPILLWAY_AUDIT_FILES: { kind: 'integer', min: 1, max: 1_000, shown: '10' },
  SPILLWAY_OFFICE_JS: { kind: 'folder', is: 'must' },
  SPILLWAY_ADDIN: { kind: 'folder', is: 'must', shown: 'the build beside the program' },
  SPILLWAY_PLAYGROUND: { kind: 'folder', is: 'must' },
  SPILLWAY_SANDBOX: { kind: 'flag', shown: 'off' },

  SPILLWAY_KEY_FILE: { kind: 'file', is: 'must', shown: 'required', team: true },
  SPILLWAY_KEY: { kind: 'secret', shown: 'required', team: true },
  SPILLWAY_ENTRA_TENANT: { kind: 'text' },
  SPILLWAY_ENTRA_CLIENT_ID: { kind: 'text' },
  SPILLWAY_ENTRA_AUDIENCE: { kind: 'text', shown: 'from the client ID' },
  SPILLWAY_ENTRA_SCOPE: { kind: 'text', shown: '`access_as_user`' },
  SPILLWAY_ENTRA_ISSUER: { kind: 'url', protocols: web },
  SPILLWAY_ENTRA_JWKS: { kind: 'url', protocols: web },
  SPILLWAY_ENTRA_ADMIN_ROLE: { kind: 'text', shown: '`Spillway.Admin`' },
  SPILLWAY_ADMIN_CODE: { kind: 'secret', shortest: 20, team: true },
  SPILLWAY_CODES_FILE: { kind: 'file', is: 'beside', shown: '`codes.json` in the data folder', team: true },
  SPILLWAY_PERSON_BUDGET: credits,
  SPILLWAY_TEAM_BUDGET: credits,
  SPILLWAY_PERSON_MONTH_BUDGET: credits,
  SPILLWAY_TEAM_MONTH_BUDGET: credits,
  SPILLWAY_GROUP_BUDGET: { kind: 'text', shown: 'none', team: true },
  SPILLWAY_GROUP_MONTH_BUDGET: { kind: 'text', shown: 'none', team: true },
  SPILLWAY_WITHOUT_REDIS: { kind: 'choice', values: ['share', 'refuse'], shown: '`share`', team: true },
  SPILLWAY_TIME_ZONE: { kind: 'text', shown: '`UTC`' },
  SPILLWAY_SHARE_CACHE: sharing,
  SPILLWAY_SHARE_CALLS: sharing,
  SPILLWAY_SHARE_WINDOWS: sharing,
} as const satisfies Readonly<Record<string, Setting>>;

type Table = typeof settingsTable;
export type SettingName = keyof Table;
export type NameOf<Kind extends Setting['kind']> = {
  [Name in SettingName]: Table[Name]['kind'] extends Kind ? Name : never;
}[SettingName];

export const settingOf = <Name extends SettingName>(name: Name): Table[Name] => settingsTable[name];

/** Names of earlier versions, which are still read. */
export const renamedSettings: Readonly<Record<string, SettingName>> = {
  SPILLWAY_STORE_PATIENCE: 'SPILLWAY_STORE_TIMEOUT',
};

/** Read by the build, the tests and `npm start`, which may share an environment with the gateway. */
export const othersNames: readonly string[] = [
  'SPILLWAY_BROWSER',
  'SPILLWAY_CADDY',
  'SPILLWAY_FUNCTIONS',
  'SPILLWAY_LIBREOFFICE',
  'SPILLWAY_NGINX',
  'SPILLWAY_OPEN',
  'SPILLWAY_POSTGRES_SERVER',
  'SPILLWAY_REDIS_SERVER',
  'SPILLWAY_RUNS',
  'SPILLWAY_TEST_PLACES',
];
