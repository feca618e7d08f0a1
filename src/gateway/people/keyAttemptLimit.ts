// In personal mode only the service knows whether a key is right, so the gateway could be used to guess keys from behind its
// address. It learns from the responses: a network whose new keys are refused one after another has to wait, a key that the
// service has accepted never does.
import { dropOldest } from '../stores/dropOldest';
import type { Upstream } from '../upstream/upstream';
import { keyDigest } from './keyDigest';

const window = 60_000;
const accepted = 86_400_000;
/** Different refused keys of a network, tries with one of them, and new keys whose response is still awaited. */
const most = { refused: 10, tries: 10, awaited: 300 };
const mostKnown = 10_000;

interface Network {
  readonly until: number;
  /** How often each key was refused. */
  readonly keys: Map<string, number>;
}

/** Whoever only claims to have a key stores nothing. The key of a team is accepted. */
export interface KeyCheck {
  /** At once, by what the service has said before. */
  isAccepted(key: string): boolean;
  /** Asks the service where it has said nothing; throws unless it accepts the key. */
  check(key: string): Promise<void>;
}

export class KeyAttemptLimit {
  private readonly accepted = new Map<string, number>();
  private readonly networks = new Map<string, Network>();
  /** The network a key was last shown from. */
  private readonly from = new Map<string, string>();

  constructor(
    private readonly clock: () => number,
    private readonly onRefused: () => void,
  ) {}

  /** The service has accepted it within a day, and not refused it since. */
  isAccepted(key: string): boolean {
    return (this.accepted.get(keyDigest(key)) ?? 0) > this.clock();
  }

  /** Seconds to wait, or 0. */
  wait(key: string, network: string): number {
    const now = this.clock();
    const name = keyDigest(key);
    if (this.isAccepted(key)) return 0;
    let known = this.networks.get(network);
    if (!known || known.until <= now) known = { until: now + window, keys: new Map() };
    const tries = known.keys.get(name);
    const refused = [...known.keys.values()].filter((count) => count > 0).length;
    const closed =
      tries === undefined ? refused >= most.refused || known.keys.size >= most.awaited : tries >= most.tries;
    if (closed) return Math.ceil((known.until - now) / 1_000);
    known.keys.set(name, tries ?? 0);
    put(this.networks, network, known);
    put(this.from, name, network);
    return 0;
  }

  /** The same service, listened to. */
  watch(upstream: Upstream): Upstream {
    return {
      close: () => upstream.close(),
      call: (call, signal) =>
        upstream.call(call, signal).then((response) => {
          if (call.key !== '') this.learn(keyDigest(call.key), response.status);
          return response;
        }),
    };
  }

  private learn(name: string, status: number): void {
    const known = this.networks.get(this.from.get(name) ?? '');
    if (status === 401) {
      this.accepted.delete(name);
      if (known) known.keys.set(name, (known.keys.get(name) ?? 0) + 1);
      this.onRefused();
    } else if ((status >= 200 && status < 300) || (status >= 400 && status < 500)) {
      const until = this.clock() + accepted;
      // Once a minute is often enough for a day.
      if ((this.accepted.get(name) ?? 0) < until - window) put(this.accepted, name, until);
      known?.keys.delete(name);
    }
  }
}

/** The oldest goes when there are too many. */
function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  dropOldest(map.set(key, value), mostKnown);
}
