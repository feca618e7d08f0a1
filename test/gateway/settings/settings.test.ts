import { generateKeyPairSync } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { readGatewaySettings } from '../../../src/gateway/settings/settings';
import { settingsTable, type Setting } from '../../../src/gateway/settings/settingsTable';
import { folderFaults } from '../../../src/gateway/settings/triedFolders';
import { shownSettings } from '../../../src/gateway/settings/shownSettings';
import { removeFolder } from '../../removeFolder';

const faults = (env: Record<string, string>) =>
  readGatewaySettings({ SPILLWAY_UPSTREAM: 'https://service.test', ...env }, '/srv/dist/server').faults;

const folder = mkdtempSync(path.join(tmpdir(), 'spillway-settings-'));
const at = (name: string) => path.join(folder, name);
const made = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};
afterAll(() => removeFolder(folder));

const id = '11111111-2222-3333-4444-555555555555';

test('the defaults are a personal gateway beside its add-in', () => {
  const { settings, faults: none } = readGatewaySettings(
    { SPILLWAY_UPSTREAM: 'https://service.test' },
    '/srv/dist/server',
  );
  expect(none).toEqual([]);
  expect(settings).toMatchObject({
    port: 3000,
    mode: 'personal',
    addin: '/srv/dist/addin',
    sandbox: false,
    cacheAge: 0,
  });
  expect(settings.tls).toEqual({ kind: 'self-signed', folder: '.certs' });
});

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: '70000' }, /^PORT must be a whole number from 1 to 65535, not "70000"\.$/],
  [
    { SPILLWAY_UPSTREAM: 'ftp://x' },
    /^SPILLWAY_UPSTREAM must be a URL that starts with https:\/\/ or http:\/\/\.$/,
  ],
  [{ SPILLWAY_UPSTREAM: '' }, /^SPILLWAY_UPSTREAM is required/],
  [{ SPILLWAY_PUBLIC_URL: 'http://x.test' }, /^SPILLWAY_PUBLIC_URL must be/],
  [{ SPILLWAY_TLS: 'on' }, /^SPILLWAY_TLS must be self-signed or off/],
  [{ SPILLWAY_TLS_CERT: 'a.pem' }, /^SPILLWAY_TLS_KEY is required/],
  [{ SPILLWAY_TLS_CERT: 'a.pem' }, /^SPILLWAY_TLS_CERT is set to a\.pem, which does not exist\.$/],
  [
    { SPILLWAY_TLS_CERT: made('cert.pem', 'x'), SPILLWAY_TLS_KEY: made('key.pem', 'x') },
    /^SPILLWAY_TLS_CERT and SPILLWAY_TLS_KEY must be PEM files/,
  ],
  [{ SPILLWAY_MODE: 'both' }, /^SPILLWAY_MODE must be personal or team/],
  [{ SPILLWAY_MODE: 'team' }, /^SPILLWAY_KEY or SPILLWAY_KEY_FILE is required in team mode\.$/],
  [{ SPILLWAY_MODE: 'team', SPILLWAY_KEY: 'k', SPILLWAY_KEY_FILE: '/none' }, /not both/],
  [{ SPILLWAY_MODE: 'team', SPILLWAY_KEY_FILE: '/none' }, /which does not exist/],
  [
    { SPILLWAY_MODE: 'team', SPILLWAY_KEY: 'k', SPILLWAY_DATA: 'off' },
    /^There is nowhere to store access codes/,
  ],
  [{ SPILLWAY_ADMIN_CODE: 'short' }, /^SPILLWAY_ADMIN_CODE must have at least/],
  [{ SPILLWAY_TIME_ZONE: 'Mars' }, /^SPILLWAY_TIME_ZONE must be an IANA time zone/],
  [{ SPILLWAY_ENTRA_TENANT: 'common', SPILLWAY_ENTRA_AUDIENCE: 'a' }, /must be the tenant’s ID/],
  [{ SPILLWAY_ENTRA_CLIENT_ID: 'spillway' }, /^SPILLWAY_ENTRA_CLIENT_ID must be the application’s/],
  [{ SPILLWAY_ENTRA_TENANT: id }, /^SPILLWAY_ENTRA_CLIENT_ID \(or SPILLWAY_ENTRA_AUDIENCE\) is required/],
  [{ SPILLWAY_ENTRA_AUDIENCE: 'a' }, /^SPILLWAY_ENTRA_TENANT is required/],
  [{ SPILLWAY_PERSON_BUDGET: '-1' }, /^SPILLWAY_PERSON_BUDGET must be a whole number/],
  [{ SPILLWAY_CACHE_AGE: 'long' }, /^SPILLWAY_CACHE_AGE must be a time such as/],
  [{ SPILLWAY_MEMORY: 'lots' }, /^SPILLWAY_MEMORY must be a size such as/],
  [{ REDIS_URL: 'localhost:6379' }, /^REDIS_URL must be a URL that starts with redis:\/\/ or rediss:\/\/\.$/],
  [{ SPILLWAY_LOG: 'loud' }, /^SPILLWAY_LOG must be/],
  [
    { SPILLWAY_PERSON_BUGDET: '5' },
    /^SPILLWAY_PERSON_BUGDET is not a setting: did you mean SPILLWAY_PERSON_BUDGET\?$/,
  ],
  [{ SPILLWAY_REDIS_URL: 'x' }, /^SPILLWAY_REDIS_URL is not a setting: did you mean REDIS_URL\?$/],
  [{ SPILLWAY_PORT: '5' }, /did you mean PORT\?$/],
  [{ spillway_mode: 'team' }, /^spillway_mode is not a setting: did you mean SPILLWAY_MODE\?$/],
  [{ SPILLWAY_QQQ: '5' }, /^SPILLWAY_QQQ is not a setting: see docs\/deploying\.md for the list\.$/],
  [
    { SPILLWAY_TEAM_BUDGET: '1e3' },
    /^SPILLWAY_TEAM_BUDGET must be a whole number from 0 to 1000000000, not "1e3"\.$/,
  ],
  [{ SPILLWAY_TEAM_BUDGET: ' ' }, /^SPILLWAY_TEAM_BUDGET is empty\. Enter a number/],
  [{ SPILLWAY_TEAM_BUDGET: '100' }, /^SPILLWAY_TEAM_BUDGET applies to team mode only/],
  [{ SPILLWAY_LEASE: '0s' }, /^SPILLWAY_LEASE must be from 1s to 10m, not "0s"\.$/],
  [{ SPILLWAY_MEMORY: '1k' }, /^SPILLWAY_MEMORY must be from 1m to 1000g, not "1k"\.$/],
  [{ SPILLWAY_DISK: '0m' }, /^SPILLWAY_DISK must be from/],
  [{ SPILLWAY_GRACE: '60d' }, /^SPILLWAY_GRACE must be from 0s to 2h, not "60d"\.$/],
  [{ SPILLWAY_RECOVERY: '0s' }, /^SPILLWAY_RECOVERY must be from/],
  [{ SPILLWAY_CACHE_AGE: '99999999d' }, /^SPILLWAY_CACHE_AGE must be from/],
  [
    { SPILLWAY_STORE_TIMEOUT: '4s' },
    /^SPILLWAY_STORE_TIMEOUT must be at most a quarter of SPILLWAY_LEASE \(3\.75s\)\.$/,
  ],
  [{ SPILLWAY_METRICS_PORT: '3000' }, /^SPILLWAY_METRICS_PORT must not be the same as PORT\.$/],
  [{ SPILLWAY_HOST: 'a b' }, /^SPILLWAY_HOST must be a host name or an IP address\.$/],
  [{ SPILLWAY_REDIS_PREFIX: 'a b' }, /^SPILLWAY_REDIS_PREFIX must be 1 to 64 visible characters/],
  [{ SPILLWAY_ADDIN: '/not/there' }, /^SPILLWAY_ADDIN is set to \/not\/there, which does not exist\.$/],
  [
    { SPILLWAY_OFFICE_JS: made('file', 'x') },
    /^SPILLWAY_OFFICE_JS is set to .*, which is a file, not a folder\.$/,
  ],
  [{ SPILLWAY_OFFICE_JS: folder }, /^SPILLWAY_OFFICE_JS is set to .*, which does not contain office\.js\.$/],
  [
    { SPILLWAY_DATA: '/not/there/data' },
    /^SPILLWAY_DATA is set to .*, but the folder \/not\/there does not exist\.$/,
  ],
  [{ SPILLWAY_DATA: made('file', 'x') }, /^SPILLWAY_DATA is set to .*, which is a file, not a folder\.$/],
  [{ SPILLWAY_AUDIT: '/not/there/audit' }, /^SPILLWAY_AUDIT is set to/],
  [{ SPILLWAY_MODE: 'team', SPILLWAY_CODES_FILE: '/not/there/codes' }, /^SPILLWAY_CODES_FILE is set to/],
  [{ SPILLWAY_MODE: 'team', SPILLWAY_KEY_FILE: folder }, /which is a folder, not a file\.$/],
  [
    { SPILLWAY_MODE: 'team', SPILLWAY_KEY_FILE: made('empty', ' \n') },
    /^SPILLWAY_KEY_FILE is set to .*, which is empty\.$/,
  ],
  [{ SPILLWAY_MODE: 'team', SPILLWAY_KEY_FILE: made('two', 'a\nb') }, /which must contain one key/],
  [{ SPILLWAY_MODE: 'team', SPILLWAY_KEY: 'ключ' }, /^SPILLWAY_KEY may only contain visible ASCII/],
  [{ SPILLWAY_UPSTREAM: 'https://u:p@service.test' }, /^SPILLWAY_UPSTREAM must be a URL without a user name/],
  [{ SPILLWAY_UPSTREAM: 'https://service.test/?token=x' }, /^SPILLWAY_UPSTREAM must be a URL without/],
  [{ SPILLWAY_PUBLIC_URL: 'https://u:p@team.test' }, /^SPILLWAY_PUBLIC_URL must be a URL without/],
  [{ DATABASE_URL: 'mysql://u@host/db' }, /^DATABASE_URL must be a URL that starts with postgres:\/\//],
  [{ DATABASE_URL: 'postgres://u:p@host' }, /^DATABASE_URL must name a database, as in postgres:/],
  [{ DATABASE_URL: 'postgres://host/db' }, /^DATABASE_URL must name a user, as in postgres:/],
  [{ DATABASE_URL: 'postgres://u:100%@host/db' }, /^In the user name and password of DATABASE_URL, write %/],
  [{ DATABASE_URL: 'postgres://u:p@host/db', SPILLWAY_HISTORY: 'off' }, /^Set DATABASE_URL or SPILLWAY_H/],
  [{ SPILLWAY_HISTORY: 'maybe' }, /^SPILLWAY_HISTORY must be on or off/],
  [{ SPILLWAY_HISTORY_SIZE: '1k' }, /^SPILLWAY_HISTORY_SIZE must be from 1m/],
  [{ SPILLWAY_HISTORY_DETAIL: '1d' }, /^SPILLWAY_HISTORY_DETAIL must be from 7d/],
  [{ SPILLWAY_HISTORY_DETAIL: '90d', SPILLWAY_HISTORY_AGE: '30d' }, /^SPILLWAY_HISTORY_AGE must be at least/],
  [{ SPILLWAY_HISTORY_AGE: '7' }, /^SPILLWAY_HISTORY_AGE must be a time such as/],
  [{ REDIS_URL: 'redis://host/secret' }, /^The path of REDIS_URL can only be a database number/],
])('%j is told in one sentence', (env, sentence) => {
  const told = faults(env);
  expect(told.some((fault) => sentence.test(fault))).toBe(true);
  for (const fault of told) expect(fault).toMatch(/^[A-Za-z].*[.?]$/);
});

