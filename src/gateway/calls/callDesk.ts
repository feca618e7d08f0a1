// Where requests become calls. A request is answered from what was paid for, joins a call under way, or makes one; a
// call once sent is never given up, whoever goes away, because its answer is paid.
import { createHash, randomBytes } from 'node:crypto';
import type { Person } from '../people/person';
import { Problem } from '../problem';
import type { Spending } from '../spending/spending';
import type { SteadyStore } from '../stores/steadyStore';
import type { Upstream } from '../upstream';
import { attempt, lostCall, withdrawn } from './attempt';
import { answersCount, decodeCall, encodeCall, type FinishedCall } from './finishedCall';
import { News } from './news';
import type { WireRequest } from './wireRequest';

export interface DeskSettings {
  readonly mode: 'personal' | 'team';
  /** Whether people share what others paid for, and calls under way. */
  readonly shareCache: boolean;
  readonly shareCalls: boolean;
  /** Milliseconds an answer stands for equal requests; 0 only until whoever paid for it has it. */
  readonly cacheAge: number;
  /** Milliseconds a finished call can be fetched again, and a failure stands for equal requests. */
  readonly recovery: number;
  /** Milliseconds after which a call whose gateway is silent counts as lost. */
  readonly lease: number;
  readonly maxCalls: number;
}

export interface DeskParts {
  readonly store: SteadyStore;
  readonly upstream: Upstream;
  readonly spending: Spending;
  readonly clock: () => number;
  readonly settings: DeskSettings;
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

export type Asked =
  | { readonly kind: 'hit'; readonly call: FinishedCall; readonly answerKey: string }
  /** `spender`: this request caused the call; others joined it. */
  | { readonly kind: 'call'; readonly id: string; readonly spender: boolean; readonly answerKey: string };

/** Failures that the same request would meet again. */
const lasting = new Set([400, 404, 412, 422]);

export const callKey = (id: string): string => `call:${id}`;
const leaseKey = (id: string): string => `lease:${id}`;

export class CallDesk {
  readonly #parts: DeskParts;
  readonly #news: News;
  readonly #underWay = new Map<string, Promise<FinishedCall>>();
  /** Since when nothing is known of a call made elsewhere. */
  readonly #silent = new Map<string, number>();
  #closing = false;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#news = new News(parts.store);
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  async ask(request: WireRequest, person: Person, options: AskOptions): Promise<Asked> {
    const { store, settings, spending } = this.#parts;
    const answerKey = `answer:${this.#name(request, person, settings.shareCache)}`;
    const known = options.maxAge > 0 ? await this.#known(answerKey, request, options) : undefined;
    if (known) return { kind: 'hit', call: known, answerKey };
    if (this.#underWay.size >= settings.maxCalls) {
      throw new Problem(429, 'The gateway is busy. Try again in a moment.', { 'retry-after': '2' });
    }
    const flightKey = `flight:${this.#name(request, person, settings.shareCalls)}`;
    const holder = { id: randomBytes(18).toString('base64url'), size: request.count ?? 1 };
    const held = await store.claim(flightKey, holder, settings.lease);
    if (held.id !== holder.id) return { kind: 'call', id: held.id, spender: false, answerKey };
    const leases = [flightKey, leaseKey(holder.id)];
    try {
      // Whoever held the lease until now may just have finished.
      const late = options.maxAge > 0 ? await this.#known(answerKey, request, options) : undefined;
      if (late) {
        await store.write(callKey(holder.id), encodeCall(late), settings.lease);
        await store.release(leases, holder.id);
        await store.announce(holder.id);
        return { kind: 'hit', call: late, answerKey };
      }
      const reservation = await spending.reserve(person, request);
      await store.renew(leases, holder, settings.lease);
      const beat = setInterval(() => void store.renew(leases, holder, settings.lease), settings.lease / 3);
      const call = this.#make(request, person, options.requestId, holder.id, answerKey)
        .then(async (done) => {
          await reservation.settle(done.facts.credits);
          return done;
        })
        .finally(async () => {
          clearInterval(beat);
          await store.release(leases, holder.id);
          this.#underWay.delete(holder.id);
          await store.announce(holder.id);
        });
      this.#underWay.set(holder.id, call);
      call.catch(() => undefined);
      return { kind: 'call', id: holder.id, spender: true, answerKey };
    } catch (error) {
      await store.write(callKey(holder.id), encodeCall(withdrawn), settings.lease);
      await store.release(leases, holder.id);
      await store.announce(holder.id);
      throw error;
    }
  }

