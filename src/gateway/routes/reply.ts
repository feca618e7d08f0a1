// A response before it is HTTP: plain parts, so that the same code serves the app and the fast path of a cache hit.
import { isPacked, unpack, type CallFacts, type FinishedCall } from '../calls/finishedCall';
import {
  cacheHeader,
  creditsHeader,
  detailHeader,
  gatewayHeader,
  givenAtHeader,
  statusHeader,
} from '../../protocol/headers';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** The same body with a byte in each character, where that is at hand. */
  readonly latin1?: string | undefined;
  /** To be told when whoever asked has read it, and when it turns out that they have not. */
  readonly delivered?: (isRead: boolean) => void;
}

/** `hit`: nothing was sent; `shared`: joined another's call; `miss`: this request caused the call. */
export type From = 'hit' | 'miss' | 'shared';

export interface DeliveryFacts {
  readonly from: From;
  readonly now: number;
  /** The client takes gzip. */
  readonly gzip: boolean;
}

/** Statuses that the service documents and browsers hand on as they are. */
const plain = new Set([200, 400, 401, 403, 404, 412, 422, 429, 500]);
/** With these the gateway speaks for itself: over budget, and a response that was cut off. */
const ownOnly = new Set([402, 502]);

/**
 * Browsers send a POST again by themselves when a reused connection returns 408 (Chromium) or when the response is 421
 * (Fetch, HTTP-network-or-cache fetch): it would be asked for, and billed, several times. The add-in reads 504 as a
 * time-out; any status the service does not document travels in a header.
 */
function onTheWire({ status, own }: CallFacts): { status: number; headers: Record<string, string> } {
  const headers: Record<string, string> = own ? { [detailHeader]: 'gateway' } : {};
  if (status === 408) return { status: 504, headers };
  return plain.has(status) || (own && ownOnly.has(status))
    ? { status, headers }
    : { status: 502, headers: { ...headers, [statusHeader]: String(status) } };
}

export async function delivery(call: FinishedCall, { from, now, gzip }: DeliveryFacts): Promise<Reply> {
  const { type, credits, retryAfter, at } = call.facts;
  const headers: Record<string, string> = {
    'content-type': type,
    vary: 'accept-encoding',
    age: String(Math.max(0, Math.floor((now - at) / 1_000))),
    [cacheHeader]: from,
    [givenAtHeader]: String(at),
  };
  // Without this header nobody knows whether the call was paid.
  if (from !== 'miss') headers[creditsHeader] = '0';
  else if (credits !== null) headers[creditsHeader] = String(credits);
  if (retryAfter !== undefined) headers['retry-after'] = retryAfter;
  const packed = gzip && isPacked(call.packed);
  if (packed) headers['content-encoding'] = 'gzip';
  const wire = onTheWire(call.facts);
  Object.assign(headers, wire.headers);
  const body = packed ? call.packed : await unpack(call.packed);
  return { status: wire.status, headers, body, latin1: call.latin1 };
}

/**
 * What a hit says, as names and values in turn. Each header is a tenth of the cost of a hit, so there are no others: an
 * response to POST without a lifetime is not kept by anyone on the way (RFC 9110, 9.3.3).
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
  gatewayHeader,
  '1',
  cacheHeader,
  'hit',
  givenAtHeader,
  String(at),
  creditsHeader,
  '0',
  'x-content-type-options',
  'nosniff',
];
