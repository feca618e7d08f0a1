// The result of checking a key against the token statistic, as a sentence: the difference between a wrong key, a key for something
// else and no network is the first thing a new user needs.
import { isSpillwayError } from '../../engine/request/errors';
import { SignInFault } from '../../excel/user/signIn/signInFault';
import type { TokenRecord } from '../../operations/tokenStatistic';
import { dateLocale, said, t } from '../../languages/t';
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
    return { kind: 'refused', says: t('key.theServiceAcceptedThe') };
  }
  const expiry = (token: TokenRecord) => (token.expires_at ? Date.parse(token.expires_at) : Infinity);
  if (tokens.every((token) => expiry(token) <= now)) {
    const last = new Date(Math.max(...tokens.map(expiry)));
    return {
      kind: 'refused',
      says: t('key.thisKeyExpiredOn', { date: last.toLocaleDateString(dateLocale()) }),
    };
  }
  const isForAgents = tokens.every(({ usage_context }) => usage_context === 'mcp_only');
  return { kind: 'good', tokens, ...(isForAgents && { note: agentsOnly() }) };
}

export function resultOfFailure(failure: unknown, name: 'key' | 'code', baseUrl: string): KeyCheckResult {
  const code = isSpillwayError(failure) ? failure.code : undefined;
  switch (code) {
    case 'bad_key':
      if (isSpillwayError(failure) && /expired/i.test(failure.facts.detail ?? '')) {
        return { kind: 'refused', says: t('key.thisHasExpired401', { name }) };
      }
      return { kind: 'refused', says: t('key.theServiceDoesntRecognize', { name }) };
    case 'forbidden':
      return { kind: 'refused', says: t('key.theServiceRecognizesThis', { name }) };
    case 'network':
    case 'deadline':
      return {
        kind: 'unchecked',
        says: baseUrl
          ? t('key.noResponseFromCheck', { baseUrl, name })
          : t('key.theServiceCouldntBe', { name }),
      };
    case 'rate_limited':
      return { kind: 'unchecked', says: t('key.tooManyRequests429', { name }) };
    case 'not_found':
    case 'not_json':
    case 'not_records':
    case 'unexpected_status':
      return { kind: 'unchecked', says: t('key.theResponseDidntCome', { name }) };
    default:
      return { kind: 'unchecked', says: t('key.theIsSavedBut', { reason: failureText(failure), name }) };
  }
}

/** The result if Microsoft signed the user in and the check failed. */
export function resultOfSignIn(failure: unknown): KeyCheckResult {
  const code = isSpillwayError(failure) ? failure.code : undefined;
  if (code === 'bad_key') {
    return { kind: 'refused', says: t('key.yourTeamsServerDoesnt') };
  }
  return { kind: 'unchecked', says: t('key.youAreSignedIn2', { reason: failureText(failure) }) };
}

/** Something else than the check failed. Unless Microsoft refused, nothing is known of the key. */
export const resultOfError = (failure: unknown): KeyCheckResult =>
  failure instanceof SignInFault
    ? { kind: 'refused', says: said(failure.message) }
    : { kind: 'unchecked', says: failureText(failure) };
