// A store of texts that may hang: every operation ends in time, and a write that comes through too late is followed by
// what was written since, so that an old key or setting never comes back. What is wrong with it is told while it lasts.
import type { Clock } from '../../engine/ports/clock';
import type { Notice } from '../../engine/ports/guardedStore';
import { inTime, NoResponseYet } from '../../engine/ports/inTime';
import { settingsNotices, type StringStore } from './stringStore';

export const storeTimeout = 3_000;

export function stringsWithTimeout(
  store: StringStore,
  clock: Clock,
  notice: Notice = () => undefined,
): StringStore {
  const newest = new Map<string, () => Promise<void>>();
  const well = () => {
    notice(settingsNotices.slow, true);
    notice(settingsNotices.blocked, true);
  };
  const timely = async <T>(work: () => Promise<T>, late?: () => void): Promise<T> => {
    try {
      const value = await inTime(clock, storeTimeout, work, () => {
        well();
        late?.();
      });
      well();
      return value;
    } catch (error) {
      notice(error instanceof NoResponseYet ? settingsNotices.slow : settingsNotices.blocked);
      throw error;
    }
  };
  const write = (key: string, work: () => Promise<void>): Promise<void> => {
    newest.set(key, work);
    return timely(work, () => {
      const last = newest.get(key);
      if (last && last !== work) last().catch(() => undefined);
    });
  };
  return {
    where: store.where,
    get: (key) => timely(() => store.get(key)),
    set: (key, value) => write(key, () => store.set(key, value)),
    remove: (key) => write(key, () => store.remove(key)),
  };
}
