// Turns whatever a handler threw into a problem for the client. An unexpected error is logged; the client is not told its
// message, which could contain anything.
import type { Log } from '../telemetry/log';
import type { Metrics } from '../telemetry/metrics';
import { isProblem, Problem, unexpected } from './problem';

export interface ReportParts {
  readonly log: Log;
  readonly metrics: Metrics;
}

export function reportProblem(error: unknown, id: string, { log, metrics }: ReportParts): Problem {
  const problem = isProblem(error) ? error : new Problem(500, unexpected);
  if (problem !== error) {
    const { message, stack } = error instanceof Error ? error : new Error('unknown');
    log.error({ id, error: message, stack }, 'failed');
  }
  metrics.refusals.inc({ status: problem.status });
  return problem;
}
