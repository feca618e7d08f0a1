// While Spillway itself writes formulas, everything that would cost credits is held, whatever the limits are: the formulas make
// others calculate, and what those ask for was not in the price that was shown.
import type { Clock } from '../../engine/ports/clock';
import type { Settings } from '../../engine/request/settings';

/** Excel calculates what depends on the written cells a moment later. */
const afterwards = 2_000;

export function createHolding({ setTimer }: Pick<Clock, 'setTimer'>) {
  let holding = 0;
  return {
    limited: (settings: Settings): Settings => (holding > 0 ? { ...settings, askAbove: 0 } : settings),
    holdNew: async <T>(work: () => Promise<T>): Promise<T> => {
      holding += 1;
      try {
        return await work();
      } finally {
        setTimer(() => (holding -= 1), afterwards);
      }
    },
  };
}
