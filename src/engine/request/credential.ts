// What a request is sent with: a key that stays the same, or the token of a sign-in, which runs out and is had anew.
import { SpillwayError } from './errors';

export interface TokenSource {
  /** Another one after each sign-in; no secret. */
  readonly id: string;
  /** A token that still holds; rejects with `no_key` and a sentence when there is none without asking the person. */
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
  'Your Microsoft sign-in works only with the server that Spillway was loaded from. Clear the base address in Settings, or save a key.';

/** Undefined without a credential; rejects when there is a sign-in but no token to be had from it. */
export async function accessWith(
  given: Credential | undefined,
  baseUrl: string,
): Promise<Access | undefined> {
  if (given === undefined || typeof given === 'string') {
    const key = given?.trim();
    return key ? { key, baseUrl } : undefined;
  }
  // A token is for the gateway this page came from, and for nobody else.
  if (baseUrl !== '') throw new SpillwayError('no_key', { signIn: true, detail: elsewhere, billed: 'no' });
  return { key: await given.get(), baseUrl, renew: (refused) => given.renew(refused) };
}
