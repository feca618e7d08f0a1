// A data request whose body is at hand, served with Node's own means: the same service as behind the app's routes,
// without the objects in between, which cost as much as the call itself.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationId } from '../../operations';
import { clientAddress } from '../http/clientAddress';
import { commonHeaders, jsonHeaders } from '../http/commonHeaders';
import type { Log } from '../telemetry/log';
import type { Metrics } from '../telemetry/metrics';
import { isProblem, type Problem, problemBody, reportProblem } from '../http/problem';
import type { DataService } from '../routes/dataService';
import { whenDelivered } from '../http/delivery';
import type { Reply } from '../routes/reply';
import { decodeBody } from '../routes/requestBody';
import { givenRequestId, nextRequestId } from '../http/gatewayEnv';
import { sendBytes, sendText } from '../http/sendBody';
import type { SlowReaders } from '../http/slowReaders';
import { free } from '../../protocol/headers';

export interface DataListenerParts {
  readonly data: DataService;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly clock: () => number;
  readonly readers: SlowReaders;
  readonly secure: boolean;
  readonly proxies: number;
}

const json = 'application/json';

/** A refusal of the gateway's own comes before anything is sent. */
const refusal = ({ status, detail, headers }: Problem, unpaid: boolean): Reply => ({
  status,
  headers: { 'content-type': json, 'cache-control': 'no-store', ...(unpaid ? free : {}), ...headers },
  body: problemBody(detail),
});

export type DataListener = (
  operation: OperationId,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Buffer,
) => Promise<void>;

export function dataListener(parts: DataListenerParts): DataListener {
  const { data, metrics, log, clock, secure, proxies, readers } = parts;
  const common = Object.entries(commonHeaders(secure)).flat();
  const always = Object.entries(jsonHeaders).flat();
  return async (operation, incoming, outgoing, body) => {
    const began = clock();
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
      .catch((error: unknown) => refusal(reportProblem(error, requestId, parts), isProblem(error)));
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
    const ms = clock() - began;
    metrics.requests.inc({ route: operation, status });
    metrics.latency.observe({ route: operation }, Math.max(0, ms) / 1_000);
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
