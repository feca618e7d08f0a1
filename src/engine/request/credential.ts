// What a request is authenticated with: an API key, or the token of a sign-in, which expires and is renewed.
import { SpillwayError } from './errors';

export interface TokenSource {
  /** Different after each sign-in; not a secret. */
  readonly id: string;
  /** A valid token; rejects with `no_key` and a sentence when the person would have to sign in. */
  get(): Promise<string>;
  /** Another token than the one that was refused, or undefined. */
  renew(refused: string): Promise<string | undefined>;
}

export type Credential = string | TokenSource;

export interface Access {
  readonly baseUrl: string;
  readonly key: string;
  readonly renew?: TokenSource['renew'];
}

const elsewhere =
  'Microsoft sign-in needs the server that Spillway was loaded from. Clear the base address in Settings.';

/** Undefined without a credential; rejects when there is a sign-in but it yields no token. */
export async function accessWith(
  given: Credential | undefined,
  baseUrl: string,
): Promise<Access | undefined> {
  if (given === undefined || typeof given === 'string') {
    const key = given?.trim();
    return key ? { key, baseUrl } : undefined;
  }
  // A token must not be sent to any server but the gateway that this page was loaded from.
  if (baseUrl !== '') throw new SpillwayError('no_key', { signIn: true, detail: elsewhere, billed: 'no' });
  return { key: await given.get(), baseUrl, renew: (refused) => given.renew(refused) };
}
