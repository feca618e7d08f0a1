// The rate windows of one token, shared by all browser windows of a user: what each of them sent, any Retry-After in force,
// and whether the limits count requests or credits. Stored and changed under a lock, so that two browser windows cannot use
// the same slot and a reload does not forget a Retry-After of hours. Without a lock, or when the store fails, each browser
// window counts for itself and learns of the others by messages.
import type { Clock } from '../../ports/clock';
import type { GuardedStore } from '../../ports/guardedStore';
import { inTurn, type Locks } from '../../ports/crossWindow';
import type { RateWindows } from './rateWindows';

const rowKey = 'rate windows';
/** The hour, and the time that a request may take to arrive. Longer windows are known from the statistic. */
const kept = 3_700_000;
const most = 2_000;
/**
 * Sends that arrived at least so long ago are written together with those that were sent and arrived in the same slots. Each request reads and writes
 * the whole row, and a browser writes a row of more than 64 kB as a file of its own.
 */
const slots = [
  { age: 120_000, length: 30_000 },
  { age: 15_000, length: 1_000 },
];
const longestBlock = 31 * 86_400_000;
const gather = 100;
const turn = { name: 'spillway rate windows', deadline: 5_000 };

/**
 * `arrived`: when its response had come; null until then, and where the window that sent it was closed in between. Several `requests`
 * have the time of the first that was sent and of the last that arrived, so that none leaves a rate window too soon.
 */
type Sent = readonly [
  at: number,
  credits: number,
  id?: string | undefined,
  arrived?: number | null,
  requests?: number,
];

/** Times are milliseconds since 1970: `clock.elapsed()` is each window's own. */
interface Row {
  readonly v: 1;
  readonly sends: readonly Sent[];
  readonly blocked?: { readonly at: number; readonly until: number } | undefined;
  readonly countRequests?: boolean | undefined;
}

export interface SharedRateWindowsParts {
  readonly clock: Clock;
  readonly store: GuardedStore;
  readonly locks: Locks | undefined;
  readonly windows: RateWindows;
  /** Nothing is to be sent for so many milliseconds. */
  readonly blocked: (milliseconds: number) => void;
}

function readRow(value: unknown): Row {
  const row = value as Row | null | undefined;
  const sound = row?.v === 1 && Array.isArray(row.sends) && row.sends.every((send) => Array.isArray(send));
  return sound ? row : { v: 1, sends: [] };
}

const takes = (credits: number) => Math.max(1, credits);

function inSlots(sends: readonly Sent[], now: number): readonly Sent[] {
  const gathered = new Map<string, Sent>();
  for (const send of sends) {
    const [at, credits, id, arrived, requests = 1] = send;
    const slot = arrived ? slots.find(({ age }) => now - arrived >= age) : undefined;
    const name =
      arrived && slot
        ? [slot.length, Math.floor(at / slot.length), Math.floor(arrived / slot.length)].join(' ')
        : `one ${gathered.size} ${id ?? at}`;
    const other = gathered.get(name);
    gathered.set(
      name,
      other && arrived
        ? [
            Math.min(at, other[0]),
            takes(credits) + takes(other[1]),
            undefined,
            Math.max(arrived, other[3] ?? 0),
            requests + (other[4] ?? 1),
          ]
        : send,
    );
  }
  return [...gathered.values()];
}

export class SharedRateWindows {
  /** What was sent here and could not be written. */
  private unwritten: Row['sends'] = [];
  /** When responses came here, by the names of their requests, until it is written. */
  private readonly arrivals = new Map<string, number>();
  private writes = true;
  /** By its date, when each send was in this window's own time. */
  private readonly seen = new Map<number, number>();
  private offset = Infinity;

  constructor(private readonly parts: SharedRateWindowsParts) {}

  /** Whether requests of other browser windows are read from the store; otherwise their messages are counted. */
  get shared(): boolean {
    return this.parts.locks !== undefined && this.writes;
  }

  /** What an earlier run, or another window, has left. */
  async load(): Promise<void> {
    this.take(readRow(await this.parts.store.get('calls', rowKey)));
  }

  /** Takes a place in the rate windows for a request that is sent now; false when there is none. */
  reserve(id: string, credits: number): Promise<boolean> {
    return this.inTurn(async () => {
      const { clock, windows } = this.parts;
      await this.load();
      const now = clock.elapsed();
      if (this.blockedFor > 0 || windows.freeAt(now, credits) > now) return false;
      windows.noteSend(id, now, credits);
      this.seen.set(clock.now(), now);
      this.unwritten = [...this.unwritten, [clock.now(), credits, id, null]];
      await this.write();
      return true;
    });
  }

