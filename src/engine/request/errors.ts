// Everything that can go wrong between a formula and its records, as one type with a literal code.
// Guards look at `code`; `src/excel/errors/cellError.ts` turns it into a sentence for the cell.
// No message, cause or detail ever holds the API key: `detail` is scrubbed where the response is read.

import type { HoldReason } from './holdReason';

/** `status` codes come from the service, the next from the way there, the last from Spillway itself. */
export type ErrorCode =
  | 'bad_request' // 400
  | 'bad_key' // 401
  | 'forbidden' // 403
  | 'not_found' // 404
  | 'timed_out' // 408
  | 'unavailable' // 412
  | 'invalid' // 422
  | 'rate_limited' // 429
  | 'service_failed' // 500
  | 'unexpected_status'
  | 'network'
  | 'deadline'
  | 'not_json'
  | 'truncated'
  | 'not_records'
  | 'no_key'
  | 'held'
  | 'rejected'
  | 'over_budget'
  | 'not_cached'
  | 'past_stay'
  | 'circuit_open'
  | 'stopped'
  | 'cancelled';

/** One item of a 422 response, as the service sent it. */
export interface InvalidItem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
  /** How the request came to hold it: an argument or option, `raw:`, or not at all. */
  readonly given?: 'named' | 'raw' | 'no';
  /** The element of a list that is meant, by its value: lists are sorted before they are sent. */
  readonly element?: string;
}

export interface ErrorFacts {
  readonly status?: number;
  /** The service's own words, without secrets. */
  readonly detail?: string;
  /** `detail` is what a gateway says; the service did not. */
  readonly byGateway?: boolean;
  readonly items?: readonly InvalidItem[];
  /** Milliseconds to wait, from Retry-After. */
  readonly retryAfter?: number;
  /** Credits at stake: of a held burst, or of a request over budget. */
  readonly credits?: number;
  /** Why a request waits for approval. */
  readonly held?: HoldReason;
  /** When it may work again, milliseconds since 1970: an open circuit, a full window, a short hold. */
  readonly until?: number;
  /** Whether the service may have charged for it. */
  readonly billed?: 'no' | 'maybe' | 'yes';
  /** That it was not charged is an assumption (operations/charge.ts), which nothing has confirmed. */
  readonly assumed?: boolean;
  /** The response is a page: it may come from a proxy or a portal and not from the service. */
  readonly foreign?: boolean;
  /** The date of a stay that has begun: `checkin (2026-05-03)`. */
  readonly stay?: string;
  /** What a date in the past would be if it was counted from 1904, where that is a stay one may book. */
  readonly date1904?: string;
  /** Seconds the service was given. */
  readonly timeout?: number;
  /** A sign-in was refused or could not be renewed; `detail` says what to do. */
  readonly signIn?: boolean;
  readonly cause?: unknown;
}

export class SpillwayError extends Error {
  override readonly name = 'SpillwayError';

  constructor(
    readonly code: ErrorCode,
    readonly facts: ErrorFacts = {},
  ) {
    super(facts.detail ?? code, facts.cause === undefined ? undefined : { cause: facts.cause });
  }
}

export const isSpillwayError = (value: unknown): value is SpillwayError => value instanceof SpillwayError;

/** The gateway finishes the request. */
export const isHandedOver = (error: unknown): boolean =>
  isSpillwayError(error) && error.code === 'held' && error.facts.held === 'handed_over';
