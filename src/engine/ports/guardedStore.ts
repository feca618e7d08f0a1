// A store that may be blocked, full, broken or deleted must never stop the engine: every operation settles in time,
// a failing one gives what an empty store would give, and the user is told once.
import type { Clock } from './clock';
import { inTime } from './inTime';
import type { Area, Store } from './store';

const storeTimeout = 4_000;
/** After a failure the store is left alone for a while, then tried again. */
const rest = 60_000;

export const storageNotices = {
  blocked:
    'Storage is blocked or not responding in this Excel, so results are kept in memory only. Fetching them again after a restart costs credits.',
  full: 'Storage is full. The least recently used results are removed to make room; new ones may be kept in memory only.',
} as const;

export type Outcome = 'done' | 'full' | 'failed';

export interface GuardedStore {
  get(area: Area, key: string): Promise<unknown>;
  put(area: Area, rows: readonly (readonly [key: string, value: unknown])[]): Promise<Outcome>;
  delete(area: Area, keys: readonly string[]): Promise<void>;
  entries(area: Area): Promise<[key: string, value: unknown][]>;
  clear(area: Area): Promise<void>;
  /** Called when the store works again after a failure, or lost what it held: what is in memory should be put again. */
  onRestored(listener: () => void): void;
}

const isFull = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'QuotaExceededError';

export function guardStore(store: Store, clock: Clock, notice: (text: string) => void): GuardedStore {
  let brokenUntil: number | undefined;
  const listeners: (() => void)[] = [];
  const restored = () => listeners.forEach((listener) => listener());
  store.onLost?.(restored);

  /** What comes through too late may have put something old over something new. */
  const late = () => {
    brokenUntil = undefined;
    restored();
  };

  async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | 'full' | 'failed'> {
    if (brokenUntil !== undefined && clock.elapsed() < brokenUntil) return 'failed';
    try {
      const value = await inTime(clock, storeTimeout, work, late);
      if (brokenUntil !== undefined) {
        brokenUntil = undefined;
        restored();
      }
      return { value };
    } catch (error) {
      if (isFull(error)) {
        notice(storageNotices.full);
        return 'full';
      }
      brokenUntil = clock.elapsed() + rest;
      notice(storageNotices.blocked);
      return 'failed';
    }
  }

  const orElse = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    const result = await attempt(work);
    return typeof result === 'string' ? otherwise : result.value;
  };

  return {
    get: (area, key) => orElse(() => store.get(area, key), undefined),
    put: async (area, rows) => {
      if (rows.length === 0) return 'done';
      const result = await attempt(() => store.put(area, rows));
      return typeof result === 'string' ? result : 'done';
    },
    delete: (area, keys) =>
      keys.length ? orElse(() => store.delete(area, keys), undefined) : Promise.resolve(),
    entries: (area) => orElse(() => store.entries(area), []),
    clear: (area) => orElse(() => store.clear(area), undefined),
    onRestored: (listener) => void listeners.push(listener),
  };
}
