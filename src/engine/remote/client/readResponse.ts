// Turns an HTTP response into records, or into the one error that says what went wrong (spec: Errors).
import { isJsonObject, isRecords, type ServiceRecord } from '../../request/response';
import { SpillwayError, type ErrorCode } from '../../request/errors';
import { chargeOf, isForeign, isGateway } from './charge';
import { exactJson } from './exactJson';
import { isSignInRefusal, type HttpResponse } from './exchange';
import type { Secret } from '../../request/credential';
import { serviceWords } from './serviceWords';
import { cacheHeader, detailHeader, statusHeader } from '../../../protocol/headers';

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  401: 'bad_key',
  403: 'forbidden',
  404: 'not_found',
  408: 'timed_out',
  412: 'unavailable',
  422: 'invalid',
  429: 'rate_limited',
  500: 'service_failed',
};

/** From a gateway only: a response that was cut off, a service that could not be reached, a 408 (src/gateway/routes/reply.ts). */
const gatewayCodes: Readonly<Record<number, ErrorCode>> = {
  402: 'over_budget',
  502: 'truncated',
  503: 'service_failed',
  504: 'timed_out',
};

/** A page in place of a response says nothing of the request, whatever its status; 429 is obeyed from anyone. */
function codeOf(response: HttpResponse): ErrorCode {
  const { status, headers } = response;
  if (headers.has(statusHeader) || (isForeign(response) && status !== 429)) return 'unexpected_status';
  const code = codes[status] ?? (isGateway(headers) ? gatewayCodes[status] : undefined);
  return code ?? 'unexpected_status';
}

/** No service means more than a month, and a date must come of it. */
const longestPause = 31 * 86_400_000;

/** Milliseconds from Retry-After: seconds or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(longestPause, Number(text) * 1000);
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.min(longestPause, Math.max(0, date - now));
}

function parsed(text: string | undefined): unknown {
  try {
    return exactJson(text ?? '');
  } catch {
    return undefined;
  }
}

/** Whether the text is JSON that stops too early: a bracket or a string is still open. */
function endsEarly(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
  }
  return inString || depth > 0;
}

/** Codes whose own sentence says all that a gateway has to say of them. */
const saidAnyway: readonly ErrorCode[] = ['truncated', 'timed_out', 'unexpected_status'];

/** The words are the gateway's: it was not asked on, or put them in place of a response that has none. */
const areOfGateway = ({ headers }: HttpResponse): boolean =>
  isGateway(headers) && (headers.get(detailHeader) === 'gateway' || !headers.has(cacheHeader));

function statusError(response: HttpResponse, secret: Secret, now: number): SpillwayError {
  const { status, headers, text } = response;
  const wait = retryAfter(headers.get('retry-after'), now);
  const code = codeOf(response);
  const byGateway = areOfGateway(response);
  return new SpillwayError(code, {
    // A gateway does not hand on a status after which a browser would send a second request.
    status: Number(headers.get(statusHeader) ?? status),
    ...(byGateway && saidAnyway.includes(code) ? {} : serviceWords(secret.deep(parsed(text)))),
    ...(byGateway && { byGateway }),
    ...(wait !== undefined && { retryAfter: wait }),
    ...(isSignInRefusal(response) && { signIn: true }),
    ...chargeOf(response),
  });
}

export function readRecords(response: HttpResponse, secret: Secret, now: number): readonly ServiceRecord[] {
  const { status, text } = response;
  if (status !== 200) throw statusError(response, secret, now);
  const spoilt = (code: ErrorCode) => new SpillwayError(code, { status, ...chargeOf(response) });
  if (text === undefined) throw spoilt('truncated');
  const body = parsed(text);
  if (body === undefined) throw spoilt(endsEarly(text) ? 'truncated' : 'not_json');
  if (!isRecords(body)) throw spoilt('not_records');
  return body;
}

/** A response that is one object, from the gateway itself: it costs nothing. */
export function readObject(response: HttpResponse, secret: Secret, now: number): ServiceRecord {
  if (response.status !== 200) throw statusError(response, secret, now);
  const body = parsed(response.text);
  if (!isJsonObject(body)) throw new SpillwayError('not_json', { status: response.status, billed: 'no' });
  return body;
}
