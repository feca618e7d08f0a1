// The data operations and their jobs, free of HTTP machinery: who asks, what for, how long they wait, what they get.
import { randomBytes } from 'node:crypto';
import type { OperationId } from '../../operations';
import type { AuditTrail } from '../audit/auditTrail';
import type { Asked, CallCoordinator } from '../calls/callCoordinator';
import { cutCall, type FinishedCall } from '../calls/finishedCall';
import { readWireRequest, type WireRequest } from '../calls/wireRequest';
import { takesGzip } from '../files/acceptEncoding';
import type { Metrics } from '../telemetry/metrics';
import type { Person } from '../people/person';
import type { SignIn } from '../people/signIn';
import { isProblem, Problem } from '../http/problem';
import type { Spending } from '../spending/spending';
import type { UsageBook } from '../spending/usageBook';
import type { ResilientStore } from '../stores/resilientStore';
import { readMaxAge, readPrefer } from './preferences';
import { delivery, type From, type Reply } from './reply';
import { checkBodyHeaders } from './requestBody';
import type { FastPath } from './fastPath';

export interface Incoming {
  readonly header: (name: string) => string | undefined;
  readonly text: () => string | Promise<string>;
  readonly address: string;
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

/** Who may fetch a call's answer, and what they were promised of it. */
interface Ticket {
  readonly owner: string;
  readonly call: string;
  readonly count: number | null;
  readonly from: From;
  /** Where it waits to be read. */
  readonly unread: string;
}

const ticketForm = /^[A-Za-z0-9_-]{32}$/;
/** Each try ends the turn of one who cannot pay. */
const mostTries = 50;
const noJob = () => new Problem(404, 'This job does not exist, or its response has expired.');

const rawNames = (header: string | undefined): readonly string[] =>
  header === undefined ? [] : header.split(',').map((name) => name.trim());

/** Jobs nobody fetched are forgotten beyond this. */
const mostPromised = 10_000;

export class DataService {
  /** Jobs that were promised and whose answers nobody has read yet. */
  readonly #promised = new Set<string>();

  constructor(private readonly parts: DataServiceParts) {}

  async post(operation: OperationId, incoming: Incoming): Promise<Reply> {
    const { header, address, gone } = incoming;
    checkBodyHeaders(header);
    const person = await this.parts.signIn.identify(header('access-token'), address);
    incoming.note?.({ person: person.id });
    const raw = rawNames(header('spillway-raw'));
    const text = await incoming.text();
    const request = readWireRequest(operation, text, raw);
    const { wait } = readPrefer(header('prefer'));
    const until = wait === undefined ? request.timeout + 60_000 : wait;
    for (let tries = 0; ; tries += 1) {
      const asked = await this.#ask(request, person, incoming);
      if (asked.kind === 'hit') {
        this.parts.fastPath.remember(header('access-token') ?? '', request.path, text, { request, ...asked });
        return this.#deliver(asked.call, person, { ...asked, count: request.count, from: 'hit' }, incoming);
      }
      const from: From = asked.spender ? 'miss' : 'shared';
      const call = await this.parts.calls.wait(asked.id, until, gone);
      if (call?.facts.status === 0) {
        // Whoever was joined could not pay for it; this person asks alone, and need not wait to hear the same.
        this.parts.spending.check(person, request);
        if (tries < mostTries) continue;
        throw new Problem(429, 'Too many people are making the same request. Nothing was spent. Try again.', {
          'retry-after': '1',
          'spillway-credits': '0',
        });
      }
      if (call) return this.#deliver(call, person, { ...asked, count: request.count, from }, incoming);
      const { unread, id } = asked;
      const ticket = { owner: person.id, call: id, count: request.count ?? null, from, unread };
      return this.#accepted(ticket, request.timeout + 60_000);
    }
  }

