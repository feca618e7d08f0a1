// Office single sign-on, which Microsoft calls legacy: asks Office for a token of the person signed in to Excel. It needs no library.
import { notSupported, SignInFault } from './signInFault';

/** Whether Office may open its windows for sign-in and consent, and for another account than that of Excel. */
export type Prompt = 'none' | 'allowed' | 'another account';
export type AskOffice = (prompt: Prompt) => Promise<string>;

interface OfficeAuth {
  getAccessToken(options: { allowSignInPrompt: boolean; allowConsentPrompt: boolean }): Promise<string>;
}

export interface OfficeHost {
  /** Excel puts it into the page. */
  readonly nestedAppAuthBridge?: unknown;
  readonly OfficeRuntime?: { readonly auth?: OfficeAuth };
  readonly Office?: {
    readonly auth?: OfficeAuth;
    readonly context?: { readonly requirements?: { isSetSupported(set: string, version: string): boolean } };
  };
}

export const supports = ({ Office: office }: OfficeHost, set: string, version: string) =>
  office?.context?.requirements?.isSetSupported(set, version) ?? false;

export function officeToken(host: OfficeHost = globalThis): AskOffice {
  return async (prompt) => {
    const auth = host.OfficeRuntime?.auth ?? host.Office?.auth;
    if (!auth || !supports(host, 'IdentityAPI', '1.3')) throw new SignInFault(notSupported);
    const isAllowed = prompt !== 'none';
    try {
      return await auth.getAccessToken({ allowSignInPrompt: isAllowed, allowConsentPrompt: isAllowed });
    } catch (error) {
      const code: unknown = (error as { code?: unknown } | null)?.code;
      throw new SignInFault(typeof code === 'number' ? code : 0);
    }
  };
}
