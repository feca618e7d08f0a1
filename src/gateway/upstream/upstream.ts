// One call to the service. Node's own client rather than fetch: fetch gives up after five minutes while the service may
// take twenty-five, and only the socket tells whether a failed call had been sent, that is, may have been billed.
import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { decodeContent, isTooLarge } from './contentCoding';

export interface UpstreamCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly key: string;
  readonly body?: string;
  /** Milliseconds until the gateway stops waiting. */
  readonly deadline: number;
  readonly requestId?: string;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly type: string;
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
}

export type UpstreamFailure = 'unreachable' | 'deadline' | 'broken' | 'too_large';

/** The call brought no answer; `sent` tells whether the service may have done, and billed, the work. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  constructor(
    readonly code: UpstreamFailure,
    readonly sent: boolean,
    cause?: unknown,
  ) {
    super(code, { cause });
  }
}

export interface Upstream {
  call(call: UpstreamCall, signal?: AbortSignal): Promise<UpstreamAnswer>;
  close(): void;
}

export interface UpstreamOptions {
  readonly base: URL;
  readonly connectTimeout?: number;
  readonly maxBytes?: number;
}

export function connectUpstream({
  base,
  connectTimeout = 10_000,
  maxBytes = 64_000_000,
}: UpstreamOptions): Upstream {
  const secure = base.protocol === 'https:';
  const keep = {
    keepAlive: true,
    keepAliveMsecs: 15_000,
    // How many calls there may be is decided before they come here: waiting for a socket would look like no service.
    maxSockets: Infinity,
    maxFreeSockets: 64,
    // Shorter than servers and proxies keep one open: a call on a connection that just ended could have been paid.
    timeout: 4_000,
  };
  const agent = secure ? new HttpsAgent(keep) : new HttpAgent(keep);
  const open = secure ? httpsRequest : httpRequest;
  const prefix = base.pathname.replace(/\/+$/, '');
  const service = { agent, host: base.hostname.replace(/^\[|\]$/g, ''), port: base.port || undefined };

  /** Names and values in turn, which Node writes without looking each of them up again. */
  const headersOf = ({ key, requestId, body }: UpstreamCall): string[] => {
    const headers = ['host', base.host, 'accept', 'application/json', 'access-token', key];
    if (requestId !== undefined) headers.push('x-request-id', requestId);
    if (body !== undefined)
      headers.push('content-type', 'application/json', 'content-length', String(Buffer.byteLength(body)));
    return headers;
  };

  const call = (wanted: UpstreamCall, signal?: AbortSignal): Promise<UpstreamAnswer> => {
    const { method, path, body, deadline } = wanted;
    const options = { ...service, method, path: prefix + path, headers: headersOf(wanted) };
    const outgoing = open(signal ? { ...options, signal } : options);
    const answer = exchange(outgoing, { secure, connectTimeout, maxBytes, deadline });
    outgoing.end(body);
    return answer;
  };
  return { call, close: () => agent.destroy() };
}

interface ExchangeLimits {
  readonly secure: boolean;
  readonly connectTimeout: number;
  readonly maxBytes: number;
  readonly deadline: number;
}

/** The answer to a request that is about to be sent. */
function exchange(
  outgoing: ClientRequest,
  { secure, connectTimeout, maxBytes, deadline }: ExchangeLimits,
): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    let sent = false;
    let connecting: NodeJS.Timeout | undefined;
    const ending = setTimeout(() => fail('deadline'), deadline);
    const fail = (code: UpstreamFailure, cause?: unknown) => {
      clearTimeout(connecting);
      clearTimeout(ending);
      reject(new UpstreamError(code, sent, cause));
      outgoing.destroy();
    };
    const succeed = ({ statusCode = 0, headers }: IncomingMessage, body: Buffer) => {
      clearTimeout(ending);
      const type = headers['content-type'] ?? '';
      const facts = { status: statusCode, type, retryAfter: headers['retry-after'] };
      const coding = headers['content-encoding'];
      if (coding === undefined) return resolve({ ...facts, body });
      decodeContent(coding, body, maxBytes).then(
        (decoded) => resolve({ ...facts, body: decoded }),
        (cause: unknown) => fail(isTooLarge(cause) ? 'too_large' : 'broken', cause),
      );
    };
    outgoing.on('socket', (socket) => {
      const ready = () => {
        clearTimeout(connecting);
        socket.setTimeout(0);
        sent = true;
      };
      if (!socket.connecting) return ready();
      connecting = setTimeout(() => fail('unreachable'), connectTimeout);
      socket.once(secure ? 'secureConnect' : 'connect', ready);
    });
    outgoing.on('error', (cause) => fail(sent ? 'broken' : 'unreachable', cause));
    // 101: there is no answer to come.
    outgoing.on('upgrade', ({ statusCode = 101 }, socket) => {
      clearTimeout(ending);
      socket.destroy();
      resolve({ status: statusCode, type: '', retryAfter: undefined, body: Buffer.alloc(0) });
    });
    outgoing.on('response', (incoming) => collect(incoming, maxBytes, succeed, fail));
  });
}

/** By events: an iterator over the chunks would cost more than the chunks. Calls one of the two, once. */
function collect(
  incoming: IncomingMessage,
  maxBytes: number,
  whole: (incoming: IncomingMessage, body: Buffer) => void,
  failed: (code: UpstreamFailure, cause?: unknown) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;
  const fail = (code: UpstreamFailure, cause?: unknown) => {
    if (!isOver) failed(code, cause);
    isOver = true;
  };
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) return fail('too_large');
    chunks.push(chunk);
  });
  incoming.on('end', () => {
    if (!incoming.complete) return fail('broken');
    if (isOver) return;
    isOver = true;
    whole(incoming, chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  });
  incoming.on('error', (cause) => fail('broken', cause));
  incoming.on('close', () => fail('broken'));
}
