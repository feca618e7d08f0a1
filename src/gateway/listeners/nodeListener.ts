// From Node's sockets to the app. A small body of a data operation is read first, since most of them are cache hits that
// need nothing else; everything that is not goes on to the app with its body at hand.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { operationIds, operationOf, type OperationId } from '../../operations';
import type { Hono } from 'hono';
import { type GatewayEnv, givenRequestId, nextRequestId } from '../http/gatewayEnv';
import { clientAddress } from '../http/clientAddress';
import { commonHeaders, jsonHeaders } from '../http/commonHeaders';
import { takesGzip } from '../http/acceptEncoding';
import type { Log } from '../telemetry/log';
import type { Metrics } from '../telemetry/metrics';
import { mcpPath } from '../../protocol/gateway';
import type { CachedFetches } from '../mcp/cachedFetches';
import type { DataService } from '../routes/dataService';
import type { Reply } from '../routes/reply';
import { decodeBody } from '../routes/requestBody';
import { nextRequestOn, whenDelivered } from '../http/delivery';
import { problemBody, reportProblem, unexpected, type Problem } from '../http/problem';
import { sendBytes, sendText } from '../http/sendBody';
import { SlowReaders } from '../http/slowReaders';
import { rawHeader } from '../../protocol/headers';

const operations = new Map<string, OperationId>(operationIds.map((id) => [operationOf(id).path, id]));
const smallBody = 16_384;

export interface ListenerParts {
  readonly fetch: Hono<GatewayEnv>['fetch'];
  readonly data: DataService;
  /** Serves agents from the cache. */
  readonly cached: CachedFetches | undefined;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly elapsed: () => number;
  readonly secure: boolean;
  readonly proxies: number;
  /** Told to stop: connections end with their responses, so that clients go elsewhere. */
  readonly stopping: () => boolean;
}

export function nodeListener(
  parts: ListenerParts,
  readers = new SlowReaders(parts.proxies),
): RequestListener {
  const { fetch, data, cached, log, elapsed, stopping } = parts;
  const direct = dataListener(parts, readers);
  const throughApp = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    // HTTP/1.0 needs no name of a host, and some load balancers ask without one whether the gateway is there.
    hostname: 'localhost',
    errorHandler: (error) => {
      const isBad = error instanceof RequestError;
      if (!isBad) log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'failed');
      const detail = isBad ? 'This is not a valid request.' : unexpected;
      return Response.json({ detail }, { status: isBad ? 400 : 500, headers: jsonHeaders });
    },
  });
  const slowPath = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    readers.limit(outgoing);
    // What the system did not take at once waits in memory.
    void throughApp(incoming, outgoing).then(() => readers.watch(outgoing, outgoing.writableLength));
  };
  const logHit = (id: string, route: string, person: string, began: number) =>
    log.request({ id, route, status: 200, ms: elapsed() - began, person, from: 'hit' });
  const serve: RequestListener = (incoming, outgoing) => {
    if (isAmbiguous(incoming)) return refuse(outgoing);
    if (stopping()) outgoing.shouldKeepAlive = false;
    const isPlain = isPlainPost(incoming);
    const operation = isPlain ? operations.get(incoming.url ?? '') : undefined;
    const isAgents = isPlain && cached !== undefined && incoming.url?.startsWith(mcpPath) === true;
    if (operation === undefined && !isAgents) return slowPath(incoming, outgoing);
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      if (operation === undefined) return void agents(incoming, outgoing, body);
      if (maybeHit(incoming) && fastPath(incoming, outgoing, body)) return;
      void direct(operation, incoming, outgoing, body);
    });
  };
  return inTurn(serve);

  async function agents(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): Promise<void> {
    const began = elapsed();
    const id = givenRequestId(incoming.headers['x-request-id']) ?? nextRequestId();
    const found = await cached?.find(incoming, body, id);
    // The app finds the body here, where it would have to be read otherwise.
    if (!found) return slowPath(Object.assign(incoming, { rawBody: body }), outgoing);
    outgoing.writeHead(200, [...found.headers, 'x-request-id', id]);
    outgoing.end(found.body);
    readers.watch(outgoing, found.body.length);
    logHit(id, 'mcp', found.person, began);
  }

  function fastPath(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): boolean {
    const began = elapsed();
    const { 'access-token': credential, 'x-request-id': given } = incoming.headers;
    const reply = data.fastReply(typeof credential === 'string' ? credential : '', incoming.url ?? '', body);
    if (!reply) return false;
    const known = given === undefined ? undefined : givenRequestId(given);
    outgoing.writeHead(
      200,
      known === undefined ? (reply.headers as string[]) : [...reply.headers, 'x-request-id', known],
    );
    if (typeof reply.body === 'string') sendText(outgoing, reply.body);
    else {
      outgoing.end(reply.body);
      readers.watch(outgoing, reply.body.length);
    }
    logHit(known ?? nextRequestId(), reply.route, reply.person, began);
    return true;
  }
}

