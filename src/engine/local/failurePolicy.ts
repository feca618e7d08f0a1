// What each failure means for money and waiting: whether it may be tried again by itself, how long it is remembered,
// and whether it says that the service as a whole is down.
import type { ErrorCode, ErrorFacts, SpillwayError } from '../request/errors';

/**
 * - `input`: remembered until Refresh or changed input: asking again would give the same response.
 * - `key`: until the key changes.
 * - `hold`: where nothing was charged, until Refresh or until a short hold is over; else as `paid`; from an earlier day, until Refresh, so that opening sends nothing.
 * - `paid`: the work may be paid for; until Refresh, never repeated by itself.
 */
type Memory = 'input' | 'key' | 'hold' | 'paid';

const memories: Partial<Record<ErrorCode, Memory>> = {
  bad_request: 'input',
  not_found: 'input',
  unavailable: 'input',
  invalid: 'input',
  rejected: 'input',
  bad_key: 'key',
  forbidden: 'key',
  service_failed: 'hold',
  network: 'hold',
  over_budget: 'hold',
  unexpected_status: 'paid',
  timed_out: 'paid',
  deadline: 'paid',
  truncated: 'paid',
  not_json: 'paid',
  not_records: 'paid',
};

export const memoryOf = (code: ErrorCode): Memory | undefined => memories[code];

export const holdMilliseconds = 5 * 60_000;

/** The response depends on how much was asked for, so another count or a longer timeout is a changed input. */
export const dependsOnCount = (code: ErrorCode): boolean =>
  ['invalid', 'bad_request', 'timed_out', 'deadline', 'over_budget'].includes(code);
export const dependsOnTimeout = (code: ErrorCode): boolean => code === 'timed_out' || code === 'deadline';

/** The call did not get through: no connection, a proxy's page in place of a response, or a gateway that cannot send now. */
export const isUnreached = ({ code, facts }: SpillwayError): boolean =>
  code === 'network' ||
  (code === 'unexpected_status' && facts.foreign === true && (facts.status ?? 0) >= 500) ||
  (code === 'service_failed' && facts.byGateway === true && facts.billed === 'no');

/** The service itself is in trouble, whatever the request. */
export const isOutage = (code: ErrorCode, { status = 0 }: ErrorFacts): boolean =>
  code === 'service_failed' || code === 'network' || (code === 'unexpected_status' && status >= 500);
