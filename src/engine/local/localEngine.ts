// The half of the engine that sends nothing: the cache, the remembered failures and the ledger. It exists from the start;
// the remote half is loaded on top of it when it is first needed (remote/remoteEngine.ts).
import { Arrivals } from './arrivals';
import { Cache } from './cache';
import { accessWith, type Access, type Credential } from '../request/credential';
import type { Clock } from '../ports/clock';
import { Failures } from './failures';
import { guardStore, type GuardedStore } from '../ports/guardedStore';
import { CacheHits, Ledger } from './ledger';
import type { Settings } from '../request/settings';
import type { Store } from '../ports/store';
import type { Channel, RemoteMessage, WindowMessage } from '../ports/crossWindow';
import type { EngineEvent, EngineState } from '../engine';
import { createListeners } from '../ports/listeners';
import { isSpillwayError, SpillwayError } from '../request/errors';

// Who may ask: the key and the address of the service. Cells that could not ask for want of a good key are told when
// there is another one.

const asError = (error: unknown): SpillwayError => {
  if (isSpillwayError(error)) return error;
  throw error;
};

class KeyWatch {
  /** The key was refused: nothing more is sent with it. */
  refused: SpillwayError | undefined;
  private readonly refusals = createListeners<[SpillwayError]>();
  readonly onRefused = this.refusals.subscribe;
  private identity: string | undefined;
  /** How often it was found to be another one. */
  changes = 0;
  private readonly waiting = new Map<string, Set<string>>();

  constructor(
    private readonly credential: () => Promise<Credential | undefined>,
    private readonly settings: () => Settings,
  ) {}

  /** Rejects when there is a sign-in but no token to be had from it. */
  async access(): Promise<Access | undefined> {
    return accessWith(await this.known(), this.settings().baseUrl);
  }

  /** Why a cell gets no access; it is told when the key changes. Undefined: it has access. */
  async refusal(request: string, cells: Iterable<string>): Promise<SpillwayError | undefined> {
    const noKey = () => new SpillwayError('no_key', { billed: 'no' });
    const refusal =
      this.refused ?? (await this.access().then((access) => (access ? undefined : noKey()), asError));
    if (refusal) this.wait(request, cells);
    return refusal;
  }

  wait(request: string, cells: Iterable<string>): void {
    const known = this.waiting.get(request) ?? new Set();
    for (const cell of cells) known.add(cell);
    this.waiting.set(request, known);
  }

  /** The service does not accept the key. */
  refuse(error: SpillwayError): void {
    this.refused = error;
    this.refusals.notify(error);
  }

  /** Whether the key, the sign-in or the address is another one than before; a renewed token does not count. */
  async changed(): Promise<boolean> {
    const credential = await this.known();
    const who = typeof credential === 'object' ? { id: credential.id } : credential;
    const identity = JSON.stringify([who, this.settings().baseUrl]);
    const changed = identity !== this.identity;
    this.identity = identity;
    if (changed) {
      this.refused = undefined;
      this.changes += 1;
    }
    return changed;
  }

  private known(): Promise<Credential | undefined> {
    return this.credential().catch(() => undefined);
  }

  /** The requests that waited, with their cells. */
  takeWaiting(): readonly (readonly [request: string, cells: ReadonlySet<string>])[] {
    const all = [...this.waiting];
    this.waiting.clear();
    return all;
  }
}

// Tells cells that something new is there for them, a few at a time: a range that waits for twelve responses is
// recalculated once, not twelve times.

const gatherCells = 200;

class RecalculationBatch {
  private readonly keys = new Set<string>();
  private readonly cells = new Set<string>();
  private pending = false;

  constructor(
    private readonly clock: Clock,
    private readonly emit: (event: EngineEvent) => void,
    private readonly cellsOf: (keys: ReadonlySet<string>) => Iterable<string>,
  ) {}

  note(key: string, cells: Iterable<string>): void {
    this.keys.add(key);
    for (const cell of cells) this.cells.add(cell);
    if (this.pending) return;
    this.pending = true;
    this.clock.setTimer(() => {
      this.pending = false;
      for (const cell of this.cellsOf(this.keys)) this.cells.add(cell);
      const event: EngineEvent = { type: 'renewed', keys: [...this.keys], cells: [...this.cells] };
      this.keys.clear();
      this.cells.clear();
      this.emit(event);
    }, gatherCells);
  }
}

// Notifies the engine's subscribers: of events at once, of changes of state in batches.

