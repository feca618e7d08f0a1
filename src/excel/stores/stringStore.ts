// Short texts that follow the user, not the workbook: settings, the encrypted key, the library of filter sets.
// Four stores, one contract; which one a host offers is found out when the page starts.
import { type Clock, inTime, NoResponseYet } from '../../engine/ports/clock';
import type { Notice } from '../../engine/ports/guardedStore';
import type { SettingsStore } from '../runtime';

/** Longer than for any later operation: who is passed over is passed over until the next start. */
const probeTimeout = 8_000;

/** What is told of the store of settings and key; the pane has the sentences. */
export const settingsNotices = {
  blocked: 'settings blocked',
  slow: 'settings slow',
  /** Another store is used instead: the host's did not work when the page started. */
  passedOver: 'settings passed over',
  /** That store works after all. */
  late: 'settings late',
} as const;

export interface StringStore {
  readonly where: SettingsStore['where'];
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** The name in the host's own stores; some of them add a prefix. */
export const storedName = (key: string): string => `Spillway.${key}`;

export function memoryStrings(): StringStore {
  const values = new Map<string, string>();
  return {
    where: 'memory',
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => Promise.resolve(void values.set(key, value)),
    remove: (key) => Promise.resolve(void values.delete(key)),
  };
}

/** `Office.context.partitionKey` separates add-ins that share an origin where the browser does not. */
export function localStrings(storage: Storage, partition: string | undefined): StringStore {
  const name = (key: string) => (partition ?? '') + storedName(key);
  const settled = <T>(work: () => T): Promise<T> => new Promise((resolve) => resolve(work()));
  return {
    where: 'local',
    get: (key) => settled(() => storage.getItem(name(key)) ?? undefined),
    set: (key, value) => settled(() => storage.setItem(name(key), value)),
    remove: (key) => settled(() => storage.removeItem(name(key))),
  };
}

/** The part of `OfficeRuntime.storage` that is used here. */
export interface OfficeStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
}

export function officeStrings(storage: OfficeStorage): StringStore {
  return {
    where: 'office',
    get: async (key) => (await storage.getItem(storedName(key))) ?? undefined,
    set: (key, value) => storage.setItem(storedName(key), value),
    remove: (key) => storage.removeItem(storedName(key)),
  };
}

export function roamingStrings(
  settings: Pick<Office.RoamingSettings, 'get' | 'set' | 'remove' | 'saveAsync'>,
): StringStore {
  const saved = () =>
    new Promise<void>((resolve, reject) => {
      settings.saveAsync((result) =>
        String(result.status) === 'failed' ? reject(new Error('The host did not save.')) : resolve(),
      );
    });
  return {
    where: 'roaming',
    get: (key) => {
      const value: unknown = settings.get(storedName(key));
      return Promise.resolve(typeof value === 'string' ? value : undefined);
    },
    set: (key, value) => {
      settings.set(storedName(key), value);
      return saved();
    },
    remove: (key) => {
      settings.remove(storedName(key));
      return saved();
    },
  };
}

/**
 * Writes, reads and removes a value: a store may exist and still refuse, or never respond. Uses its own name:
 * two windows that start together would remove each other's, and end up with different stores.
 */
export async function works(store: StringStore, clock: Clock, late?: () => void): Promise<boolean> {
  const name = `probe ${Math.random()}`;
  const probe = async () => {
    await store.set(name, 'yes');
    const found = await store.get(name);
    await store.remove(name);
    return found === 'yes';
  };
  return inTime(clock, probeTimeout, probe, late).catch(() => false);
}

/** The first that works; memory always does. It is told if one exists and does not work, or works only later. */
export async function firstWorking(
  stores: readonly (() => StringStore | undefined)[],
  clock: Clock,
  notice: Notice,
): Promise<StringStore> {
  const late = () => {
    notice(settingsNotices.passedOver, true);
    notice(settingsNotices.late);
  };
  for (const make of stores) {
    try {
      const store = make();
      if (!store) continue;
      if (await works(store, clock, late)) return store;
    } catch {
      // Some hosts throw when a blocked store is only looked at.
    }
    notice(settingsNotices.passedOver);
  }
  return memoryStrings();
}

export const storeTimeout = 3_000;

/**
 * A store that may hang: every operation ends in time, and a write that comes through too late is followed by what was written
 * since, so that an old key or setting never comes back. What is wrong with it is told while it lasts.
 */
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
  const limited = async <T>(work: () => Promise<T>, late?: () => void): Promise<T> => {
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
    return limited(work, () => {
      const last = newest.get(key);
      if (last && last !== work) last().catch(() => undefined);
    });
  };
  return {
    where: store.where,
    get: (key) => limited(() => store.get(key)),
    set: (key, value) => write(key, () => store.set(key, value)),
    remove: (key) => write(key, () => store.remove(key)),
  };
}

// The stores this host may have, best first: roaming, Office, browser.

interface Host {
  readonly Office?: {
    readonly context?: { readonly roamingSettings?: Office.RoamingSettings; readonly partitionKey?: string };
  };
  readonly OfficeRuntime?: { readonly storage?: OfficeStorage };
  readonly localStorage?: Storage;
}

export function hostStrings(clock: Clock, notice: Notice, host: Host = globalThis): Promise<StringStore> {
  const stores = [
    () => {
      const roaming = host.Office?.context?.roamingSettings;
      return roaming && roamingStrings(roaming);
    },
    () => {
      const storage = host.OfficeRuntime?.storage;
      return storage && officeStrings(storage);
    },
    () => {
      const storage = host.localStorage;
      return storage && localStrings(storage, host.Office?.context?.partitionKey);
    },
  ];
  return firstWorking(stores, clock, notice);
}
