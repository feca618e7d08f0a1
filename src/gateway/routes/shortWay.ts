// The short way to a cache hit. A request that came before, byte for byte from the same credential, needs no parsing and
// no checking again; it needs the person still to be welcome and the answer still to be the one that stands.
import { answersCount, decodeCall, type FinishedCall } from '../calls/finishedCall';
import { callKey } from '../calls/callDesk';
import type { WireRequest } from '../calls/wireRequest';
import type { Person } from '../people/person';
import type { SignIn } from '../people/signIn';
import type { SteadyStore } from '../stores/steadyStore';

export interface Beaten {
  readonly request: WireRequest;
  readonly answerKey: string;
}

export interface ShortHit {
  readonly request: WireRequest;
  readonly person: Person;
  readonly call: FinishedCall;
}

const mostPaths = 5_000;
const longestKey = 6_000;

/** A path with what was found at its end last time; as long as the store holds the same bytes, it is found again. */
interface Path extends Beaten {
  id?: Buffer;
  bytes?: Buffer;
  call?: FinishedCall;
  callKey?: string;
}

export class ShortWay {
  /** By credential, then by address and body. */
  readonly #paths = new Map<string, Map<string, Path>>();
  #count = 0;

  constructor(
    private readonly store: SteadyStore,
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
    const own = this.#paths.get(credential) ?? new Map<string, Path>();
    this.#paths.set(credential, own.set(path + body, { request, answerKey }));
    this.#count += 1;
  }

  find(credential: string, path: string, body: string): ShortHit | undefined {
    const beaten = this.#paths.get(credential)?.get(path + body);
    const person = beaten && this.signIn.known(credential);
    const call = person && this.#callAt(beaten);
    return call && this.clock() - call.facts.at <= this.age
      ? { request: beaten.request, person, call }
      : undefined;
  }

  #callAt(path: Path): FinishedCall | undefined {
    const id = this.store.peek(path.answerKey);
    if (!id || id.length === 0) return undefined;
    if (path.id !== id) Object.assign(path, { id, callKey: callKey(id.toString('latin1')) });
    const bytes = this.store.peek(path.callKey ?? '');
    if (!bytes) return undefined;
    if (path.bytes !== bytes) Object.assign(path, { bytes, call: whole(decodeCall(bytes), path.request) });
    return path.call;
  }
}

/** The call, when its answer can be sent as it is. */
function whole(call: FinishedCall, { count }: WireRequest): FinishedCall | undefined {
  const { status, records } = call.facts;
  const fits = status === 200 && records !== null && (count === undefined || records <= count);
  return fits && answersCount(call.facts, count) ? call : undefined;
}
