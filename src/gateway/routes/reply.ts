// An answer before it is HTTP: plain parts, so that the same code serves the app and the short way to a cache hit.
import { unpack, type CallFacts, type FinishedCall } from '../calls/finishedCall';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** To be called when whoever asked has read it. */
  readonly delivered?: () => void;
}

/** `hit`: nothing was sent; `shared`: joined another's call; `miss`: this request caused the call. */
export type From = 'hit' | 'miss' | 'shared';

export interface DeliveryFacts {
  readonly from: From;
  readonly now: number;
  /** The client takes gzip. */
  readonly gzip: boolean;
}

export const takesGzip = (header: string | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(header ?? '');

/**
 * Chromium, and so Excel's own browser, sends a POST again by itself when a reused connection answers 408: a time-out
 * would be asked for several times. The add-in reads 504 as the same thing.
 */
const onTheWire = (status: number): number => (status === 408 ? 504 : status);

export async function delivery(call: FinishedCall, { from, now, gzip }: DeliveryFacts): Promise<Reply> {
  const { status, type, credits, retryAfter, at } = call.facts;
  const headers: Record<string, string> = {
    'content-type': type,
    'cache-control': 'no-store',
    vary: 'accept-encoding',
    age: String(Math.max(0, Math.floor((now - at) / 1_000))),
    'spillway-cache': from,
  };
  // Without this header nobody knows whether the call was paid.
  if (from !== 'miss') headers['spillway-credits'] = '0';
  else if (credits !== null) headers['spillway-credits'] = String(credits);
  if (retryAfter !== undefined) headers['retry-after'] = retryAfter;
  if (gzip) headers['content-encoding'] = 'gzip';
  return { status: onTheWire(status), headers, body: gzip ? call.packed : await unpack(call.packed) };
}

/**
 * What a hit says, as names and values in turn. Each header is a tenth of the cost of a hit, so there are no others: an
 * answer to POST without a lifetime is not kept by anyone on the way (RFC 9110, 9.3.3).
 */
export const hitHeaders = ({ type, at }: CallFacts, length: number, now: number): string[] => [
  'content-type',
  type,
  'content-length',
  String(length),
  'content-encoding',
  'gzip',
  'age',
  String(Math.max(0, Math.floor((now - at) / 1_000))),
  'spillway-gateway',
  '1',
  'spillway-cache',
  'hit',
  'spillway-credits',
  '0',
  'x-content-type-options',
  'nosniff',
];
