// The user's Microsoft sign-in, whose code is loaded for those who chose it, and when someone signs in: most people save a key.
import { createListeners } from '../../../engine/ports/listeners';
import { load } from '../../lazyCode';
import { chosen, entry } from './signInChoice';
import type { MicrosoftCredential, MicrosoftSignInParts } from './microsoftSignIn';

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
