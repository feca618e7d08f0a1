// Time as the core sees it, passed in so that tests run in simulated time and never sleep.

// The user's day: limits and totals restart at local midnight.

/** Local date, yyyy-mm-dd. */
export const dayOf = (now: number): string => {
  const date = new Date(now);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** The first moment after a local date; a day may have 23 or 25 hours. */
export const endOfDay = (day: string): number => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + 1).getTime();
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

const ticks = 4;

/**
 * Rejects when the work takes longer; `late` is called if it is done after all. The time is counted in ticks: while the page stands
 * still (it calculates, or the computer sleeps), what the work brings cannot arrive either, and that counts as one tick however long it
 * lasts.
 */
export function inTime<T>(
  clock: Clock,
  milliseconds: number,
  work: () => Promise<T>,
  late?: () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = ticks;
    let cancel = () => {};
    const tick = () => {
      left -= 1;
      if (left > 0) cancel = clock.setTimer(tick, milliseconds / ticks);
      else reject(new NoResponseYet('No response yet.'));
    };
    cancel = clock.setTimer(tick, milliseconds / ticks);
    const run = async () => {
      try {
        resolve(await work());
        if (left === 0) late?.();
      } finally {
        cancel();
      }
    };
    run().catch(reject);
  });
}
