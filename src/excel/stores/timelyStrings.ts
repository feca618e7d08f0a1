// A store of texts that may hang: every operation ends in time, and a write that comes through too late is followed by
// what was written since, so that an old key or setting never comes back.
import type { Clock } from '../../engine/ports/clock';
import { inTime } from '../../engine/ports/inTime';
import type { StringStore } from './stringStore';

export const storeTimeout = 3_000;

export function timelyStrings(store: StringStore, clock: Clock, failed?: () => void): StringStore {
  const newest = new Map<string, () => Promise<void>>();
  const report = (error: unknown): never => {
    failed?.();
    throw error;
  };
  const write = (key: string, work: () => Promise<void>): Promise<void> => {
    newest.set(key, work);
    const late = () => {
      const last = newest.get(key);
      if (last && last !== work) last().catch(() => undefined);
    };
    return inTime(clock, storeTimeout, work, late).catch(report);
  };
  return {
    where: store.where,
    get: (key) => inTime(clock, storeTimeout, () => store.get(key)).catch(report),
    set: (key, value) => write(key, () => store.set(key, value)),
    remove: (key) => write(key, () => store.remove(key)),
  };
}
