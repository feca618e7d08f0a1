// A real OpenID server for tests, in a process of its own. What it adds to its tokens are the claims that Microsoft Entra has beside the
// standard ones. Prints its address when it listens.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [tenant, audience, redirect] = process.argv.slice(2);
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: 'spillway', token_endpoint_auth_method: 'none', redirect_uris: [String(redirect)] },
    ],
    scopes: ['openid', 'access_as_user'],
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    features: {
      resourceIndicators: {
        enabled: true,
        defaultResource: () => String(audience),
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'access_as_user',
          audience: String(audience),
          accessTokenFormat: 'jwt',
          accessTokenTTL: 3600,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    extraTokenClaims: (_, token) =>
      'accountId' in token
        ? {
            tid: tenant,
            oid: token.accountId,
            preferred_username: `${token.accountId}@team.test`,
            scp: token.scope,
          }
        : undefined,
  });
  server.on('request', provider.callback());
  process.stdout.write(`${issuer}\n`);
});
