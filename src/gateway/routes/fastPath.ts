// The fast path to a cache hit. A request that came before, byte for byte from the same credential, needs no parsing and
// no checking again; it needs the person still to be welcome and the response still to be the one that stands.
import { decodeCall, isPacked, servesCount, type FinishedCall } from '../calls/finishedCall';
import { callKey } from '../calls/responseCache';
import type { WireRequest } from '../calls/wireRequest';
import type { Person } from '../people/person';
import type { SignIn } from '../people/signIn';
import { readVersions, type ResponseVersion } from '../stores/responseVersions';
import type { ResilientStore } from '../stores/resilientStore';
import { inOnePiece } from '../http/sendBody';
import { hitHeaders } from './reply';

export interface KnownRequest {
  readonly request: WireRequest;
  readonly responseKey: string;
}

export interface ShortHit {
  readonly request: WireRequest;
  readonly person: Person;
  /** The packed body; as a string with a character for a byte where it is small: Node writes it with the headers in one piece. */
  readonly body: Buffer | string;
  readonly headers: readonly string[];
}

const mostPaths = 5_000;
const longestKey = 6_000;
const smallBody = 1_000;

/** What was read from bytes of the store. It is kept for as long as the store holds them: a path alone keeps nothing in memory. */
interface Read {
  readonly call: FinishedCall;
  /** Of a small body: a copy of a large one would take as much memory again as the cache may. */
  readonly text: string | undefined;
  headers?: readonly string[];
  /** The second these headers tell the age for. */
  second?: number;
}

export class FastPath {
  /** By credential, address and body. */
  private readonly paths = new Map<string, Map<string, Map<string, KnownRequest>>>();
  private count = 0;
  private readonly standing = new WeakMap<Buffer, readonly ResponseVersion[]>();
  private readonly read = new WeakMap<Buffer, Read>();

  constructor(
    private readonly store: ResilientStore,
    private readonly signIn: SignIn,
    /** Milliseconds a response stands. */
    private readonly age: number,
    private readonly clock: () => number,
  ) {}

  remember(credential: string, path: string, body: string, { request, responseKey }: KnownRequest): void {
    if (this.age === 0 || credential.length + body.length > longestKey) return;
    if (this.count >= mostPaths) {
      this.paths.clear();
      this.count = 0;
    }
    const own = inner(this.paths, credential);
    inner(own, path).set(body, { request, responseKey });
    this.count += 1;
  }

  find(credential: string, path: string, body: Buffer): ShortHit | undefined {
    if (this.count === 0) return undefined;
    const remembered = this.paths.get(credential)?.get(path)?.get(body.toString('utf8'));
    const person = remembered && this.signIn.known(credential);
    const read = person && this.readAt(remembered);
    if (!read) return undefined;
    const { call, text } = read;
    const { packed } = call;
    const now = this.clock();
    if (now - call.facts.at > this.age || !isWhole(call, remembered.request)) return undefined;
    const second = Math.floor(now / 1_000);
    if (read.second !== second || !read.headers) {
      read.second = second;
      read.headers = hitHeaders(call.facts, call.packed.length, now);
    }
    return { request: remembered.request, person, body: text ?? inOneWrite(packed), headers: read.headers };
  }

  private versionOf({ responseKey, request }: KnownRequest): ResponseVersion | undefined {
    const standing = this.store.peek(responseKey);
    if (!standing) return undefined;
    let versions = this.standing.get(standing);
    if (!versions) this.standing.set(standing, (versions = readVersions(standing)));
    const wanted = request.count ?? 1;
    return versions.find(({ reach }) => reach >= wanted);
  }

  private readAt(known: KnownRequest): Read | undefined {
    const version = this.versionOf(known);
    const bytes = version && this.store.peek(callKey(version.id));
    if (!bytes) return undefined;
    let read = this.read.get(bytes);
    if (!read) {
      const call = decodeCall(bytes);
      if (!call) return undefined;
      const { packed } = call;
      read = { call, text: packed.length <= smallBody ? packed.toString('latin1') : undefined };
      this.read.set(bytes, read);
    }
    return read;
  }
}

function inner<Value>(outer: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = outer.get(key);
  if (known) return known;
  const made = new Map<string, Value>();
  outer.set(key, made);
  return made;
}

const inOneWrite = (packed: Buffer): Buffer | string =>
  packed.length <= inOnePiece ? packed.toString('latin1') : packed;

/** Whether its response can be sent as it is. */
function isWhole({ facts, packed }: FinishedCall, { count }: WireRequest): boolean {
  const { status, records } = facts;
  const fits = status === 200 && records !== null && (count === undefined || records <= count);
  return fits && isPacked(packed) && servesCount(facts, count);
}
