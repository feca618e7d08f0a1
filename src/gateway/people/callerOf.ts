// Who asks, by the header that every route but those of agents reads, and as the log names them.
import type { Context } from 'hono';
import { clientAddress } from '../http/clientAddress';
import type { GatewayEnv } from '../http/gatewayEnv';
import { ReadLimit } from '../http/readLimit';
import { free } from '../../protocol/headers';
import type { Person } from './person';
import type { SignIn } from './signIn';

export interface CallerParts {
  readonly signIn: SignIn;
  readonly proxies: number;
}

export async function callerOf(c: Context<GatewayEnv>, { signIn, proxies }: CallerParts): Promise<Person> {
  const address = clientAddress(c.env.incoming, proxies);
  const person = await signIn.identify(c.req.header('access-token'), address);
  c.set('noted', { ...c.get('noted'), person: person.id });
  return person;
}

/** Responds to whoever asks with what the work finds, unless they ask too much at once. */
export function responder(parts: CallerParts & { readonly elapsed: () => number }) {
  const limit = new ReadLimit(parts.elapsed);
  return async (c: Context<GatewayEnv>, work: (person: Person) => Promise<object>): Promise<Response> => {
    const person = await callerOf(c, parts);
    return limit.run(person.id, async () => c.json(await work(person), 200, free));
  };
}
