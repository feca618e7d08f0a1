// The data operations and their jobs, free of HTTP machinery: who asks, what for, how long they wait, what they get.
import { z } from 'zod';
import { operationIds, type OperationId } from '../../operations';
import { withoutCodes, type AuditTrail } from '../audit/auditTrail';
import type { Asked, CallCoordinator } from '../calls/callCoordinator';
import { cutCall, type FinishedCall } from '../calls/finishedCall';
import type { FetchOptions } from '../calls/callMaker';
import type { CachedCall } from '../calls/responseCache';
import { keyMask } from '../calls/keyMask';
import { readWireRequest, type WireRequest } from '../calls/wireRequest';
import { takesGzip } from '../http/acceptEncoding';
import type { Metrics } from '../telemetry/metrics';
import type { Person, Reader } from '../people/person';
import type { SignIn } from '../people/signIn';
import { isProblem, Problem, tryAgain } from '../http/problem';
import type { Spending } from '../spending/spending';
import type { UsageBook } from '../spending/usageBook';
import type { ResilientStore } from '../stores/resilientStore';
import { delivery, type From, type Reply } from './reply';
import { checkBodyHeaders, parseJson } from './requestBody';
import type { FastPath } from './fastPath';
import { JobTickets, running } from './jobTickets';
import { mostKeptAt } from '../../protocol/gateway';
import { budgetHeader, free, rawHeader } from '../../protocol/headers';

// The two headers a client steers with: Prefer (RFC 7240) says how long it will wait and that it can poll,
// Cache-Control (RFC 9111) which age of a response will do.

const partsOf = (header = '', sign: string | RegExp): string[] =>
  header
    .toLowerCase()
    .split(sign)
    .map((part) => part.trim());

const numberIn = (parts: readonly string[], form: RegExp): number | undefined =>
  parts.flatMap((part) => form.exec(part)?.[1] ?? []).map(Number)[0];

/** Less than the 60 s after which hosts and proxies cut. */
const longestWait = 50_000;

/** Whether the client can poll, and how many milliseconds it waits before. */
function readPrefer(header: string | undefined): { readonly polls: boolean; readonly wait: number } {
  const parts = partsOf(header, /[,;]/);
  const seconds = numberIn(parts, /^wait\s*=\s*"?(\d{1,6})"?$/) ?? 0;
  return { polls: parts.includes('respond-async'), wait: Math.min(seconds * 1_000, longestWait) };
}

/** The oldest response that will do, in milliseconds; and whether the client wants one that is kept or none. */
function readCacheControl(header: string | undefined): Pick<FetchOptions, 'maxAge' | 'onlyKept'> {
  const parts = partsOf(header, ',');
  const onlyKept = parts.includes('only-if-cached');
  if (parts.includes('no-cache') || parts.includes('no-store')) return { maxAge: 0, onlyKept };
  const age = numberIn(parts, /^max-age\s*=\s*"?(\d{1,12})"?$/) ?? Infinity;
  return { maxAge: age * 1_000, onlyKept };
}

export interface Incoming {
  readonly header: (name: string) => string | undefined;
  readonly text: () => string | Promise<string>;
  readonly address: string;
  /** Whoever asks, where that is known already: an agent's person. */
  readonly person?: Person;
  readonly requestId: string;
  /** Made when it is wanted: few requests need it. */
  readonly gone?: () => AbortSignal;
  /** For the log: never a secret. */
  readonly note?: (facts: Readonly<Record<string, string | number>>) => void;
}

export interface DataServiceParts {
  readonly calls: CallCoordinator;
  readonly store: ResilientStore;
  readonly signIn: SignIn;
  readonly metrics: Metrics;
  readonly usage: UsageBook | undefined;
  readonly spending: Spending;
  readonly clock: () => number;
  readonly elapsed: () => number;
  readonly recovery: number;
  readonly fastPath: FastPath;
  readonly audit?: AuditTrail | undefined;
}

/** A reply as Node takes it fastest: headers as names and values in turn. */
export interface FastReply {
  readonly headers: readonly string[];
  /** A string holds a byte in each character. */
  readonly body: Buffer | string;
  readonly route: OperationId;
  readonly person: string;
}

/** Each try ends the turn of one who cannot pay. */
const mostTries = 50;
/** Nobody knows what it cost. */
const noJob = () => new Problem(404, 'This job does not exist, or its response has expired.', {}, {});

const rawNames = (header: string | undefined): readonly string[] =>
  header === undefined ? [] : header.split(',').map((name) => name.trim());

