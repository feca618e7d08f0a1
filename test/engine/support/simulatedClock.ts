// Simulated time: timers run in order when time is advanced, and everything that became due settles in between.
import type { Clock } from '../../../src/engine/ports/clock';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export interface SimulatedClock extends Clock {
  /** Lets time pass, timer by timer. */
  advance(milliseconds: number): Promise<void>;
  /** Lets time pass until the promise settles, or fails when nothing would ever settle it. */
  until<T>(promise: Promise<T>): Promise<T>;
  /** Sets the machine's clock; elapsed time does not jump. */
  jump(milliseconds: number): void;
  /** Lets everything that is due now settle. */
  settle(): Promise<void>;
}

/**
 * `turns` of the event loop are waited for what is due to settle. One is enough for promises alone; four for a real Response
 * and for fake IndexedDB, which use setImmediate.
 */
export function simulatedClock(start = Date.UTC(2027, 4, 3, 9), turns = 4): SimulatedClock {
  const timers = new Set<Timer>();
  let elapsed = 0;
  let offset = start;

  async function settle(): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  const firstDue = () => {
    let first = Infinity;
    for (const { at } of timers) if (at < first) first = at;
    return first;
  };

  /** Runs everything that is due at the next moment; false when nothing is due until the limit. */
  async function step(limit: number): Promise<boolean> {
    const moment = firstDue();
    if (moment === Infinity || moment > limit) return false;
    elapsed = Math.max(elapsed, moment);
    for (const timer of timers) {
      if (timer.at > moment) continue;
      timers.delete(timer);
      timer.callback();
    }
    await settle();
    return true;
  }

  return {
    now: () => offset + elapsed,
    elapsed: () => elapsed,
    setTimer: (callback, milliseconds) => {
      const timer = { at: elapsed + Math.max(0, milliseconds), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(milliseconds) {
      const end = elapsed + milliseconds;
      await settle();
      while (await step(end));
      elapsed = end;
      await settle();
    },
    async until(promise) {
      let ended = false;
      const watched = promise.finally(() => (ended = true));
      watched.catch(() => undefined);
      await settle();
      for (let steps = 0; !ended; steps += 1) {
        if (!(await step(Infinity)) || steps > 100_000) throw new Error('Nothing will ever settle this.');
      }
      return watched;
    },
    jump: (milliseconds) => void (offset += milliseconds),
    settle,
  };
}
