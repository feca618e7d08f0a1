// Whether a request that the cache cannot answer may be sent at all, before its price is weighed: the stay is not over, there
// is a key, nobody declined it or has to approve it first, and the service is not down.
import { cost } from '../../operations/cost';
import type { AskOptions } from '../engine';
import { sentCount } from '../request/countBlocks';
import type { DataRequest } from '../request/dataRequest';
import { SpillwayError } from '../request/errors';
import { pastStay } from '../request/pastStay';
import type { RemoteParts } from './remoteParts';
import { isHold, type Decision } from './spend/userDecisions';

/** Throws what prevents the request; false: the cache can answer it now. */
export type Admission = (request: DataRequest, options: AskOptions) => Promise<boolean>;

export function createAdmission(parts: RemoteParts): Admission {
  const { clock, settings, keyWatch, cache, events, circuit, decisions, paid, purchases, inFlight } = parts;
  const price = (request: DataRequest) => cost(request.operation, sentCount(request, settings()));

  /** What a person decided about the request, or has to decide first. */
  async function decisionOn(request: DataRequest): Promise<Decision | 'cached' | undefined> {
    const known = decisions.of(request)?.decision;
    // A result that is shown may be fetched again when it expires.
    if (known || cache.inMemory(request)) return known;
    const reason = (await paid.covers(request))
      ? 'no_longer_kept'
      : (await purchases?.knows(request.key, sentCount(request, settings())))
        ? 'bought_elsewhere'
        : undefined;
    if (!reason || inFlight.serves(request)) return reason;
    if (await parts.gatewayCopy(request)) return 'cached';
    decisions.set([request], reason);
    return reason;
  }

  return async (request, { cell, agreed = 0 }) => {
    await parts.ready;
    const past = pastStay(request, clock.now());
    if (past) throw past;
    await keyWatch.admit(request.key, cell === undefined ? [] : [cell]);
    if (agreed >= price(request)) decisions.clear([request]);
    else if (!inFlight.serves(request)) {
      const decision = await decisionOn(request);
      if (decision === 'cached') return false;
      if (decision && !inFlight.serves(request)) {
        // One more cell waits for the approval.
        events.changed();
        throw refusal(decision, price(request));
      }
    }
    const elapsed = clock.elapsed();
    const open = circuit.openUntil(elapsed);
    if (open !== undefined)
      throw new SpillwayError('circuit_open', { until: clock.now() + open - elapsed, billed: 'no' });
    return true;
  };
}

function refusal(decision: Decision, credits: number): SpillwayError {
  if (isHold(decision)) return new SpillwayError('held', { credits, held: decision, billed: 'no' });
  return new SpillwayError(decision === 'declined' ? 'rejected' : 'stopped', { billed: 'no' });
}
