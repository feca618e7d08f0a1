// A data request whose body is at hand, answered with Node's own means: the same service as behind the app's routes,
// without the objects in between, which cost as much as the call itself.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationId } from '../../operations';
import { clientAddress } from '../http/clientAddress';
import { commonHeaders } from '../http/commonHeaders';
import type { Log } from '../telemetry/log';
import type { Metrics } from '../telemetry/metrics';
import { isProblem, type Problem } from '../http/problem';
import { reportProblem } from '../http/reportProblem';
import type { DataService } from '../routes/dataService';
import { whenDelivered } from '../http/delivery';
import type { Reply } from '../routes/reply';
import { decodeBody } from '../routes/requestBody';
import { requestIdForm } from '../routes/routeName';

export interface DataListenerParts {
  readonly data: DataService;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly clock: () => number;
  readonly secure: boolean;
  readonly proxies: number;
}

/** A refusal of the gateway's own comes before anything is sent. */
const refusal = ({ status, detail, headers }: Problem, free: boolean): Reply => ({
  status,
  headers: {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...(free ? { 'spillway-credits': '0' } : {}),
    ...headers,
  },
  body: JSON.stringify({ detail }),
});

export type DataListener = (
  operation: OperationId,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Buffer,
) => Promise<void>;

export function dataListener(parts: DataListenerParts): DataListener {
  const { data, metrics, log, clock, secure, proxies } = parts;
  const common = commonHeaders(secure);
  return async (operation, incoming, outgoing, body) => {
    const began = clock();
    const header = (name: string) => {
      const value = incoming.headers[name];
      return typeof value === 'string' ? value : value?.join(', ');
    };
    const given = header('x-request-id');
    const requestId = given !== undefined && requestIdForm.test(given) ? given : randomUUID();
    const gone = new AbortController();
    const left = () => gone.abort();
    outgoing.once('close', left);
    let noted: Readonly<Record<string, string | number>> = {};
    const reply = await data
      .post(operation, {
        header,
        text: () => Promise.resolve(body).then(decodeBody),
        address: clientAddress(incoming, proxies),
        requestId,
        signal: gone.signal,
        note: (facts) => (noted = { ...noted, ...facts }),
      })
      .catch((error: unknown) => refusal(reportProblem(error, requestId, parts), isProblem(error)));
    outgoing.off('close', left);
    const bytes = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body;
    if (reply.delivered) whenDelivered(outgoing, reply.delivered);
    outgoing.writeHead(reply.status, {
      ...common,
      ...reply.headers,
      'x-request-id': requestId,
      'content-length': bytes.length,
    });
    outgoing.end(bytes);
    metrics.requests.inc({ route: operation, status: reply.status });
    metrics.latency.observe({ route: operation }, Math.max(0, clock() - began) / 1_000);
    const facts = {
      id: requestId,
      method: 'POST',
      route: operation,
      status: reply.status,
      ms: clock() - began,
    };
    log.info({ ...facts, ...noted }, 'request');
  };
}
