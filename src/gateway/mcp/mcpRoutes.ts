// POST /mcp: the agent's door, as stateless streamable HTTP. Who asks is decided as everywhere else; the credential comes as
// Authorization: Bearer, which MCP clients send, or in the add-in's own header. The agent's name stands in the address
// (/mcp?agent=research) or in a header, where a person configures it and no model can change it.
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Hono, type Context } from 'hono';
import { clientAddress } from '../http/clientAddress';
import type { GatewayEnv } from '../http/gatewayEnv';
import { isProblem, Problem } from '../http/problem';
import { ReadLimit } from '../http/readLimit';
import type { EntraSettings } from '../people/entraTokens';
import type { SignIn } from '../people/signIn';
import { checkBodyHeaders, decodeBody, readBody } from '../routes/requestBody';
import { agentName } from './agents';
import type { Caller } from './orders';
import { mcpServer, type ToolParts } from './tools';

export interface McpParts extends ToolParts {
  readonly signIn: SignIn;
  readonly entra: EntraSettings | undefined;
  readonly publicUrl: string | undefined;
  readonly proxies: number;
  readonly elapsed: () => number;
}

export const mcpPath = '/mcp';
const metadataPath = '/.well-known/oauth-protected-resource';
const bounds = { perMinute: 600, eachAtOnce: 16, allAtOnce: 128 };
const usualName = 'Agent';

export function mcpRoutes(parts: McpParts): Hono<GatewayEnv> {
  const { signIn, entra, publicUrl, proxies } = parts;
  const routes = new Hono<GatewayEnv>();
  const limit = new ReadLimit(parts.elapsed, bounds);
  /** Whose request it is. */
  const callers = new WeakMap<Request, Caller>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const caller = requestInfo && callers.get(requestInfo);
      if (!caller) throw new Error('A request without a caller.');
      return mcpServer(parts, caller);
    },
    // Nothing is announced, so nobody needs to listen.
    { maxSubscriptions: 1 },
  );
  const origin = (c: Context<GatewayEnv>) => publicUrl ?? new URL(c.req.url).origin;

  routes.post(mcpPath, async (c) => {
    checkOrigin(c);
    checkBodyHeaders((name) => c.req.header(name));
    const credential = credentialOf(c);
    const address = clientAddress(c.env.incoming, proxies);
    const person = await signIn.identify(credential, address).catch((error: unknown) => {
      throw isProblem(error) && error.status === 401 ? challenge(error, entra && origin(c)) : error;
    });
    const agent = c.req.query('agent') ?? c.req.header('spillway-agent') ?? usualName;
    if (!agentName.test(agent))
      throw new Problem(400, 'The name of an agent has at most 32 letters, digits, spaces and . _ -');
    c.set('noted', { ...c.get('noted'), person: person.id, agent });
    return limit.run(person.id, async () => {
      const parsedBody = parse(decodeBody(await readBody(c.req.raw)));
      // The request is not tied to its connection: what was sent is paid, whoever goes away.
      const given = new Request(c.req.url, { method: 'POST', headers: c.req.raw.headers });
      callers.set(given, { person, agent, requestId: c.get('requestId') });
      return handler.fetch(given, { parsedBody });
    });
  });
  routes.on(['GET', 'DELETE'], mcpPath, (c) =>
    c.json({ detail: 'Use POST: this door keeps no sessions.' }, 405, { allow: 'POST' }),
  );

  if (entra)
    for (const path of [metadataPath, `${metadataPath}${mcpPath}`])
      routes.get(path, (c) => c.json(metadataOf(entra, origin(c)), 200));
  return routes;
}

/** Where to sign in (RFC 9728). */
const metadataOf = ({ tenant, audience, scope }: EntraSettings, origin: string) => ({
  resource: `${origin}${mcpPath}`,
  resource_name: 'Spillway',
  authorization_servers: [`https://login.microsoftonline.com/${tenant}/v2.0`],
  scopes_supported: audience.slice(0, 1).map((id) => `${id.includes('://') ? id : `api://${id}`}/${scope}`),
  bearer_methods_supported: ['header'],
});

const challenge = ({ detail }: Problem, origin: string | undefined): Problem =>
  new Problem(401, detail, {
    'www-authenticate':
      origin === undefined ? 'Bearer' : `Bearer resource_metadata="${origin}${metadataPath}${mcpPath}"`,
  });

function credentialOf(c: Context<GatewayEnv>): string | undefined {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  return bearer ?? c.req.header('access-token');
}

/** A page of another address has no business here, whatever name it calls this machine by. */
function checkOrigin(c: Context<GatewayEnv>): void {
  const origin = c.req.header('origin');
  if (origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  if (host === '' || host !== c.req.header('host')) throw new Problem(403, 'Not from this origin.');
}

function parse(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    // Told below.
  }
  throw new Problem(400, 'The body must be one JSON-RPC message.');
}
