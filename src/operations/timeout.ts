// The one parameter that every data operation has, and how long a request without it may take.
import * as take from './table/parameter';

export const timeout = take.integer('Request', 'Time limit (seconds)', { min: 20, max: 1500, default: 300 });

/** Seconds the service may work on a request. */
export const timeoutSeconds = (params: Readonly<Record<string, unknown>>): number =>
  typeof params.timeout === 'number' ? params.timeout : timeout.default;
