// The fast path to a cache hit. A request that came before, byte for byte from the same credential, needs no parsing and
// no checking again; it needs the person still to be welcome and the answer still to be the one that stands.
import { answersCount, decodeCall, isPacked, type FinishedCall } from '../calls/finishedCall';
import { callKey } from '../calls/responseCache';
import type { WireRequest } from '../calls/wireRequest';
import type { Person } from '../people/person';
import type { SignIn } from '../people/signIn';
import { readVersions } from '../stores/responseVersions';
import type { ResilientStore } from '../stores/resilientStore';
import { inOnePiece } from '../http/sendBody';
import { hitHeaders } from './reply';

export interface Beaten {
  readonly request: WireRequest;
  readonly answerKey: string;
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

/** A path with what was found at its end last time; as long as the store holds the same bytes, it is found again. */
interface Path extends Beaten {
  standing?: Buffer;
  bytes?: Buffer;
  call?: FinishedCall | undefined;
  body?: Buffer | string | undefined;
  headers?: readonly string[];
  /** The second these headers tell the age for. */
  second?: number;
  callKey?: string;
}

export class FastPath {
  /** By credential, address and body. */
  readonly #paths = new Map<string, Map<string, Map<string, Path>>>();
  #count = 0;

  constructor(
    private readonly store: ResilientStore,
    private readonly signIn: SignIn,
    /** Milliseconds an answer stands. */
    private readonly age: number,
    private readonly clock: () => number,
  ) {}

  remember(credential: string, path: string, body: string, { request, answerKey }: Beaten): void {
    if (this.age === 0 || credential.length + body.length > longestKey) return;
    if (this.#count >= mostPaths) {
      this.#paths.clear();
      this.#count = 0;
    }
    const own = inner(this.#paths, credential);
    inner(own, path).set(body, { request, answerKey });
    this.#count += 1;
  }

  find(credential: string, path: string, body: Buffer): ShortHit | undefined {
    if (this.#count === 0) return undefined;
    const beaten = this.#paths.get(credential)?.get(path)?.get(body.toString('utf8'));
    const person = beaten && this.signIn.known(credential);
    const call = person && this.#callAt(beaten);
    if (!call) return undefined;
    const now = this.clock();
    if (now - call.facts.at > this.age) return undefined;
    const second = Math.floor(now / 1_000);
    if (beaten.second !== second || !beaten.headers) {
      beaten.second = second;
      beaten.headers = hitHeaders(call.facts, call.packed.length, now);
    }
    return { request: beaten.request, person, body: beaten.body ?? call.packed, headers: beaten.headers };
  }

  #callAt(path: Path): FinishedCall | undefined {
    const standing = this.store.peek(path.answerKey);
    if (!standing) return undefined;
    if (path.standing !== standing) {
      path.standing = standing;
      const wanted = path.request.count ?? 1;
      path.callKey = callKey(readVersions(standing).find(({ reach }) => reach >= wanted)?.id ?? '');
    }
    const bytes = this.store.peek(path.callKey ?? '');
    if (!bytes) return undefined;
    if (path.bytes !== bytes) {
      path.bytes = bytes;
      path.call = whole(decodeCall(bytes), path.request);
      const packed = path.call?.packed;
      path.body = packed && packed.length <= inOnePiece ? packed.toString('latin1') : packed;
      delete path.second;
    }
    return path.call;
  }
}

function inner<Value>(outer: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = outer.get(key);
  if (known) return known;
  const made = new Map<string, Value>();
  outer.set(key, made);
  return made;
}

/** The call, when its answer can be sent as it is. */
function whole(call: FinishedCall, { count }: WireRequest): FinishedCall | undefined {
  const { status, records } = call.facts;
  const fits = status === 200 && records !== null && (count === undefined || records <= count);
  return fits && isPacked(call.packed) && answersCount(call.facts, count) ? call : undefined;
}
