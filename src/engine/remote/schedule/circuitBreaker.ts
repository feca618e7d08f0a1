// Whether anything may be sent: not while the service cannot be reached, and not while it keeps failing.
//
// | state     | what is sent                     | what follows                                                              |
// | --------- | -------------------------------- | ------------------------------------------------------------------------- |
// | closed    | everything                       | unreached: a call did not get through; failing: five failed in a row      |
// | unreached | a free question, again and again | closed: it got through, or a call under way did                           |
// | failing   | nothing for a while              | trying: the time is over                                                  |
// | trying    | one request                      | closed: it succeeded; failing, for longer: it failed; else the next tries |
//
// A browser does not say whether a call that failed was ever connected, so nothing else is risked until it is known that
// calls get through again. What waited meanwhile cost nothing: those who show that they wait are told when it is over.
import type { Clock } from '../../ports/clock';
import { SpillwayError } from '../../request/errors';

const failuresToOpen = 5;
const shortest = 30_000;
const longest = 5 * 60_000;
const firstQuestion = 500;
const longestQuestion = 30_000;
/** Cells wait this long for a service that cannot be reached; then they say so. */
const longestWait = 30_000;

export type Report = 'ok' | 'unreached' | 'failed';

export interface CircuitBreakerParts {
  readonly clock: Clock;
  /** Asks a free question; false: it did not get through. */
  readonly getsThrough: () => Promise<boolean>;
  /** Requests may be sent again; those that were refused since, with their cells. */
  readonly isBack: (waited: readonly (readonly [key: string, cells: ReadonlySet<string>])[]) => void;
}

export class CircuitBreaker {
  private state: 'closed' | 'unreached' | 'failing' | 'trying' = 'closed';
  private failures = 0;
  private opened = 0;
  /** A request is trying whether the service is back. */
  private probing = false;
  /** As `clock.elapsed()` tells: when the state began, and when it is over. */
  private since = 0;
  private until = 0;
  private cancel: (() => void) | undefined;
  private readonly waiting = new Map<string, Set<string>>();

  constructor(private readonly parts: CircuitBreakerParts) {}

  /** Whether a request may be sent; `probe`: it is the one that tries. Otherwise the queue is looked at when that changes. */
  admits(): 'yes' | 'probe' | 'no' {
    if (this.state === 'closed') return 'yes';
    if (this.state !== 'trying' || this.probing) return 'no';
    this.probing = true;
    return 'probe';
  }

  /** Nothing is to leave, although it left the queue already. */
  get isOpen(): boolean {
    return this.state === 'unreached' || this.state === 'failing';
  }

  /** The page closes: nothing is asked any more. */
  end(): void {
    this.enter('closed');
  }

  /** The request that was to try it has ended without telling: it was not sent, or was taken back. */
  release(): void {
    this.probing = false;
  }

  /** What a cell shows instead of waiting for longer; undefined: it may wait. */
  refusal(): SpillwayError | undefined {
    const { clock } = this.parts;
    const elapsed = clock.elapsed();
    if (this.state === 'failing') {
      const until = clock.now() + this.until - elapsed;
      return new SpillwayError('circuit_open', { until, billed: 'no' });
    }
    if (this.state !== 'unreached' || elapsed - this.since < longestWait) return undefined;
    return new SpillwayError('circuit_open', { billed: 'no' });
  }

  /** When requests are tried again, where that is known. */
  get openUntil(): number | undefined {
    return this.refusal()?.facts.until;
  }

  /** A request was refused: its cells are told when it may be sent. */
  wait(key: string, cells: Iterable<string>): void {
    const known = this.waiting.get(key) ?? new Set();
    for (const cell of cells) known.add(cell);
    this.waiting.set(key, known);
  }

  report(result: Report): void {
    const wasTrying = this.state === 'trying';
    this.probing = false;
    if (result === 'ok') return this.reset();
    // What was under way when it began tells nothing new.
    if (this.state !== 'closed' && !wasTrying) return;
    this.failures += 1;
    if (wasTrying || this.failures >= failuresToOpen) this.fail();
    else if (result === 'unreached') {
      this.enter('unreached');
      this.ask(firstQuestion);
    }
  }

  reset(): void {
    this.failures = 0;
    this.opened = 0;
    this.probing = false;
    this.close();
  }

  private close(): void {
    if (this.state !== 'closed') this.enter('closed');
    this.tell();
  }

  private fail(): void {
    const rest = Math.min(longest, shortest * 2 ** this.opened);
    this.opened += 1;
    this.enter('failing');
    this.until = this.since + rest;
    this.cancel = this.parts.clock.setTimer(() => {
      this.enter('trying');
      this.tell();
    }, rest);
  }

  /** The first question at once: mostly one connection broke, and the others work. */
  private ask(next: number): void {
    const { clock, getsThrough } = this.parts;
    const { since } = this;
    const isOver = () => this.state !== 'unreached' || this.since !== since;
    void getsThrough()
      .catch(() => false)
      .then((isThrough) => {
        if (isOver()) return;
        if (isThrough) return this.close();
        this.cancel = clock.setTimer(() => this.ask(Math.min(longestQuestion, next * 2)), next);
        // Whoever has waited for too long is told.
        if (this.refusal()) this.parts.isBack([]);
      });
  }

  private enter(state: CircuitBreaker['state']): void {
    this.cancel?.();
    this.cancel = undefined;
    this.state = state;
    this.since = this.parts.clock.elapsed();
  }

  private tell(): void {
    const waited = [...this.waiting];
    this.waiting.clear();
    this.parts.isBack(waited);
  }
}
