// What answers without sending: the cache, the failures that are remembered, and the books of both. It is there from the
// start; what sends is loaded when it is first needed and stands on this (sending.ts).
import { Announcements } from './announcements';
import { Cache } from './cache';
import type { Credential } from './client/credential';
import type { Clock } from './clock';
import { Failures } from './failures';
import { guardStore, type GuardedStore } from './guardedStore';
import { Hits } from './hits';
import { KeyWatch } from './keyWatch';
import { Ledger } from './ledger';
import { Renewals } from './renewals';
import type { Settings } from './settings';
import type { Store } from './store';
import type { Channel, News } from './windowLink';

/** Where the host does not say how much may be stored. */
export const leastCache = 50_000_000;

export interface ShelfParts {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly store: Store;
  readonly settings: () => Settings;
  /** How many bytes of answers the host lets us keep. */
  readonly grantedBytes?: () => number;
  readonly key: () => Promise<Credential | undefined>;
  readonly channel?: Channel | undefined;
  /** The cells that show these requests, as far as the host layer knows; those that asked here are known anyway. */
  readonly cellsOf?: (keys: ReadonlySet<string>) => Iterable<string>;
}

export interface Shelf {
  /** Tells this window's rows in the store from those of others. */
  readonly window: string;
  /** What the cache answered, for how many results, until the workbook's list of purchases has it. */
  readonly served: Map<string, number | undefined>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly settings: () => Settings;
  readonly store: GuardedStore;
  /** What was stored has been read. */
  readonly ready: Promise<void>;
  readonly announcements: Announcements;
  readonly keyWatch: KeyWatch;
  readonly cache: Cache;
  readonly failures: Failures;
  readonly ledger: Ledger;
  readonly hits: Hits;
  readonly renewals: Renewals;
  readonly notices: readonly string[];
  readonly tell: (news: News) => void;
  /** When other windows sent, as `clock.elapsed()` tells, until there are rate windows here to count it in. */
  readonly sendsElsewhere: number[];
  readonly isPaused: () => boolean;
  readonly setPaused: (paused: boolean) => void;
  readonly isClosed: () => boolean;
  readonly close: () => void;
}

export function createShelf(parts: ShelfParts): Shelf {
  const { clock, random, settings, channel } = parts;
  const notices: string[] = [];
  let paused = false;
  let closed = false;

  const announcements = new Announcements(clock);
  const { changed, emit } = announcements;
  const store = guardStore(parts.store, clock, (notice) => {
    if (notices.includes(notice)) return;
    notices.push(notice);
    changed();
  });
  const keyWatch = new KeyWatch(parts.key, settings);
  const cache = new Cache(
    store,
    settings,
    () => clock.now(),
    () => settings().cacheBytes ?? parts.grantedBytes?.() ?? leastCache,
  );
  const failures = new Failures(store);
  const window = Math.floor(random() * 2 ** 32).toString(36);
  const ledger = new Ledger(store, clock, window, () => {
    emit({ type: 'ledger' });
    changed();
  });
  const ready = Promise.all([cache.load(), failures.load(), ledger.load(), keyWatch.changed()]).then(changed);

  return {
    window,
    served: new Map(),
    clock,
    random,
    settings,
    store,
    ready,
    announcements,
    keyWatch,
    cache,
    failures,
    ledger,
    hits: new Hits(clock, ledger),
    renewals: new Renewals(clock, emit, parts.cellsOf ?? (() => [])),
    notices,
    tell: (news) => {
      if (!closed) channel?.post(news);
    },
    sendsElsewhere: [],
    isPaused: () => paused,
    setPaused: (next) => {
      paused = next;
      changed();
    },
    isClosed: () => closed,
    close: () => {
      closed = true;
    },
  };
}
