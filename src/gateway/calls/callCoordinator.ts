// Where requests become calls: a request is served from what was paid for, joins a call under way, or makes one.
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../people/person';
import { Problem, tryAgain } from '../http/problem';
import { leavesRoom } from '../http/readLimit';
import { CallLeases } from './callLeases';
import { CallMaker, type CallMakerParts, type FetchOptions, type PreparedCall } from './callMaker';
import { type FinishedCall, decodeCall, encodeCall } from './finishedCall';
import { ResponseCache, type CachedCall, type Names, callKey } from './responseCache';
import type { WireRequest } from './wireRequest';
import { lostCall } from './attempt';

// Waits for calls that are made elsewhere, or were: until their response is kept, they turn out to be lost, or whoever waits
// has no more time.

/** Milliseconds after which the store is looked at although no news came. */
const longestSilence = 3_000;

interface WaitingRoomParts extends CoordinatorParts {
  readonly leases: CallLeases;
  /** Whether this gateway makes the call. */
  readonly isOwn: (id: string) => boolean;
}

interface Patience {
  /** In milliseconds of `elapsed`. */
  readonly until: number;
  /** Nobody waits any more. */
  readonly gone: AbortSignal | undefined;
}

const newsOf = (id: string): string => `finished ${id}`;
const nothing = () => undefined;

class WaitingRoom {
  /** Of calls that have finished, here or in another gateway; `error` is a name that Node gives a meaning. */
  private readonly news = new EventEmitter().setMaxListeners(0);
  private readonly stop: () => void;
  /** Since when nothing is known of a call made elsewhere. */
  private readonly silent = new Map<string, number>();
  private closing = false;

  constructor(private readonly parts: WaitingRoomParts) {
    this.stop = parts.store.listen((id) => this.news.emit(newsOf(id)));
  }

  /** The finished call, or undefined when it takes too long. */
  async wait(id: string, { until, gone }: Patience): Promise<FinishedCall | undefined> {
    const { store, clock, elapsed, settings, isOwn } = this.parts;
    for (;;) {
      const looked = new AbortController();
      // Heard from now on, so that news that come while the store is read are not missed.
      const heard = once(this.news, newsOf(id), looked).catch(nothing);
      try {
        const bytes = await store.read(callKey(id));
        const call = bytes && decodeCall(bytes);
        if (call) {
          this.silent.delete(id);
          return call;
        }
        if (await this.isLost(id)) {
          const lost = await lostCall(clock());
          await store.write(callKey(id), encodeCall(lost), settings.recovery);
          return lost;
        }
        const left = until - elapsed();
        // A call made elsewhere is fetched elsewhere when this gateway stops; its own are brought to their end here.
        if (left <= 0 || gone?.aborted || (this.closing && !isOwn(id))) return undefined;
        // News may be lost on the way, so the store is looked at now and then.
        const time = isOwn(id) ? left : Math.min(left, settings.lease / 5, longestSilence);
        const signal = AbortSignal.any([looked.signal, ...(gone ? [gone] : [])]);
        await Promise.race([heard, sleep(time, undefined, { signal }).catch(nothing)]);
      } finally {
        looked.abort();
      }
    }
  }

  /** Nobody waits here any longer for calls made elsewhere. */
  drain(): void {
    this.closing = true;
    for (const name of this.news.eventNames()) if (name !== 'error') this.news.emit(name);
  }

  close(): void {
    this.drain();
    this.stop();
  }

  /** A silent call is lost when its gateway has not been heard of for a whole lease by a store that works. */
  private async isLost(id: string): Promise<boolean> {
    const { store, leases, elapsed, settings, isOwn } = this.parts;
    if (isOwn(id) || (await leases.isHeld(id)) || store.health.state !== 'ok') {
      this.silent.delete(id);
      return false;
    }
    const since = this.silent.get(id) ?? elapsed();
    this.silent.set(id, since);
    return elapsed() - since >= settings.lease;
  }
}

export type CoordinatorParts = Omit<CallMakerParts, 'cache' | 'leases'>;

interface Place {
  readonly id: string;
  /** Where it is kept, for the fast path; and until it is read. */
  readonly responseKey: string;
  readonly unread: string;
}

export type Asked =
  | (Place & { readonly kind: 'hit'; readonly call: FinishedCall })
  /** `spender`: this request caused the call; others joined it. */
  | (Place & { readonly kind: 'call'; readonly spender: boolean });

