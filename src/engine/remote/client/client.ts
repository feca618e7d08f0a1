// The service as the engine sees it: one attempt for each call, records or one typed error. Retries are not made here.
import { operationOf, type Params } from '../../../operations';
import { type WireNames, wireNameOf } from '../../../operations/wireNames';
import { timeoutSeconds } from '../../../operations/table/parameter';
import { tokenStatistic, type TokenRecord } from '../../../operations/tokenStatistic';
import type { ServiceRecord } from '../../request/response';
import type { DataRequest } from '../../request/dataRequest';
import { isSpillwayError, SpillwayError, type InvalidItem } from '../../request/errors';
import { creditsOf, isForeign } from './charge';
import type { Access } from '../../request/credential';
import { type Network, type HttpResponse, signedExchange, type SignedExchange } from './exchange';
import { readRecords } from './readResponse';
import { cachedPrefix, jobsPrefix } from '../../../protocol/gateway';
import { inOneLine } from './serviceWords';
import { pause, type Clock } from '../../ports/clock';
import { cacheHeader, gatewayHeader, givenAtHeader, rawHeader } from '../../../protocol/headers';

// The JSON body of a request under the service's own parameter names. The few names the service document leaves
// open (operations/assumptions.ts) can be re-mapped in settings; raw parameters go through unchecked.

export function wireBody(request: DataRequest, count: number | undefined, wireNames: WireNames): Params {
  const { params: table } = operationOf(request.operation);
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request.params)) {
    const parameter = Object.hasOwn(table, name) ? table[name] : undefined;
    body[parameter ? wireNameOf(name, parameter, wireNames) : name] = value;
  }
  if (count !== undefined) body.count = count;
  return { ...body, ...request.raw };
}

// Calls longer than a host lets a request live (about 60 s on a Mac): the gateway returns 202 with the address of a
// job (RFC 7240, respond-async), and the response is fetched from there. A cut while polling costs nothing: the job goes on.

const waitSeconds = 25;
/** A poll that is silent for longer than the gateway ever waits was lost on the way. */
const pollMilliseconds = 45_000;
const shortestPause = 1_000;
const longestPause = 10_000;

const respondAsync = `respond-async, wait=${waitSeconds}`;

/** Only a path below /jobs/ of the same origin is followed: a response must not send the key elsewhere. */
export function jobPath(location: string | null): string | undefined {
  if (!location) return undefined;
  const origin = 'https://same.invalid';
  try {
    const address = new URL(location, origin);
    return address.origin === origin && address.pathname.startsWith(jobsPrefix)
      ? address.pathname + address.search
      : undefined;
  } catch {
    return undefined;
  }
}

/** A proxy in between gave up, or refuses so many requests; the gateway's own responses carry a JSON body, and its name. */
const isProxyCut = ({ status, headers, text }: HttpResponse) =>
  status === 429
    ? !headers.has(gatewayHeader)
    : (status === 502 || status === 503 || status === 504) && !text?.trimStart().startsWith('{');

/** The gateway has forgotten the job. A 404 of the service itself says where the gateway had it from. */
const isUnknownJob = ({ status, headers }: HttpResponse) => status === 404 && !headers.has(cacheHeader);

const isCut = (error: unknown) =>
  isSpillwayError(error) && (error.code === 'network' || error.code === 'deadline');

interface LongCall {
  readonly path: string;
  /** When to give up, as `clock.elapsed()` tells. */
  readonly until: number;
  readonly signal?: AbortSignal | undefined;
}

async function followJob(clock: Clock, signed: SignedExchange, call: LongCall): Promise<HttpResponse> {
  const init = { method: 'GET', headers: { prefer: `wait=${waitSeconds}` } };
  let failures = 0;
  for (;;) {
    const left = call.until - clock.elapsed();
    if (left <= 0) throw new SpillwayError('deadline', { billed: 'maybe' });
    const began = clock.elapsed();
    try {
      const milliseconds = Math.min(left, pollMilliseconds);
      const response = await signed.send({ url: call.path, init, milliseconds, signal: call.signal });
      const cut = isProxyCut(response) || (response.status === 200 && response.text === undefined);
      if (!cut && response.status !== 202) return response;
      failures = cut ? failures + 1 : 0;
    } catch (error) {
      if (!isCut(error)) throw error;
      failures += 1;
    }
    const rest = Math.min(longestPause, shortestPause * 2 ** Math.max(0, failures - 1));
    await pause(clock, Math.max(0, rest - (clock.elapsed() - began)), call.signal);
    if (call.signal?.aborted) throw new SpillwayError('cancelled', { billed: 'maybe' });
  }
}

// A 422 names what was sent. Here its items learn what the person gave: a list was sorted, a field may never have been sent.

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? inOneLine(String(value)).slice(0, 60)
    : undefined;

