// Time as the core sees it, passed in so that tests run in simulated time and never sleep.

// The user's day: limits and totals restart at local midnight.

/** Local date, yyyy-mm-dd. */
export const dayOf = (now: number): string => {
  const date = new Date(now);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

export interface Clock {
  /** Milliseconds since 1970; may jump when the machine's clock is set. */
  now(): number;
  /** Milliseconds since some start; never jumps. Rate windows and waits are measured with it. */
  elapsed(): number;
  /** Calls back once; the returned function cancels. */
  setTimer(callback: () => void, milliseconds: number): () => void;
}

/** Resolves after a while, or early when the signal aborts. */
export function pause(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.setTimer(done, milliseconds);
    signal?.addEventListener('abort', done);
    if (signal?.aborted) done();
  });
}

/** It may still come: slow is not broken. */
export class NoResponseYet extends Error {}

/** Rejects when the work takes longer; `late` is called if it is done after all. */
export function inTime<T>(
  clock: Clock,
  milliseconds: number,
  work: () => Promise<T>,
  late?: () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let over = false;
    const cancel = clock.setTimer(() => {
      over = true;
      reject(new NoResponseYet('No response yet.'));
    }, milliseconds);
    const run = async () => {
      try {
        resolve(await work());
        if (over) late?.();
      } finally {
        cancel();
      }
    };
    run().catch(reject);
  });
}
