// One call to the service, by Node's own fetch engine without fetch: fetch gives up after five minutes while the service may
// take twenty-five, and only the engine tells whether a failed call had been sent, that is, may have been billed.
import { Pool, type Dispatcher, buildConnector } from 'undici';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { tokenStatistic } from '../../operations/tokenStatistic';
import { Turns } from '../stores/turns';

// A response that comes compressed although nobody asked for that (a proxy in between may do so) is paid all the same.

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

const isTooLarge = (cause: unknown): boolean =>
  (cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_BUFFER_TOO_LARGE';

/** Codings are listed in the order in which they were applied (RFC 9110, 8.4). Rejects what it does not know. */
async function decodeContent(codings: string, body: Buffer): Promise<Buffer> {
  let decoded = body;
  const names = codings.split(',').map((name) => name.trim().toLowerCase());
  for (const name of names.reverse()) {
    if (name === '' || name === 'identity' || decoded.length === 0) continue;
    const decode = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : undefined;
    if (!decode) throw new Error('unknown content coding');
    decoded = await decode(decoded, { maxOutputLength: maxBytes });
  }
  return decoded;
}

// Connections to the service that drop "100 Continue". A server may send it although nobody asked, and clients are to discard
// it (RFC 9110, 15.2); the HTTP engine ends the call instead, and a paid response would be lost.

const interim = 'HTTP/1.1 100';
const endOfHead = '\r\n\r\n';
/** As much as the engine reads of one. */
const longestHead = 16_384;

function connector(): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeout, keepAlive: true, keepAliveInitialDelay: 15_000 });
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      dropContinue(socket);
      callback(null, socket);
    });
  };
}

function dropContinue(socket: Socket): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  /** The beginning of an interim response whose end has not arrived. */
  let begun: Buffer | undefined;
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const arrived = read(size);
      if (!arrived) return null;
      let chunk = begun ? Buffer.concat([begun, arrived]) : arrived;
      begun = undefined;
      while (isInterim(chunk)) {
        const end = chunk.indexOf(endOfHead);
        // One without an end is not kept for ever: the engine refuses it.
        if (end < 0 && chunk.length > longestHead) return chunk;
        if (end < 0) begun = chunk;
        chunk = end < 0 ? nothing : chunk.subarray(end + endOfHead.length);
      }
      if (chunk.length > 0) return chunk;
    }
  };
}

const nothing = Buffer.alloc(0);
const isInterim = (chunk: Buffer): boolean =>
  chunk.length >= interim.length && chunk.toString('latin1', 0, interim.length) === interim;

export interface UpstreamCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly key: string;
  readonly body?: string;
  /** Milliseconds until the gateway stops waiting. */
  readonly deadline: number;
  readonly requestId?: string;
  /** Until then its response takes memory. It resolves in any case. */
  readonly inUse?: Promise<void>;
}

export interface UpstreamResponse {
  readonly status: number;
  readonly type: string;
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
}

export type UpstreamFailure = 'unreachable' | 'deadline' | 'broken' | 'too_large';

/** The call brought no whole response; `sent` tells whether the service may have done, and billed, the work. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  constructor(
    readonly code: UpstreamFailure,
    readonly sent: boolean,
    cause?: unknown,
    /** The part of its response that had come by then. */
    readonly arrived?: UpstreamResponse,
  ) {
    super(code, { cause });
  }
}

export interface Upstream {
  call(call: UpstreamCall, signal?: AbortSignal): Promise<UpstreamResponse>;
  close(): void;
}

export interface UpstreamOptions {
  readonly base: URL;
  /** Milliseconds in which a response that has begun must go on. */
  readonly stallTimeout?: number;
  /** Bytes of all responses that are arriving or in use: one service must not take the memory of every call under way. */
  readonly maxHeld?: number;
}

/** What all responses take together. */
interface Memory {
  /** As they arrived. */
  held: number;
  readonly most: number;
  /** Of those that are packed, which may be a thousand times as large then: one at a time is unpacked and in use. */
  readonly unpacking: Turns;
}

const connectTimeout = 10_000;
/** Of a response. */
const maxBytes = 64_000_000;

export function connectUpstream({
  base,
  stallTimeout = 30_000,
  maxHeld = 512_000_000,
}: UpstreamOptions): Upstream {
  const pool = new Pool(base.origin, {
    connect: connector(),
    // How many calls there may be is decided before they come here: waiting for a socket would look like no service.
    connections: null,
    // Shorter than servers and proxies keep one open: a call on a connection that just ended could have been paid.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    headersTimeout: 0,
    // Proxies may add cookies by the dozen; nothing of a response is worth as little as its headers.
    maxHeaderSize: 131_072,
    // Between two pieces of a body: whoever waits is told before their own time limit.
    bodyTimeout: stallTimeout,
  });
  const prefix = base.pathname.replace(/\/+$/, '');
  const memory: Memory = { held: 0, most: maxHeld, unpacking: new Turns() };

  /** Names and values in turn, which are written without looking each of them up again. */
  const headersOf = ({ key, requestId, body }: UpstreamCall): string[] => {
    const headers = ['accept', 'application/json', 'access-token', key];
    if (requestId !== undefined) headers.push('x-request-id', requestId);
    if (body !== undefined) headers.push('content-type', 'application/json');
    return headers;
  };

  const call = (wanted: UpstreamCall, signal?: AbortSignal): Promise<UpstreamResponse> =>
    new Promise((resolve, reject) => {
      const exchange = new Exchange(memory, wanted.inUse ?? Promise.resolve(), resolve, reject);
      exchange.endsBy(wanted.deadline, signal);
      const { method, path, body = null } = wanted;
      pool.dispatch({ method, path: prefix + path, headers: headersOf(wanted), body }, exchange);
    });
  return { call, close: () => void pool.destroy() };
}

