// The short way to a cache hit. A request that came before, byte for byte from the same credential, needs no parsing and
// no checking again; it needs the person still to be welcome and the answer still to be the one that stands.
import { decodeCall, type FinishedCall } from '../calls/finishedCall';
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

export class ShortWay {
  readonly #paths = new Map<string, Beaten>();
  /** Decoded once for each buffer; gone with it. */
  readonly #calls = new WeakMap<Buffer, FinishedCall>();

  constructor(
    private readonly store: SteadyStore,
    private readonly signIn: SignIn,
    /** Milliseconds an answer stands. */
    private readonly age: number,
    private readonly clock: () => number,
  ) {}

  remember(credential: string, path: string, body: string, beaten: Beaten): void {
    const key = `${path}\n${credential}\n${body}`;
    if (this.age === 0 || key.length > longestKey) return;
    if (this.#paths.size >= mostPaths) this.#paths.clear();
    this.#paths.set(key, beaten);
  }

  find(credential: string, path: string, body: string): ShortHit | undefined {
    const beaten = this.#paths.get(`${path}\n${credential}\n${body}`);
    const person = beaten && this.signIn.known(credential);
    const id = person && this.store.peek(beaten.answerKey);
    const bytes = id && id.length > 0 ? this.store.peek(callKey(id.toString('latin1'))) : undefined;
    if (!bytes || !person) return undefined;
    let call = this.#calls.get(bytes);
    if (!call) this.#calls.set(bytes, (call = decodeCall(bytes)));
    const { facts } = call;
    const { count } = beaten.request;
    const isWhole =
      facts.status === 200 && facts.records !== null && (count === undefined || facts.records <= count);
    const covers =
      count === undefined ||
      facts.count === null ||
      facts.count >= count ||
      (facts.records ?? 0) < facts.count;
    if (!isWhole || !covers || this.clock() - facts.at > this.age) return undefined;
    return { request: beaten.request, person, call };
  }
}
