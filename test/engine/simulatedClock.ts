// Simulated time: timers run in order when time is advanced, and everything that became due settles in between.
import type { Clock } from '../../src/engine/clock';

interface Timer {
  readonly at: number;
  readonly order: number;
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

/** Enough turns for promises chained over fakes, and for fake IndexedDB, which uses setImmediate. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export function simulatedClock(start = Date.UTC(2027, 4, 3, 9)): SimulatedClock {
  let timers: Timer[] = [];
  let elapsed = 0;
  let offset = start;
  let order = 0;

  const nextDue = () =>
    timers.reduce<Timer | undefined>(
      (first, timer) =>
        !first || timer.at < first.at || (timer.at === first.at && timer.order < first.order) ? timer : first,
      undefined,
    );

  async function step(limit: number): Promise<boolean> {
    const due = nextDue();
    if (!due || due.at > limit) return false;
    elapsed = Math.max(elapsed, due.at);
    timers = timers.filter((timer) => timer !== due);
    due.callback();
    // Timers of the same moment run together.
    while (nextDue()?.at === due.at) {
      const same = nextDue()!;
      timers = timers.filter((timer) => timer !== same);
      same.callback();
    }
    await settle();
    return true;
  }

  return {
    now: () => offset + elapsed,
    elapsed: () => elapsed,
    setTimer: (callback, milliseconds) => {
      const timer = { at: elapsed + Math.max(0, milliseconds), order: (order += 1), callback };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
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