/** Statuses below 200 end a call only where the service changes the protocol, which nobody asked for. */
const switchingProtocols = 101;

/** Of a response, before they are made one. */
const mostPieces = 1_000;

/** It is no part of the text (RFC 8259, 8.1), and whoever reads the response drops it too. */
const byteOrderMark = Buffer.from('\ufeff');

/** One request under way: settles its promise once, whatever the connection does. */
class Exchange implements Dispatcher.DispatchHandler {
  private sent = false;
  private over = false;
  private status = 0;
  private headers: Readonly<Record<string, string | string[] | undefined>> = {};
  private size = 0;
  private readonly chunks: Buffer[] = [];
  private joined = 0;
  private controller: Dispatcher.DispatchController | undefined;
  private ending: NodeJS.Timeout | undefined;
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly memory: Memory,
    private readonly inUse: Promise<void>,
    private readonly resolve: (response: UpstreamResponse) => void,
    private readonly reject: (error: UpstreamError) => void,
  ) {}

  endsBy(deadline: number, signal: AbortSignal | undefined): void {
    this.ending = setTimeout(() => this.fail('deadline'), deadline);
    if (!signal) return;
    const stop = () => this.fail('broken', signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    this.stopListening = () => signal.removeEventListener('abort', stop);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.over) controller.abort(new Error('over'));
    else this.sent = true;
  }

  onRequestUpgrade(controller: Dispatcher.DispatchController): void {
    controller.abort(new Error('not asked for'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.status = status;
    this.headers = headers;
    // Nobody waits for what is too large anyway.
    if (Number(this.header('content-length') ?? 0) > maxBytes) this.fail('too_large');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.over) return;
    this.size += chunk.length;
    this.memory.held += chunk.length;
    if (this.size > maxBytes || this.memory.held > this.memory.most) return this.fail('too_large');
    this.chunks.push(chunk);
    // A service may send single bytes, and each piece takes a hundred, and what it was read with.
    if (this.chunks.length < this.joined + mostPieces) return;
    this.chunks.push(Buffer.concat(this.chunks.splice(this.joined)));
    this.joined += 1;
  }

  onResponseEnd(): void {
    const [only] = this.chunks;
    this.succeed(this.chunks.length === 1 && only ? only : Buffer.concat(this.chunks));
  }

  private responseOf(body: Buffer): UpstreamResponse {
    const isMarked = body.subarray(0, byteOrderMark.length).equals(byteOrderMark);
    return {
      status: this.status,
      type: this.header('content-type') ?? '',
      retryAfter: this.header('retry-after'),
      body: isMarked ? body.subarray(byteOrderMark.length) : body,
    };
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    if (cause.message === 'bad upgrade') {
      this.status = switchingProtocols;
      return this.succeed(Buffer.alloc(0));
    }
    this.fail(this.sent ? 'broken' : 'unreachable', cause);
  }

  private header(name: string): string | undefined {
    const value = this.headers[name];
    return typeof value === 'string' ? value : value?.join(', ');
  }

  private succeed(body: Buffer): void {
    if (this.over) return;
    this.end();
    const coding = this.header('content-encoding');
    if (coding === undefined) return this.resolve(this.responseOf(body));
    const unpack = async () => {
      this.resolve(this.responseOf(await decodeContent(coding, body)));
      await this.inUse;
    };
    this.memory.unpacking
      .take('', unpack)
      .catch((cause: unknown) =>
        this.reject(new UpstreamError(isTooLarge(cause) ? 'too_large' : 'broken', true, cause)),
      );
  }

  private fail(code: UpstreamFailure, cause?: unknown): void {
    if (this.over) return;
    this.end();
    const arrived = code === 'too_large' ? undefined : this.responseOf(Buffer.concat(this.chunks));
    this.reject(new UpstreamError(code, this.sent, cause, arrived));
    this.controller?.abort(new Error(code));
  }

  private end(): void {
    const { memory, size } = this;
    this.over = true;
    void this.inUse.then(() => (memory.held -= size));
    clearTimeout(this.ending);
    this.stopListening?.();
  }
}

// Whether the service responds, for readiness. Every call tells; when none has for a while, a request without a key is made, which
// the service refuses free of charge.

const recent = 15_000;
const probeDeadline = 3_000;

export class ServiceWatch {
  private responded = false;
  private at = -Infinity;
  private probe: Promise<void> | undefined;

  constructor(
    private readonly service: Upstream,
    private readonly clock: () => number,
  ) {}

  /** The same service, listened to. */
  readonly upstream: Upstream = {
    close: () => this.service.close(),
    call: (call, signal) =>
      this.service.call(call, signal).then(
        (response) => {
          this.note(true);
          return response;
        },
        (error: unknown) => {
          // A long call that was broken off says little; one that could not even begin says much.
          if (error instanceof UpstreamError && !error.sent) this.note(false);
          throw error;
        },
      ),
  };

  async responds(): Promise<boolean> {
    if (Math.abs(this.clock() - this.at) < recent) return this.responded;
    this.probe ??= this.service
      .call({ method: 'GET', path: tokenStatistic.path, key: '', deadline: probeDeadline })
      .then(
        () => this.note(true),
        () => this.note(false),
      )
      .finally(() => (this.probe = undefined));
    await this.probe;
    return this.responded;
  }

  private note(responds: boolean): void {
    this.responded = responds;
    this.at = this.clock();
  }
}
