// Locks and a channel shared by several engines, as browser windows of one user share them.
import type { Channel, Locks, WindowMessage } from '../../../src/engine/ports/crossWindow';

export function sharedLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(name, work) {
      const before = tails.get(name) ?? Promise.resolve();
      const mine = before.then(work, work);
      tails.set(
        name,
        mine.catch(() => undefined),
      );
      return mine;
    },
  };
}

export function sharedChannel(): () => Channel {
  const members = new Set<{ listeners: Set<(news: WindowMessage) => void> }>();
  return () => {
    const me = { listeners: new Set<(news: WindowMessage) => void>() };
    members.add(me);
    return {
      post: (news) => {
        for (const other of members)
          if (other !== me) for (const listener of other.listeners) listener(structuredClone(news));
      },
      subscribe: (listener) => {
        me.listeners.add(listener);
        return () => me.listeners.delete(listener);
      },
      close: () => void members.delete(me),
    };
  };
}
