// Turns an HTTP answer into records, or into the one error that says what went wrong (spec: Errors).
// The answer is already paid for, so an array with any object in it is accepted; the grid notes what else it holds.
import type { ServiceRecord } from '../answer';
import { SpillwayError, type ErrorCode, type ErrorFacts, type InvalidItem } from '../errors';
import { exactJson } from './exactJson';
import type { Secret } from './secret';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Without the key; undefined when the connection broke before the body ended. */
  readonly text: string | undefined;
}

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  401: 'bad_key',
  402: 'over_budget',
  403: 'forbidden',
  404: 'not_found',
  408: 'timed_out',
  412: 'unavailable',
  422: 'invalid',
  429: 'rate_limited',
  500: 'service_failed',
  // What a gateway says of an answer that broke off, and of a 408 (src/gateway/routes/reply.ts).
  502: 'truncated',
  504: 'timed_out',
};

/** A gateway refused the sign-in itself; the service was not asked. */
export const isSignInRefusal = ({ status, headers }: HttpAnswer): boolean =>
  status === 401 && /^spillway\b/i.test(headers.get('www-authenticate') ?? '');

/** Milliseconds from Retry-After: seconds or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function invalidItem(value: unknown): InvalidItem | undefined {
  if (!isObject(value)) return undefined;
  const { loc, msg, type, input, ctx } = value;
  return {
    loc: Array.isArray(loc) ? loc.filter((step) => typeof step === 'string' || typeof step === 'number') : [],
    msg: typeof msg === 'string' ? msg : '',
    type: typeof type === 'string' ? type : '',
    ...(input !== undefined && { input }),
    ...(isObject(ctx) && { ctx }),
  };
}

function detailOf(body: unknown): Pick<ErrorFacts, 'detail' | 'items'> {
  const detail = isObject(body) ? body.detail : undefined;
  if (typeof detail === 'string') return { detail };
  if (!Array.isArray(detail)) return {};
  const items = detail.map(invalidItem).filter((item) => item !== undefined);
  return { items, detail: items.map(({ msg }) => msg).join('; ') };
}

function statusError(answer: HttpAnswer, secret: Secret, now: number): SpillwayError {
  const { status, headers, text } = answer;
  const wait = retryAfter(headers.get('retry-after'), now);
  const worked = status === 408 || status >= 500 || status < 300;
  return new SpillwayError(codes[status] ?? 'unexpected_status', {
    status,
    ...detailOf(secret.deep(parsed(text))),
    ...(wait !== undefined && { retryAfter: wait }),
    ...(isSignInRefusal(answer) && { signIn: true }),
    billed: worked ? 'maybe' : 'no',
  });
}

export function readRecords(answer: HttpAnswer, secret: Secret, now: number): readonly ServiceRecord[] {
  const { status, text } = answer;
  if (status !== 200) throw statusError(answer, secret, now);
  const spoilt = (code: ErrorCode) => new SpillwayError(code, { status, billed: 'yes' });
  if (text === undefined) throw spoilt('truncated');
  const body = parsed(text);
  if (body === undefined) throw spoilt(endsEarly(text) ? 'truncated' : 'not_json');
  if (!Array.isArray(body) || (body.length > 0 && !body.some(isObject))) throw spoilt('not_records');
  return body as ServiceRecord[];
}

/** An answer that is one object, from the gateway itself: it costs nothing. */
export function readObject(answer: HttpAnswer, secret: Secret, now: number): Record<string, unknown> {
  if (answer.status !== 200) throw statusError(answer, secret, now);
  const body = parsed(answer.text);
  if (!isObject(body)) throw new SpillwayError('not_json', { status: answer.status, billed: 'no' });
  return body;
}
