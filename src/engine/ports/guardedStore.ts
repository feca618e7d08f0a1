// A store that may be blocked, full, broken or deleted must never stop the engine: every operation settles in time,
// a failing one gives what an empty store would give, and the user is told for as long as it lasts.
import { type Clock, inTime, NoResponseYet } from './clock';
import { StoreRefused, type RowChange, type StoreArea, type Store } from './store';

const storeTimeout = 4_000;
/** After a failure the store is left alone for a while, then tried again. */
const rest = 60_000;
const probeKey = 'probe';

/** What the user is told of; the pane has the sentences. */
export const storageNotices = {
  blocked: 'blocked',
  /** It has not responded yet. No time decides that it never will. */
  slow: 'slow',
  full: 'full',
  /** A newer version of Spillway has changed it, in another window or before the server went back to an older one. */
  newer: 'newer',
} as const;

/** `isLost`: it holds nothing of what was written. Otherwise it lacks what was not reported as done. */
export type Restored = (isLost: boolean) => Promise<unknown>;

/** Tells the user something, or with `isOver` that it no longer applies. */
export type Notice = (text: string, isOver?: boolean) => void;

export type WriteOutcome = 'done' | 'full' | 'failed';

export interface GuardedStore {
  get(area: StoreArea, key: string): Promise<unknown>;
  put(area: StoreArea, rows: readonly (readonly [key: string, value: unknown])[]): Promise<WriteOutcome>;
  update(area: StoreArea, keys: readonly string[], change: RowChange): Promise<WriteOutcome>;
  delete(area: StoreArea, keys: readonly string[]): Promise<void>;
  entries(area: StoreArea): Promise<[key: string, value: unknown][]>;
  /** As `entries`; undefined where it could not be read. */
  read(area: StoreArea): Promise<[key: string, value: unknown][] | undefined>;
  clear(area: StoreArea): Promise<void>;
  /** It cannot be read or written now: nobody knows what it holds, or will. */
  isDown(): boolean;
  /** The browser refuses this page any storage: there is nothing to know, and memory is all there is. */
  isRefused(): boolean;
  /** Called when the store works again after a failure, or lost what it held: what it does not hold should be put again. */
  onRestored(listener: Restored): void;
}

/** A row that a newer version wrote: it is not read, and not taken for a damaged one either. */
export const isNewer = (row: unknown, version: number): boolean =>
  typeof row === 'object' && row !== null && 'v' in row && Number(row.v) > version;

const isNamed = (error: unknown, name: string) =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === name;

type Trouble = 'slow' | 'blocked' | 'newer';

/** IndexedDB: the database has a higher version than the one asked for. */
const troubleOf = (error: unknown): Trouble =>
  error instanceof NoResponseYet ? 'slow' : isNamed(error, 'VersionError') ? 'newer' : 'blocked';

type Attempted<T> = { readonly value: T } | 'full' | 'failed';

/** Reading and writing fail apart from each other: a store that is full or read-only can still tell what it holds. */
class Access {
  private brokenUntil: number | undefined;
  isRefused = false;
  trouble: Trouble | undefined;
  private cancelProbe: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly probe: () => Promise<unknown>,
    private readonly changed: () => void,
    private readonly restored: () => void,
  ) {}

  get isDown(): boolean {
    return this.brokenUntil !== undefined && !this.isRefused;
  }

  async attempt<T>(work: () => Promise<T>): Promise<Attempted<T>> {
    if (this.brokenUntil !== undefined && this.clock.elapsed() < this.brokenUntil) return 'failed';
    try {
      const value = await inTime(this.clock, storeTimeout, work, () => this.heal());
      if (this.brokenUntil !== undefined) this.heal();
      return { value };
    } catch (error) {
      if (isNamed(error, 'QuotaExceededError')) return 'full';
      this.isRefused = error instanceof StoreRefused;
      this.fail(troubleOf(error));
      return 'failed';
    }
  }

  /** What comes through too late may have put something old over something new. */
  private heal(): void {
    this.brokenUntil = undefined;
    this.isRefused = false;
    this.trouble = undefined;
    this.changed();
    this.restored();
  }

  /** It is tried again even if nobody asks: what memory kept meanwhile should not wait. */
  private fail(trouble: Trouble): void {
    this.brokenUntil = this.clock.elapsed() + rest;
    this.cancelProbe?.();
    this.cancelProbe = this.clock.setTimer(() => void this.attempt(this.probe), rest);
    this.trouble = trouble;
    this.changed();
  }
}

export function guardStore(store: Store, clock: Clock, notice: Notice): GuardedStore {
  const listeners: Restored[] = [];
  /** Areas whose last write found no room; small rows may still fit in the others. */
  const fullAreas = new Set<StoreArea>();
  const told = new Set<string>();
  const tell = () => {
    for (const name of Object.values(storageNotices)) {
      const holds =
        name === 'full' ? fullAreas.size > 0 : [reading, writing].some(({ trouble }) => trouble === name);
      if (holds === told.has(name)) continue;
      if (holds) told.add(name);
      else told.delete(name);
      notice(name, !holds);
    }
  };
  let isRestoring = false;
  const wanted = { again: false, isLost: false };
  /** After many that were late, what it lacks is put once and not after each of them. */
  const restored = async (isLost: boolean) => {
    wanted.again = true;
    wanted.isLost ||= isLost;
    if (isRestoring) return;
    isRestoring = true;
    while (wanted.again) {
      const all = wanted.isLost;
      Object.assign(wanted, { again: false, isLost: false });
      await Promise.allSettled(listeners.map((listener) => listener(all)));
    }
    isRestoring = false;
  };
  store.onLost?.(() => void restored(true));
  const access = (probe: () => Promise<unknown>) =>
    new Access(clock, probe, tell, () => void restored(false));
  const reading = access(() => store.get('calls', probeKey));
  const writing = access(() => store.delete('calls', [probeKey]));

  const orElse = async <T, Other>(
    access: Access,
    work: () => Promise<T>,
    otherwise: Other,
  ): Promise<T | Other> => {
    const result = await access.attempt(work);
    return typeof result === 'string' ? otherwise : result.value;
  };

  /** A store that is full does not tell when there is room again. */
  let isTriedLater = false;
  const noteFull = (area: StoreArea) => {
    fullAreas.add(area);
    if (isTriedLater) return;
    isTriedLater = true;
    clock.setTimer(() => {
      isTriedLater = false;
      if (fullAreas.size > 0) void restored(false);
    }, rest);
  };

  const write = async (area: StoreArea, rows: number, work: () => Promise<void>): Promise<WriteOutcome> => {
    if (rows === 0) return 'done';
    const result = await writing.attempt(work);
    if (result === 'full') noteFull(area);
    else if (result !== 'failed') fullAreas.delete(area);
    tell();
    return typeof result === 'string' ? result : 'done';
  };

  const read = (area: StoreArea) => orElse(reading, () => store.entries(area), undefined);

  return {
    get: (area, key) => orElse(reading, () => store.get(area, key), undefined),
    put: (area, rows) => write(area, rows.length, () => store.put(area, rows)),
    update: (area, keys, change) => write(area, keys.length, () => store.update(area, keys, change)),
    delete: (area, keys) =>
      keys.length ? orElse(writing, () => store.delete(area, keys), undefined) : Promise.resolve(),
    entries: async (area) => (await read(area)) ?? [],
    read,
    clear: (area) => orElse(writing, () => store.clear(area), undefined),
    isDown: () => reading.isDown || writing.isDown,
    isRefused: () => reading.isRefused || writing.isRefused,
    onRestored: (listener) => void listeners.push(listener),
  };
}
