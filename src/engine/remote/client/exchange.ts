// One HTTP exchange within a deadline. Settles on every path, even when fetch ignores its signal.
import type { Clock } from '../../ports/clock';
import { SpillwayError } from '../../request/errors';
import { type Secret, canBeSent, secretOf, type Access } from '../../request/credential';

// Every exchange that carries the credential. When a gateway says that a sign-in has run out, it is renewed and the
// exchange is made once more. That refusal comes before anything is forwarded, so nothing can be paid twice.

export interface SignedExchange {
  /** Of the credential in use now. */
  secret(): Secret;
  send(call: Exchange): Promise<HttpResponse>;
}

export function signedExchange(network: Network, { baseUrl, key: first, renew }: Access): SignedExchange {
  let key = first;
  return {
    secret: () => secretOf(key),
    send: async (call) => {
      const response = await exchange(network, key, call);
      if (!renew || baseUrl !== '' || !isSignInRefusal(response)) return response;
      const next = await renew(key).catch(() => undefined);
      if (next === undefined || next === key) return response;
      key = next;
      return exchange(network, key, call);
    },
  };
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Network {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** False when the host knows that there is no connection. */
  readonly online?: () => boolean;
}

export interface HttpResponse {
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
  return new SpillwayError('network', { detail, billed: unsent.has(String(cause?.code)) ? 'no' : 'maybe' });
}

export interface Exchange {
  readonly url: string;
  readonly init: RequestInit;
  readonly milliseconds: number;
  readonly signal?: AbortSignal | undefined;
}

async function exchange(
  { fetch, clock, online }: Network,
  key: string,
  { url, init, milliseconds, signal }: Exchange,
): Promise<HttpResponse> {
  if (!canBeSent(key)) {
    throw new SpillwayError('bad_key', {
      detail: 'The key contains characters that are not allowed.',
      billed: 'no',
    });
  }
  if (online?.() === false) throw new SpillwayError('network', { detail: 'No connection.', billed: 'no' });
  const secret = secretOf(key);
  const signedHeaders = { 'access-token': key, accept: 'application/json' };
  const headers = { ...(init.headers as Record<string, string>), ...signedHeaders };
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = (settle: () => void) => {
      cancelTimer();
      signal?.removeEventListener('abort', gone);
      settle();
    };
    const fail = (error: SpillwayError) => {
      end(() => reject(error));
      controller.abort();
    };
    const gone = () => fail(new SpillwayError('cancelled', { billed: 'maybe' }));
    const cancelTimer = clock.setTimer(
      () => fail(new SpillwayError('deadline', { billed: 'maybe' })),
      milliseconds,
    );
    signal?.addEventListener('abort', gone);
    if (signal?.aborted) return gone();

    fetch(url, { ...init, headers, signal: controller.signal })
      .catch((error: unknown) => {
        // Whatever fetch throws may quote a header, so only a cleaned message is kept and never the error itself.
        throw networkError(error, secret);
      })
      .then(async (response) => {
        const text = await response.text().then(
          (body) => secret.body(body),
          () => undefined,
        );
        return { status: response.status, headers: response.headers, text };
      })
      .then(
        (response) => end(() => resolve(response)),
        (error: SpillwayError) => end(() => reject(error)),
      );
  });
}

/** A gateway refused the sign-in itself; the service was not asked. */
export const isSignInRefusal = ({ status, headers }: HttpResponse): boolean =>
  status === 401 && /^spillway\b/i.test(headers.get('www-authenticate') ?? '');
