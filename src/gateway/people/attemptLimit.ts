// Counts failed sign-ins by network and credential. Whoever guesses shows many wrong credentials; a program with an old one
// shows the same again and again, and must not be taken for the whole office behind its address.
import { dropOldest } from '../stores/dropOldest';

interface Failures {
  readonly wrong: Map<string, number>;
  readonly until: number;
}

const mostNetworks = 10_000;
const window = 60_000;
/** Different wrong credentials of a network, and tries with one of them, until it is told to wait. */
const most = 10;
/** Different wrong credentials after which guessable ones are no longer compared. */
const ceiling = 100;

export class AttemptLimit {
  private readonly failures = new Map<string, Failures>();

  constructor(private readonly clock: () => number) {}

  /** Counts a failure. Seconds to wait, or 0 while it may be a mistake. */
  fail(network: string, credential: string): number {
    const now = this.clock();
    const known = this.of(network) ?? { wrong: new Map<string, number>(), until: now + window };
    const tries = known.wrong.get(credential) ?? 0;
    const isGuessing = tries === 0 && known.wrong.size >= most;
    if (tries > 0 || known.wrong.size < ceiling) known.wrong.set(credential, tries + 1);
    this.failures.set(network, known);
    if (this.failures.size > mostNetworks) this.forget(now);
    return isGuessing || tries >= most ? Math.ceil((known.until - now) / 1_000) : 0;
  }

  /** So many different guesses have come from there that none is looked at which somebody could have made up. */
  isClosed(network: string): boolean {
    return (this.of(network)?.wrong.size ?? 0) >= ceiling;
  }

  private of(network: string): Failures | undefined {
    const known = this.failures.get(network);
    return known && known.until > this.clock() ? known : undefined;
  }

  private forget(now: number): void {
    for (const [network, { until }] of this.failures) if (until <= now) this.failures.delete(network);
    dropOldest(this.failures, mostNetworks);
  }
}
