// Whether a request that the cache cannot answer may be sent at all, before its price is weighed: the stay is not over, there
// is a key, nobody declined it or has to approve it first, and the service is not down.
import { cost } from '../../operations/cost';
import type { AskOptions } from '../engine';
import { sentCount } from '../request/countBlocks';
import type { DataRequest } from '../request/dataRequest';
import { SpillwayError } from '../request/errors';
import { pastStay } from '../request/pastStay';
import type { Arrival } from '../local/arrivals';
import type { HoldReason } from '../request/holdReason';
import type { RemoteParts } from './remoteParts';
import { isHold, type Decision } from './spend/userDecisions';

/** Throws what prevents the request; false: the cache can answer it now. A renewal replaces a result that is shown. */
export type Admission = (
  request: DataRequest,
  options: AskOptions,
  arrival: Arrival,
  isRenewal: boolean,
) => Promise<boolean>;

export function createAdmission(parts: RemoteParts): Admission {
  const { clock, settings, store, keyWatch, cache, events, circuit, decisions, paid, purchases, inFlight } =
    parts;
  const price = (request: DataRequest) => cost(request.operation, sentCount(request, settings()));

  /** Why a person has to decide first. */
  async function reasonToAsk(request: DataRequest, cell?: string): Promise<HoldReason | undefined> {
    if (await paid.covers(request)) return 'no_longer_kept';
    const known = purchases?.knows(request.key, sentCount(request, settings()));
    const elsewhere = await known?.catch(() => 'unreadable' as const);
    if (elsewhere === true) return 'bought_elsewhere';
    if (elsewhere || store.isDown()) return 'store_down';
    return parts.reasonToHold?.(cell, request.key);
  }

  /** Looks whether the request was bought before; true when the cache can answer it after all. */
  async function lookBack(request: DataRequest, cell?: string): Promise<boolean> {
    if (decisions.of(request) || cache.inMemory(request)) return false;
    const reason = await reasonToAsk(request, cell);
    if (!reason || inFlight.serves(request)) return false;
    if (await parts.gatewayCopy(request)) return true;
    if (!inFlight.serves(request)) decisions.set([request], reason);
    return false;
  }

  return async (request, { cell, agreed = 0 }, arrival, isRenewal) => {
    await parts.ready;
    const past = pastStay(request, clock.now());
    if (past) throw past;
    await keyWatch.admit(request.key, cell === undefined ? [] : [cell]);
    const isAgreed = agreed >= price(request);
    const isKnown = isAgreed || (await decisions.known());
    if (!isAgreed && !inFlight.isSending(request) && (await lookBack(request, cell))) return false;
    const renewalHeld = isRenewal && !isAgreed ? await parts.reasonToHold?.(cell, request.key) : undefined;
    // From here on nothing waits: what was fetched or decided meanwhile is heard.
    if (!isRenewal && cache.inMemory(request)) return false;
    if (arrival.isStopped()) decisions.set([request], 'stopped');
    else if (isAgreed) decisions.clear([request]);
    else if (!isKnown && !inFlight.serves(request)) decisions.set([request], 'store_down');
    else if (arrival.held && !inFlight.serves(request)) decisions.set([request], arrival.held);
    else if (renewalHeld && !inFlight.serves(request)) decisions.set([request], renewalHeld);
    const decision = decisions.of(request)?.decision;
    if (decision && !inFlight.isSending(request)) {
      // One more cell waits for the approval.
      events.changed();
      throw refusal(decision, price(request));
    }
    const unsendable = circuit.refusal();
    if (unsendable) {
      circuit.wait(request.key, cell === undefined ? [] : [cell]);
      throw unsendable;
    }
    return true;
  };
}

function refusal(decision: Decision, credits: number): SpillwayError {
  if (isHold(decision)) return new SpillwayError('held', { credits, held: decision, billed: 'no' });
  return new SpillwayError(decision === 'declined' ? 'rejected' : 'stopped', { billed: 'no' });
}
