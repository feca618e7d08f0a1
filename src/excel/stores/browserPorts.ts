// The engine's ports to the browser: clock, locks between browser windows, and the channel for messages between them.
import type { Clock } from '../../engine/ports/clock';
import type { Channel, Locks, WindowMessage } from '../../engine/ports/crossWindow';

/** A longer delay would overflow and fire immediately; callers that wait longer check again in between. */
const longestTimer = 2 ** 31 - 1;

export const browserClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimer: (callback, milliseconds) => {
    const timer = setTimeout(callback, Math.min(milliseconds, longestTimer));
    return () => clearTimeout(timer);
  },
};

/**
 * Paths of the gateway are below the folder that the page was loaded from, wherever that is on its host. Full addresses, such as
 * that of a service that the user entered, stay as they are.
 */
export const gatewayAddress = (path: string): string =>
  path.startsWith('/') && typeof document !== 'undefined' ? new URL(`.${path}`, document.baseURI).href : path;

export function browserLocks(): Locks | undefined {
  const manager = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);
  return manager && { run: (name, work) => manager.request(name, work) };
}

export function browserChannel(): Channel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel('spillway');
  return {
    post: (message) => channel.postMessage(message),
    subscribe: (listener) => {
      const hear = ({ data }: MessageEvent<WindowMessage>) => listener(data);
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
    close: () => channel.close(),
  };
}
