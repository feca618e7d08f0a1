// The credential for requests: a saved key or access code, or else a Microsoft sign-in.
import type { Credential } from '../../../engine/request/credential';
import type { KeyVault } from '../../runtime';
import type { MicrosoftCredential } from './microsoftSignIn';

/** The vault as everyone sees it: a sign-in counts as a key that cannot be read. */
export function withMicrosoft(vault: KeyVault, microsoft: MicrosoftCredential): KeyVault {
  return {
    ...vault,
    masked: () => vault.masked() ?? (microsoft.account() ? '••••••' : undefined),
    problem: () => (microsoft.account() ? undefined : vault.problem()),
    subscribe: (listener) => {
      const stops = [vault.subscribe(listener), microsoft.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** A saved key comes first; signing in with Microsoft is offered if none is saved. */
export const credentialOf = async (
  vault: KeyVault,
  microsoft: MicrosoftCredential,
): Promise<Credential | undefined> => (await vault.read()) ?? microsoft.source();