  /** What is kept for an equal request; nothing is sent or spent for it. */
  async cached(operation: OperationId, incoming: Incoming): Promise<Reply> {
    const { header, address } = incoming;
    checkBodyHeaders(header);
    const person = await this.parts.signIn.identify(header('access-token'), address);
    const raw = rawNames(header('spillway-raw'));
    const request = readWireRequest(operation, await incoming.text(), raw);
    const kept = await this.parts.calls.kept(request, person);
    if (kept?.call.facts.status !== 200)
      throw new Problem(404, 'Nothing is cached for this request.', { 'spillway-credits': '0' });
    this.#count(request, person, 'hit');
    return this.#deliver(kept.call, person, { ...kept, count: request.count, from: 'hit' }, incoming);
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
    const { store, calls, signIn } = this.parts;
    const person = await signIn.identify(incoming.header('access-token'), incoming.address);
    incoming.note?.({ person: person.id });
    const bytes = ticketForm.test(id) ? await store.read(`ticket:${id}`) : undefined;
    if (!bytes) {
      // While the shared store is away nobody knows: the answer may be kept there.
      if (ticketForm.test(id) && store.health.state !== 'ok') return running(id, 5);
      throw noJob();
    }
    const ticket = JSON.parse(bytes.toString()) as Ticket;
    if (ticket.owner !== person.id) throw noJob();
    const { wait = 0 } = readPrefer(incoming.header('prefer'), 0);
    const call = await calls.wait(ticket.call, wait, incoming.gone);
    if (!call) return running(id, 1);
    if (call.facts.status === 0) {
      throw new Problem(429, 'Whoever asked first could not pay for it. Nothing was spent: ask again.', {
        'spillway-credits': '0',
        'retry-after': '1',
      });
    }
    const reply = await this.#deliver(
      call,
      person,
      { ...ticket, id: ticket.call, count: ticket.count ?? undefined },
      incoming,
    );
    const delivered = (isRead: boolean) => {
      this.#promised[isRead ? 'delete' : 'add'](id);
      reply.delivered?.(isRead);
    };
    return { ...reply, delivered };
  }

  /** Resolves when every job that was promised has been fetched, or after `milliseconds`. */
  async fetched(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0 && this.#promised.size > 0; left -= 100)
      await new Promise((resolve) => setTimeout(resolve, 100));
  }

  async #ask(request: WireRequest, person: Person, incoming: Incoming): Promise<Asked> {
    const { calls } = this.parts;
    const maxAge = readMaxAge(incoming.header('cache-control'));
    const asked = await calls
      .ask(request, person, { maxAge, requestId: incoming.requestId })
      .catch((error: unknown) => {
        const status = isProblem(error) ? error.status : 500;
        this.parts.audit?.note('refused', { ...askedFacts(request, person), status });
        throw error;
      });
    const from = asked.kind === 'hit' ? 'hit' : asked.spender ? 'miss' : 'shared';
    incoming.note?.({ from });
    this.parts.audit?.note('asked', { id: incoming.requestId, ...askedFacts(request, person, from) });
    this.#count(request, person, from);
    return asked;
  }

  #count({ operation, credits }: WireRequest, person: Person, from: From): void {
    const { metrics, usage } = this.parts;
    metrics.answers.inc({ operation, from });
    if (from !== 'miss') metrics.saved.inc({ operation }, credits);
    usage?.note(
      person,
      operation,
      from === 'miss' ? { requests: 1 } : { requests: 1, hits: 1, saved: credits },
    );
  }

  async #deliver(
    call: FinishedCall,
    person: Person,
    { count, from, id, unread }: { count: number | undefined; from: From; id: string; unread: string },
    incoming: Incoming,
  ): Promise<Reply> {
    const { calls, clock } = this.parts;
    const gzip = takesGzip(incoming.header('accept-encoding'));
    const reply = await delivery(await cutCall(call, count), { from, gzip, now: clock() });
    const warning = from === 'miss' ? this.parts.spending.warnings(person) : undefined;
    const headers = warning === undefined ? reply.headers : { ...reply.headers, 'spillway-budget': warning };
    return { ...reply, headers, delivered: (isRead) => void calls.delivered(unread, id, isRead) };
  }

  async #accepted(ticket: Ticket, life: number): Promise<Reply> {
    const id = randomBytes(24).toString('base64url');
    const { store, recovery } = this.parts;
    await store.write(`ticket:${id}`, Buffer.from(JSON.stringify(ticket)), life + recovery);
    this.#promised.add(id);
    const [oldest] = this.#promised;
    if (this.#promised.size > mostPromised && oldest !== undefined) this.#promised.delete(oldest);
    return running(id, 1);
  }
}

/** Who asked for what, for the audit trail. */
const askedFacts = ({ operation, body }: WireRequest, { id, name }: Person, from?: From) => ({
  person: id,
  name,
  operation,
  request: body.slice(0, 2_000),
  ...(from === undefined ? {} : { from }),
});

const running = (id: string, seconds: number): Reply => ({
  status: 202,
  headers: {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    location: `/jobs/${id}`,
    'retry-after': String(seconds),
    'preference-applied': 'respond-async',
  },
  body: JSON.stringify({
    detail: 'The service is still working. The response will be available at the address in Location.',
  }),
});
