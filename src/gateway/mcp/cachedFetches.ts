// A `fetch` of what is in the cache: nearly all of its cost would be that of a server for one message. It finds and tells the same
// without one. What the server writes around a result it learns from a response of the server to the same client, sent in the
// same way, so that both respond alike. Any other message goes to the server. Who asks, whether they were stopped and which response
// stands is looked at each time; only what was made of a request and of a response is kept.
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { unpack } from '../calls/finishedCall';
import type { CachedCall } from '../calls/responseCache';
import type { WireRequest } from '../calls/wireRequest';
import { jsonHeaders } from '../http/commonHeaders';
import { jsonOrNothing } from '../http/json';
import { memoized } from '../http/memoized';
import type { ReadLimit } from '../http/readLimit';
import type { SignIn } from '../people/signIn';
import type { DataService } from '../routes/dataService';
import { ByteBudget } from '../stores/byteBudget';
import type { Metrics } from '../telemetry/metrics';
import type { Agents } from './agents';
import { readRequest, type ReadRequest } from './askedRequest';
import { mostText, rowsOf } from './orders';
import type { PageWish } from './toolData';
import { fetchSchema, shownFetch } from './tools';

export interface CachedFetchesParts {
  readonly data: DataService;
  readonly agents: Agents;
  readonly signIn: SignIn;
  readonly limit: ReadLimit;
  readonly metrics: Metrics;
  readonly clock: () => number;
}

export interface DirectResponse {
  readonly headers: string[];
  readonly body: Buffer;
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
/** Characters of a key: a client may send anything along, and most send little. */
const longestClient = 12_000;

/** Bytes of results, with their names. */
const mostKept = 8_000_000;

const mostCalls = 1_000;
const longestCall = 4_000;
const hour = 3_600_000;

interface ReadCall {
  readonly requests: readonly ReadRequest[];
  readonly wish: PageWish;
}

interface Found extends CachedCall {
  readonly wire: WireRequest;
  readonly count: number | null;
}

export class CachedFetches {
  private readonly learned = new Map<string, Learned>();
  /** What was told of a call before, by its name and by how it was to be told. Whose call it is, is looked for each time. */
  private readonly results: ByteBudget;
  /** What was read before, by what it says. */
  private readonly calls = memoized(mostCalls, (text) => readCall(text));

  constructor(private readonly parts: CachedFetchesParts) {
    this.results = new ByteBudget(mostKept, parts.clock);
  }

  /** From the server's response to this message. */
  learn({ url = '', headers }: Asked, message: Message, response: string, agent: string): void {
    const key = headers.origin === undefined ? keyOf(url, headers, message) : undefined;
    if (key === undefined || key.length > longestClient || this.learned.has(key)) return;
    const { result } = JSON.parse(response) as { readonly result?: Message };
    const { content, structuredContent, isError, ...rest } = result ?? {};
    if (!Array.isArray(content) || structuredContent === undefined || isError !== undefined) return;
    if (this.learned.size >= mostClients) this.learned.clear();
    const tail = Object.entries(rest).map(
      ([name, value]) => `,${JSON.stringify({ [name]: value }).slice(1, -1)}`,
    );
    this.learned.set(key, { agent, tail: tail.join('') });
  }

  /** Undefined where the server has to respond; nothing was done then. */
  async find(asked: Asked, body: Buffer, requestId: string): Promise<DirectResponse | undefined> {
    try {
      return await this.lookUp(asked, body, requestId);
    } catch {
      // The server says what is wrong.
      return undefined;
    }
  }

  private async lookUp(
    { url = '', headers }: Asked,
    body: Buffer,
    requestId: string,
  ): Promise<DirectResponse | undefined> {
    if (this.learned.size === 0 || headers.origin !== undefined) return undefined;
    const message = parsed(body);
    const key = message && keyOf(url, headers, message);
    const learned = key === undefined ? undefined : this.learned.get(key);
    const { data, agents, signIn, limit, metrics } = this.parts;
    const person = learned && signIn.known(credentialOf(headers) ?? '');
    if (!message || !learned || !person) return undefined;
    // Whether a stay is past is another matter in the next hour.
    const begun = Math.floor(this.parts.clock() / hour) * hour;
    const call = JSON.stringify([begun, (message.params as { readonly arguments?: unknown }).arguments]);
    const read = call.length > longestCall ? readCall(call) : this.calls(call);
    if (!read) return undefined;
    const { agent, tail } = learned;
    const stops = await agents.stops(person, agent);
    agents.checkStops(stops, stops);
    const found = await Promise.all(
      read.requests.map(async (request): Promise<Found | undefined> => {
        const { wire, count, maxAge = Infinity } = request;
        const hit = await data.hit(wire, person, maxAge * 1_000);
        return hit && { wire, count: count ?? null, ...hit };
      }),
    );
    if (found.length === 0 || !found.every((one) => one !== undefined)) return undefined;
    const leave = limit.enter(person.id);
    const result = await this.resultOf(found, read.wish).finally(leave);
    agents.use(person, agent);
    found.forEach(({ wire }, index) =>
      data.countHit(wire, { ...person, agent: { name: agent } }, `${requestId}-${index}`),
    );
    metrics.agentCalls.inc({ tool: 'fetch', outcome: 'ok' });
    metrics.requests.inc({ route: 'mcp', status: 200 });
    const head = `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{`;
    const sent = Buffer.concat([Buffer.from(head), result, Buffer.from(`${tail}}}`)]);
    return { headers: headersOf(sent.length), body: sent, person: person.id };
  }

  /** A call is never changed, so neither is what is told of it. */
  private async resultOf(found: readonly Found[], wish: PageWish): Promise<Buffer> {
    const name = JSON.stringify([found.map(({ id, count }) => [id, count]), wish]);
    const known = this.results.get(name);
    if (known !== undefined) return known;
    const bytes = mostText / found.length;
    const results = await Promise.all(
      found.map(async ({ wire: { operation: source }, count, call }) => {
        const records = JSON.parse((await unpack(call.packed)).toString('utf8')) as unknown[];
        const rows = rowsOf(records, { source, count, at: call.facts.at }, wish, bytes);
        return { source, state: 'done', credits: 0, ...rows } as const;
      }),
    );
    const text = JSON.stringify(shownFetch({ results, credits: 0 }));
    const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`;
    // Bytes: Node would take longer to encode it again than to find it.
    const result = Buffer.from(`${content},"structuredContent":${text}`);
    this.results.set(name, result, Infinity);
    return result;
  }
}

/** A time and what is given, as JSON. Undefined for what is no request with a price; throws what is wrong with it. */
function readCall(text: string): ReadCall | undefined {
  const [now, given] = JSON.parse(text) as [number, unknown];
  const { plan, requests = [], max_credits: most, ...wish } = fetchSchema.parse(given);
  if (plan !== undefined || most === undefined) return undefined;
  return { requests: requests.map((request) => readRequest(request, now)), wish };
}

function parsed(body: Buffer): Message | undefined {
  if (!isUtf8(body)) return undefined;
  const message = jsonOrNothing(body.toString('utf8'));
  return typeof message === 'object' && message !== null ? (message as Message) : undefined;
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
  ...always,
];
