// Nested app authentication: Excel signs the person in and shows its own windows; MSAL speaks to it. Tokens stay in memory. In a
// chunk of its own, because MSAL is large and only people of a team with Microsoft sign-in need it.
import {
  AuthError,
  createNestablePublicClientApplication,
  InteractionRequiredAuthError,
  ServerError,
} from '@azure/msal-browser';
import type { MicrosoftApp } from '../../../protocol/gateway';
import type { AskOffice } from './officeToken';
import { notNested, SignInFault } from './signInFault';

export async function nestedToken({ tenant, clientId, scope }: MicrosoftApp): Promise<AskOffice> {
  const app = await createNestablePublicClientApplication({
    auth: { clientId, authority: `https://login.microsoftonline.com/${tenant}` },
    cache: { cacheLocation: 'memoryStorage' },
  });
  const scopes = [scope];
  // Whoever asks again has no use for the token that MSAL remembers.
  let hasToken = false;
  const silent = () => app.acquireTokenSilent({ scopes, forceRefresh: hasToken });
  const asked = async (prompt: Parameters<AskOffice>[0]) => {
    if (prompt === 'another account') return app.acquireTokenPopup({ scopes, prompt: 'select_account' });
    try {
      return await silent();
    } catch (error) {
      if (prompt === 'none' || !(error instanceof InteractionRequiredAuthError)) throw error;
      return app.acquireTokenPopup({ scopes });
    }
  };
  return async (prompt) => {
    try {
      const { accessToken } = await asked(prompt);
      hasToken = true;
      return accessToken;
    } catch (error) {
      throw new SignInFault(reasonOf(error));
    }
  };
}

/** Microsoft Entra's own numbers, in the text of an error. */
const numbers: Readonly<Record<string, readonly number[]>> = {
  consent: [65001, 65004, 90094],
  policy: [50005, 53000, 53001, 53002, 53003, 530032],
  guest: [50020, 50034, 90072],
};

/** MSAL's names for what does not depend on Entra. */
const names: Readonly<Record<string, string>> = {
  user_canceled: 'closed',
  user_cancelled: 'closed',
  no_network_connectivity: 'offline',
  no_account_found: 'no account',
  popup_window_error: 'blocked',
  empty_window_error: 'blocked',
  access_denied: 'consent',
  consent_required: 'consent',
  nested_app_auth_bridge_disabled: notNested,
};

function reasonOf(error: unknown): string | number {
  if (!(error instanceof AuthError)) return notNested;
  const { errorCode, subError, errorMessage } = error;
  const entra = Number(/AADSTS(\d+)/.exec(errorMessage)?.[1]);
  const numbered = Object.keys(numbers).find((reason) => numbers[reason]?.includes(entra));
  const known = numbered ?? names[errorCode] ?? names[subError];
  if (known !== undefined) return known;
  if (error instanceof InteractionRequiredAuthError) return 'expired';
  // Entra refuses the registration, which does not know this way yet, or says nothing that a person could act on.
  return error instanceof ServerError ? notNested : errorCode;
}
