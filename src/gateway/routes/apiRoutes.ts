// The operations of the service and the jobs, as routes.
import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { cachedPrefix, jobsPrefix } from '../../protocol/gateway';
import { operationIds, operationOf } from '../../operations';
import { tokenStatistic } from '../../operations/tokenStatistic';
import { clientAddress } from '../http/clientAddress';
import type { GatewayEnv } from '../http/gatewayEnv';
import { callerOf, type CallerParts } from '../people/callerOf';
import type { DataService, Incoming } from './dataService';
import { whenDelivered } from '../http/delivery';
import type { Reply } from './reply';
import { decodeBody, readBody } from './requestBody';
import type { Statistic } from './statistic';

export interface ApiParts extends CallerParts {
  readonly data: DataService;
  readonly statistic: Statistic;
}

export function apiRoutes({ data, statistic, signIn, proxies }: ApiParts): Hono<GatewayEnv> {
  const api = new Hono<GatewayEnv>();
  const incoming = (c: Context<GatewayEnv>): Incoming => ({
    header: (name) => c.req.header(name),
    text: async () => decodeBody(await readBody(c.req.raw)),
    address: clientAddress(c.env.incoming, proxies),
    requestId: c.get('requestId'),
    gone: () => c.req.raw.signal,
    note: (facts) => c.set('noted', { ...c.get('noted'), ...facts }),
  });
  for (const id of operationIds) {
    api.post(operationOf(id).path, async (c) => send(c, await data.post(id, incoming(c))));
    api.post(cachedPrefix + operationOf(id).path, async (c) => send(c, await data.cached(id, incoming(c))));
  }
  api.post(cachedPrefix, async (c) => send(c, await data.keptAt(incoming(c))));
  api.get(`${jobsPrefix}:id`, async (c) => send(c, await data.job(c.req.param('id'), incoming(c))));
  api.get(tokenStatistic.path, async (c) => {
    const person = await callerOf(c, { signIn, proxies });
    return send(c, await statistic.read(person));
  });
  return api;
}

function send(c: Context<GatewayEnv>, { status, headers, body, delivered }: Reply): Response {
  const { outgoing } = c.env;
  // Whoever asks for the headers alone has not read it.
  if (c.req.method === 'HEAD') return c.body(null, status as ContentfulStatusCode, headers);
  if (delivered && outgoing) whenDelivered(outgoing, delivered);
  else delivered?.(true);
  const bytes =
    typeof body === 'string'
      ? body
      : new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.length);
  return c.body(bytes, status as ContentfulStatusCode, headers);
}
