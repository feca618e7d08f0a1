// A `fetch` of what is in the cache: nearly all of its cost would be that of a server for one message. It runs the same tool without
// one. What the server writes around a result it learns from an answer that the server gave to the same client, sent in the same
// way, so that both answer alike. Any other message goes to the server.
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { jsonHeaders } from '../http/commonHeaders';
import type { ReadLimit } from '../http/readLimit';
import type { SignIn } from '../people/signIn';
import type { Caller } from './orders';
import { toolFor, type ToolParts } from './toolCall';
import { fetchSchema, shownFetch } from './tools';

export interface CachedFetchesParts {
  readonly tools: ToolParts;
  readonly signIn: SignIn;
  readonly limit: ReadLimit;
}

export interface DirectAnswer {
  readonly headers: string[];
  readonly body: string;
  readonly person: string;
}

type Headers = Readonly<IncomingHttpHeaders>;
type Asked = Pick<IncomingMessage, 'url' | 'headers'>;
type Message = Readonly<Record<string, unknown>>;

interface Learned {
  readonly agent: string;
  /** What stands behind the result of the tool. */
  readonly tail: string;
}

/** As MCP clients send it, or in the add-in's own header. */
export function credentialOf({ authorization, 'access-token': own }: Headers): string | undefined {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return bearer ?? (typeof own === 'string' ? own : undefined);
}

/** All headers that the server looks at. */
const judged = [
  'accept',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'spillway-agent',
];
const mostClients = 1_000;

export class CachedFetches {
  readonly #learned = new Map<string, Learned>();

  constructor(private readonly parts: CachedFetchesParts) {}

  /** From what the server answered to this message. */
  learn({ url = '', headers }: Asked, message: Message, answer: string, agent: string): void {
    const key = headers.origin === undefined ? keyOf(url, headers, message) : undefined;
    if (key === undefined || this.#learned.has(key)) return;
    const { result } = JSON.parse(answer) as { readonly result?: Message };
    const { content, structuredContent, isError, ...rest } = result ?? {};
    if (!Array.isArray(content) || structuredContent === undefined || isError !== undefined) return;
    if (this.#learned.size >= mostClients) this.#learned.clear();
    const tail = Object.entries(rest).map(
      ([name, value]) => `,${JSON.stringify({ [name]: value }).slice(1, -1)}`,
    );
    this.#learned.set(key, { agent, tail: tail.join('') });
  }

  /** Undefined where the server has to answer; nothing was done then. */
  async find(
    { url = '', headers }: Asked,
    body: Buffer,
    requestId: string,
  ): Promise<DirectAnswer | undefined> {
    if (this.#learned.size === 0 || headers.origin !== undefined) return undefined;
    const message = parsed(body);
    const key = message && keyOf(url, headers, message);
    const learned = key === undefined ? undefined : this.#learned.get(key);
    const { tools, signIn, limit } = this.parts;
    const person = learned && signIn.known(credentialOf(headers) ?? '');
    if (!message || !learned || !person) return undefined;
    const given = fetchSchema.safeParse((message.params as { readonly arguments?: unknown }).arguments);
    if (!given.success) return undefined;
    const { agent, tail } = learned;
    const caller: Caller = { person, agent, requestId };
    const { plan, requests = [], max_credits: most, ...wish } = given.data;
    if (plan !== undefined || most === undefined) return undefined;
    const { orders, agents, metrics } = tools;
    if (!(await orders.areCached(caller, requests).catch(() => false))) return undefined;
    let leave;
    try {
      leave = limit.enter(person.id);
    } catch {
      return undefined;
    }
    try {
      agents.use(person, agent);
      const told = await toolFor(tools, caller)<undefined, undefined>('fetch', async () =>
        shownFetch(await orders.fetchFor(caller, requests, most, wish)),
      )(undefined, undefined);
      metrics.requests.inc({ route: 'mcp', status: 200 });
      const { content, isError } = told as CallToolResult;
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '{}';
      const result = `"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}`;
      const more = isError ? ',"isError":true' : '';
      const sent = `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{${result}${more}${tail}}}`;
      return { headers: headersOf(Buffer.byteLength(sent)), body: sent, person: person.id };
    } finally {
      leave();
    }
  }
}

function parsed(body: Buffer): Message | undefined {
  if (!isUtf8(body)) return undefined;
  try {
    const message: unknown = JSON.parse(body.toString('utf8'));
    return typeof message === 'object' && message !== null ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}

/** Two messages with the same key differ in what is asked for alone. Progress is not told here, so its token changes nothing. */
function keyOf(url: string, headers: Headers, message: Message): string | undefined {
  const { jsonrpc, id, method, params, ...more } = message;
  const isPlain = jsonrpc === '2.0' && method === 'tools/call' && Object.keys(more).length === 0;
  const isNamed = typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id));
  if (!isPlain || !isNamed || typeof params !== 'object' || params === null) return undefined;
  const { _meta: meta, name, arguments: _given, ...other } = params as Message;
  if (name !== 'fetch' || Object.keys(other).length > 0) return undefined;
  const { progressToken: _token, ...rest } = (meta ?? {}) as { readonly progressToken?: unknown };
  const sent = judged.map((header) => String(headers[header])).join('\n');
  return `${credentialOf(headers)}\n${url}\n${sent}\n${meta === undefined ? '' : JSON.stringify(rest)}`;
}

const always = Object.entries(jsonHeaders).flat();
const headersOf = (length: number): string[] => [
  'content-type',
  'application/json',
  'content-length',
  String(length),
  'cache-control',
  'no-store',
  ...always,
];
