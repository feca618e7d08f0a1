import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSigner, tenant, type Signer } from './support/signer';
import { testGateway, valuation, type TestGateway } from './support/testGateway';

jest.setTimeout(60_000);

let signer: Signer;
let folder: string;
let team: TestGateway;

beforeAll(async () => {
  signer = await startSigner();
});
afterAll(() => signer.close());
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-sign-in-'));
  team = await testGateway({
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'k',
    SPILLWAY_DATA: folder,
    ...signer.env,
  });
});
afterEach(async () => {
  await team.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (credential: string) =>
  (await team.post(valuation, { unit: 'A' }, { 'access-token': credential })).status;

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
  expect(stored).not.toContain(code.split('_')[2]);
  await team.revoke(code.split('_')[1] ?? '');
  team.wind(6_000);
  expect(await ask(code)).toBe(401);
});

test('who guesses is soon refused without a look, who is signed in goes on', async () => {
  const code = await team.newCode('Ann');
  const late = await team.newCode('Late');
  expect(await ask(code)).toBe(200);
  const statuses = [];
  for (let i = 0; i < 14; i += 1) statuses.push(await ask(`guess-${i}`));
  expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
  expect(await ask(code)).toBe(200);
  expect(await ask(late)).toBe(429);
  team.wind(61_000);
  expect(await ask(late)).toBe(200);
});

test('when the keys of the tenant cannot be had, it says so and does not let in', async () => {
  await team.close();
  team = await testGateway({
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'k',
    SPILLWAY_DATA: folder,
    ...signer.env,
    SPILLWAY_ENTRA_JWKS: 'http://127.0.0.1:9/keys',
  });
  expect(await ask(await signer.token())).toBe(500);
});
