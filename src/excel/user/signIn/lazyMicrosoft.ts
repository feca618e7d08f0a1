// The user's Microsoft sign-in, whose code is loaded for those who chose it, and when someone signs in: most people save a key.
import { createListeners } from '../../../engine/ports/listeners';
import { load } from '../../lazyCode';
import { chosen, entry } from './signInChoice';
import type { MicrosoftCredential, MicrosoftSignInParts } from './microsoftSignIn';
import type { Credential } from '../../../engine/request/credential';
import type { KeyVault } from '../../runtime';

export async function lazyMicrosoft(parts: MicrosoftSignInParts): Promise<MicrosoftCredential> {
  const listeners = createListeners();
  const watchers = createListeners();
  let opened: MicrosoftCredential | undefined;

  const open = async (): Promise<MicrosoftCredential> => {
    const code = () => import(/* webpackChunkName: "later" */ './microsoftSignIn');
    const signIn = await (await load(code)).createMicrosoftSignIn(parts);
    if (opened) return opened;
    signIn.subscribe(listeners.notify);
    signIn.watch(watchers.notify);
    return (opened = signIn);
  };
  const look = async () => {
    if (opened || (await parts.strings.get(entry).catch(() => undefined)) !== chosen) return;
    await open().then(
      () => {
        listeners.notify();
        watchers.notify();
      },
      () => undefined,
    );
  };
  parts.broadcast.subscribe('signIn', () => void look());
  await look();

  return {
    account: () => opened?.account(),
    source: () => opened?.source(),
    signIn: async () => (await open()).signIn(),
    signOut: async () => opened?.signOut(),
    subscribe: listeners.subscribe,
    watch: watchers.subscribe,
  };
}

// The credential for requests: a saved key or access code, or else a Microsoft sign-in.

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