  /** Its response has come. Those that come within a moment are written together, and nobody waits for it. */
  noteArrival(id: string): void {
    const { clock, windows } = this.parts;
    windows.noteArrival(id, clock.elapsed());
    if (!this.shared) return;
    this.seen.set(clock.now(), clock.elapsed());
    this.arrivals.set(id, clock.now());
    if (this.arrivals.size > 1) return;
    clock.setTimer(() => this.rewrite(), gather);
  }

  /** The service rejected a request and said when to retry. */
  block(milliseconds: number): void {
    const at = this.parts.clock.now();
    const blocked = { at, until: at + Math.min(milliseconds, longestBlock) };
    this.row = { ...this.row, blocked: this.later(blocked, this.row.blocked) };
    this.rewrite();
  }

  private rewrite(): void {
    void this.inTurn(async () => {
      await this.load();
      await this.write();
      return true;
    });
  }

  /** Another key: nothing that is known holds for it. */
  forget(): void {
    this.row = { v: 1, sends: [] };
    this.unwritten = [];
    this.arrivals.clear();
    void this.parts.store.delete('calls', [rowKey]);
  }

  private row: Row = { v: 1, sends: [] };

  /** By its date, when each block ends in this window's own time, found when it is first seen: the clock may be set afterwards. */
  private readonly blockEnds = new Map<number, number>();

  private leftOf(blocked: Row['blocked']): number {
    const { clock } = this.parts;
    if (!blocked) return 0;
    const { at, until } = blocked;
    // Where the clock was set back before, what was left of the block then is left of it now.
    const end = this.blockEnds.get(until) ?? clock.elapsed() + until - Math.max(at, clock.now());
    this.blockEnds.set(until, end);
    return Math.max(0, end - clock.elapsed());
  }

  private get blockedFor(): number {
    return this.leftOf(this.row.blocked);
  }

  private later(one: Row['blocked'], other: Row['blocked']): Row['blocked'] {
    return this.leftOf(one) > this.leftOf(other) ? one : (other ?? one);
  }

  /**
   * A date as this window's own time, found once for each send. The clock may have been set since it was written: of the
   * times it can have been, the latest is taken, so that nothing looks longer ago than it is.
   */
  private elapsedAt(at: number): number {
    const { clock } = this.parts;
    this.offset = Math.min(this.offset, clock.now() - clock.elapsed());
    const known = this.seen.get(at) ?? Math.min(at - this.offset, clock.elapsed());
    this.seen.set(at, known);
    return known;
  }

  private take(row: Row): void {
    const { clock, windows, blocked } = this.parts;
    const oldest = clock.now() - kept;
    const sends = [...row.sends, ...this.unwritten].filter(([at]) => at > oldest).map(this.withArrival);
    this.row = { ...row, sends, blocked: this.later(row.blocked, this.row.blocked) };
    if (this.shared)
      windows.replaceSince(
        clock.elapsed() - kept,
        sends.map(([at, credits, id = '', arrived, requests = 1]) => {
          const own = this.elapsedAt(at);
          // What an earlier version wrote does not tell, and has arrived.
          const arrivedAt =
            arrived === undefined ? own : arrived === null ? undefined : this.elapsedAt(arrived);
          return { id, at: own, credits, requests, arrived: arrivedAt };
        }),
        clock.elapsed(),
      );
    for (const at of this.seen.keys()) if (at <= oldest) this.seen.delete(at);
    if (row.countRequests) windows.countRequests = true;
    if (this.blockedFor > 0) blocked(Math.min(this.blockedFor, longestBlock));
  }

  private readonly withArrival = (send: Sent): Sent => {
    const [at, credits, id, known] = send;
    const arrived = id === undefined ? undefined : this.arrivals.get(id);
    return arrived === undefined || known !== null ? send : [at, credits, id, arrived];
  };

  private async write(): Promise<void> {
    const { clock, store, windows } = this.parts;
    const isKnown = new Set(this.row.sends.map(([, , id]) => id));
    const unwritten = this.unwritten.filter(([, , id]) => !isKnown.has(id)).map(this.withArrival);
    const noted = [...this.arrivals.keys()];
    const sends = inSlots([...this.row.sends, ...unwritten], clock.now());
    const row: Row = { ...this.row, sends: sends.slice(-most), countRequests: windows.countRequests };
    this.row = row;
    this.writes = (await store.put('calls', [[rowKey, row]])) === 'done';
    if (!this.writes) return;
    this.unwritten = [];
    for (const id of noted) this.arrivals.delete(id);
  }

  private inTurn(work: () => Promise<boolean>): Promise<boolean> {
    return inTurn(this.parts.locks, this.parts.clock, turn, work).catch(() => true);
  }
}
