// Where requests become calls. A request is answered from what was paid for, joins a call under way, or makes one; a
// call once sent is never given up, whoever goes away, because its answer is paid.
import type { Person } from '../people/person';
import { Problem } from '../http/problem';
import type { Reservation, Spending } from '../spending/spending';
import type { ResilientStore } from '../stores/resilientStore';
import type { Holder } from '../stores/store';
import type { Upstream } from '../upstream/upstream';
import { attempt, lostCall, withdrawn } from './attempt';
import { decodeCall, encodeCall, type FinishedCall } from './finishedCall';
import {
  callKey,
  ResponseCache,
  type ResponseCacheSettings,
  type CachedCall,
  type Names,
} from './responseCache';
import { CallNotifications } from './callNotifications';
import { randomId } from './randomId';
import type { WireRequest } from './wireRequest';

export interface CoordinatorSettings extends ResponseCacheSettings {
  /** Milliseconds after which a call whose gateway is silent counts as lost. */
  readonly lease: number;
  readonly maxCalls: number;
}

export interface CoordinatorParts {
  readonly store: ResilientStore;
  readonly upstream: Upstream;
  /** Its address: answers of one service are never given for another's. */
  readonly service: string;
  readonly spending: Spending;
  /** The time of day. */
  readonly clock: () => number;
  /** Milliseconds since some start; never jumps. */
  readonly elapsed: () => number;
  readonly settings: CoordinatorSettings;
  readonly onFinish?: (
    request: WireRequest,
    person: Person,
    call: FinishedCall,
    milliseconds: number,
  ) => void;
}

export interface AskOptions {
  /** The oldest answer that will do, in milliseconds; 0 asks anew. */
  readonly maxAge: number;
  readonly requestId: string;
}

interface Place {
  readonly id: string;
  /** Where it is kept, for the fast path; and until it is read. */
  readonly answerKey: string;
  readonly unread: string;
}

export type Asked =
  | (Place & { readonly kind: 'hit'; readonly call: FinishedCall })
  /** `spender`: this request caused the call; others joined it. */
  | (Place & { readonly kind: 'call'; readonly spender: boolean });

interface UnderWay {
  readonly holder: Holder;
  readonly leases: readonly string[];
  readonly call: Promise<FinishedCall>;
}

/** One request on its way to a call. */
interface Order {
  readonly request: WireRequest;
  readonly person: Person;
  readonly options: AskOptions;
  readonly names: Names;
}

const leaseKey = (id: string): string => `lease:${id}`;
const busy = () => new Problem(429, 'The gateway is busy. Try again in a moment.', { 'retry-after': '2' });
const stopping = () =>
  new Problem(503, 'This gateway is shutting down. Nothing was sent and nothing was spent. Try again.', {
    'retry-after': '1',
    'spillway-credits': '0',
  });

export class CallCoordinator {
  readonly #parts: CoordinatorParts;
  readonly #cache: ResponseCache;
  readonly #notifications: CallNotifications;
  readonly #underWay = new Map<string, UnderWay>();
  /** Requests that may become calls at any moment. */
  readonly #preparing = new Set<Promise<unknown>>();
  /** Since when nothing is known of a call made elsewhere. */
  readonly #silent = new Map<string, number>();
  #closing = false;
  /** Renews the leases of all calls under way. */
  #beat: NodeJS.Timeout | undefined;

