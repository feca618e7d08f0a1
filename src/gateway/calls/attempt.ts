// One attempt at the service, turned into what is kept. Retries belong to the add-in: it knows what was asked for.
import { isAscii, isUtf8 } from 'node:buffer';
import { setImmediate as pause } from 'node:timers/promises';
import { isPage, knownCharge } from '../../operations/charge';
import { UpstreamError, type Upstream, type UpstreamResponse } from '../upstream/upstream';
import { jsonOrNothing } from '../http/json';
import { inOnePiece } from '../http/sendBody';
import { countRecords, scanRecords } from './countRecords';
import { ownCall, pack, type FinishedCall } from './finishedCall';
import { keyMask, safeRetryAfter, safeType, type KeyMask } from './keyMask';
import type { WireRequest } from './wireRequest';

/** Beyond the service's own limit, for the way there and back. */
const grace = 20_000;

export interface AttemptOptions {
  readonly upstream: Upstream;
  readonly clock: () => number;
  readonly key: string;
  /** The key is the team's: the person cannot repair it and must not see it. */
  readonly team: boolean;
  readonly requestId: string;
  /** Its response will be given many times. */
  readonly keptLong: boolean;
}

export async function attempt(request: WireRequest, options: AttemptOptions): Promise<FinishedCall> {
  const { upstream, clock, key, requestId } = options;
  let over: () => void = () => undefined;
  const inUse = new Promise<void>((resolve) => (over = resolve));
  try {
    const { path, body, timeout } = request;
    const response = await upstream.call({
      method: 'POST',
      path,
      body,
      key,
      requestId,
      deadline: timeout + grace,
      inUse,
    });
    return await finished(response, request, options);
  } catch (error) {
    const arrived = error instanceof UpstreamError ? error.arrived : undefined;
    // No list of records begins with another one: it came whole, however its connection ended.
    if (arrived?.status === 200 && (await scanRecords(arrived.body)) !== null)
      return await finished(arrived, request, options);
    const { status, detail, credits } = failure(error);
    const later = status === 500 ? { retryAfter: '5' } : {};
    return await ownCall(detail, { status, at: clock(), credits, count: request.count, ...later });
  } finally {
    over();
  }
}

async function finished(
  { status, type, body, retryAfter }: UpstreamResponse,
  request: WireRequest,
  { clock, key, team, keptLong }: AttemptOptions,
): Promise<FinishedCall> {
  const secret = keyMask(key);
  const later = safeRetryAfter(retryAfter && secret.text(retryAfter));
  const facts = {
    status,
    type: safeType(type),
    count: request.count ?? null,
    at: clock(),
    ...(later === undefined ? {} : { retryAfter: later }),
  };
  if (status === 200 && body.length > inPieces && (await isClean(body, secret, key))) {
    const records = await scanRecords(body);
    const credits = creditsOf(status, body.toString('latin1', 0, 1_000), records, request);
    return { facts: { ...facts, records, credits }, packed: await pack(body, !keptLong) };
  }
  const ascii = isAscii(body);
  const text = body.toString(ascii ? 'latin1' : 'utf8');
  if (!hasWords(status, text)) return oddResponse(status, request, clock());
  const clean = status === 200 ? secret.body(text) : secret.text(text);
  // Nothing was taken out: the bytes are kept as they came.
  const isWhole = clean === text && (ascii || isUtf8(body));
  const bytes = isWhole ? body : Buffer.from(clean);
  const records = status === 200 ? countRecords(bytes) : null;
  const credits = creditsOf(status, clean, records, request);
  if (team && (status === 401 || status === 403))
    return ownCall(teamDetail(status, clean), { ...facts, status: status === 401 ? 500 : 402, credits });
  if (text.trim() === '' && status !== 200) return ownCall(withoutDetail(status), { ...facts, credits });
  const packed = await pack(bytes, !keptLong);
  return {
    facts: { ...facts, records, credits },
    packed,
    latin1: ascii && packed === body && body.length <= inOnePiece ? text : undefined,
  };
}