export interface Sent {
  readonly request: DataRequest;
  readonly count: number | undefined;
  readonly wireNames: WireNames;
}

function withInput(
  items: readonly InvalidItem[],
  { request, count, wireNames }: Sent,
): readonly InvalidItem[] {
  const body = wireBody(request, count, wireNames);
  return items.map((item) => {
    const [name, at] = item.loc[0] === 'body' ? item.loc.slice(1) : item.loc;
    if (typeof name !== 'string') return item;
    const given = Object.hasOwn(request.raw, name) ? 'raw' : Object.hasOwn(body, name) ? 'named' : 'no';
    const list = body[name];
    const element = Array.isArray(list) && typeof at === 'number' ? scalar(list[at]) : undefined;
    return { ...item, given, ...(element !== undefined && { element }) };
  });
}

/** Beyond the request's own timeout: the way there and back. */
const grace = 15_000;
const statisticDeadline = 20_000;
const reachDeadline = 5_000;

export interface ClientCall extends Access {
  readonly request: DataRequest;
  /** What is sent as count: the whole paid block where counts are rounded. */
  readonly count: number | undefined;
  readonly wireNames: WireNames;
  /** The oldest response a gateway may return from its cache, in milliseconds; 0 always calls the service. */
  readonly maxAge?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A gateway job that an earlier call did not collect: its response is paid for, so it is tried first. */
  readonly job?: string | undefined;
  readonly onJob?: (path: string) => void;
}

export interface ClientResponse {
  readonly records: readonly ServiceRecord[];
  /** Length of the response's text. */
  readonly bytes: number;
  /** Milliseconds since the service gave it: a gateway may return what a colleague fetched. */
  readonly age: number;
  /** The same as a time, exactly, where the gateway says it (protocol/headers.ts). */
  readonly at?: number | undefined;
  /** What the gateway says the call cost; undefined when the service responded itself. */
  readonly credits: number | undefined;
}

export interface StatisticResponse {
  readonly records: readonly TokenRecord[];
  /** A gateway responded from what it read earlier. */
  readonly cached: boolean;
}

interface KeptAt {
  /** What the gateway's clock said. */
  readonly now: number;
  readonly at: readonly (number | null)[];
}

function readKeptAt(text: string, length: number): KeptAt | undefined {
  const { now, at } = JSON.parse(text) as Partial<Record<keyof KeptAt, unknown>>;
  const isTime = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
  const isSound =
    isTime(now) &&
    Array.isArray(at) &&
    at.length === length &&
    at.every((one) => one === null || isTime(one));
  return isSound ? ({ now, at } as KeptAt) : undefined;
}

export interface Client {
  /** What the gateway keeps for this request; undefined where it keeps nothing. Never reaches the service. */
  cached(call: ClientCall): Promise<ClientResponse | undefined>;
  /** When the gateway's copies of these were fetched, on its clock; null where it has none. Never reaches the service. */
  keptAt(access: Access, requests: readonly Sent[]): Promise<KeptAt | undefined>;
  send(call: ClientCall): Promise<ClientResponse>;
  statistic(access: Access): Promise<StatisticResponse>;
  /** Whether a call would get through, asked with what is free. */
  reaches(access: Access): Promise<boolean>;
}

/** Milliseconds after which a request has failed whatever happens. */
export function deadlineOf({ params }: DataRequest): number {
  return timeoutSeconds(params) * 1000 + grace;
}

/** RFC 9111, 5.1; only a gateway is believed. */
function ageOf(headers: Headers): number {
  const text = headers.get('age')?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) * 1000 : 0;
}

/** When the service gave the response, as a gateway says. */
function givenBy(headers: Headers): Pick<ClientResponse, 'age' | 'at'> {
  const text = headers.get(givenAtHeader)?.trim() ?? '';
  return { age: ageOf(headers), at: /^\d{12,14}$/.test(text) ? Number(text) : undefined };
}

/** RFC 9111, 5.2.1: which age of a response will do. */
function cacheControl(maxAge = Infinity): Record<string, string> {
  if (maxAge === Infinity) return {};
  return { 'cache-control': maxAge === 0 ? 'no-cache' : `max-age=${Math.floor(maxAge / 1000)}` };
}

/** A gateway checks what the table knows; what the user passes through as `raw:` it must leave alone. */
function rawNames({ raw }: DataRequest): Record<string, string> {
  const names = Object.keys(raw).filter((name) => /^[\w.-]+$/.test(name));
  return names.length > 0 ? { [rawHeader]: names.join(',') } : {};
}

/** How long a free look at what the gateway keeps may take. */
const cachedDeadline = 10_000;

/** A data request; `more` are headers for a gateway. */
const post = (call: ClientCall, more: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...more },
  body: JSON.stringify(wireBody(call.request, call.count, call.wireNames)),
  redirect: 'error',
});

