// Asks Office for a token of the person signed in to Excel (Office SSO). It needs no library, and the token is made out to
// Spillway's own registration, which is what the gateway verifies. Nested app authentication, the newer way, would add MSAL
// to the page and still has no general release for Excel.
import { notSupported, SignInFault } from './signInFault';

/** `prompt`: Office may open its windows for sign-in and consent. */
export type AskOffice = (prompt: boolean) => Promise<string>;

interface OfficeAuth {
  getAccessToken(options: { allowSignInPrompt: boolean; allowConsentPrompt: boolean }): Promise<string>;
}

interface OfficeHost {
  readonly OfficeRuntime?: { readonly auth?: OfficeAuth };
  readonly Office?: {
    readonly auth?: OfficeAuth;
    readonly context?: { readonly requirements?: { isSetSupported(set: string, version: string): boolean } };
  };
}

export function officeToken(host: OfficeHost = globalThis): AskOffice {
  return async (prompt) => {
    const auth = host.OfficeRuntime?.auth ?? host.Office?.auth;
    const isSupported = host.Office?.context?.requirements?.isSetSupported('IdentityAPI', '1.3');
    if (!auth || !isSupported) throw new SignInFault(notSupported);
    try {
      return await auth.getAccessToken({ allowSignInPrompt: prompt, allowConsentPrompt: prompt });
    } catch (error) {
      const code: unknown = (error as { code?: unknown } | null)?.code;
      throw new SignInFault(typeof code === 'number' ? code : 0);
    }
  };
}
