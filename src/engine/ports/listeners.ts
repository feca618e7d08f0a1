// Subscribers of a change. One that subscribes or unsubscribes while others are notified disturbs nobody.

export interface Listeners<Event extends readonly unknown[] = []> {
  /** Returns how to unsubscribe. */
  readonly subscribe: (listener: (...event: Event) => void) => () => void;
  readonly notify: (...event: Event) => void;
  readonly isEmpty: () => boolean;
}

export function createListeners<Event extends readonly unknown[] = []>(): Listeners<Event> {
  const all = new Set<(...event: Event) => void>();
  return {
    subscribe: (listener) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    notify: (...event) => {
      for (const listener of [...all]) listener(...event);
    },
    isEmpty: () => all.size === 0,
  };
}

export interface Subscribable {
  subscribe(listener: () => void): () => void;
}

/** Several stores as one. */
export const together = (...stores: readonly Subscribable[]): Subscribable => ({
  subscribe: (listener) => {
    const stops = stores.map((store) => store.subscribe(listener));
    return () => stops.forEach((stop) => stop());
  },
});