  constructor(parts: CoordinatorParts) {
    this.#parts = parts;
    this.#cache = new ResponseCache(parts);
    this.#notifications = new CallNotifications(parts.store);
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  async ask(request: WireRequest, person: Person, options: AskOptions): Promise<Asked> {
    const names = this.#cache.names(request, person);
    const known = await this.#cache.find(names, request, options.maxAge);
    if (known) return { kind: 'hit', ...known, ...placeOf(names) };
    // Nothing is claimed, reserved or sent by a gateway that is asked to stop.
    if (this.#closing) throw stopping();
    if (this.#underWay.size + this.#preparing.size >= this.#parts.settings.maxCalls) throw busy();
    const prepared = this.#prepare({ request, person, options, names });
    this.#preparing.add(prepared);
    try {
      return await prepared;
    } finally {
      this.#preparing.delete(prepared);
    }
  }

  /** What is kept for an equal request, of any age; nothing is sent for it. */
  async kept(
    request: WireRequest,
    person: Person,
  ): Promise<(CachedCall & { readonly unread: string }) | undefined> {
    const names = this.#cache.names(request, person);
    const known = await this.#cache.find(names, request, Infinity, true);
    return known && { ...known, unread: names.unread };
  }

  /** Tells that whoever asked has read all of it, or after all has not. */
  delivered(unread: string, id: string, isRead = true): Promise<void> {
    return this.#cache.delivered(unread, id, isRead);
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
    const { store, clock, elapsed, settings } = this.#parts;
    const until = elapsed() + milliseconds;
    const own = this.#underWay.get(id);
    if (own) {
      // It is kept before this resolves; there is no need to read again what this process has just written.
      const call = await within(own.call, milliseconds);
      if (call !== 'failed') return call;
    }
    const signal = gone?.();
    for (;;) {
      const notification = this.#notifications.of(id);
      const bytes = await store.read(callKey(id));
      if (bytes) {
        this.#silent.delete(id);
        return decodeCall(bytes);
      }
      if (await this.#isLost(id)) {
        const lost = await lostCall(clock());
        await store.write(callKey(id), encodeCall(lost), settings.recovery);
        return lost;
      }
      const left = until - elapsed();
      const isOwn = this.#underWay.has(id);
      // A call made elsewhere is fetched elsewhere when this gateway stops; its own are brought to their end here.
      if (left <= 0 || signal?.aborted || (this.#closing && !isOwn)) return undefined;
      // News may be lost on the way, so the store is looked at now and then.
      await notification.within(isOwn ? left : Math.min(left, settings.lease / 5), signal);
    }
  }

  /** Takes no new work, and resolves when every call that was sent has its answer. Polls are answered meanwhile. */
  async drain(): Promise<void> {
    this.#closing = true;
    this.#notifications.wakeAll();
    while (this.#preparing.size + this.#underWay.size > 0)
      await Promise.allSettled([...this.#preparing, ...[...this.#underWay.values()].map(({ call }) => call)]);
  }

  async close(): Promise<void> {
    await this.drain();
    clearInterval(this.#beat);
    this.#notifications.close();
  }

  async #prepare(order: Order): Promise<Asked> {
    const { store, settings, spending } = this.#parts;
    const { request, person, options, names } = order;
    const holder = { id: randomId(), size: request.count ?? 1 };
    const held = await store.claim(names.flight, holder, settings.lease);
    if (held.id !== holder.id) {
      await this.#cache.awaited(names, held.id, options.maxAge, request.timeout + settings.recovery);
      return { kind: 'call', id: held.id, spender: false, ...placeOf(names) };
    }
    const leases = [names.flight, leaseKey(holder.id)];
    const withdraw = async (call: FinishedCall) => {
      await store.write(callKey(holder.id), encodeCall(call), settings.lease);
      await store.release(leases, holder.id);
      await store.announce(holder.id);
    };
    try {
      // Whoever held the lease until now may just have finished.
      const late = await this.#cache.find(names, request, options.maxAge, true);
      if (late) {
        await withdraw(late.call);
        return { kind: 'hit', ...late, ...placeOf(names) };
      }
      const reservation = await spending.reserve(person, request);
      await store.renew(leases, holder, settings.lease);
      this.#send(order, holder, leases, reservation);
      return { kind: 'call', id: holder.id, spender: true, ...placeOf(names) };
    } catch (error) {
      await withdraw(withdrawn);
      throw error;
    }
  }

  #send(order: Order, holder: Holder, leases: readonly string[], reservation: Reservation): void {
    this.#beat ??= setInterval(() => this.#renewAll(), this.#parts.settings.lease / 3).unref();
    const call = this.#finish(order, holder.id, leases, reservation);
    this.#underWay.set(holder.id, { holder, leases, call });
    call.catch(() => undefined);
  }

  async #finish(
    order: Order,
    id: string,
    leases: readonly string[],
    reservation: Reservation,
  ): Promise<FinishedCall> {
    const { store } = this.#parts;
    try {
      const call = await this.#make(order, id);
      await reservation.settle(call.facts.credits);
      return call;
    } finally {
      await store.release(leases, id);
      this.#underWay.delete(id);
      await store.announce(id);
    }
  }

  #renewAll(): void {
    const { store, settings } = this.#parts;
    for (const { leases, holder } of this.#underWay.values())
      void store.renew(leases, holder, settings.lease);
  }

  async #make({ request, person, options, names }: Order, id: string): Promise<FinishedCall> {
    const { upstream, clock, elapsed, settings, onFinish } = this.#parts;
    const began = elapsed();
    const team = settings.mode === 'team';
    const { requestId, maxAge } = options;
    const call = await attempt(request, {
      upstream,
      clock,
      key: person.key,
      team,
      requestId,
      keptLong: settings.cacheAge > 0,
    });
    await this.#cache.keep(names, { id, call }, { maxAge, lease: settings.lease });
    onFinish?.(request, person, call, elapsed() - began);
    return call;
  }

  /** A silent call is lost when its gateway has not been heard of for a whole lease by a store that works. */
  async #isLost(id: string): Promise<boolean> {
    const { store, elapsed, settings } = this.#parts;
    const heard = this.#underWay.has(id) || (await store.holder(leaseKey(id))) !== undefined;
    if (heard || store.health.state !== 'ok') {
      this.#silent.delete(id);
      return false;
    }
    const since = this.#silent.get(id) ?? elapsed();
    this.#silent.set(id, since);
    return elapsed() - since >= settings.lease;
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

const placeOf = ({ answer, unread }: Names) => ({ answerKey: answer, unread });
