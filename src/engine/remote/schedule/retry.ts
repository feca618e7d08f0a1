// When a failed attempt is made again by itself: only where nothing was charged. A 500 may have been, until the points of
// the token statistic say otherwise (chargeProof.ts); an undocumented status is never retried.
import { isUnreached } from '../../local/failurePolicy';
import type { SpillwayError } from '../../request/errors';

const mostAttempts: Partial<Record<SpillwayError['code'], number>> = {
  rate_limited: 8,
  service_failed: 3,
};
const first = 1_000;
const longest = 30_000;

export interface Attempt {
  /** How many attempts were made. */
  readonly made: number;
  /** Milliseconds until the request's own deadline. */
  readonly left: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** Milliseconds to wait, or undefined: the failure is final. */
export function retryDelay(error: SpillwayError, { made, left, random }: Attempt): number | undefined {
  const { code, facts } = error;
  if (facts.billed !== 'no') return undefined;
  // What did not get through is sent again when calls do (circuitBreaker.ts), however often that takes.
  const unreached = isUnreached(error);
  if (!unreached && made >= (mostAttempts[code] ?? 1)) return undefined;
  const backOff = Math.min(longest, first * 2 ** made);
  const delay = Math.max(facts.retryAfter ?? 0, backOff / 2) + (random * backOff) / 2;
  // These are waited for in the queue, where the deadline of the call has not begun to run.
  return unreached || code === 'rate_limited' || delay < left ? delay : undefined;
}
