// A wait that ends: what may never settle is given up after a while. What it does later is the caller's to put right.
import type { Clock } from './clock';

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
