// Jobs that clients fetch later. 202 is a promise: it is given when the ticket is where it survives this process, and
// kept when the store loses the ticket afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import type { CallCoordinator } from '../calls/callCoordinator';
import type { FinishedCall } from '../calls/finishedCall';
import { jsonOrNothing } from '../http/json';
import { problemBody } from '../http/problem';
import { sha256 } from '../people/keyDigest';
import { dropOldest } from '../stores/dropOldest';
import type { ResilientStore } from '../stores/resilientStore';
import type { From, Reply } from './reply';
import { jobsPrefix } from '../../protocol/gateway';

/** Who may fetch a call's response, and what they were promised of it. */
export interface Ticket {
  readonly owner: string;
  readonly call: string;
  readonly count: number | null;
  readonly from: From;
  /** Where it waits to be read. */
  readonly unread: string;
}

export interface TicketParts {
  readonly store: ResilientStore;
  readonly calls: CallCoordinator;
  readonly elapsed: () => number;
}

export interface WaitLimits {
  /** Until when the client may be kept waiting, as `elapsed` tells. */
  readonly until: number;
  readonly gone: (() => AbortSignal) | undefined;
}

const ticketForm = /^[A-Za-z0-9_-]{32}$/;
const ticketKey = (id: string): string => `ticket:${id}`;
/** Jobs nobody fetched are forgotten beyond this. */
const mostPromised = 10_000;
/** How long a ticket that the store has lost is kept there again. */
const keptAgain = 600_000;
/** Milliseconds between tries to store a ticket. */
const tryAgain = 500;
const shortestPause = 50;

export class JobTickets {
  /** Jobs whose responses nobody has read yet, with their tickets. */
  private readonly promised = new Map<string, Buffer>();

  constructor(private readonly parts: TicketParts) {}

  /**
   * Stores a ticket and returns 202. While the store does not take it, the client is kept waiting; should the call finish
   * meanwhile, the client has its response.
   */
  async promise(ticket: Ticket, life: number, { until, gone }: WaitLimits): Promise<Reply | FinishedCall> {
    const { store, calls, elapsed } = this.parts;
    const text = JSON.stringify(ticket);
    // The same promise again is the same ticket, so that there are no more of them than calls. Only its owner can use it.
    const id = sha256(text).slice(0, 32);
    const bytes = Buffer.from(text);
    let signal: AbortSignal | undefined;
    while (!(await store.keep(ticketKey(id), bytes, life))) {
      signal ??= gone?.();
      const left = until - elapsed();
      if (left <= 0 || signal?.aborted) return notStored();
      const began = elapsed();
      const call = await calls.wait(ticket.call, Math.min(left, tryAgain), () => signal);
      if (call) return call;
      // A gateway that stops does not wait for the calls of others.
      if (elapsed() - began < shortestPause) await pause(shortestPause);
    }
    this.remember(id, bytes);
    return running(id, 1);
  }

  /** The ticket; a reply where nobody can know yet whether there is one; undefined where there is none. */
  async find(id: string): Promise<Ticket | Reply | undefined> {
    if (!ticketForm.test(id)) return undefined;
    const { store } = this.parts;
    const stored = await store.read(ticketKey(id));
    const promised = this.promised.get(id);
    if (!stored && promised) void store.keep(ticketKey(id), promised, keptAgain);
    const bytes = stored ?? promised;
    // A ticket of 0.1 does not say where the response waits to be read.
    const ticket = bytes && (jsonOrNothing(bytes.toString()) as Omit<Ticket, 'unread'> | undefined);
    if (ticket) return { unread: '', ...ticket };
    // While the shared store is away nobody knows, and right after it is back others may not have told it yet.
    return (await store.settled()) === undefined ? running(id, 5) : undefined;
  }

  /** Tells that the response of a job has been read, or after all has not. */
  delivered(id: string, ticket: Ticket, isRead: boolean): void {
    if (isRead) this.promised.delete(id);
    else this.remember(id, Buffer.from(JSON.stringify(ticket)));
  }

  /** Resolves when every job that was promised has been fetched, or after `milliseconds`. */
  async fetched(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0 && this.promised.size > 0; left -= 100) await pause(100);
  }

  private remember(id: string, bytes: Buffer): void {
    dropOldest(this.promised.set(id, bytes), mostPromised);
  }
}

export const running = (id: string, seconds: number): Reply => ({
  status: 202,
  headers: {
    'content-type': 'application/json',
    location: `${jobsPrefix}${id}`,
    'retry-after': String(seconds),
    'preference-applied': 'respond-async',
  },
  body: problemBody(
    'The service is still working. The response will be available at the address in Location.',
  ),
});

/** It was sent and may be paid, so this names no cost. An equal request joins the call or gets what it brought. */
const notStored = (): Reply => ({
  status: 503,
  headers: { 'content-type': 'application/json', 'retry-after': '30' },
  body: problemBody(
    'The service is still working, but the gateway cannot store the job because its store does not respond. ' +
      'The request may have been charged. Refresh in a minute: if the response has arrived, you get it at no extra cost.',
  ),
});