const keptForm = z.object({
  requests: z
    .array(
      z.object({
        operation: z.enum(operationIds),
        body: z.record(z.string(), z.unknown()),
        raw: z.array(z.string()).optional(),
      }),
    )
    .max(mostKeptAt),
});

function readKeptForm(text: string): z.infer<typeof keptForm>['requests'] {
  try {
    return keptForm.parse(parseJson(text)).requests;
  } catch {
    throw new Problem(422, `The body is not {"requests": […]} with up to ${mostKeptAt} requests.`);
  }
}

export class DataService {
  private readonly tickets: JobTickets;

  constructor(private readonly parts: DataServiceParts) {
    this.tickets = new JobTickets(parts);
  }

  async post(operation: OperationId, incoming: Incoming): Promise<Reply> {
    const { header, gone } = incoming;
    const { person, raw, text, request } = await this.read(operation, incoming);
    const { polls, wait } = readPrefer(header('prefer'));
    const until = polls ? wait : request.timeout + 60_000;
    const began = this.parts.elapsed();
    for (let tries = 0; ; tries += 1) {
      const asked = await this.ask(request, person, incoming);
      if (asked.kind === 'hit') {
        const credential = header('access-token');
        // With raw parameters the same text is another request.
        if (credential !== undefined && !incoming.person && raw.length === 0)
          this.parts.fastPath.remember(credential, request.path, text, { request, ...asked });
        return this.deliver(asked.call, person, { ...asked, count: request.count, from: 'hit' }, incoming);
      }
      const from: From = asked.spender ? 'miss' : 'shared';
      const { unread, id } = asked;
      const ticket = { owner: person.id, call: id, count: request.count ?? null, from, unread };
      const life = request.timeout + 60_000 + this.parts.recovery;
      const call =
        (await this.parts.calls.wait(id, until, gone)) ??
        (await this.tickets.promise(ticket, life, { until: began + longestWait, gone }));
      if ('status' in call) return call;
      if (call.facts.status === 0) {
        // Whoever was joined could not pay for it; this person asks alone, and need not wait to hear the same.
        this.parts.spending.check(person, request);
        if (tries < mostTries) continue;
        throw tryAgain(429, 'Too many people are making the same request. Nothing was spent. Try again.', 1);
      }
      return this.deliver(call, person, { ...asked, count: request.count, from }, incoming);
    }
  }

  private async read(operation: OperationId, incoming: Incoming) {
    const person = await this.caller(incoming);
    const raw = rawNames(incoming.header(rawHeader));
    const text = await incoming.text();
    return { person, raw, text, request: readWireRequest(operation, text, raw) };
  }

  /** Of a request with a body. */
  private async caller({ header, address, person: known, note }: Incoming): Promise<Person> {
    checkBodyHeaders(header);
    const person = known ?? (await this.parts.signIn.identify(header('access-token'), address));
    note?.({ person: person.id });
    return person;
  }

  /** What is kept for an equal request; nothing is sent or spent for it. */
  async cached(operation: OperationId, incoming: Incoming): Promise<Reply> {
    const { person, request } = await this.read(operation, incoming);
    const kept = await this.parts.calls.kept(request, person);
    if (kept?.call.facts.status !== 200) throw new Problem(404, 'Nothing is cached for this request.');
    this.countHit(request, person, incoming.requestId);
    return this.deliver(kept.call, person, { ...kept, count: request.count, from: 'hit' }, incoming);
  }

  /** When what is kept for each of these requests was fetched, null where nothing is; nothing is sent or spent for it. */
  async keptAt(incoming: Incoming): Promise<Reply> {
    const person = await this.caller(incoming);
    const requests = readKeptForm(await incoming.text());
    const at = await Promise.all(
      requests.map(async ({ operation, body, raw = [] }) => {
        try {
          const kept = await this.keptFor(readWireRequest(operation, JSON.stringify(body), raw), person);
          return kept?.status === 200 ? kept.at : null;
        } catch (error) {
          // A request that is not valid has no response either.
          if (isProblem(error)) return null;
          throw error;
        }
      }),
    );
    const headers = { ...free, 'content-type': 'application/json' };
    return { status: 200, headers, body: JSON.stringify({ now: this.parts.clock(), at }) };
  }

  /** When what is kept for an equal request was fetched, and its status; undefined where asking would be a call. */
  async keptFor(request: WireRequest, person: Person): Promise<{ status: number; at: number } | undefined> {
    return (await this.parts.calls.kept(request, person))?.call.facts;
  }

  /** The response that the cache would give to it, not given yet; undefined where any other might be given. */
  async hit(
    request: WireRequest,
    person: Person,
    maxAge: number | undefined,
  ): Promise<CachedCall | undefined> {
    const kept = await this.parts.calls.kept(request, person, { maxAge, fresh: false });
    return kept?.call.facts.status === 200 ? kept : undefined;
  }

