// The result of checking a key against the token statistic, as a sentence: the difference between a wrong key, a key for something
// else and no network is the first thing a new user needs.
import { isSpillwayError } from '../../engine/request/errors';
import type { TokenRecord } from '../../operations/tokenStatistic';
import { failureText } from '../text/failureText';
import { agentsOnly } from '../text/words';

export type KeyCheckResult =
  | {
      readonly kind: 'good';
      readonly tokens: readonly TokenRecord[];
      /** What the key cannot do. */
      readonly note?: string;
    }
  /** The key can't be used and isn't saved. */
  | { readonly kind: 'refused'; readonly says: string }
  /** Nothing is known about the key; it stays saved. */
  | { readonly kind: 'unchecked'; readonly says: string };

export function resultOfTokens(tokens: readonly TokenRecord[], now: number): KeyCheckResult {
  if (tokens.length === 0) {
    return {
      kind: 'refused',
      says: 'The service accepted the key but returned no token for it. Create a new key in your account.',
    };
  }
  const expiry = (token: TokenRecord) => (token.expires_at ? Date.parse(token.expires_at) : Infinity);
  if (tokens.every((token) => expiry(token) <= now)) {
    const last = new Date(Math.max(...tokens.map(expiry)));
    return {
      kind: 'refused',
      says: `This key expired on ${last.toLocaleDateString()}. Create a new key in your account.`,
    };
  }
  const isForAgents = tokens.every(({ usage_context }) => usage_context === 'mcp_only');
  return { kind: 'good', tokens, ...(isForAgents && { note: agentsOnly }) };
}

export function resultOfFailure(failure: unknown, name: string, baseUrl: string): KeyCheckResult {
  const code = isSpillwayError(failure) ? failure.code : undefined;
  switch (code) {
    case 'bad_key':
      if (isSpillwayError(failure) && /expired/i.test(failure.facts.detail ?? '')) {
        return { kind: 'refused', says: `This ${name} has expired (401). Create a new one in your account.` };
      }
      return {
        kind: 'refused',
        says: `The service doesn’t recognize this ${name} (401). Copy the whole ${name} again, without spaces before or after it.`,
      };
    case 'forbidden':
      return {
        kind: 'refused',
        says: `The service recognizes this ${name} but denies access (403). Check its permissions in your account, or ask the person who manages it.`,
      };
    case 'network':
    case 'deadline':
      return {
        kind: 'unchecked',
        says: baseUrl
          ? `No response from ${baseUrl}. Check the base address and your connection. The ${name} is saved but not checked.`
          : `The service couldn’t be reached. Check your connection. The ${name} is saved but not checked.`,
      };
    case 'rate_limited':
      return {
        kind: 'unchecked',
        says: `Too many requests (429). The ${name} is saved but not checked.`,
      };
    case 'not_found':
    case 'not_json':
    case 'not_records':
    case 'unexpected_status':
      return {
        kind: 'unchecked',
        says: `The response didn’t come from the service. Check the base address. The ${name} is saved but not checked.`,
      };
    default:
      return { kind: 'unchecked', says: `${failureText(failure)} The ${name} is saved but not checked.` };
  }
}

/** The result if Microsoft signed the user in and the check failed. */
export function resultOfSignIn(failure: unknown): KeyCheckResult {
  const code = isSpillwayError(failure) ? failure.code : undefined;
  if (code === 'bad_key') {
    return {
      kind: 'refused',
      says: 'Your team’s server doesn’t accept this Microsoft account (401). Sign in to Excel with your work account, or ask the person who runs Spillway for your team.',
    };
  }
  return {
    kind: 'unchecked',
    says: `You are signed in, but the account isn’t checked yet. ${failureText(failure)}`,
  };
}

/** Something else than the check failed: nothing is known of the key. */
export const uncheckedAfter = (failure: unknown): KeyCheckResult => ({
  kind: 'unchecked',
  says: failureText(failure),
});
