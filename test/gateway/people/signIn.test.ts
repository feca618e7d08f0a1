import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignJWT } from 'jose';
import { audience, startSigner, tenant, type Signer } from '../support/signer';
import { testGateway, valuation, type TestGateway } from '../support/testGateway';
import { removeFolder } from '../../removeFolder';

let signer: Signer;
let folder: string;
let team: TestGateway;

beforeAll(async () => {
  signer = await startSigner();
});
afterAll(() => signer.close());

/** The gateway of a team, on the same data folder. */
const startTeam = async (env: Readonly<Record<string, string>> = signer.env) =>
  void (team = await testGateway({
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'k',
    SPILLWAY_DATA: folder,
    ...env,
  }));
const restartTeam = async (env: Readonly<Record<string, string>>) => {
  await team.close();
  await startTeam(env);
};

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-sign-in-'));
  await startTeam();
});
afterEach(async () => {
  await team.close();
  removeFolder(folder);
});

const ask = async (credential: string) =>
  (await team.post(valuation, { unit: 'A' }, { 'access-token': credential })).status;

async function statusesOf(times: number, credential: (time: number) => string): Promise<number[]> {
  const statuses = [];
  for (let time = 0; time < times; time += 1) statuses.push(await ask(credential(time)));
  return statuses;
}

/** Ten failures, then 429. */
const soonToldToWait = [...Array<number>(10).fill(401), ...Array<number>(4).fill(429)];

test('offers both ways', async () => {
  expect(await (await team.get('/gateway/info')).json()).toMatchObject({
    mode: 'team',
    signIn: ['entra', 'code'],
    entra: { tenant, audience: 'api://spillway' },
  });
});

test('lets in a token of the tenant, and sees who is an administrator', async () => {
  expect(await ask(await signer.token())).toBe(200);
  const boss = { 'access-token': await signer.token({ oid: 'boss', roles: ['Spillway.Admin'] }) };
  expect(await (await team.get('/gateway/me', boss)).json()).toMatchObject({
    name: 'ann@team.test',
    admin: true,
  });
});

test('refuses what is expired, foreign, for someone else, or made up', async () => {
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  const good = await signer.token();
  const [head = '', body = '', signature = ''] = good.split('.');
  const forgedBody = Buffer.from(body, 'base64url').toString().replace('ann', 'eve');
  const forged = [
    await signer.token({}, { expires: '-2m' }),
    await signer.token({}, { foreign: true }),
    await signer.token({}, { audience: 'api://other' }),
    await signer.token({}, { issuer: 'https://evil.test' }),
    await signer.token({ tid: 'another-tenant' }),
    await signer.token({ nbf: Math.floor(Date.now() / 1_000) + 600 }),
    `${none}.${body}.x`,
    `${head}.${Buffer.from(forgedBody).toString('base64url')}.${signature}`,
  ];
  for (const token of forged) expect(await ask(token)).toBe(401);
  expect(team.upstream.calls).toHaveLength(0);
});

test('refuses a token signed with the public key as if it were a shared secret', async () => {
  const confused = await new SignJWT({ tid: tenant, oid: 'eve', scp: 'access_as_user' })
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .setSubject('subject')
    .setIssuer('https://login.test/v2.0')
    .setAudience(audience)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(await signer.publicKey()));
  expect(await ask(confused)).toBe(401);
});

test('refuses a token without the permission, such as one made out to another program of the tenant', async () => {
  expect(await ask(await signer.token({ scp: undefined, roles: ['Spillway.Admin'] }))).toBe(401);
  expect(await ask(await signer.token({ scp: 'User.Read' }))).toBe(401);
  expect(await ask(await signer.token({ scp: 'User.Read access_as_user' }))).toBe(200);
});

test('a flood of unknown key names does not become a flood of fetches, and good tokens go on', async () => {
  const good = await signer.token();
  expect(await ask(good)).toBe(200);
  const before = signer.fetched();
  const flood = await Promise.all(
    Array.from({ length: 60 }, (_, i) => signer.token({ oid: `e${i}` }, { kid: `unknown-${i}` })),
  );
  const statuses = await Promise.all(flood.map(ask));
  expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
  expect(signer.fetched() - before).toBeLessThanOrEqual(1);
  expect(await ask(good)).toBe(200);
});

test('the refusal says that it is the gateway’s own: nothing was forwarded', async () => {
  for (const credential of ['', 'no-such-code', await signer.token({}, { expires: '-2m' })]) {
    const answer = await team.post(valuation, { unit: 'A' }, { 'access-token': credential });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Spillway');
  }
  expect(team.upstream.calls).toHaveLength(0);
});

test('a token that ran out is no guess, and guesses at codes keep out nobody with a token', async () => {
  for (let i = 0; i < 15; i += 1) expect(await ask(await signer.token({}, { expires: '-2m' }))).toBe(401);
  for (let i = 0; i < 12; i += 1) await ask(`guess-${i}`);
  expect(await ask('guess-last')).toBe(429);
  expect(await ask(await signer.token())).toBe(200);
  for (let i = 0; i < 10; i += 1) {
    expect(await ask(await signer.token({ jti: i }, { foreign: true }))).toBe(401);
  }
  expect(await ask(await signer.token({ jti: 11 }, { foreign: true }))).toBe(429);
});

test('a token that was good is refused once its time is over, however often it is shown', async () => {
  const token = await signer.token({}, { expires: '10m' });
  expect(await ask(token)).toBe(200);
  team.wind(12 * 60_000);
  expect(await ask(token)).toBe(401);
});

