// Calls longer than a host lets a request live (about 60 s on a Mac): the gateway answers 202 with the address of a
// job (RFC 7240, respond-async), and the answer is fetched from there. A cut while polling costs nothing: the job goes on.
import { pause, type Clock } from '../../ports/clock';
import { isSpillwayError, SpillwayError } from '../../request/errors';
import type { HttpAnswer } from './exchange';
import type { SignedExchange } from './signedExchange';

const waitSeconds = 25;
/** A poll that is silent for longer than the gateway ever waits was lost on the way. */
const pollMilliseconds = 45_000;
const shortestPause = 1_000;
const longestPause = 10_000;

export const respondAsync = `respond-async, wait=${waitSeconds}`;

/** Only a path below /jobs/ of the same origin is followed: an answer must not send the key elsewhere. */
export function jobPath(location: string | null): string | undefined {
  if (!location) return undefined;
  const origin = 'https://same.invalid';
  try {
    const address = new URL(location, origin);
    return address.origin === origin && address.pathname.startsWith('/jobs/')
      ? address.pathname + address.search
      : undefined;
  } catch {
    return undefined;
  }
}

/** A proxy in between gave up; the gateway's own answers carry a JSON body. */
const isProxyCut = ({ status, text }: HttpAnswer) =>
  (status === 502 || status === 503 || status === 504) && !text?.trimStart().startsWith('{');

/** The gateway has forgotten the job. A 404 of the service itself says where the gateway had it from. */
export const isUnknownJob = ({ status, headers }: HttpAnswer) =>
  status === 404 && !headers.has('spillway-cache');

const isCut = (error: unknown) =>
  isSpillwayError(error) && (error.code === 'network' || error.code === 'deadline');

export interface LongCall {
  readonly path: string;
  /** When to give up, as `clock.elapsed()` tells. */
  readonly until: number;
  readonly signal?: AbortSignal | undefined;
}

export async function followJob(clock: Clock, signed: SignedExchange, call: LongCall): Promise<HttpAnswer> {
  const init = { method: 'GET', headers: { prefer: `wait=${waitSeconds}` } };
  let failures = 0;
  for (;;) {
    const left = call.until - clock.elapsed();
    if (left <= 0) throw new SpillwayError('deadline', { billed: 'maybe' });
    const began = clock.elapsed();
    try {
      const milliseconds = Math.min(left, pollMilliseconds);
      const answer = await signed.send({ url: call.path, init, milliseconds, signal: call.signal });
      const cut = isProxyCut(answer) || (answer.status === 200 && answer.text === undefined);
      if (!cut && answer.status !== 202) return answer;
      failures = cut ? failures + 1 : 0;
    } catch (error) {
      if (!isCut(error)) throw error;
      failures += 1;
    }
    const rest = Math.min(longestPause, shortestPause * 2 ** Math.max(0, failures - 1));
    await pause(clock, Math.max(0, rest - (clock.elapsed() - began)), call.signal);
    if (call.signal?.aborted) throw new SpillwayError('cancelled', { billed: 'maybe' });
  }
}