  /** Such a response was given. */
  countHit(request: WireRequest, person: Reader, id: string): void {
    this.parts.audit?.note('asked', { id, ...askedFacts(request, person, 'hit') });
    this.count(request, person, 'hit');
  }

  fastReply(credential: string, path: string, body: Buffer): FastReply | undefined {
    const began = performance.now();
    const hit = this.parts.fastPath.find(credential, path, body);
    if (!hit) return undefined;
    const { operation, credits } = hit.request;
    this.parts.metrics.hit(operation, credits, (performance.now() - began) / 1_000);
    this.parts.audit?.note('asked', askedFacts(hit.request, hit.person, 'hit'));
    this.parts.usage?.note(hit.person, operation, { requests: 1, hits: 1, saved: credits });
    return { headers: hit.headers, body: hit.body, route: operation, person: hit.person.id };
  }

  async job(id: string, incoming: Incoming): Promise<Reply> {
    const { calls, signIn } = this.parts;
    const person = await signIn.identify(incoming.header('access-token'), incoming.address);
    incoming.note?.({ person: person.id });
    const ticket = await this.tickets.find(id);
    if (ticket && 'status' in ticket) return ticket;
    if (ticket?.owner !== person.id) throw noJob();
    const { wait } = readPrefer(incoming.header('prefer'));
    const call = await calls.wait(ticket.call, wait, incoming.gone);
    if (!call) return running(id, 1);
    if (call.facts.status === 0) {
      throw tryAgain(
        429,
        'The same request by another person exceeded that person’s budget. Nothing was spent. Try again.',
        1,
      );
    }
    const reply = await this.deliver(
      call,
      person,
      { ...ticket, id: ticket.call, count: ticket.count ?? undefined },
      incoming,
    );
    const delivered = (isRead: boolean) => {
      this.tickets.delivered(id, ticket, isRead);
      reply.delivered?.(isRead);
    };
    return { ...reply, delivered };
  }

  /** Resolves when every job that was promised has been fetched, or after `milliseconds`. */
  fetched(milliseconds: number): Promise<void> {
    return this.tickets.fetched(milliseconds);
  }

  private async ask(request: WireRequest, person: Person, incoming: Incoming): Promise<Asked> {
    const { calls } = this.parts;
    const wanted = readCacheControl(incoming.header('cache-control'));
    let asked: Asked;
    try {
      asked = await calls.ask(request, person, { ...wanted, requestId: incoming.requestId });
    } catch (error) {
      const status = isProblem(error) ? error.status : 500;
      this.parts.audit?.note('refused', { ...askedFacts(request, person), status });
      throw error;
    }
    const from = asked.kind === 'hit' ? 'hit' : asked.spender ? 'miss' : 'shared';
    incoming.note?.({ from });
    this.parts.audit?.note('asked', { id: incoming.requestId, ...askedFacts(request, person, from) });
    this.count(request, person, from);
    return asked;
  }

  private count({ operation, credits }: WireRequest, person: Reader, from: From): void {
    const { metrics, usage } = this.parts;
    metrics.responses.inc({ operation, from });
    if (from !== 'miss') metrics.saved.inc({ operation }, credits);
    usage?.note(
      person,
      operation,
      from === 'miss' ? { requests: 1 } : { requests: 1, hits: 1, saved: credits },
    );
  }

  private async deliver(
    call: FinishedCall,
    person: Person,
    { count, from, id, unread }: { count: number | undefined; from: From; id: string; unread: string },
    incoming: Incoming,
  ): Promise<Reply> {
    const { calls, clock } = this.parts;
    const gzip = takesGzip(incoming.header('accept-encoding'));
    const reply = await delivery(await cutCall(call, count), { from, gzip, now: clock() });
    const warning = from === 'miss' ? this.parts.spending.warnings(person) : undefined;
    const headers = warning === undefined ? reply.headers : { ...reply.headers, [budgetHeader]: warning };
    return { ...reply, headers, delivered: (isRead) => void calls.delivered(unread, id, isRead) };
  }
}

/** Who asked for what, for the audit trail. */
const askedFacts = ({ operation, body }: WireRequest, { id, name, key, agent }: Reader, from?: From) => ({
  person: id,
  name,
  ...(agent && { agent: agent.name }),
  operation,
  // Somebody may have typed a key or a code into the wrong field.
  request: withoutCodes(keyMask(key).text(body)).slice(0, 2_000),
  ...(from === undefined ? {} : { from }),
});