  /**
   * Without a cache an answer is kept for whoever paid and was cut off. Once they have it, an equal request is a new
   * one: only the add-in knows whether its user wants the same again.
   */
  async delivered(answerKey: string): Promise<void> {
    const { store, settings } = this.#parts;
    if (settings.cacheAge === 0) await store.write(answerKey, Buffer.alloc(0), 1);
  }

  /** The finished call, or undefined when it needs longer than `milliseconds`. */
  async wait(id: string, milliseconds: number, signal?: AbortSignal): Promise<FinishedCall | undefined> {
    const { store, clock, settings } = this.#parts;
    const until = clock() + milliseconds;
    for (;;) {
      const news = this.#news.of(id);
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
      const left = until - clock();
      if (left <= 0 || this.#closing || signal?.aborted) return undefined;
      // News may be lost on the way, so the store is looked at now and then.
      await news.within(this.#underWay.has(id) ? left : Math.min(left, settings.lease / 5), signal);
    }
  }

  /** Those who wait are sent to poll; calls that were sent are brought to their end. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#news.wakeAll();
    await Promise.allSettled(this.#underWay.values());
    this.#news.close();
  }

  async #make(
    request: WireRequest,
    person: Person,
    requestId: string,
    id: string,
    answerKey: string,
  ): Promise<FinishedCall> {
    const { store, upstream, clock, settings, onFinish } = this.#parts;
    const began = clock();
    const team = settings.mode === 'team';
    const done = await attempt(request, { upstream, clock, key: person.key, team, requestId });
    const { status, records } = done.facts;
    const isAnswer = status === 200 && records !== null;
    const life = isAnswer ? Math.max(settings.cacheAge, settings.recovery) : settings.recovery;
    await store.write(callKey(id), encodeCall(done), life);
    if (isAnswer || lasting.has(status)) await store.write(answerKey, Buffer.from(id), life);
    onFinish?.(request, person, done, clock() - began);
    return done;
  }

  async #known(key: string, request: WireRequest, { maxAge }: AskOptions): Promise<FinishedCall | undefined> {
    const { store, clock, settings } = this.#parts;
    const id = await store.read(key);
    const bytes = id && id.length > 0 && (await store.read(callKey(id.toString())));
    if (!bytes) return undefined;
    const call = decodeCall(bytes);
    const limit =
      call.facts.status === 200 ? Math.max(settings.cacheAge, settings.recovery) : settings.recovery;
    const young = clock() - call.facts.at <= Math.min(maxAge, limit);
    return young && answersCount(call.facts, request.count) ? call : undefined;
  }

  /** A silent call is lost when its gateway has not been heard of for a whole lease by a store that works. */
  async #isLost(id: string): Promise<boolean> {
    const { store, clock, settings } = this.#parts;
    const heard = this.#underWay.has(id) || (await store.holder(leaseKey(id))) !== undefined;
    if (heard || store.health.state !== 'ok') {
      this.#silent.delete(id);
      return false;
    }
    const since = this.#silent.get(id) ?? clock();
    this.#silent.set(id, since);
    return clock() - since >= settings.lease;
  }

  #name(request: WireRequest, person: Person, shared: boolean): string {
    const scope = this.#parts.settings.mode === 'team' && shared ? 'team' : person.id;
    return createHash('sha256').update(`${scope}\n${request.key}`).digest('base64url');
  }
}
