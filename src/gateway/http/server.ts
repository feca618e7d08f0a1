// The sockets: http or https, with limits that make bad clients cheap: headers and bodies must arrive in time and in
// bounds, and a request that two parsers could read differently is refused by Node's strict parser.
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificate';
import { jsonHeaders } from './commonHeaders';
import { notFound, problemBody } from './problem';

export interface ServerLimits {
  /** Milliseconds for the whole request to arrive. */
  readonly request: number;
  readonly headers: number;
  readonly headerBytes: number;
  /** How often slow clients are looked for. */
  readonly check: number;
}

const defaultLimits: ServerLimits = {
  request: 20_000,
  headers: 10_000,
  headerBytes: 16_384,
  check: 2_000,
};

export interface ListenOptions {
  readonly port: number;
  readonly host?: string | undefined;
  /** The descriptor of a socket that listens already, in place of port and host. */
  readonly inherited?: number | undefined;
  readonly certificate?: Certificate | undefined;
  readonly limits?: Partial<ServerLimits>;
  readonly listener: RequestListener;
}

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** How many are open. */
  connections(): Promise<number>;
  /** New connections get this certificate. */
  renew(certificate: Certificate): void;
  /** Takes no new connections; resolves when the last response has been sent. */
  close(): Promise<void>;
}

export async function listen(options: ListenOptions): Promise<Listening> {
  const limits = { ...defaultLimits, ...options.limits };
  const settings = {
    maxHeaderSize: limits.headerBytes,
    requestTimeout: limits.request,
    headersTimeout: Math.min(limits.headers, limits.request),
    connectionsCheckingInterval: limits.check,
    keepAliveTimeout: 65_000,
    insecureHTTPParser: false,
    requireHostHeader: true,
    rejectNonStandardBodyWrites: true,
  };
  const server = options.certificate
    ? createSecureServer({ ...settings, ...options.certificate, minVersion: 'TLSv1.2' }, options.listener)
    : createServer(settings, options.listener);
  // Node leaves out those beyond a number, and reads the rest as if they were all. Their size is a bound as well.
  server.maxHeadersCount = 0;
  server.on('clientError', refuse);
  server.prependListener('request', letFinish);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const { inherited, port, host } = options;
    server.listen(inherited === undefined ? { port, host } : { fd: inherited }, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    renew: (certificate) => {
      if (server instanceof SecureServer) server.setSecureContext({ ...certificate, minVersion: 'TLSv1.2' });
    },
    connections: () =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0))),
    close: closing(server),
  };
}

/** Milliseconds for the first request of a connection that was opened just before the server closes. */
const firstRequest = 1_000;

/** Milliseconds in which a server that closes waits for a moment without new connections. */
const longestWait = 1_000;

/** A turn of the event loop that is shorter: between its look for new connections and its end there is hardly time for one. */
const shortTurn = 0.2;

/**
 * Node's own `close` cuts connections whose first request is on its way, as if they were idle; a proxy then cannot know
 * whether the request arrived. Here they are waited for, and every connection ends after its response. The system resets
 * connections that it has made and nobody has taken yet, so the port is closed right after a short turn in which there
 * were none. Only a socket that somebody else holds too (`inherited`) leaves no gap at all: its connections wait there.
 */
function closing(server: Server): () => Promise<void> {
  const open = new Map<Socket, 'new' | 'busy' | 'idle'>();
  let isClosing = false;
  let taken = 0;
  server.on('connection', () => (taken += 1));
  const allTaken = async () => {
    const began = performance.now();
    for (let now = began, isQuiet = false; !isQuiet && now - began < longestWait;) {
      const before = { taken, now };
      await nextTurn();
      now = performance.now();
      isQuiet = taken === before.taken && now - before.now < shortTurn;
    }
  };
  server.on(server instanceof SecureServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.set(socket, 'new');
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    open.set(socket, 'busy');
    response.once('close', () => {
      if (isClosing) socket.end();
      else if (open.has(socket)) open.set(socket, 'idle');
    });
  });
  const end = (state: 'new' | 'idle') => {
    for (const [socket, its] of open) if (its === state) socket.destroy();
  };
  return async () => {
    await allTaken();
    await new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
      isClosing = true;
      end('idle');
      setTimeout(() => end('new'), firstRequest).unref();
    });
  };
}

/** Responses that have not been sent, by their connection. */
const unsent = new WeakMap<Duplex, Set<ServerResponse>>();

/** Bytes that are read and dropped of a request that has its response; no body that is taken is as long. */
const mostDropped = 2_000_000;

/**
 * A client that has its response while it still sends, such as a refusal, sends to the end: cut off, it or the proxy
 * between would report a broken connection and not what the response says. It has the time of any request for it.
 */
const letFinish: RequestListener = (incoming, outgoing) => {
  const { socket } = incoming;
  const all = unsent.get(socket) ?? new Set();
  unsent.set(socket, all.add(outgoing));
  // Before Node's own listener, which closes the connection.
  outgoing.prependOnceListener('finish', () => {
    all.delete(outgoing);
    if (incoming.complete) return;
    const close = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      if (incoming.complete || incoming.destroyed) return close();
      socket.end();
      const before = socket.bytesRead;
      const look = setInterval(() => {
        if (socket.bytesRead - before > mostDropped) socket.destroy();
      }, 100);
      socket.once('close', () => clearInterval(look));
      incoming.once('close', close).resume();
    };
  });
};

/**
 * What Node's parser refuses gets a response in the documented shape, and the connection ends. While a response to an earlier request is
 * due, or another has begun, the connection only ends: a client would take the refusal for that one, or for a part of it.
 */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  const isMistakable = [...(unsent.get(socket) ?? [])].some(
    ({ headersSent, req }) => headersSent || req.complete,
  );
  if (error.code === 'ECONNRESET' || !socket.writable || isMistakable) return void socket.destroy();
  const [status, detail] = refusals[error.code ?? ''] ?? [
    '400 Bad Request',
    'This is not a valid HTTP request.',
  ];
  const body = problemBody(detail);
  const head = [
    `HTTP/1.1 ${status}`,
    ...Object.entries(jsonHeaders).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // A client that does not close its end would keep the connection for ever. What it still sends is not wanted.
  socket.resume();
  const patience = setTimeout(() => socket.destroy(), lastWords);
  socket.once('close', () => clearTimeout(patience));
}

/** Milliseconds for a client to read why its connection ends. */
const lastWords = 1_000;

const refusals: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/** Metrics on a port of their own, plain http, for networks where whoever reads them must not reach the gateway or the other way round. */
export const metricsListener =
  (numbers: () => Promise<{ readonly type: string; readonly text: string }>): RequestListener =>
  (request, response) => {
    request.resume();
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { ...jsonHeaders, 'content-type': 'application/json' });
      response.end(problemBody(notFound));
      return;
    }
    numbers().then(
      ({ type, text }) => response.writeHead(200, { ...jsonHeaders, 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    );
  };
