// One HTTP exchange within a deadline. Settles on every path, even when fetch ignores its signal.
import type { Clock } from '../../ports/clock';
import { SpillwayError } from '../../request/errors';
import type { Secret } from './secret';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Network {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** False when the host knows that there is no connection. */
  readonly online?: () => boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Without the key; undefined when the connection broke before the body ended. */
  readonly text: string | undefined;
}

/** Failures of which the system says that no connection was made: nothing was sent, nothing can cost. */
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);

/** What was thrown, read by shape: it may come from another realm. */
const thrown = (error: unknown) => (error ?? {}) as { message?: unknown; cause?: { code?: unknown } | null };

function networkError(error: unknown, secret: Secret): SpillwayError {
  const { message, cause } = thrown(error);
  const detail = secret.text(String(message));
  return new SpillwayError('network', {
    detail,
    billed: unsent.has(String(cause?.code)) ? 'no' : 'maybe',
  });
}

export interface Exchange {
  readonly url: string;
  readonly init: RequestInit;
  readonly milliseconds: number;
  readonly signal?: AbortSignal | undefined;
}

export function exchange(network: Network, secret: Secret, call: Exchange): Promise<HttpAnswer> {
  const { fetch, clock, online } = network;
  if (online?.() === false) {
    return Promise.reject(new SpillwayError('network', { detail: 'No connection.', billed: 'no' }));
  }
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = (settle: () => void) => {
      cancelTimer();
      call.signal?.removeEventListener('abort', gone);
      settle();
    };
    const fail = (error: SpillwayError) => {
      end(() => reject(error));
      controller.abort();
    };
    const gone = () => fail(new SpillwayError('cancelled', { billed: 'maybe' }));
    const cancelTimer = clock.setTimer(
      () => fail(new SpillwayError('deadline', { billed: 'maybe' })),
      call.milliseconds,
    );
    call.signal?.addEventListener('abort', gone);
    if (call.signal?.aborted) return gone();

    const run = async (): Promise<HttpAnswer> => {
      // Whatever fetch throws may quote a header, so only a cleaned message is kept and never the error itself.
      const response = await fetch(call.url, { ...call.init, signal: controller.signal }).catch(
        (error: unknown) => {
          throw networkError(error, secret);
        },
      );
      const text = await response.text().then(
        (body) => secret.body(body),
        () => undefined,
      );
      return { status: response.status, headers: response.headers, text };
    };
    run().then(
      (answer) => end(() => resolve(answer)),
      (error: SpillwayError) => end(() => reject(error)),
    );
  });
}
