// Every exchange that carries the credential. When a gateway says that a sign-in has run out, it is renewed and the
// exchange is made once more. That refusal comes before anything is forwarded, so nothing can be paid twice.
import { SpillwayError } from '../../request/errors';
import type { Access } from '../../request/credential';
import { exchange, type Exchange, type HttpAnswer, type Network } from './exchange';
import { isSignInRefusal } from './readAnswer';
import { canBeSent, secretOf, type Secret } from './secret';

export interface SignedExchange {
  /** Of the credential in use now. */
  secret(): Secret;
  send(call: Exchange): Promise<HttpAnswer>;
}

function withKey(call: Exchange, key: string): Exchange {
  if (!canBeSent(key)) {
    throw new SpillwayError('bad_key', {
      detail: 'The key contains characters that are not allowed.',
      billed: 'no',
    });
  }
  const headers = {
    ...(call.init.headers as Record<string, string>),
    'access-token': key,
    accept: 'application/json',
  };
  return { ...call, init: { ...call.init, headers } };
}

export function signedExchange(network: Network, { baseUrl, key: first, renew }: Access): SignedExchange {
  let key = first;
  const once = async (call: Exchange) => exchange(network, secretOf(key), withKey(call, key));
  return {
    secret: () => secretOf(key),
    send: async (call) => {
      const answer = await once(call);
      if (!renew || baseUrl !== '' || !isSignInRefusal(answer)) return answer;
      const next = await renew(key).catch(() => undefined);
      if (next === undefined || next === key) return answer;
      key = next;
      return once(call);
    },
  };
}