test('several faults are told together', () => {
  expect(faults({ PORT: 'x', SPILLWAY_MODE: 'x', SPILLWAY_LEASE: 'x' })).toHaveLength(3);
});

test('no secret is shown, wherever it stands in a setting, also when that is refused', () => {
  const env = {
    SPILLWAY_UPSTREAM:
      'https://user-secret:upstream-secret@service.test/path-secret?token=query-secret#secret',
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'key-secret',
    SPILLWAY_ADMIN_CODE: 'admin-secret-of-many-letters',
    SPILLWAY_ENTRA_JWKS: 'https://jwks-secret@keys.test/path-secret?code=secret',
    SPILLWAY_ENTRA_TENANT: id,
    SPILLWAY_ENTRA_CLIENT_ID: id,
    DATABASE_URL: 'postgres://user-secret:database-secret@database.test/spillway?password=query-secret',
    REDIS_URL: 'rediss://user-secret:redis-secret@redis.test:6379/3?password=query-secret',
    SPILLWAY_CACHE_AGE: '36h',
    SPILLWAY_PERSON_BUDGET: 'spw_a_secret_in_the_wrong_line',
    SPILLWAY_KEEY: 'misplaced-secret',
  };
  const { settings, faults: told } = readGatewaySettings(env, '/srv/dist/server');
  const shown = shownSettings(settings);
  expect(shown + told.join('\n')).not.toContain('secret');
  expect(shown).toMatch(/Service +https:\/\/service\.test\/•••/);
  expect(shown).toMatch(/Store +rediss:\/\/redis\.test:6379\/3\n/);
  expect(shown).toMatch(/Mode +team/);
  expect(shown).toMatch(/Cache lifetime +36h/);
  expect(shown).toMatch(/Key +set/);
});

