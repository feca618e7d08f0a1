// POST /mcp: the agent's door, as stateless streamable HTTP. Who asks is decided as everywhere else; the credential comes as
// Authorization: Bearer, which MCP clients send, or in the add-in's own header. The agent's name stands in the address
// (/mcp?agent=research) or in a header, where a person configures it and no model can change it.
import { isIP } from 'node:net';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { mcpPath } from '../../protocol/gateway';
import { clientAddress } from '../http/clientAddress';
import type { GatewayEnv } from '../http/gatewayEnv';
import { isProblem, Problem } from '../http/problem';
import type { ReadLimit } from '../http/readLimit';
import type { EntraSettings } from '../people/entraTokens';
import type { SignIn } from '../people/signIn';
import { checkBodyHeaders, decodeBody, parseJson, readBody } from '../routes/requestBody';
import { agentName } from './agents';
import type { Caller } from './orders';
import { credentialOf, type CachedFetches } from './cachedFetches';
import type { ToolParts } from './toolCall';
import { mcpServer } from './tools';

export interface McpParts extends ToolParts {
  readonly cached: CachedFetches;
  /** Of each person. */
  readonly limit: ReadLimit;
  readonly signIn: SignIn;
  readonly entra: EntraSettings | undefined;
  readonly publicUrl: string | undefined;
  readonly proxies: number;
}

const metadataPath = '/.well-known/oauth-protected-resource';
export const mcpBounds = { perMinute: 600, eachAtOnce: 16, allAtOnce: 128 };
const usualName = 'Agent';

export function mcpRoutes(parts: McpParts): Hono<GatewayEnv> {
  const { signIn, entra, publicUrl, proxies, limit, cached } = parts;
  const routes = new Hono<GatewayEnv>();
  const serve = serving(parts);
  const origin = (c: Context<GatewayEnv>) => publicUrl ?? new URL(c.req.url).origin;

  routes.post(mcpPath, async (c) => {
    checkOrigin(c, publicUrl);
    checkBodyHeaders((name) => c.req.header(name));
    const credential = credentialOf(c.req.header());
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
      parts.agents.use(person, agent);
      const { incoming } = c.env;
      const caller = { person, agent, requestId: c.get('requestId') };
      const response = await serve(given, parsedBody, caller);
      // Anything else is a stream, which may stay open.
      if (response.headers.get('content-type') !== 'application/json') return response;
      const body = await response.text();
      if (incoming) cached.learn(incoming, parsedBody, body, agent);
      return c.body(body, response.status as ContentfulStatusCode, { 'content-type': 'application/json' });
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

type Message = Readonly<Record<string, unknown>>;

/**
 * A server for each request, of the version of the protocol that its client speaks. What a tool returns is one message of JSON in
 * both: a stream of one event costs several times as much.
 */
function serving(parts: ToolParts) {
  const callers = new WeakMap<Request, Caller>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const caller = requestInfo && callers.get(requestInfo);
      if (!caller) throw new Error('A request without a caller.');
      return mcpServer(parts, caller, false);
    },
    // Nothing is announced, so nobody needs to listen.
    { legacy: 'reject', maxSubscriptions: 1 },
  );
  return async (given: Request, parsedBody: Message, caller: Caller): Promise<Response> => {
    if (!(await isLegacyRequest(given, parsedBody))) {
      callers.set(given, caller);
      return handler.fetch(given, { parsedBody });
    }
    const server = mcpServer(parts, caller, parsedBody.method === 'tools/call');
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(given, { parsedBody });
    } finally {
      await server.close();
    }
  };
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

/**
 * A page of another address has no business here. Whoever has made its name point to this machine sends that name as the host too,
 * so besides the public address only names count that nobody else decides.
 */
function checkOrigin(c: Context<GatewayEnv>, publicUrl: string | undefined): void {
  const origin = c.req.header('origin');
  if (origin === undefined) return;
  const page = URL.canParse(origin) ? new URL(origin) : undefined;
  const isPublic = publicUrl !== undefined && page?.origin === new URL(publicUrl).origin;
  if (isPublic || (page && page.host === c.req.header('host') && isFixedName(page.hostname))) return;
  throw new Problem(
    403,
    'A page of this origin cannot use the gateway. Open it at the address of the gateway, and set SPILLWAY_PUBLIC_URL to that address.',
  );
}

const isFixedName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) !== 0;

function parse(text: string): Message {
  try {
    const body = parseJson(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Message;
  } catch {
    // Told below.
  }
  throw new Problem(400, 'The body must be one JSON-RPC message.');
}
