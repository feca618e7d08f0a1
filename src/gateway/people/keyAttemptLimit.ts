// In personal mode only the service knows whether a key is right, so the gateway could be used to guess keys from behind its
// address. It learns from the responses: a network whose new keys are refused one after another has to wait, a key that the
// service has accepted never does.
import { dropOldest } from '../stores/dropOldest';
import type { Upstream, UpstreamResponse } from '../upstream/upstream';
import { NetworkCounts } from './attemptLimit';
import { keyDigest } from './keyDigest';

const minute = 60_000;
const accepted = 86_400_000;
/** Different refused keys of a network, tries with one of them, and new keys whose response is still awaited. */
const most = { refused: 10, tries: 10, awaited: 300 };
const mostKnown = 10_000;

/** Only who has a key gets records. Any other response, even a refusal, may come before the key was looked at, or from a proxy. */
const isProof = ({ status, body }: UpstreamResponse): boolean =>
  status === 200 && /^\s*\[/.test(body.toString('latin1', 0, 100));

/** Whoever only claims to have a key stores nothing. The key of a team is accepted. */
export interface KeyCheck {
  /** At once, by what the service has said before. */
  isAccepted(key: string): boolean;
  /** Asks the service where it has said nothing; throws unless it accepts the key. */
  check(key: string): Promise<void>;
}

export class KeyAttemptLimit {
  private readonly accepted = new Map<string, number>();
  /** How often each key was refused. */
  private readonly networks: NetworkCounts;
  /** The network a key was last shown from. */
  private readonly from = new Map<string, string>();

  constructor(
    private readonly clock: () => number,
    private readonly onRefused: () => void,
  ) {
    this.networks = new NetworkCounts(clock);
  }

  /** The service has accepted it within a day, and not refused it since. */
  isAccepted(key: string): boolean {
    return (this.accepted.get(keyDigest(key)) ?? 0) > this.clock();
  }

  /** Seconds to wait, or 0. */
  wait(key: string, network: string): number {
    const name = keyDigest(key);
    if (this.isAccepted(key)) return 0;
    const known = this.networks.of(network);
    const tries = known.tries.get(name);
    const refused = [...known.tries.values()].filter((count) => count > 0).length;
    const closed =
      tries === undefined ? refused >= most.refused || known.tries.size >= most.awaited : tries >= most.tries;
    if (closed) return this.networks.secondsLeft(known);
    known.tries.set(name, tries ?? 0);
    put(this.from, name, network);
    return 0;
  }

  /** The same service, listened to. */
  watch(upstream: Upstream): Upstream {
    return {
      close: () => upstream.close(),
      call: (call, signal) =>
        upstream.call(call, signal).then((response) => {
          if (call.key !== '') this.learn(keyDigest(call.key), response);
          return response;
        }),
    };
  }

  private learn(name: string, response: UpstreamResponse): void {
    const tries = this.networks.find(this.from.get(name) ?? '')?.tries;
    if (response.status === 401) {
      this.accepted.delete(name);
      tries?.set(name, (tries.get(name) ?? 0) + 1);
      this.onRefused();
    } else if (isProof(response)) {
      const until = this.clock() + accepted;
      // Once a minute is often enough for a day.
      if ((this.accepted.get(name) ?? 0) < until - minute) put(this.accepted, name, until);
      tries?.delete(name);
    }
  }
}

/** The oldest goes when there are too many. */
function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  dropOldest(map.set(key, value), mostKnown);
}
