import { readSettings } from '../../src/gateway/settings/settings';
import { shownSettings } from '../../src/gateway/settings/shownSettings';

const faults = (env: Record<string, string>) =>
  readSettings({ SPILLWAY_UPSTREAM: 'https://service.test', ...env }, '/srv/dist/server').faults;

const id = '11111111-2222-3333-4444-555555555555';

test('the defaults are a personal gateway beside its add-in', () => {
  const { settings, faults: none } = readSettings(
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
    /^SPILLWAY_UPSTREAM must be an address that begins with https:\/\/ or http:\/\/\.$/,
  ],
  [{ SPILLWAY_UPSTREAM: '' }, /^SPILLWAY_UPSTREAM is needed/],
  [{ SPILLWAY_PUBLIC_URL: 'http://x.test' }, /^SPILLWAY_PUBLIC_URL must be/],
  [{ SPILLWAY_TLS: 'on' }, /^SPILLWAY_TLS must be self-signed or off/],
  [{ SPILLWAY_TLS_CERT: 'a.pem' }, /^SPILLWAY_TLS_KEY is needed/],
  [{ SPILLWAY_MODE: 'both' }, /^SPILLWAY_MODE must be personal or team/],
  [{ SPILLWAY_MODE: 'team' }, /^SPILLWAY_KEY or SPILLWAY_KEY_FILE is needed in team mode\.$/],
  [{ SPILLWAY_MODE: 'team', SPILLWAY_KEY: 'k', SPILLWAY_KEY_FILE: '/none' }, /not both/],
  [{ SPILLWAY_MODE: 'team', SPILLWAY_KEY_FILE: '/none' }, /there is no such file/],
  [{ SPILLWAY_MODE: 'team', SPILLWAY_KEY: 'k', SPILLWAY_DATA: 'off' }, /^Access codes need a place/],
  [{ SPILLWAY_ADMIN_CODE: 'short' }, /^SPILLWAY_ADMIN_CODE must have at least/],
  [{ SPILLWAY_TIME_ZONE: 'Mars' }, /^SPILLWAY_TIME_ZONE names no time zone/],
  [{ SPILLWAY_ENTRA_TENANT: 'common', SPILLWAY_ENTRA_AUDIENCE: 'a' }, /must be the tenant’s ID/],
  [{ SPILLWAY_ENTRA_CLIENT_ID: 'spillway' }, /^SPILLWAY_ENTRA_CLIENT_ID must be the application’s/],
  [{ SPILLWAY_ENTRA_TENANT: id }, /^SPILLWAY_ENTRA_CLIENT_ID \(or SPILLWAY_ENTRA_AUDIENCE\) is needed/],
  [{ SPILLWAY_ENTRA_AUDIENCE: 'a' }, /^SPILLWAY_ENTRA_TENANT is needed/],
  [{ SPILLWAY_PERSON_BUDGET: '-1' }, /^SPILLWAY_PERSON_BUDGET must be a whole number/],
  [{ SPILLWAY_CACHE_AGE: 'long' }, /^SPILLWAY_CACHE_AGE must be a time such as/],
  [{ SPILLWAY_MEMORY: 'lots' }, /^SPILLWAY_MEMORY must be a size such as/],
  [
    { REDIS_URL: 'localhost:6379' },
    /^REDIS_URL must be an address that begins with redis:\/\/ or rediss:\/\/\.$/,
  ],
  [{ SPILLWAY_LOG: 'loud' }, /^SPILLWAY_LOG must be/],
])('%j is told in one sentence', (env, sentence) => {
  const told = faults(env);
  expect(told.some((fault) => sentence.test(fault))).toBe(true);
  for (const fault of told) expect(fault).toMatch(/^[A-Z].*\.$/);
});

test('several faults are told together', () => {
  expect(faults({ PORT: 'x', SPILLWAY_MODE: 'x', SPILLWAY_LEASE: 'x' })).toHaveLength(3);
});

test('the shown settings hold no secret', () => {
  const { settings } = readSettings(
    {
      SPILLWAY_UPSTREAM: 'https://u:upstream-secret@service.test',
      SPILLWAY_MODE: 'team',
      SPILLWAY_KEY: 'key-secret',
      SPILLWAY_ADMIN_CODE: 'admin-secret-of-many-letters',
      REDIS_URL: 'redis://:redis-secret@redis.test:6379',
      SPILLWAY_CACHE_AGE: '36h',
    },
    '/srv/dist/server',
  );
  const shown = shownSettings(settings);
  expect(shown).not.toContain('secret');
  expect(shown).toMatch(/Mode +team/);
  expect(shown).toMatch(/Answers stand for +36h/);
  expect(shown).toMatch(/Key +set/);
});

test('a client ID is enough for Microsoft sign-in: tokens of either version name it', () => {
  const { settings, faults: none } = readSettings(
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