const gatherChanges = 50;
/** Rate windows and estimates change with time alone, so a snapshot expires. */
const longestSnapshot = 1_000;

class EngineEvents {
  private readonly listeners = createListeners<[EngineEvent]>();
  private snapshot: EngineState | undefined;
  private takenAt = 0;
  private pending = false;

  constructor(private readonly clock: Clock) {}

  readonly subscribe = this.listeners.subscribe;
  readonly emit = this.listeners.notify;

  readonly changed = (): void => {
    this.snapshot = undefined;
    if (this.pending) return;
    this.pending = true;
    this.clock.setTimer(() => {
      this.pending = false;
      this.emit({ type: 'state' });
    }, gatherChanges);
  };

  state(take: () => EngineState): EngineState {
    const now = this.clock.elapsed();
    if (!this.snapshot || now - this.takenAt > longestSnapshot) {
      this.snapshot = take();
      this.takenAt = now;
    }
    return this.snapshot;
  }
}

/** Where the host does not say how much may be stored. */
export const leastCache = 50_000_000;

export interface LocalEngineParts {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly store: Store;
  readonly settings: () => Settings;
  /** How many bytes of responses the host lets us keep. */
  readonly grantedBytes?: () => number;
  readonly key: () => Promise<Credential | undefined>;
  readonly channel?: Channel | undefined;
  /** The cells that show these requests, as far as the host layer knows; those that asked here are known anyway. */
  readonly cellsOf?: (keys: ReadonlySet<string>) => Iterable<string>;
}

export interface LocalEngine {
  /** Tells this window's rows in the store from those of others. */
  readonly window: string;
  /** What the cache served, for how many results, until the workbook's list of purchases has it. */
  readonly served: Map<string, number | undefined>;
  readonly arrivals: Arrivals;
  /** The earliest date at which this window's own time can have begun, as the clock was set. */
  began: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly settings: () => Settings;
  readonly store: GuardedStore;
  /** What was stored has been read. */
  readonly ready: Promise<void>;
  readonly events: EngineEvents;
  readonly keyWatch: KeyWatch;
  readonly cache: Cache;
  readonly failures: Failures;
  readonly ledger: Ledger;
  readonly hits: CacheHits;
  readonly recalculations: RecalculationBatch;
  /** Cells that show cached results only, by the request for which there was none. */
  readonly notCached: Map<string, Set<string>>;
  readonly notices: ReadonlySet<string>;
  readonly broadcast: (message: WindowMessage) => void;
  /** When other windows sent, as `clock.elapsed()` tells, until there are rate windows here to count it in. */
  readonly otherWindowsSends: number[];
  /** What other windows decided or spent, until the remote half is loaded. */
  readonly missed: RemoteMessage[];
  readonly isPaused: () => boolean;
  readonly setPaused: (paused: boolean) => void;
  readonly isClosed: () => boolean;
  readonly close: () => void;
}

export function createLocalEngine(parts: LocalEngineParts): LocalEngine {
  const { clock, random, settings, channel } = parts;
  const notices = new Set<string>();
  let paused = false;
  let closed = false;

  const events = new EngineEvents(clock);
  const { changed, emit } = events;
  const store = guardStore(parts.store, clock, (notice, isOver) => {
    if (isOver) notices.delete(notice);
    else notices.add(notice);
    changed();
  });
  const keyWatch = new KeyWatch(parts.key, settings);
  const cache = new Cache(
    store,
    settings,
    () => clock.now(),
    () => settings().cacheBytes ?? parts.grantedBytes?.() ?? leastCache,
  );
  const failures = new Failures(store, settings);
  const window = Math.floor(random() * 2 ** 32).toString(36);
  const ledger = new Ledger(store, clock, window, () => {
    emit({ type: 'ledger' });
    changed();
  });
  const ready = Promise.all([cache.load(), failures.load(), ledger.load(), keyWatch.changed()]).then(changed);

  return {
    window,
    served: new Map(),
    arrivals: new Arrivals(settings),
    began: clock.now() - clock.elapsed(),
    clock,
    random,
    settings,
    store,
    ready,
    events,
    keyWatch,
    cache,
    failures,
    ledger,
    hits: new CacheHits(clock, ledger),
    recalculations: new RecalculationBatch(clock, emit, parts.cellsOf ?? (() => [])),
    notCached: new Map(),
    notices,
    broadcast: (message) => {
      if (!closed) channel?.post(message);
    },
    otherWindowsSends: [],
    missed: [],
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
