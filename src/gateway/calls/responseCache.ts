// What calls brought, by request. Responses belong to a service, an account and whoever may share them. A paid response
// gives way only to a better one, a failure never stands before it, and one that nobody has read is not paid again.
import { jsonOrNothing } from '../http/json';
import { keyDigest, sha256 } from '../people/keyDigest';
import type { Person } from '../people/person';
import { anyCount, readVersions } from '../stores/responseVersions';
import type { GatewaySettings } from '../settings/settings';
import type { ResilientStore } from '../stores/resilientStore';
import { decodeCall, encodeCall, servesCount, type CallFacts, type FinishedCall } from './finishedCall';
import type { WireRequest } from './wireRequest';
import { randomFillSync } from 'node:crypto';

// Ids of calls that nobody can guess, drawn many at a time: a draw costs much more than its bytes. They begin with the number
// of the format, so that a response is told from one that a gateway of 0.1 kept under the same name.

const idPrefix = '2.';

const size = 18;
const drawn = Buffer.allocUnsafeSlow(size * 128);
let next = drawn.length;

export function randomId(): string {
  if (next >= drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  const id = idPrefix + drawn.toString('base64url', next, next + size);
  next += size;
  return id;
}

export type ResponseCacheSettings = Pick<
  GatewaySettings,
  'mode' | 'shareCache' | 'shareCalls' | 'cacheAge' | 'recovery' | 'redisUrl' | 'data'
>;

export interface ResponseCacheParts {
  readonly store: ResilientStore;
  /** The address of the service, and so whose responses these are. */
  readonly service: string;
  /** The time of day. */
  readonly clock: () => number;
  readonly settings: ResponseCacheSettings;
}

/** Where a request of a person is kept. */
export interface Names {
  /** The service, and in a team its key. */
  readonly account: string;
  readonly response: string;
  readonly failure: string;
  /** Leases on the call; the second is the one that gateways of 0.1 know, where the store is shared. */
  readonly flights: readonly [string, ...string[]];
  /** What was fetched for this person, until they have read it. */
  readonly unread: string;
  /** Where gateways of 0.1 keep the response, and look for it; undefined where no store outlives this process. */
  readonly earlier: string | undefined;
}

export interface CachedCall {
  readonly id: string;
  readonly call: FinishedCall;
}

interface Unread {
  readonly id: string;
  /** How old a response the request allowed; null for any age. */
  readonly maxAge: number | null;
}

/** Failures that the same request would meet again. */
const lasting = new Set([400, 404, 412, 422]);

export const callKey = (id: string): string => `call:${id}`;

const earlierAccount = 'earlier-account';
const longLife = 3_650 * 86_400_000;

/** What was read through this gateway is known at once; others learn it from the store. */
const mostRead = 10_000;

export class ResponseCache {
  private readonly read = new Set<string>();

  constructor(private readonly parts: ResponseCacheParts) {}

  names(request: WireRequest, person: Person): Names {
    const { service, settings } = this.parts;
    const { mode, shareCache, shareCalls } = settings;
    const base = `${service}\n${keyDigest(person.key)}\n${request.key}\n`;
    const own = sha256(base + person.id);
    const team = mode === 'team' && (shareCache || shareCalls) ? sha256(`${base}the team`) : own;
    const responses = shareCache ? team : own;
    const earlier = (shared: boolean) =>
      sha256(`${mode === 'team' && shared ? 'team' : person.id}\n${request.key}`);
    const isShared = settings.redisUrl !== undefined;
    return {
      account: `${service}\n${mode === 'team' ? keyDigest(person.key) : ''}`,
      response: `answer:${responses}`,
      failure: `failure:${responses}:${request.count ?? ''}`,
      flights: [`flight:${shareCalls ? team : own}`, ...(isShared ? [`flight:${earlier(shareCalls)}`] : [])],
      unread: `unread:${own}`,
      earlier: isShared || settings.data !== undefined ? `answer:${earlier(shareCache)}` : undefined,
    };
  }

  /** Whether there is certainly nothing: known at once where memory is all there is. */
  lacks({ response, unread, failure }: Names): boolean {
    const { store } = this.parts;
    return store.lacks(response) && store.lacks(unread) && store.lacks(failure);
  }

  /** `fresh`: other gateways may just have finished. */
  async find(
    names: Names,
    request: WireRequest,
    maxAge: number,
    fresh = false,
  ): Promise<CachedCall | undefined> {
    const { store, settings } = this.parts;
    if (maxAge > 0 && settings.cacheAge > 0) {
      const limit = Math.min(maxAge, settings.cacheAge);
      for (const { id, at, reach } of readVersions(await store.versions(names.response, fresh))) {
        if (reach < (request.count ?? 1) || this.age(at) > limit) continue;
        const call = await this.call(id);
        if (call) return { id, call };
      }
    }
    return (
      (await this.unread(names, request, maxAge)) ??
      (await this.earlier(names, request, maxAge)) ??
      (await this.failure(names, maxAge))
    );
  }

  async keep(
    names: Names,
    { id, call }: CachedCall,
    { maxAge, lease }: { maxAge: number; lease: number },
  ): Promise<void> {
    const { store, settings, clock } = this.parts;
    const { status, records, credits, at } = call.facts;
    const isPaidResponse = status === 200 && records !== null;
    const life = isPaidResponse ? Math.max(settings.cacheAge, settings.recovery) : settings.recovery;
    // Those who wait look for it until their lease is over, however short the time to fetch it again is.
    await store.write(callKey(id), encodeCall(call), Math.max(life, lease));
    const steps: Promise<unknown>[] = [];
    if (isPaidResponse && settings.cacheAge > 0) {
      const candidate = { id, at, reach: reachOf(call.facts) };
      steps.push(store.offer(names.response, { candidate, now: clock(), lifetime: settings.cacheAge }));
      if (names.earlier !== undefined) steps.push(store.write(names.earlier, Buffer.from(id), life));
    }
    if (credits !== 0) steps.push(this.awaited(names, id, maxAge, settings.recovery));
    if (lasting.has(status)) steps.push(store.write(names.failure, Buffer.from(id), settings.recovery));
    await Promise.all(steps);
  }

  /** This person waits for this call; should they not read its response, they need not pay for it again. */
  awaited(names: Names, id: string, maxAge: number, lifetime: number): Promise<void> {
    const unread: Unread = { id, maxAge: maxAge === Infinity ? null : maxAge };
    return this.parts.store.write(names.unread, Buffer.from(JSON.stringify(unread)), lifetime);
  }

  /** The person has it. Only the add-in knows whether its user wants the same again, so an equal request is a new one. */
  async delivered(unread: string, id: string, isRead: boolean): Promise<void> {
    const { store, settings } = this.parts;
    const note = readKey(unread, id);
    if (this.read.size >= mostRead) this.read.clear();
    this.read[isRead ? 'add' : 'delete'](note);
    const waiting = await this.waiting(unread);
    // A note of its own, since a later call may be unread by now.
    if (waiting?.id === id) await store.write(note, Buffer.from(isRead ? '1' : ''), settings.recovery);
  }

  private async unread(
    names: Names,
    { count }: WireRequest,
    maxAge: number,
  ): Promise<CachedCall | undefined> {
    const waiting = await this.waiting(names.unread);
    if (!waiting) return undefined;
    const note = readKey(names.unread, waiting.id);
    if (this.read.has(note) || (await this.parts.store.read(note))?.length) return undefined;
    const call = await this.call(waiting.id);
    if (!call || call.facts.status === 0 || call.facts.credits === 0) return undefined;
    // A refresh takes what a refresh brought, and only that: anything else was asked for before it.
    const allowed = waiting.maxAge ?? Infinity;
    if (maxAge < allowed && (maxAge === 0 || this.age(call.facts.at) > maxAge)) return undefined;
    const { facts } = call;
    const fits = facts.records === null ? facts.count === (count ?? null) : servesCount(facts, count);
    return fits ? { id: waiting.id, call } : undefined;
  }

  /**
   * What a gateway of 0.1 bought, on the same data folder or Redis. It stands under the names of this version from here on. 0.1
   * did not write down which service and key it was for: they are those of the first gateway that looked.
   */
  private async earlier(
    names: Names,
    { count }: WireRequest,
    maxAge: number,
  ): Promise<CachedCall | undefined> {
    const { store, settings, clock } = this.parts;
    if (names.earlier === undefined || maxAge === 0) return undefined;
    const id = (await store.read(names.earlier))?.toString() ?? '';
    if (id === '' || id.startsWith(idPrefix) || !(await this.isOfEarlier(names.account))) return undefined;
    const call = await this.call(id);
    if (call?.facts.status !== 200 || call.facts.records === null) return undefined;
    const age = this.age(call.facts.at);
    const life = settings.cacheAge === 0 ? settings.recovery : settings.cacheAge;
    if (age > Math.min(maxAge, life) || !servesCount(call.facts, count)) return undefined;
    if (settings.cacheAge > 0) {
      const candidate = { id, at: call.facts.at, reach: reachOf(call.facts) };
      await store.offer(names.response, { candidate, now: clock(), lifetime: life - age });
    } else {
      await this.awaited(names, id, Infinity, life - age);
      await store.write(names.earlier, Buffer.alloc(0), 1);
    }
    return { id, call };
  }

  private async isOfEarlier(account: string): Promise<boolean> {
    const { store } = this.parts;
    const known = (await store.read(earlierAccount))?.toString();
    const own = sha256(account);
    if (known === undefined) await store.write(earlierAccount, Buffer.from(own), longLife);
    return known === undefined || known === own;
  }

  private async failure({ failure }: Names, maxAge: number): Promise<CachedCall | undefined> {
    const id = maxAge > 0 ? (await this.parts.store.read(failure))?.toString() : undefined;
    const call = id === undefined ? undefined : await this.call(id);
    const limit = Math.min(maxAge, this.parts.settings.recovery);
    return id !== undefined && call && this.age(call.facts.at) <= limit ? { id, call } : undefined;
  }

  private async waiting(unread: string): Promise<Unread | undefined> {
    const bytes = await this.parts.store.read(unread);
    const waiting = bytes && (jsonOrNothing(bytes.toString()) as Partial<Unread> | null | undefined);
    return typeof waiting?.id === 'string' ? { maxAge: null, ...waiting, id: waiting.id } : undefined;
  }

  private async call(id: string): Promise<FinishedCall | undefined> {
    const bytes = await this.parts.store.read(callKey(id));
    return bytes && decodeCall(bytes);
  }

  private age(at: number): number {
    return Math.max(0, this.parts.clock() - at);
  }
}

const readKey = (unread: string, id: string): string => `read:${id}:${unread.slice('unread:'.length)}`;

/** A list that came shorter than asked for is whole and serves any count. */
const reachOf = ({ count, records }: CallFacts): number =>
  count === null || (records ?? 0) < count ? anyCount : count;