const addressOf = ({ baseUrl }: Access, path: string): string => baseUrl.replace(/\/+$/, '') + path;

/** A page is a proxy's, which may not know the path; a gateway that stops, or does not reach the service, is not ready. */
async function reaches(network: Network, access: Access): Promise<boolean> {
  const signed = signedExchange(network, access);
  const ask = async (path: string) => {
    const init = { method: 'GET', redirect: 'error' } as const;
    const response = await signed.send({ url: addressOf(access, path), init, milliseconds: reachDeadline });
    return isForeign(response) ? undefined : response.status;
  };
  const ready = access.baseUrl === '' ? await ask('/readyz') : undefined;
  return ready === undefined ? (await ask(tokenStatistic.path)) !== undefined : ready < 500;
}

export function createClient(network: Network): Client {
  const { clock } = network;

  async function cached(call: ClientCall): Promise<ClientResponse | undefined> {
    const signed = signedExchange(network, call);
    const response = await signed.send({
      // A path of the gateway's own: a service that is not behind one does not know it, and bills nothing.
      url: `${cachedPrefix}${operationOf(call.request.operation).path}`,
      init: post(call, rawNames(call.request)),
      milliseconds: cachedDeadline,
      signal: call.signal,
    });
    if (response.status !== 200 || response.headers.get(gatewayHeader) === null) return undefined;
    const records = readRecords(response, signed.secret(), clock.now());
    return { records, bytes: response.text?.length ?? 0, ...givenBy(response.headers), credits: 0 };
  }

  async function keptAt(access: Access, requests: readonly Sent[]): Promise<KeptAt | undefined> {
    const response = await signedExchange(network, access).send({
      url: cachedPrefix,
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          requests: requests.map(({ request, count, wireNames }) => ({
            operation: request.operation,
            body: wireBody(request, count, wireNames),
            raw: Object.keys(request.raw),
          })),
        }),
        redirect: 'error',
      },
      milliseconds: cachedDeadline,
    });
    // A gateway of an earlier version does not know the question.
    if (response.status !== 200 || response.headers.get(gatewayHeader) === null) return undefined;
    return readKeptAt(response.text ?? '', requests.length);
  }

  /** The error says what only the request knows: how long the service had, and what was given. */
  async function send(call: ClientCall): Promise<ClientResponse> {
    try {
      const signed = signedExchange(network, call);
      const { path } = operationOf(call.request.operation);
      const viaGateway = call.baseUrl === '';
      const until = clock.elapsed() + deadlineOf(call.request);
      const follow = (job: string) =>
        followJob(clock, signed, { path: job, until: until + grace, signal: call.signal });

      let job = viaGateway ? call.job : undefined;
      let response = job ? await follow(job) : undefined;
      if (!response) {
        response = await signed.send({
          url: addressOf(call, path),
          init: post(
            call,
            viaGateway
              ? { prefer: respondAsync, ...cacheControl(call.maxAge), ...rawNames(call.request) }
              : {},
          ),
          milliseconds: deadlineOf(call.request),
          signal: call.signal,
        });
        job = response.status === 202 && viaGateway ? jobPath(response.headers.get('location')) : undefined;
        if (job) {
          call.onJob?.(job);
          response = await follow(job);
        }
      }
      if (job && isUnknownJob(response)) {
        // It was sent once and may have been charged: what the gateway still keeps is free, a second call is not.
        const kept = await cached(call).catch(() => undefined);
        if (kept) return kept;
        throw new SpillwayError('truncated', { billed: 'maybe' });
      }
      const records = readRecords(response, signed.secret(), clock.now());
      const given = viaGateway ? givenBy(response.headers) : { age: 0 };
      return { records, bytes: response.text?.length ?? 0, ...given, credits: creditsOf(response.headers) };
    } catch (error) {
      if (!isSpillwayError(error)) throw error;
      const { items } = error.facts;
      throw new SpillwayError(error.code, {
        ...error.facts,
        timeout: timeoutSeconds(call.request.params),
        ...(items && { items: withInput(items, call) }),
      });
    }
  }

  async function statistic(access: Access): Promise<StatisticResponse> {
    const signed = signedExchange(network, access);
    const response = await signed.send({
      url: addressOf(access, tokenStatistic.path),
      // Points that the browser kept prove nothing. A data request must not say so: a gateway would take it for a refresh.
      init: { method: 'GET', redirect: 'error', cache: 'no-store' },
      milliseconds: statisticDeadline,
    });
    const records = readRecords(response, signed.secret(), clock.now());
    const sound = records.filter((record) => typeof record === 'object' && record !== null);
    return { records: sound, cached: ageOf(response.headers) > 0 };
  }

  return { cached, keptAt, send, statistic, reaches: (access) => reaches(network, access) };
}
