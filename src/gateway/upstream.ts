// One call to the service. Node's own client rather than fetch: fetch gives up after five minutes while the service may
// take twenty-five, and only the socket tells whether a failed call had been sent, that is, may have been billed.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

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

  const attempt = (call: UpstreamCall, signal?: AbortSignal): Promise<UpstreamAnswer> =>
    new Promise((resolve, reject) => {
      let sent = false;
      const headers: Record<string, string | number> = {
        accept: 'application/json',
        'access-token': call.key,
      };
      if (call.requestId !== undefined) headers['x-request-id'] = call.requestId;
      if (call.body !== undefined) {
        headers['content-type'] = 'application/json';
        headers['content-length'] = Buffer.byteLength(call.body);
      }
      const outgoing = open({
        agent,
        host: base.hostname.replace(/^\[|\]$/g, ''),
        port: base.port || undefined,
        method: call.method,
        path: prefix + call.path,
        headers,
        ...(signal ? { signal } : {}),
      });
      const fail = (code: UpstreamFailure, cause?: unknown) => {
        clearTimeout(connecting);
        clearTimeout(ending);
        reject(new UpstreamError(code, sent, cause));
        outgoing.destroy();
      };
      const connecting = setTimeout(() => fail('unreachable'), connectTimeout);
      const ending = setTimeout(() => fail('deadline'), call.deadline);
      outgoing.on('socket', (socket) => {
        const ready = () => {
          clearTimeout(connecting);
          socket.setTimeout(0);
          sent = true;
        };
        if (!socket.connecting) ready();
        else socket.once(secure ? 'secureConnect' : 'connect', ready);
      });
      outgoing.on('error', (cause) => fail(sent ? 'broken' : 'unreachable', cause));
      // 101: there is no answer to come.
      outgoing.on('upgrade', (incoming, socket) => {
        clearTimeout(ending);
        socket.destroy();
        resolve({
          status: incoming.statusCode ?? 101,
          type: '',
          retryAfter: undefined,
          body: Buffer.alloc(0),
        });
      });
      outgoing.on('response', (incoming) => {
        collect(incoming, maxBytes).then(
          (body) => {
            clearTimeout(ending);
            resolve({
              status: incoming.statusCode ?? 0,
              type: incoming.headers['content-type'] ?? '',
              retryAfter: incoming.headers['retry-after'],
              body,
            });
          },
          (cause: unknown) => fail(cause instanceof RangeError ? 'too_large' : 'broken', cause),
        );
      });
      outgoing.end(call.body);
    });

  return { call: attempt, close: () => agent.destroy() };
}

async function collect(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new RangeError('The answer is too large.');
    chunks.push(chunk);
  }
  if (!incoming.complete) throw new Error('The answer was cut off.');
  return Buffer.concat(chunks);
}
