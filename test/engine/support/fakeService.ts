// A service in simulated time: counts requests and credits, keeps rate windows, answers or fails as told.
import { operationIds, operationOf, type OperationId, cost } from '../../../src/operations';
import { windows, type WindowId } from '../../../src/operations/tokenStatistic';
import type { Clock } from '../../../src/engine/ports/clock';
import type { Fetch } from '../../../src/engine/remote/client/exchange';

export interface Sent {
  readonly operation: OperationId;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  readonly at: number;
}

export type Reply =
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Record<string, string>;
      /** The service charges for it all the same. */
      readonly billed?: boolean;
    }
  | 'network'
  | 'refused';

export interface FakeService {
  readonly fetch: Fetch;
  readonly sent: Sent[];
  readonly statistics: number[];
  refusals: number;
  credits: number;
  /** What the statistic tells beside what was spent. */
  points: number | null;
  latency: number;
  /** How long a request takes to arrive. */
  delivery: (nth: number) => number;
  /** How many results a source has. */
  available: number;
  limits: Partial<Record<WindowId, number>>;
  /** What the windows count. */
  counts: 'requests' | 'credits';
  used: Partial<Record<WindowId, number>>;
  /** Replaces the answer of a request. */
  reply: (sent: Sent, nth: number) => Reply | undefined;
  statistic: () => Reply | undefined;
  /** What a gateway keeps; looking for it is free. */
  kept: (body: Sent['body']) => Reply | undefined;
  /** What a job of the gateway ends with. */
  job: (path: string) => Reply | undefined;
  lookups: number;
  /** How often it was asked when copies were fetched. */
  questions: number;
  /** Whether the gateway says when its copies were fetched; those of earlier versions do not. */
  tellsKept: boolean;
  gatewayNow: () => number;
  /** Whether the server can be reached and is ready, as free questions find it. */
  health: () => boolean;
}

/** Answers with these statuses have no body (Fetch, null body status). */
const bodiless = [204, 205, 304];

type Respond = (status: number, text: string, headers: Record<string, string>) => Response;

const respond: Respond = (status, text, headers) =>
  new Response(bodiless.includes(status) ? null : text, { status, headers });

/** What the engine reads of a response, settled by promises alone: simulated time does not pass while it is read. */
export const plainResponse: Respond = (status, text, headers) =>
  ({
    status,
    headers: new Headers(headers),
    text: () => Promise.resolve(bodiless.includes(status) ? '' : text),
  }) as Response;

export function fakeService(clock: Clock, makeResponse = respond): FakeService {
  const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    makeResponse(status, typeof body === 'string' ? body : JSON.stringify(body), headers);
  const sends: { readonly at: number; readonly weight: number }[] = [];
  const within = (seconds: number) =>
    sends
      .filter(({ at }) => at > clock.elapsed() - seconds * 1000)
      .reduce((sum, { weight }) => sum + weight, 0);
  const later = () => new Promise<void>((resolve) => clock.setTimer(resolve, service.latency));

  function made(reply: Reply): Response {
    if (reply === 'network') throw new TypeError('fetch failed');
    if (reply === 'refused') throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    return json(reply.status, reply.body ?? { detail: `Status ${reply.status}` }, reply.headers);
  }

  async function data(operation: OperationId, init: RequestInit): Promise<Response> {
    const body = JSON.parse(init.body as string) as Record<string, unknown>;
    const sent: Sent = { operation, body, headers: new Headers(init.headers), at: clock.elapsed() };
    service.sent.push(sent);
    const late = service.delivery(service.sent.length);
    if (late > 0) await new Promise<void>((resolve) => clock.setTimer(resolve, late));
    const weight = service.counts === 'requests' ? 1 : cost(operation, Number(body.count ?? 1));
    const full = windows.some(({ id, seconds }) => {
      const limit = service.limits[id];
      const used = within(seconds) + (service.used[id] ?? 0);
      // What is larger than the window is let into an empty one.
      return limit !== undefined && used > 0 && used + weight > limit;
    });
    const reply = full ? undefined : service.reply(sent, service.sent.length);
    if (!full && reply === undefined) sends.push({ at: clock.elapsed(), weight });
    await later();
    if (typeof reply === 'object' && reply.billed)
      service.credits += cost(operation, Number(body.count ?? 1));
    if (reply !== undefined) return made(reply);
    if (full) {
      service.refusals += 1;
      return json(429, { detail: 'Rate limit exceeded.' });
    }
    const count = typeof body.count === 'number' ? body.count : 1;
    service.credits += cost(operation, count);
    const records = Array.from({ length: Math.min(count, service.available) }, (_, nth) => ({
      '@type': operationOf(operation).record.type,
      id: `${operation}-${nth}`,
      name: `Record ${nth} of ${service.sent.length}`,
    }));
    return json(200, records);
  }

  const service: FakeService = {
    sent: [],
    statistics: [],
    refusals: 0,
    credits: 0,
    points: 1_000_000,
    latency: 100,
    delivery: () => 0,
    available: 1_000,
    limits: {},
    counts: 'requests',
    used: {},
    reply: () => undefined,
    statistic: () => undefined,
    kept: () => undefined,
    job: () => undefined,
    lookups: 0,
    questions: 0,
    tellsKept: true,
    gatewayNow: () => clock.now(),
    health: () => true,
    fetch: async (url, init) => {
      const path = new URL(url, 'https://service.test').pathname;
      if (!service.health() && path === '/readyz') throw new TypeError('fetch failed');
      if (path === '/readyz') return json(200, { status: 'ok' });
      if (path === '/token/statistic') {
        service.statistics.push(clock.elapsed());
        const reply = service.statistic();
        await later();
        if (reply) return made(reply);
        const record: Record<string, unknown> = { id: 'token', is_primary: true, plan: 'test' };
        record.points = service.points === null ? null : service.points - service.credits;
        for (const { id, seconds } of windows) {
          record[`${id}_limit`] = service.limits[id] ?? null;
          record[`${id}_usage`] = (service.used[id] ?? 0) + within(seconds);
        }
        return json(200, [record]);
      }
      if (path === '/cached') {
        service.questions += 1;
        const { requests } = JSON.parse(init.body as string) as {
          requests: readonly { readonly body: Sent['body'] }[];
        };
        const at = requests.map(({ body }) => {
          const kept = service.kept(body);
          const given = typeof kept === 'object' ? kept.headers?.['spillway-at'] : undefined;
          return given === undefined ? null : Number(given);
        });
        await later();
        return service.tellsKept
          ? json(200, { now: service.gatewayNow(), at }, { 'spillway-gateway': '1' })
          : json(404, {});
      }
      if (path.startsWith('/cached/')) {
        service.lookups += 1;
        const kept = service.kept(JSON.parse(init.body as string) as Sent['body']);
        await later();
        return kept ? made(kept) : json(404, { detail: 'Nothing is cached for this request.' });
      }
      if (path.startsWith('/jobs/')) {
        const ended = service.job(path);
        await later();
        return ended ? made(ended) : json(202, {}, { location: path });
      }
      const operation = operationIds.find((id) => operationOf(id).path === path);
      return operation ? data(operation, init) : json(404, { detail: 'Not Found' });
    },
  };
  return service;
}
