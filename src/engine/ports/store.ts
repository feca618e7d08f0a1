// The store the engine keeps things in across restarts: named areas of keyed plain values.
// Implementations may fail at any time; `guardedStore.ts` is what the engine itself talks to.

export const areas = [
  'answers',
  'index',
  'failures',
  'decisions',
  'account',
  'paid',
  'calls',
  'ledger',
  'days',
  'settings',
  'unarchived',
] as const;
export type StoreArea = (typeof areas)[number];

/** What is to be stored under a key in place of what is stored now. */
export type RowChange = (key: string, stored: unknown) => unknown;

export interface Store {
  get(area: StoreArea, key: string): Promise<unknown>;
  put(area: StoreArea, rows: readonly (readonly [key: string, value: unknown])[]): Promise<void>;
  /** Each of these rows becomes what `change` makes of it, undefined for none; all of them at once, and no other write between. */
  update(area: StoreArea, keys: readonly string[], change: RowChange): Promise<void>;
  delete(area: StoreArea, keys: readonly string[]): Promise<void>;
  entries(area: StoreArea): Promise<[key: string, value: unknown][]>;
  clear(area: StoreArea): Promise<void>;
  /** Told when what was stored is gone (the database was deleted) although the store works again. */
  onLost?(listener: () => void): void;
  close(): void;
}

/** The browser gives this page no store: nothing is kept anywhere, so there is nothing to be known of it. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}
