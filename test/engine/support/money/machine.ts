// The machine that several windows of one user share: a store that may be slow, fail or hang, locks that a killed window
// gives up, messages that take their time. A window can be killed between any two steps: nothing of it happens afterwards.
import type { Channel, Locks, WindowMessage } from '../../../../src/engine/ports/crossWindow';
import type { Clock } from '../../../../src/engine/ports/clock';
import { createMemoryStore } from '../../../../src/engine/ports/memoryStore';
import type { Store } from '../../../../src/engine/ports/store';
import type { SimulatedClock } from '../simulatedClock';

export type StoreHealth = 'sound' | 'fails' | 'hangs' | 'full';
/** What becomes of messages between windows. */
export type Delivery = 'sound' | 'lost' | 'twice' | 'late';

/** What one window sees of the machine, until it is killed. */
export interface Ports {
  readonly clock: Clock;
  readonly store: Store;
  readonly locks: Locks;
  readonly channel: Channel;
  readonly isAlive: () => boolean;
  /** Does it after a while, as everything that the machine does. */
  slowly<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the page runs. */
  awake(): Promise<void>;
  kill(): void;
  /** The browser lets nothing of the page run; what it began with others goes on. */
  freeze(): void;
  thaw(): void;
}

export interface Machine {
  readonly random: () => number;
  health: StoreHealth;
  delivery: Delivery;
  /** What is stored, seen from outside: at once and without faults. */
  readonly disk: Store;
  openWindow(): Ports;
}

interface Turn {
  readonly isAlive: () => boolean;
  begin(): void;
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}

export function machine(clock: SimulatedClock, slowness: number): Machine {
  const disk = createMemoryStore();
  const held = new Map<string, { owner: () => boolean; waiting: Turn[] }>();
  const members = new Set<{ hear: (message: WindowMessage) => void; isAlive: () => boolean }>();
  const hanging: (() => void)[] = [];
  let health: StoreHealth = 'sound';
  let delivery: Delivery = 'sound';
  let seed = 1;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const never = new Promise<never>(() => undefined);
  const aWhile = () =>
    slowness === 0
      ? Promise.resolve()
      : new Promise<void>((resolve) => clock.setTimer(resolve, Math.floor(random() * slowness)));

  /** The next living window in line gets the lock. */
  function pass(name: string): void {
    const lock = held.get(name);
    if (!lock) return;
    const next = lock.waiting.shift();
    if (!next) held.delete(name);
    else if (next.isAlive()) next.begin();
    else pass(name);
  }

  function openWindow(): Ports {
    const openedAt = clock.elapsed();
    let alive = true;
    const isAlive = () => alive;
    const mine = new Set<string>();
    /** What happens when a frozen page goes on, in order. */
    let frozenWork: (() => void)[] | undefined;
    const inPage = (work: () => void): void => void (frozenWork ? frozenWork.push(work) : work());
    const awake = () => new Promise<void>(inPage);

    const perform = async <T>(work: () => Promise<T>): Promise<T> => {
      await aWhile();
      if (!alive) return never;
      if (health === 'fails') throw new Error('The store fails.');
      if (health === 'hangs') await new Promise<void>((resolve) => hanging.push(resolve));
      // A transaction that was begun may still be made; one of a killed window is not.
      if (!alive) return never;
      const value = await work();
      await awake();
      return alive ? value : never;
    };
    const room = <T>(work: () => Promise<T>) =>
      health === 'full' ? Promise.reject(new DOMException('Full', 'QuotaExceededError')) : work();
    const store: Store = {
      get: (area, key) => perform(() => disk.get(area, key)),
      // As on a disk, what was written does not change any more; frozen, it need not be copied.
      put: (area, rows) => {
        frozen(rows);
        return perform(() => room(() => disk.put(area, rows)));
      },
      update: (area, keys, change) =>
        perform(() => room(() => disk.update(area, keys, (key, stored) => frozen(change(key, stored))))),
      delete: (area, keys) => perform(() => disk.delete(area, keys)),
      entries: (area) => perform(() => disk.entries(area)),
      clear: (area) => perform(() => disk.clear(area)),
      close: () => undefined,
    };

    const locks: Locks = {
      run: (name, work) =>
        new Promise((resolve, reject) => {
          const begin = () => {
            held.get(name)!.owner = isAlive;
            mine.add(name);
            const release = () => {
              if (!alive) return;
              mine.delete(name);
              pass(name);
            };
            void aWhile()
              .then(awake)
              .then(() => (alive ? work() : never))
              .then(resolve, reject)
              .finally(release);
          };
          if (!alive) return;
          const lock = held.get(name);
          if (lock) return void lock.waiting.push({ isAlive, begin });
          held.set(name, { owner: isAlive, waiting: [] });
          begin();
        }),
    };

    const listeners = new Set<(message: WindowMessage) => void>();
    const member = {
      hear: (message: WindowMessage) => {
        inPage(() => {
          if (alive) for (const listener of [...listeners]) listener(message);
        });
      },
      isAlive,
    };
    members.add(member);
    let lastSent = 0;
    const channel: Channel = {
      post: (message) => {
        if (!alive) return;
        // It is not changed any more either.
        frozen(message);
        // In the order in which they were sent, and never at once.
        lastSent = Math.max(lastSent, clock.elapsed() + Math.floor(random() * slowness));
        const wait = lastSent - clock.elapsed();
        if (delivery === 'lost') return;
        const much = delivery === 'late' ? wait + Math.floor(random() * 5_000) : wait;
        for (const other of members) {
          if (other === member) continue;
          clock.setTimer(() => other.hear(message), much);
          if (delivery === 'twice')
            clock.setTimer(() => other.hear(message), wait + Math.floor(random() * 2_000));
        }
      },
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close: () => void members.delete(member),
    };

    return {
      clock: {
        now: () => clock.now(),
        elapsed: () => clock.elapsed() - openedAt,
        // Whole milliseconds, as browsers have it: a wait for less than that would never end.
        setTimer: (callback, milliseconds) =>
          clock.setTimer(() => inPage(() => alive && callback()), Math.ceil(milliseconds)),
      },
      store,
      locks,
      channel,
      isAlive,
      awake,
      slowly: async (work) => {
        await aWhile();
        await awake();
        return alive ? work() : never;
      },
      freeze: () => void (frozenWork ??= []),
      thaw() {
        const goOn = async () => {
          for (let work = frozenWork?.shift(); work; work = frozenWork?.shift()) {
            work();
            for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
          }
          frozenWork = undefined;
        };
        void goOn();
      },
      kill() {
        alive = false;
        members.delete(member);
        for (const name of mine) pass(name);
      },
    };
  }

  return {
    random,
    disk,
    openWindow,
    get delivery() {
      return delivery;
    },
    set delivery(next) {
      delivery = next;
    },
    get health() {
      return health;
    },
    set health(next) {
      health = next;
      if (next !== 'hangs') for (const resume of hanging.splice(0)) resume();
    },
  };
}