const busy = () => tryAgain(429, 'The gateway is busy. Try again in a moment.', 2);
const stopping = () =>
  tryAgain(503, 'This gateway is shutting down. Nothing was sent and nothing was spent. Try again.', 1);

export class CallCoordinator {
  private readonly cache: ResponseCache;
  private readonly leases: CallLeases;
  private readonly calls: CallMaker;
  private readonly waiting: WaitingRoom;
  /** Requests that may become calls at any moment, and whose they are. */
  private readonly preparing = new Map<Promise<unknown>, string>();
  private closing = false;

  constructor(private readonly parts: CoordinatorParts) {
    this.cache = new ResponseCache(parts);
    this.leases = new CallLeases(parts.store, parts.settings.lease);
    this.calls = new CallMaker({ ...parts, cache: this.cache, leases: this.leases });
    const isOwn = (id: string) => this.calls.find(id) !== undefined;
    this.waiting = new WaitingRoom({ ...parts, leases: this.leases, isOwn });
  }

  get underWay(): number {
    return this.calls.size;
  }

  async ask(request: WireRequest, person: Person, options: FetchOptions): Promise<Asked> {
    const names = this.cache.names(request, person);
    const known = this.cache.lacks(names) ? undefined : await this.cache.find(names, request, options.maxAge);
    if (known) return placed({ kind: 'hit', ...known }, names);
    if (options.onlyKept)
      throw new Problem(504, 'Nothing is cached for this request. Nothing was sent and nothing was spent.');
    // Nothing is claimed, reserved or sent by a gateway that is asked to stop.
    if (this.closing) throw stopping();
    if (!this.hasPlace(person)) throw busy();
    const prepared = this.calls.prepare({ request, person, options, names });
    this.preparing.set(prepared, person.id);
    try {
      return placed(await prepared, names);
    } finally {
      this.preparing.delete(prepared);
    }
  }

  /** What is kept for an equal request; nothing is sent for it. `fresh`: other gateways may just have finished. */
  async kept(
    request: WireRequest,
    person: Person,
    { maxAge = Infinity, fresh = true } = {},
  ): Promise<(CachedCall & { readonly unread: string }) | undefined> {
    const names = this.cache.names(request, person);
    const known = await this.cache.find(names, request, maxAge, fresh);
    return known && { ...known, unread: names.unread };
  }

  /** Tells that whoever asked has read all of it, or after all has not. */
  delivered(unread: string, id: string, isRead = true): Promise<void> {
    return this.cache.delivered(unread, id, isRead);
  }

  /**
   * The finished call, or undefined when it needs longer than `milliseconds`. `gone` tells that nobody waits any more; it
   * is only asked for where the call is made elsewhere.
   */
  async wait(
    id: string,
    milliseconds: number,
    gone?: () => AbortSignal | undefined,
  ): Promise<FinishedCall | undefined> {
    const until = this.parts.elapsed() + milliseconds;
    const own = this.calls.find(id);
    if (own) {
      // It is kept before this resolves; there is no need to read again what this process has just written.
      const call = await within(own, milliseconds);
      if (call !== 'failed') return call;
    }
    return this.waiting.wait(id, { until, gone: gone?.() });
  }

  /** Takes no new work, and resolves when every call that was sent has its response. Polls are served meanwhile. */
  async drain(): Promise<void> {
    this.closing = true;
    this.waiting.drain();
    while (this.preparing.size + this.calls.size > 0)
      await Promise.allSettled([...this.preparing.keys(), ...this.calls.all()]);
  }

  private hasPlace({ id }: Person): boolean {
    const { calls, preparing, parts } = this;
    const own = [...preparing.values(), ...calls.people()].filter((other) => other === id).length;
    return leavesRoom(own, parts.settings.maxCalls - calls.size - preparing.size);
  }

  async close(): Promise<void> {
    await this.drain();
    this.leases.stop();
    this.waiting.close();
  }
}

/** What `call` resolves with, undefined when it takes longer, or that it failed. */
const within = (
  call: Promise<FinishedCall>,
  milliseconds: number,
): Promise<FinishedCall | 'failed' | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    const end = (result: FinishedCall | 'failed') => {
      clearTimeout(timer);
      resolve(result);
    };
    call.then(end, () => end('failed'));
  });

function placed(prepared: PreparedCall, { response, unread }: Names): Asked {
  const place = { id: prepared.id, responseKey: response, unread };
  return prepared.kind === 'hit'
    ? { kind: 'hit', call: prepared.call, ...place }
    : { kind: 'call', spender: prepared.kind === 'sent', ...place };
}
