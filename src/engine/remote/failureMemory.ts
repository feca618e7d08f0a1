// What a call that failed leaves behind, and what a response makes up for. One call answers every count up to its own, unless
// counts are not shared; a failure that depends on the count says nothing of other counts.
import { timeoutSeconds } from '../../operations/timeout';
import { dependsOnCount, dependsOnTimeout, holdMilliseconds, memoryOf } from '../local/failurePolicy';
import type { Failure, Failures } from '../local/failures';
import { exactSlot } from '../request/countBlocks';
import { SpillwayError } from '../request/errors';
import type { Job } from './job';

type Call = Pick<Job, 'request' | 'count'>;

/** The row of a failure that depends on the count. */
export const countedRow = ({ request, count }: Call): string => exactSlot(request.key, count);

/** The error as it is now remembered; one that is not worth remembering comes back as it was. */
export function rememberFailure(
  failures: Failures,
  call: Call,
  error: SpillwayError,
  now: number,
  renewal: boolean,
): SpillwayError {
  const { code } = error;
  const memory = memoryOf(code);
  if (!memory) return error;
  const { key, params } = call.request;
  const until =
    memory === 'hold' && error.facts.billed === 'no'
      ? now + Math.max(holdMilliseconds, error.facts.retryAfter ?? 0)
      : undefined;
  const { cause: _cause, ...facts } = error.facts;
  const row = dependsOnCount(code) ? countedRow(call) : key;
  const timeouts = failures
    .ofKey(key)
    .filter(([known, failure]) => known === row && dependsOnTimeout(failure.code))
    .map(([, { timeout }]) => timeout);
  const failure: Failure = {
    v: 1,
    key,
    code,
    facts: until === undefined ? facts : { ...facts, until },
    at: now,
    until,
    count: call.count,
    // A shorter timeout that fails as well does not make a longer one worth another try.
    timeout: Math.max(timeoutSeconds(params), ...timeouts),
    renewal,
    error: until === undefined ? error : new SpillwayError(code, { ...facts, until }),
  };
  // What failed before with this count is no longer what stands in the way.
  if (row === key) failures.remove([countedRow(call)].filter((counted) => counted !== row));
  failures.keep(row, failure);
  return failure.error;
}

/** There is a response: what it answers did not fail any more. */
export function forgetAnswered(failures: Failures, { request, count }: Call, reuseCounts: boolean): void {
  const answers = ({ code, count: failed = 0 }: Failure) =>
    !dependsOnCount(code) || (reuseCounts ? failed <= (count ?? 0) : failed === (count ?? 0));
  const answered = failures.ofKey(request.key).filter(([, failure]) => answers(failure));
  failures.remove(answered.map(([row]) => row));
}