test('a tenant and a client ID in capitals are those of the tokens', () => {
  const upper = 'ABCDEF01-2222-3333-4444-555555555555';
  const { settings, faults: none } = readGatewaySettings(
    {
      SPILLWAY_UPSTREAM: 'https://service.test',
      SPILLWAY_ENTRA_TENANT: upper,
      SPILLWAY_ENTRA_CLIENT_ID: upper,
    },
    '/srv/dist/server',
  );
  expect(none).toEqual([]);
  expect(settings.team.entra).toMatchObject({ tenant: upper.toLowerCase(), audience: [upper.toLowerCase()] });
  expect(settings.team.entra?.jwks.href).toContain(upper.toLowerCase());
});

test('a certificate and the key of another are told before anything listens', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = made('other.key', privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  const cert = made('other.crt', (await generate([{ name: 'commonName', value: 'a' }])).cert);
  expect(faults({ SPILLWAY_TLS_CERT: cert, SPILLWAY_TLS_KEY: key })).toEqual([
    expect.stringMatching(/^SPILLWAY_TLS_CERT and SPILLWAY_TLS_KEY must be/),
  ]);
});

test('a data folder is made where its parent is there, and may hold the codes', () => {
  expect(
    faults({
      SPILLWAY_MODE: 'team',
      SPILLWAY_KEY: 'k',
      SPILLWAY_DATA: at('new'),
      SPILLWAY_CODES_FILE: path.join(at('new'), 'people.json'),
    }),
  ).toEqual([]);
  mkdirSync(at('old'));
  expect(faults({ SPILLWAY_DATA: at('old') })).toEqual([]);
});

