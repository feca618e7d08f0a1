// Makes one call, from the claim to the kept response. Before it is sent, the request may turn out to be served already, or
// not affordable; once sent it is never given up, whoever goes away, because its response is paid.
import type { Person } from '../people/person';
import type { Reservation, Spending } from '../spending/spending';
import type { GatewaySettings } from '../settings/settings';
import type { Upstream } from '../upstream/upstream';
import { attempt, withdrawn } from './attempt';
import type { CallLeases } from './callLeases';
import { encodeCall, type FinishedCall } from './finishedCall';
import {
  randomId,
  callKey,
  type CachedCall,
  type Names,
  type ResponseCache,
  type ResponseCacheParts,
  type ResponseCacheSettings,
} from './responseCache';
import type { WireRequest } from './wireRequest';

export interface FetchOptions {
  /** The oldest response that will do, in milliseconds; 0 asks anew. */
  readonly maxAge: number;
  /** Nothing is sent for it: what is not kept is refused (RFC 9111, 5.2.1.7). */
  readonly onlyKept?: boolean | undefined;
  readonly requestId: string;
}

/** One request on its way to a call. */
interface Order {
  readonly request: WireRequest;
  readonly person: Person;
  readonly options: FetchOptions;
  readonly names: Names;
}

export interface CallMakerParts extends ResponseCacheParts {
  readonly cache: ResponseCache;
  readonly leases: CallLeases;
  readonly upstream: Upstream;
  readonly spending: Spending;
  /** Milliseconds since some start; never jumps. */
  readonly elapsed: () => number;
  readonly settings: ResponseCacheSettings & Pick<GatewaySettings, 'lease' | 'maxCalls'>;
  readonly onFinish?: OnFinish | undefined;
}

export type OnFinish = (
  request: WireRequest,
  person: Person,
  call: FinishedCall,
  milliseconds: number,
  /** When it was reserved, for the day it counts on; undefined where nothing was. */
  reserved: number | undefined,
) => void;

/** What became of an order: it is served already, another makes the call, or it was sent. */
export type PreparedCall =
  | ({ readonly kind: 'hit' } & CachedCall)
  | { readonly kind: 'joined'; readonly id: string }
  | { readonly kind: 'sent'; readonly id: string };

export class CallMaker {
  /** Calls that were sent, until everything about them is written down. */
  private readonly underWay = new Map<
    string,
    { readonly call: Promise<FinishedCall>; readonly person: string }
  >();

  constructor(private readonly parts: CallMakerParts) {}

  get size(): number {
    return this.underWay.size;
  }

  /** Resolves when its response is kept. */
  find(id: string): Promise<FinishedCall> | undefined {
    return this.underWay.get(id)?.call;
  }

  all(): readonly Promise<FinishedCall>[] {
    return [...this.underWay.values()].map(({ call }) => call);
  }

  /** Whose they are, for each of them. */
  people(): readonly string[] {
    return [...this.underWay.values()].map(({ person }) => person);
  }

  async prepare(order: Order): Promise<PreparedCall> {
    const { cache, leases, settings, spending } = this.parts;
    const { request, person, options, names } = order;
    const holder = { id: randomId(), size: request.count ?? 1 };
    const { id } = holder;
    for (const flight of names.flights) {
      const other = await leases.claim(flight, holder);
      if (other.id === id) continue;
      // Whoever joined this one meanwhile asks again, and joins the other.
      if (flight !== names.flights[0]) await this.withdraw(order, id, withdrawn);
      await cache.awaited(names, other.id, options.maxAge, request.timeout + settings.recovery);
      return { kind: 'joined', id: other.id };
    }
    try {
      // From here on, however long it takes until it may be paid: nobody else makes the same call meanwhile.
      await leases.keep(names.flights, holder);
      // Whoever held the lease until now may just have finished.
      const late = cache.lacks(names) ? undefined : await cache.find(names, request, options.maxAge, true);
      if (late) {
        await this.withdraw(order, id, late.call);
        return { kind: 'hit', ...late };
      }
      const reservation = await spending.reserve(person, request);
      // And once more just before it is sent: the store may have lost it meanwhile.
      await leases.keep(names.flights, holder);
      const call = this.make(order, id, reservation);
      this.underWay.set(id, { call, person: person.id });
      call.catch(() => undefined);
      return { kind: 'sent', id };
    } catch (error) {
      await this.withdraw(order, id, withdrawn);
      throw error;
    }
  }

  /** No call is made under this id after all; those who joined it find `call`. */
  private async withdraw({ names }: Order, id: string, call: FinishedCall): Promise<void> {
    const { store, leases, settings } = this.parts;
    await store.write(callKey(id), encodeCall(call), settings.lease);
    await leases.release(names.flights, id);
    await store.announce(id);
  }

  private async make(order: Order, id: string, reservation: Reservation): Promise<FinishedCall> {
    const { store, cache, leases, upstream, clock, elapsed, settings, onFinish } = this.parts;
    const { request, person, options, names } = order;
    const began = elapsed();
    try {
      const call = await attempt(request, {
        upstream,
        clock,
        key: person.key,
        team: settings.mode === 'team',
        requestId: options.requestId,
        keptLong: settings.cacheAge > 0,
      });
      await cache.keep(names, { id, call }, { maxAge: options.maxAge, lease: settings.lease });
      onFinish?.(request, person, call, elapsed() - began, reservation.at);
      await reservation.settle(call.facts.credits);
      return call;
    } finally {
      await leases.release(names.flights, id);
      this.underWay.delete(id);
      await store.announce(id);
    }
  }
}
