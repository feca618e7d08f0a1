// Every refusal of the gateway has the shape the service documents: an object with one field, `detail`.
// So the add-in reads one error model, wherever the error was made.
import { free } from '../../protocol/headers';
import type { Log } from '../telemetry/log';
import type { Metrics } from '../telemetry/metrics';

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    readonly detail: string | readonly InvalidField[],
    headers: Readonly<Record<string, string>> = {},
    /** A refusal of the gateway's own comes before anything is sent. */
    cost: Readonly<Record<string, string>> = free,
  ) {
    super(typeof detail === 'string' ? detail : 'The request body is not valid.');
    this.headers = { ...cost, ...headers };
  }
}

/** The same may succeed after some seconds. */
export const tryAgain = (status: 429 | 503, detail: string, seconds = 5): Problem =>
  new Problem(status, detail, { 'retry-after': String(seconds) });

/** One item of a 422 response, as the service writes it. */
export interface InvalidField {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** The body of such a refusal, and of any other message of the gateway's own. */
export const problemBody = (detail: Problem['detail']): string => JSON.stringify({ detail });

export const notFound = 'Not found.';
export const unexpected = 'Something went wrong in the gateway. See its log for details.';

/** Nobody knows what was sent before it. */
export const unexpectedProblem = (): Problem => new Problem(500, unexpected, {}, {});

export const isProblem = (value: unknown): value is Problem => value instanceof Problem;

interface ReportParts {
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Turns whatever a handler threw into a problem for the client. An unexpected error is logged; the client is not told its
 * message, which could contain anything.
 */
export function reportProblem(error: unknown, id: string, { log, metrics }: ReportParts): Problem {
  const problem = isProblem(error) ? error : unexpectedProblem();
  if (problem !== error) {
    const { message, stack } = error instanceof Error ? error : new Error('unknown');
    log.error({ id, error: message, stack }, 'failed');
  }
  metrics.refusals.inc({ status: problem.status });
  return problem;
}
