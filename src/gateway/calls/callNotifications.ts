// Wakes those who wait for a call when it has finished, here or in another gateway.
import type { Store } from '../stores/store';

export interface CallNotification {
  /** Resolves on news, or after `milliseconds`, or when whoever waits has gone. */
  within(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export class CallNotifications {
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #stop: () => void;

  constructor(store: Pick<Store, 'listen'>) {
    this.#stop = store.listen((message) => {
      for (const wake of this.#waiting.get(message) ?? []) wake();
    });
  }

  /** Listens from now on, so that news between this and `within` are not missed. */
  of(id: string): CallNotification {
    let heard = false;
    let wake = () => {
      heard = true;
    };
    const listener = () => wake();
    const listeners = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, listeners.add(listener));
    const leave = () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#waiting.get(id) === listeners) this.#waiting.delete(id);
    };
    const forgotten = setTimeout(leave, 60_000);
    forgotten.unref();
    return {
      within: (milliseconds, signal) =>
        new Promise<void>((resolve) => {
          clearTimeout(forgotten);
          const end = () => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', end);
            leave();
            resolve();
          };
          const timer = setTimeout(end, milliseconds);
          signal?.addEventListener('abort', end);
          wake = end;
          if (heard || signal?.aborted) end();
        }),
    };
  }

  wakeAll(): void {
    for (const listeners of [...this.#waiting.values()]) for (const wake of [...listeners]) wake();
  }

  close(): void {
    this.wakeAll();
    this.#stop();
  }
}
