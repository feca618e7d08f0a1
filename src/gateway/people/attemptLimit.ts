// Counts failed sign-ins by network and credential. Whoever guesses shows many wrong credentials; a program with an old one
// shows the same again and again, and must not be taken for the whole office behind its address.
import { dropOldest } from '../stores/dropOldest';

const mostNetworks = 10_000;
const window = 60_000;
/** Different wrong credentials of a network, and tries with one of them, until it is told to wait. */
const most = 10;
/** Different wrong credentials after which guessable ones are no longer compared. */
const ceiling = 100;

interface Counts {
  /** Tries with each credential. */
  readonly tries: Map<string, number>;
  readonly until: number;
}

/** Tries of each network, for a minute from its first. */
export class NetworkCounts {
  /** In the order in which they began. */
  private readonly networks = new Map<string, Counts>();

  constructor(private readonly clock: () => number) {}

  /** Undefined where there were none in the last minute. */
  find(network: string): Counts | undefined {
    for (const [first, { until }] of this.networks) {
      if (until > this.clock()) break;
      this.networks.delete(first);
    }
    return this.networks.get(network);
  }

  of(network: string): Counts {
    const counts = this.find(network) ?? { tries: new Map<string, number>(), until: this.clock() + window };
    dropOldest(this.networks.set(network, counts), mostNetworks);
    return counts;
  }

  secondsLeft({ until }: Counts): number {
    return Math.ceil((until - this.clock()) / 1_000);
  }
}

export class AttemptLimit {
  private readonly failures: NetworkCounts;

  constructor(clock: () => number) {
    this.failures = new NetworkCounts(clock);
  }

  /** Counts a failure. Seconds to wait, or 0 while it may be a mistake. */
  fail(network: string, credential: string): number {
    const failed = this.failures.of(network);
    const tries = failed.tries.get(credential) ?? 0;
    const isGuessing = tries === 0 && failed.tries.size >= most;
    if (tries > 0 || failed.tries.size < ceiling) failed.tries.set(credential, tries + 1);
    return isGuessing || tries >= most ? this.failures.secondsLeft(failed) : 0;
  }

  /** So many different guesses have come from there that none is looked at which somebody could have made up. */
  isClosed(network: string): boolean {
    return (this.failures.find(network)?.tries.size ?? 0) >= ceiling;
  }
}
