// A person signs in at a real OpenID server (authorization code with PKCE), and the gateway believes its token: issuer, keys and claims
// are that server's, not made here.
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { audience, tenant } from '../support/signer';
import { testGateway, valuation, type TestGateway } from '../support/testGateway';

const redirect = 'https://spillway.test/signed-in';
let server: ChildProcess;
let issuer: string;
let team: TestGateway;

beforeAll(async () => {
  const script = path.join(__dirname, '../support/openIdServer.mjs');
  server = spawn(process.execPath, [script, tenant, audience, redirect], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  issuer = await new Promise<string>((resolve, reject) => {
    createInterface({ input: server.stdout! }).once('line', resolve);
    server.once('exit', (code) => reject(new Error(`The OpenID server ended with ${code}`)));
  });
  const { jwks_uri: keys } = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as {
    jwks_uri: string;
  };
  team = await testGateway({
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'k',
    SPILLWAY_ENTRA_TENANT: tenant,
    SPILLWAY_ENTRA_AUDIENCE: audience,
    SPILLWAY_ENTRA_ISSUER: issuer,
    SPILLWAY_ENTRA_JWKS: keys,
  });
});
afterAll(async () => {
  await team?.close();
  server.kill();
});

/** A browser as far as signing in needs one: it keeps cookies, and follows to where it is sent. */
async function signIn(person: string, scope: string): Promise<string> {
  const cookies = new Map<string, string>();
  const visit = async (address: string | URL, form?: Record<string, string>): Promise<string> => {
    const response = await fetch(new URL(address, issuer), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    return response.headers.get('location') ?? '';
  };
  const verifier = randomBytes(32).toString('base64url');
  const asked = new URL('/auth', issuer);
  asked.search = new URLSearchParams({
    client_id: 'spillway',
    response_type: 'code',
    redirect_uri: redirect,
    scope,
    resource: audience,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const login = await visit(asked);
  const consent = await visit(await visit(login, { prompt: 'login', login: person, password: 'any' }));
  const done = await visit(await visit(consent, { prompt: 'consent' }));
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'spillway',
      redirect_uri: redirect,
      code: new URL(done).searchParams.get('code') ?? '',
      code_verifier: verifier,
      resource: audience,
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

const ask = (token: string) => team.post(valuation, { unit: 'A' }, { 'access-token': token });

test('lets in who signed in there', async () => {
  expect((await ask(await signIn('ann', 'openid access_as_user'))).status).toBe(200);
  expect(team.upstream.calls).toHaveLength(1);
});

test('refuses a token without the permission, and one that was changed', async () => {
  const token = await signIn('ben', 'openid access_as_user');
  const [head, body, signature] = token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  const changed = Buffer.from(JSON.stringify({ ...claims, oid: 'ann' })).toString('base64url');
  expect((await ask(`${head}.${changed}.${signature}`)).status).toBe(401);
  expect((await ask(await signIn('cas', 'openid'))).status).toBe(401);
  expect((await ask(token)).status).toBe(200);
});
