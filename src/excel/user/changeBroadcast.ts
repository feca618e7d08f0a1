// Tells the other windows of the same user that the settings, the key, the sign-in, the history or the library of filter sets
// changed; they read them again from the store.
// Two ways, as neither is enough alone: a message may arrive before the browser has brought the stored text to that
// window, and only some stores are the browser's own, whose events come with the text.
import { storedName } from '../stores/stringStore';

export type Topic = 'settings' | 'key' | 'signIn' | 'history' | 'filterSets';

export interface ChangeBroadcast {
  /** `text`: what changed, for windows that cannot wait until it is stored. */
  post(topic: Topic, text?: string): void;
  subscribe(topic: Topic, listener: (text?: string) => void): () => void;
}

export const silentBroadcast: ChangeBroadcast = { post: () => undefined, subscribe: () => () => undefined };

type Page = Pick<Window, 'addEventListener' | 'removeEventListener'>;

export function createChangeBroadcast(
  name = 'spillway-settings',
  page: Page | undefined = typeof window === 'undefined' ? undefined : window,
): ChangeBroadcast {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  return {
    post: (topic, text) => channel?.postMessage(text === undefined ? topic : { topic, text }),
    subscribe: (topic, listener) => {
      const hear = ({ data }: MessageEvent<unknown>) => {
        if (data === topic) listener();
        else if (typeof data === 'object' && data !== null) {
          const { topic: about, text } = data as { readonly topic?: unknown; readonly text?: unknown };
          if (about === topic && typeof text === 'string') listener(text);
        }
      };
      const see = ({ key }: StorageEvent) => {
        if (key?.endsWith(storedName(topic))) listener();
      };
      channel?.addEventListener('message', hear);
      page?.addEventListener('storage', see);
      return () => {
        channel?.removeEventListener('message', hear);
        page?.removeEventListener('storage', see);
      };
    },
  };
}
