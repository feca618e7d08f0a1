// An identity provider for tests: its keys are published on a real port, its tokens are as good or bad as asked.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { longKept } from '../../keepAlive';

export const tenant = '11111111-2222-3333-4444-555555555555';
export const audience = 'api://spillway';
const issuer = 'https://login.test/v2.0';

export interface Signer {
  readonly env: Record<string, string>;
  /** How often the keys were fetched. */
  readonly fetched: () => number;
  /** The public key, as everyone can read it. */
  readonly publicKey: () => Promise<string>;
  token(
    claims?: Record<string, unknown>,
    options?: { expires?: string; audience?: string; issuer?: string; foreign?: boolean; kid?: string },
  ): Promise<string>;
  close(): Promise<void>;
}

export async function startSigner(): Promise<Signer> {
  const own = await generateKeyPair('ES256', { extractable: true });
  const foreign = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  let fetched = 0;
  const server: Server = createServer(longKept, (_request, response) => {
    fetched += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      SPILLWAY_ENTRA_TENANT: tenant,
      SPILLWAY_ENTRA_AUDIENCE: audience,
      SPILLWAY_ENTRA_ISSUER: issuer,
      SPILLWAY_ENTRA_JWKS: `http://127.0.0.1:${port}/keys`,
    },
    fetched: () => fetched,
    publicKey: () => exportSPKI(own.publicKey),
    token: (claims = {}, options = {}) =>
      new SignJWT({
        tid: tenant,
        oid: 'ann',
        preferred_username: 'ann@team.test',
        scp: 'access_as_user',
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', kid: options.kid ?? 'k1' })
        .setSubject('subject')
        .setIssuer(options.issuer ?? issuer)
        .setAudience(options.audience ?? audience)
        .setIssuedAt()
        .setExpirationTime(options.expires ?? '1h')
        .sign(options.foreign ? foreign.privateKey : own.privateKey),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
