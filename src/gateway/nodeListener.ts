// From Node's sockets to the app. A small body of a data operation is read first, since most of them are cache hits that
// need nothing else; everything that is not goes on to the app with its body at hand.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { operationIds, operationOf } from '../operations';
import type { makeApp } from './app';
import { takesGzip } from './files/acceptEncoding';
import type { Log } from './log';
import type { DataService } from './routes/dataService';
import { asksAgain } from './routes/readByClient';
import { requestIdForm } from './routes/routeName';

const paths = new Set<string>(operationIds.map((id) => operationOf(id).path));
const smallBody = 16_384;

/** Bodies that were read ahead, for the app to take. */
export class BodiesAhead {
  readonly #bodies = new WeakMap<IncomingMessage, Buffer>();

  set(incoming: IncomingMessage, body: Buffer): void {
    this.#bodies.set(incoming, body);
  }

  get(incoming: IncomingMessage | undefined): Buffer | undefined {
    return incoming && this.#bodies.get(incoming);
  }
}

export interface ListenerParts {
  readonly fetch: ReturnType<typeof makeApp>['fetch'];
  readonly data: DataService;
  readonly ahead: BodiesAhead;
  readonly log: Log;
  /** Told to stop: connections end with their answers, so that clients go elsewhere. */
  readonly stopping?: () => boolean;
}

export function nodeListener({ fetch, data, ahead, log, stopping }: ListenerParts): RequestListener {
  const answer = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      const isBad = error instanceof RequestError;
      if (!isBad) log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'failed');
      const detail = isBad ? 'This is not a valid request.' : 'The gateway failed on this request.';
      return Response.json({ detail }, { status: isBad ? 400 : 500 });
    },
  });
  // Ids of hits are counted, not drawn: drawing one costs as much as finding the answer.
  const start = randomUUID().slice(0, 19);
  let count = 0;
  const longWay = (incoming: IncomingMessage, outgoing: ServerResponse) => void answer(incoming, outgoing);
  return (incoming, outgoing) => {
    asksAgain(incoming.socket);
    if (stopping?.()) outgoing.shouldKeepAlive = false;
    if (!maybeHit(incoming)) return longWay(incoming, outgoing);
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      if (shortWay(incoming, outgoing, body)) return;
      ahead.set(incoming, body);
      longWay(incoming, outgoing);
    });
  };

  function shortWay(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): boolean {
    const began = Date.now();
    const { 'access-token': credential, 'x-request-id': given } = incoming.headers;
    const reply = data.shortReply(
      typeof credential === 'string' ? credential : '',
      incoming.url ?? '',
      body.toString('utf8'),
    );
    if (!reply) return false;
    const isGiven = typeof given === 'string' && requestIdForm.test(given);
    const id = isGiven ? given : start + (count += 1);
    const headers = isGiven ? [...reply.headers, 'x-request-id', id] : (reply.headers as string[]);
    outgoing.writeHead(200, headers);
    outgoing.end(reply.body, 'latin1');
    log.hit(id, reply.route, reply.person, began);
    return true;
  }
}

/** The plainest form of a request; any header that asks for more takes the long way. */
function maybeHit({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    paths.has(url ?? '') &&
    headers['content-type'] === 'application/json' &&
    headers['cache-control'] === undefined &&
    headers['spillway-raw'] === undefined &&
    headers['content-encoding'] === undefined &&
    headers.expect === undefined &&
    Number(headers['content-length'] ?? Infinity) <= smallBody &&
    acceptsGzip(headers['accept-encoding'])
  );
}

/** Clients send one of a few headers, again and again. */
const packed = new Map<string, boolean>();

function acceptsGzip(header: string | string[] | undefined): boolean {
  const text = typeof header === 'string' ? header : '';
  let known = packed.get(text);
  if (known === undefined) {
    if (packed.size >= 100) packed.clear();
    packed.set(text, (known = takesGzip(text)));
  }
  return known;
}