test('an access code works until it is revoked, and is not kept in readable form', async () => {
  const code = await team.newCode('Ann');
  expect(code).toMatch(/^spw_[a-z0-9]{10}_[\w-]{32}$/);
  expect(await ask(code)).toBe(200);
  expect(await ask(`${code.slice(0, -1)}${code.endsWith('a') ? 'b' : 'a'}`)).toBe(401);
  const stored = readFileSync(path.join(folder, 'codes.json'), 'utf8');
  expect(stored).not.toContain(code.split('_').slice(2).join('_'));
  await team.revoke(code.split('_')[1] ?? '');
  team.wind(6_000);
  expect(await ask(code)).toBe(401);
});

test('who guesses is soon told to wait, and whoever shows the right code is let in all the same', async () => {
  const code = await team.newCode('Ann');
  const late = await team.newCode('Late');
  expect(await ask(code)).toBe(200);
  expect(await statusesOf(14, (i) => `guess-${i}`)).toEqual(soonToldToWait);
  expect(await ask(code)).toBe(200);
  expect(await ask(late)).toBe(200);
  team.wind(61_000);
  expect(await ask('guess-again')).toBe(401);
});

test('a program with an old code is told to wait alone, not its whole office', async () => {
  expect(await statusesOf(14, () => 'an-old-code')).toEqual(soonToldToWait);
  expect(await ask('a-mistyped-code')).toBe(401);
  const metrics = await (await team.get('/metrics')).text();
  expect(metrics).toContain('spillway_sign_in_failures_total{way="code"} 15');
});

test('after a hundred guesses the administrator’s own code is no longer compared for a while', async () => {
  const adminCode = 'an-admin-code-of-many-letters';
  const restart = () => restartTeam({ SPILLWAY_ADMIN_CODE: adminCode });
  await restart();
  for (let i = 0; i < 99; i += 1) await ask(`guess-${i}`);
  expect(await ask(adminCode)).toBe(200);
  await restart();
  for (let i = 0; i < 100; i += 1) await ask(`guess-${i}`);
  expect(await ask(adminCode)).toBe(429);
  team.wind(61_000);
  expect(await ask(adminCode)).toBe(200);
});

test('a clock that is set back does not keep a revoked code valid', async () => {
  const code = await team.newCode('Ann');
  expect(await ask(code)).toBe(200);
  await team.revoke(code.split('_')[1] ?? '');
  team.wind(-3_600_000);
  expect(await ask(code)).toBe(401);
});

test('a subject with line breaks, terminal escapes or turned letters forges no line of the log', async () => {
  const oid = 'eve\n{"level":30,"msg":"request","person":"ann"}\u001b[2J\u202e';
  const token = await signer.token({ oid, preferred_username: 'Eve\r\nBob' });
  for (let i = 0; i < 3; i += 1) expect(await ask(token)).toBe(200);
  const lines = team.lines.join('').trim().split('\n');
  expect(lines.every((line) => typeof JSON.parse(line) === 'object')).toBe(true);
  for (const sign of ['\u001b', '\u202e', '"person":"ann"']) expect(team.lines.join('')).not.toContain(sign);
  expect(await (await team.get('/gateway/me', { 'access-token': token })).json()).toMatchObject({
    name: 'Eve\\u{d}\\u{a}Bob',
  });
});

test.each([
  ['nobody answers', undefined],
  ['something else answers', '{"detail":"Sign in to this network"}'],
  ['a page answers', '<html></html>'],
])(
  'when the keys of the tenant cannot be had because %s, it says so and does not let in',
  async (_, text) => {
    const server = createServer((_asked, response) => response.end(text)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${text === undefined ? 9 : port}/keys`;
    await restartTeam({ ...signer.env, SPILLWAY_ENTRA_JWKS: address });
    const status = await ask(await signer.token());
    server.closeAllConnections();
    server.close();
    expect(status).toBe(500);
  },
);

describe('where groups have budgets', () => {
  const withGroups = () => restartTeam({ ...signer.env, SPILLWAY_GROUP_BUDGET: '1' });

  test.each<[string, Record<string, unknown>]>([
    ['names them elsewhere', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } }],
    ['says that there are more', { hasgroups: true }],
    ['has something else in their place', { groups: { a: 1 } }],
    ['has something else among them', { groups: ['sales', 7] }],
  ])('a token that %s is refused, free of charge, and logged', async (_how, claims) => {
    await withGroups();
    const response = await team.post(
      valuation,
      { unit: 'A' },
      { 'access-token': await signer.token(claims) },
    );
    expect([response.status, response.headers.get('spillway-credits')]).toEqual([403, '0']);
    expect(team.upstream.calls).toHaveLength(0);
    expect(team.lines.some((line) => line.includes('a token without its groups was refused'))).toBe(true);
  });

  test('a member of as many groups as a token lists is let in', async () => {
    await withGroups();
    // More than these are left out of a token, which then says so.
    const groups = Array.from({ length: 200 }, (_, nth) =>
      tenant.replace(/^.{8}/, String(nth).padStart(8, '0')),
    );
    expect(await ask(await signer.token({ groups }))).toBe(200);
  });

  test('one group as text counts like a list of one', async () => {
    await withGroups();
    const headers = { 'access-token': await signer.token({ groups: 'sales' }) };
    expect((await team.post(valuation, { unit: 'A' }, headers)).status).toBe(200);
    expect((await team.post(valuation, { unit: 'B' }, headers)).status).toBe(402);
  });

  test('without budgets for groups nobody is refused for having many', async () => {
    expect(await ask(await signer.token({ hasgroups: true }))).toBe(200);
  });
});