/** The names and defaults in the tables of the documentation. */
const documented = () => {
  const rows = readFileSync(path.join(__dirname, '../../../docs/deploying.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| `?(SPILLWAY_|PORT|REDIS|DATABASE)/.test(line));
  return new Map(
    rows.flatMap((row) => {
      const [, names = '', value = ''] = row.split('|').map((cell) => cell.trim());
      return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => [name, value] as const);
    }),
  );
};

test('the documentation lists every setting with its default, and no other', () => {
  const { SPILLWAY_PLAYGROUND: _p, SPILLWAY_SANDBOX: _s, SPILLWAY_ADDIN: _a, ...operators } = settingsTable;
  const documentedRows = documented();
  expect([...documentedRows.keys()].sort()).toEqual(Object.keys(operators).sort());
  for (const [name, setting] of Object.entries<Setting>(operators)) {
    expect([name, documentedRows.get(name)]).toEqual([name, expect.stringContaining(setting.shown ?? '')]);
  }
});

test('a client ID is enough for Microsoft sign-in: tokens of either version name it', () => {
  const { settings, faults: none } = readGatewaySettings(
    {
      SPILLWAY_UPSTREAM: 'https://service.test',
      SPILLWAY_PUBLIC_URL: 'https://sheets.test:8443/',
      SPILLWAY_ENTRA_TENANT: id,
      SPILLWAY_ENTRA_CLIENT_ID: id,
    },
    '/srv/dist/server',
  );
  expect(none).toEqual([]);
  expect(settings.team.entra).toMatchObject({
    audience: [id, `api://sheets.test:8443/${id}`],
    issuers: [`https://login.microsoftonline.com/${id}/v2.0`, `https://sts.windows.net/${id}/`],
    scope: 'access_as_user',
  });
});

test.each([
  ['the data folder of one gateway', {}, 'disk'],
  ['PostgreSQL', { DATABASE_URL: 'postgresql://u:p@host:5432/db' }, 'postgres'],
  [
    'PostgreSQL, beside Redis',
    { DATABASE_URL: 'postgres://u:p@host/db', REDIS_URL: 'redis://r' },
    'postgres',
  ],
  ['nothing: each of several gateways would have a part', { REDIS_URL: 'redis://r' }, undefined],
  ['nothing, without a place', { SPILLWAY_DATA: 'off' }, undefined],
  ['nothing, when asked to', { SPILLWAY_HISTORY: 'off' }, undefined],
])('the history is kept in %s', (_, env: Record<string, string>, kind) => {
  const { settings, faults: told } = readGatewaySettings(
    { SPILLWAY_UPSTREAM: 'https://service.test', ...env },
    folder,
  );
  expect(told).toEqual([]);
  expect(settings.history?.place.kind).toBe(kind);
});

test('folders are tried before anything is opened, and left as they were', async () => {
  const tried = (env: Record<string, string>) =>
    folderFaults(
      readGatewaySettings({ SPILLWAY_UPSTREAM: 'https://service.test', ...env }, '/srv').settings,
      env,
    );
  expect(await tried({ SPILLWAY_DATA: at('new-data'), SPILLWAY_AUDIT: folder })).toEqual([]);
  expect(existsSync(at('new-data'))).toBe(false);
  expect(await tried({ SPILLWAY_DATA: '/proc/nope', SPILLWAY_AUDIT: '/proc/nope-either' })).toEqual([
    'SPILLWAY_DATA: the folder /proc/nope cannot be written to (ENOENT).',
    'SPILLWAY_AUDIT: the folder /proc/nope-either cannot be written to (ENOENT).',
  ]);
});

test('a pipe in place of a file is told, and not waited for', () => {
  execFileSync('mkfifo', [at('pipe')]);
  expect(faults({ SPILLWAY_MODE: 'team', SPILLWAY_KEY_FILE: at('pipe') })).toEqual([
    `SPILLWAY_KEY_FILE is set to ${at('pipe')}, which is neither a file nor a folder.`,
  ]);
});

test('a setting under its earlier name counts unless the new one is there', () => {
  const timeout = (env: Record<string, string>) => {
    const read = readGatewaySettings({ SPILLWAY_UPSTREAM: 'https://service.test', ...env }, '/srv');
    return [read.settings.storeTimeout, read.faults, read.warnings.length];
  };
  expect(timeout({ SPILLWAY_STORE_PATIENCE: '3s' })).toEqual([3_000, [], 1]);
  expect(timeout({ SPILLWAY_STORE_PATIENCE: '3s', SPILLWAY_STORE_TIMEOUT: '1s' })).toEqual([1_000, [], 1]);
  expect(timeout({ SPILLWAY_STORE_TIMEOUT: '1s' })).toEqual([1_000, [], 0]);
});