/** Bytes from which a response is looked at in pieces, so that nobody else waits. */
const inPieces = 1_000_000;
const pieceSize = 262_144;
/** The longest spelling of one character of a key, and of what may stand between two. */
const longestSpelling = 120;

/** Whether the bytes are text that holds no key. One that does is rare, and is cleaned as a whole. */
async function isClean(body: Buffer, secret: KeyMask, key: string): Promise<boolean> {
  if (!isUtf8(body)) return false;
  const overlap = Math.min(key.length * longestSpelling, inPieces);
  for (let start = 0; start < body.length; start += pieceSize) {
    // A key is ASCII, so that a letter cut in two at the end of a piece hides none.
    const text = body.toString('latin1', start, start + pieceSize + overlap);
    if (secret.body(text) !== text) return false;
    await pause();
  }
  return true;
}

/** Null where nobody knows: the add-in then says that it may have been charged. */
function creditsOf(status: number, text: string, records: number | null, { credits }: WireRequest) {
  const billed = knownCharge(status, records !== null ? 'records' : isPage(text) ? 'page' : 'other');
  return billed === 'yes' ? credits : billed === 'no' ? 0 : null;
}

/** A response, a failure in the forms HTTP has for one, or at least words. A 204, a 304, a redirect have none. */
const hasWords = (status: number, text: string): boolean =>
  status === 200 || (status >= 400 && status <= 599) || /^\s*[[{]/.test(text);

function oddResponse(status: number, { count }: WireRequest, at: number): Promise<FinishedCall> {
  const why =
    status >= 300 && status < 400 && status !== 304
      ? 'a redirect, which the gateway does not follow. Check SPILLWAY_UPSTREAM.'
      : 'an undocumented response without records.';
  return ownCall(
    `The data service returned status ${status}: ${why} The request may have been charged. Refresh to send it again.`,
    { status, count, at, credits: null },
  );
}

/** Every failure of the service is documented to have words; one that has none gets some. */
const withoutDetail = (status: number): string =>
  `The data service returned status ${status} without giving a reason.`;

const teamDetail = (status: number, text: string): string =>
  status === 401
    ? 'The service rejected the team’s key. Contact the administrator of this gateway.'
    : `The service rejected the team’s account: ${detailOf(text)} Contact the administrator of this gateway.`;

function detailOf(text: string): string {
  const body = jsonOrNothing(text) as { detail?: unknown } | null | undefined;
  return typeof body?.detail === 'string' ? body.detail.slice(0, 300) : '';
}

function failure(error: unknown): { status: number; detail: string; credits: number | null } {
  if (error instanceof UpstreamError && !error.sent) {
    return {
      status: 500,
      detail: 'The gateway cannot reach the data service. Nothing was sent and nothing was spent.',
      credits: 0,
    };
  }
  const code = error instanceof UpstreamError ? error.code : 'broken';
  if (code === 'deadline') {
    return {
      status: 408,
      detail: 'The data service did not respond before the timeout of the request.',
      credits: null,
    };
  }
  const why =
    code === 'too_large'
      ? 'The data service sent a response that is too large.'
      : 'The data service cut off its response.';
  return {
    status: 502,
    detail: `${why} The request may have been charged. Refresh to send it again.`,
    credits: null,
  };
}

/** For those who joined a call that was refused before it was sent: they ask for themselves. */
export const withdrawn: FinishedCall = {
  facts: { status: 0, type: '', count: null, records: null, at: 0, credits: 0 },
  packed: Buffer.alloc(0),
};

/** For a call whose gateway ended before the response came. */
export const lostCall = (now: number): Promise<FinishedCall> =>
  ownCall(
    'The gateway that made this call has stopped. The request may have been charged. Refresh to send it again.',
    { status: 502, at: now, credits: null },
  );