/** Requests that a client may send on a connection before it has the response to an earlier one. Browsers and proxies send none. */
const mostWaiting = 10;

/**
 * A request that comes before its turn is served when the response before it has been sent. Until then nothing is kept or paid for it:
 * a client that leaves would never be noticed, because a response that has no socket yet does not hear of it.
 */
function inTurn(serve: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    if (outgoing.socket) {
      nextRequestOn(socket);
      return serve(incoming, outgoing);
    }
    const count = waiting.get(socket) ?? 0;
    if (count >= mostWaiting) return void socket.destroy();
    waiting.set(socket, count + 1);
    outgoing.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      serve(incoming, outgoing);
    });
  };
}

/** Headers of which there is one (RFC 9110, 5.3). Node takes the first; whatever stands in front may have looked at another. */
const single = new Set(['host', 'content-type', 'authorization']);
const lengths = new Set([...single].map(({ length }) => length));

/** Also a body in another coding, which Node reads as if it were in none. */
const isAmbiguous = (incoming: IncomingMessage): boolean =>
  (incoming.headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked' || hasTwo(incoming);

function hasTwo({ rawHeaders }: IncomingMessage): boolean {
  let met: string[] | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!lengths.has(name.length)) continue;
    const lower = name.toLowerCase();
    if (!single.has(lower)) continue;
    if (met?.includes(lower)) return true;
    (met ??= []).push(lower);
  }
  return false;
}

function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(400, { ...jsonHeaders, 'content-type': 'application/json', connection: 'close' });
  outgoing.end(
    problemBody('This is not a valid HTTP request: a header was sent twice, or the body is encoded.'),
  );
}

/** A small body of JSON; any other request takes the way through the app. */
const isPlainPost = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  headers['content-type'] === 'application/json' &&
  headers['content-encoding'] === undefined &&
  headers.expect === undefined &&
  Number(headers['content-length'] ?? Infinity) <= smallBody;

/** Nothing is asked for that a kept response alone does not tell. */
const maybeHit = ({ headers }: IncomingMessage): boolean =>
  headers['cache-control'] === undefined &&
  headers[rawHeader] === undefined &&
  takesGzip(typeof headers['accept-encoding'] === 'string' ? headers['accept-encoding'] : undefined);

const json = 'application/json';

const refusal = ({ status, detail, headers }: Problem): Reply => ({
  status,
  headers: { 'content-type': json, ...headers },
  body: problemBody(detail),
});

/**
 * A data request whose body is at hand, served with Node's own means: the same service as behind the app's routes, without the objects
 * in between, which cost as much as the call itself.
 */
function dataListener(parts: ListenerParts, readers: SlowReaders) {
  const { data, metrics, log, elapsed, secure, proxies } = parts;
  const common = Object.entries(commonHeaders(secure)).flat();
  const always = Object.entries(jsonHeaders).flat();
  return async (
    operation: OperationId,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
  ): Promise<void> => {
    const began = elapsed();
    const requestId = givenRequestId(incoming.headers['x-request-id']) ?? nextRequestId();
    const noted: Record<string, string | number> = {};
    const reply = await data
      .post(operation, {
        header: (name) => {
          const value = incoming.headers[name];
          return typeof value === 'string' ? value : value?.join(', ');
        },
        text: () => decodeBody(body),
        address: clientAddress(incoming, proxies),
        requestId,
        gone: () => whenGone(outgoing),
        note: (facts) => void Object.assign(noted, facts),
      })
      .catch((error: unknown) => refusal(reportProblem(error, requestId, parts)));
    const { status, headers } = reply;
    const bytes = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body;
    if (reply.delivered) whenDelivered(outgoing, reply.delivered);
    const list = headers['content-type'] === json ? [...always] : [...common];
    list.push('x-request-id', requestId, 'content-length', String(bytes.length));
    for (const name of Object.keys(headers)) list.push(name, headers[name] ?? '');
    outgoing.writeHead(status, list);
    if (reply.latin1 === undefined) {
      sendBytes(outgoing, bytes);
      readers.watch(outgoing, bytes.length);
    } else sendText(outgoing, reply.latin1);
    const ms = elapsed() - began;
    metrics.requests.inc({ route: operation, status });
    metrics.latency.observe({ route: operation }, ms / 1_000);
    log.request({ id: requestId, route: operation, status, ms, ...noted });
  };
}

/** Aborts when the client has gone. */
function whenGone(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (outgoing.destroyed) gone.abort();
  else outgoing.once('close', () => gone.abort());
  return gone.signal;
}
