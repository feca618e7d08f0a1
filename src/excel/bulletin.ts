// Tells the other windows of the same user that the settings, the key or the sign-in changed; they read them again from the store.

export type Topic = 'settings' | 'key' | 'signIn';

export interface Bulletin {
  post(topic: Topic): void;
  subscribe(topic: Topic, listener: () => void): () => void;
}

export const silentBulletin: Bulletin = { post: () => undefined, subscribe: () => () => undefined };

export function createBulletin(name = 'spillway-settings'): Bulletin {
  if (typeof BroadcastChannel === 'undefined') return silentBulletin;
  const channel = new BroadcastChannel(name);
  return {
    post: (topic) => channel.postMessage(topic),
    subscribe: (topic, listener) => {
      const hear = ({ data }: MessageEvent<unknown>) => {
        if (data === topic) listener();
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}
