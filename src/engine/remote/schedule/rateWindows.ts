// The five rate windows of the token. The service does not say how they turn over, so every window is treated as
// sliding: at no time does more than `limit` lie within its length. That fits fixed windows as well. Nor does it say whether
// they count requests or credits: until the statistic has shown that a window grew by less than the credits that were
// charged, each send counts with its credits. It counts a request when it arrives, which is between its sending and its
// response: so a send takes up its place from its sending on, until the window has passed since its response.
import { windows as table, type TokenRecord, type WindowId } from '../../../operations/tokenStatistic';
import type { WindowState } from '../../engine';

/** How far the clocks of two machines run apart. */
const drift = 0.0002;
/** A request arrives within this time, however long its response takes. */
const longestDelivery = 30_000;
/** Windows that nothing leaves while a few calls are made: what they grew by can be compared with the calls. */
const slow: readonly WindowId[] = ['hourly', 'daily', 'monthly'];

interface RateWindow {
  readonly id: WindowId;
  readonly length: number;
  limit: number;
  /** Use by others, as the statistic told, which leaves the window together at `foreignUntil` at the latest. */
  foreign: number;
  foreignUntil: number;
}

const count = (value: number | null | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

interface Send {
  /** As `clock.elapsed()` tells. */
  readonly at: number;
  readonly credits: number;
  /** Several that were sent at about the same time. */
  readonly requests?: number;
}

const weight = ({ credits, requests = 1 }: Send, countRequests: boolean): number =>
  countRequests ? requests : Math.max(1, credits);

/** When requests were sent or had arrived and what they cost, oldest first, with running sums: windows ask for it at every send. */
class SendLog {
  private sends: Send[] = [];
  /** Requests and credits of the sends before each place. */
  private requests: number[] = [0];
  private credits: number[] = [0];

  /** Now and then drops what was sent before `oldest`. */
  add(send: Send, oldest: number): void {
    const last = this.sends.at(-1);
    if (last && last.at > send.at) return this.set([...this.sends, send]);
    this.append(send);
    if (this.sends.length % 1000 === 0) this.set(this.sends.slice(this.place(oldest)));
  }

  replaceSince(from: number, sends: readonly Send[]): void {
    this.set([...this.sends.slice(0, this.place(from)), ...sends]);
  }

  /** How many, or how many credits, were sent after one time and up to another. */
  between(after: number, until: number, requests: boolean): number {
    const sums = requests ? this.requests : this.credits;
    const from = this.place(after);
    const to = until === Infinity ? this.sends.length : Math.max(from, this.place(until));
    return (sums[to] ?? 0) - (sums[from] ?? 0);
  }

  firstAfter(time: number): number | undefined {
    return this.sends[this.place(time)]?.at;
  }

  /** When the send was made with which the given amount was reached, counted from a time on. */
  whenPassed(after: number, amount: number, requests: boolean): number | undefined {
    const sums = requests ? this.requests : this.credits;
    const from = this.place(after);
    const before = sums[from] ?? 0;
    for (let at = from; at < this.sends.length; at += 1)
      if ((sums[at + 1] ?? 0) - before >= amount) return this.sends[at]?.at;
    return undefined;
  }

  private append(send: Send): void {
    this.sends.push(send);
    this.requests.push((this.requests.at(-1) ?? 0) + weight(send, true));
    this.credits.push((this.credits.at(-1) ?? 0) + weight(send, false));
  }

  private set(sends: readonly Send[]): void {
    this.sends = [];
    this.requests = [0];
    this.credits = [0];
    for (const send of [...sends].sort((a, b) => a.at - b.at)) this.append(send);
  }

  /** Index of the first send after a time. */
  private place(time: number): number {
    let low = 0;
    let high = this.sends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sends[middle]?.at ?? 0) > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** A request of any browser window. */
export interface KnownSend extends Send {
  readonly id: string;
  readonly arrived: number | undefined;
}

export class RateWindows {
  /** By when they were sent, and by when they had certainly arrived. */
  private log = new SendLog();
  private arrived = new SendLog();
  /** Requests whose arrival is not certain yet, by their names. */
  private onTheirWay = new Map<string, Send>();
  /** When it was last read what the other browser windows know; undefined where this one stands alone. */
  private takenAt: number | undefined;
  /** Proved by the statistic: a send counts as one, whatever it costs. */
  countRequests = false;
  /** Sends whose end is not known. */
  private open = 0;
  /** Since the statistic was last read with nothing under way: calls that were charged, and what they cost. */
  private charged = { calls: 0, credits: 0, only: false };
  private last: TokenRecord | undefined;
  private readonly all: readonly RateWindow[] = table.map(({ id, seconds }) => ({
    id,
    length: seconds * 1000 * (1 + drift),
    limit: 0,
    foreign: 0,
    foreignUntil: 0,
  }));

  /** An unknown or zero limit is no limit: it must not stop anything. `began`: when the reading was asked for. */
  learn(record: TokenRecord, elapsed: number, began = elapsed): void {
    if (this.showsRequests(record)) this.countRequests = true;
    this.charged = { calls: 0, credits: 0, only: this.open === 0 };
    this.last = record;
    for (const window of this.all) {
      window.limit = count(record[`${window.id}_limit`]);
      const usage = count(record[`${window.id}_usage`]);
      // What was sent after the reading began is not in it; and each send counts as one at least.
      const own = this.log.between(elapsed - window.length, began, true);
      window.foreign = Math.max(0, usage - own);
      window.foreignUntil = elapsed + window.length;
    }
  }

  /** All slow windows grew by the calls since the last reading or a little more, and by less than their credits. */
  private showsRequests(record: TokenRecord): boolean {
    const { last, open } = this;
    const { calls, credits, only } = this.charged;
    if (!last || !only || open > 0 || calls === 0) return false;
    const known = slow.filter((id) => typeof record[`${id}_usage`] === 'number');
    const grown = known.map((id) => count(record[`${id}_usage`]) - count(last[`${id}_usage`]));
    return grown.length > 0 && grown.every((more) => more >= calls && more < credits);
  }

  forget(): void {
    this.log = new SendLog();
    this.arrived = new SendLog();
    this.onTheirWay.clear();
    this.countRequests = false;
    this.last = undefined;
    this.charged = { calls: 0, credits: 0, only: false };
    for (const window of this.all) Object.assign(window, { limit: 0, foreign: 0, foreignUntil: 0 });
  }

  noteSend(id: string, elapsed: number, credits = 1): void {
    const send: Send = { at: elapsed, credits };
    this.log.add(send, elapsed - this.longest);
    this.onTheirWay.set(id, send);
  }

  /** Its response has come. */
  noteArrival(id: string, elapsed: number): void {
    const send = this.onTheirWay.get(id);
    if (send && this.onTheirWay.delete(id))
      this.arrived.add({ ...send, at: elapsed }, elapsed - this.longest);
  }

  private get longest(): number {
    return this.all.at(-1)?.length ?? 0;
  }

  /** What takes up a place: what arrived since a time, and what may arrive yet. */
  private since(time: number, elapsed: number, requests: boolean): number {
    let sum = this.arrived.between(time, Infinity, requests);
    for (const send of this.onTheirWay.values())
      if (Math.min(elapsed, send.at + longestDelivery) > time) sum += weight(send, requests);
    return sum;
  }

  /** A call of this window is under way. */
  noteStart(): void {
    this.open += 1;
  }

  /** `credits`: what it cost; undefined where it failed, after which the growth of the windows tells nothing. */
  noteEnd(credits: number | undefined): void {
    this.open -= 1;
    const { charged } = this;
    this.charged =
      credits === undefined
        ? { ...charged, only: false }
        : { ...charged, calls: charged.calls + 1, credits: charged.credits + credits };
  }

  /** What every window of the user sent since `from`, in place of what is known here of that time; `arrived` where it is known. */
  replaceSince(from: number, sends: readonly KnownSend[], elapsed: number): void {
    this.takenAt = elapsed;
    const before = this.log.between(from, Infinity, true);
    this.log.replaceSince(from, sends);
    if (this.log.between(from, Infinity, true) !== before) this.charged = { ...this.charged, only: false };
    this.arrived.replaceSince(
      from,
      sends.flatMap(({ arrived, ...send }) => (arrived === undefined ? [] : [{ ...send, at: arrived }])),
    );
    const isOpen = ({ arrived }: KnownSend) => arrived === undefined;
    this.onTheirWay = new Map(sends.filter(isOpen).map((send) => [send.id, send]));
  }

  /** How many calls of any window were sent, under way or finished since a time. */
  callsSince(elapsed: number): number {
    return this.arrived.between(elapsed, Infinity, true) + this.onTheirWay.size;
  }

  /** When the next request may be sent; now, if it may. */
  freeAt(elapsed: number, credits = 1): number {
    const wanted = this.countRequests ? 1 : Math.max(1, credits);
    return this.all.reduce(
      (latest, window) => Math.max(latest, this.freeIn(window, elapsed, wanted)),
      elapsed,
    );
  }

  /** Whether only not knowing what the windows count stands in the way, and a reading could tell. */
  mayBeFree(elapsed: number): boolean {
    const { calls, credits, only } = this.charged;
    if (this.countRequests || !this.last || !only || credits <= calls) return false;
    return this.all.every((window) => {
      const own = this.since(elapsed - window.length, elapsed, true);
      const foreign = elapsed < window.foreignUntil ? window.foreign : 0;
      return window.limit === 0 || own + foreign < window.limit;
    });
  }

  /** When the last of `requests` can have been sent, as far as the windows tell. */
  emptyAt(requests: number, elapsed: number): number {
    if (requests <= 0) return elapsed;
    return this.all.reduce((latest, window) => {
      if (window.limit === 0) return latest;
      const free = window.limit - this.used(window, elapsed);
      if (requests <= free) return latest;
      const turns = Math.ceil((requests - Math.max(0, free)) / window.limit) - 1;
      const full = this.freeIn(window, elapsed, Math.max(1, free + 1));
      return Math.max(latest, full + turns * window.length);
    }, elapsed);
  }

  states(elapsed: number, now: number): readonly WindowState[] {
    return this.all.map((window) => {
      const oldest = this.arrived.firstAfter(elapsed - window.length) ?? [...this.onTheirWay.values()][0]?.at;
      const ends = [
        ...(oldest === undefined ? [] : [oldest + window.length]),
        ...(window.foreign > 0 && elapsed < window.foreignUntil ? [window.foreignUntil] : []),
      ];
      return {
        id: window.id,
        limit: window.limit,
        used: this.used(window, elapsed),
        resetsAt: ends.length > 0 ? now + Math.max(...ends) - elapsed : undefined,
      };
    });
  }

  private used(window: RateWindow, elapsed: number): number {
    const own = this.since(elapsed - window.length, elapsed, this.countRequests);
    return own + (elapsed < window.foreignUntil ? window.foreign : 0);
  }

  /** When `wanted` more fits into the window; what is larger than the window fits into an empty one. */
  private freeIn(window: RateWindow, elapsed: number, wanted: number): number {
    const { limit, length, foreignUntil } = window;
    if (limit === 0) return elapsed;
    const foreign = elapsed < foreignUntil ? window.foreign : 0;
    const own = this.since(elapsed - length, elapsed, this.countRequests);
    const tooMuch = own + foreign - limit + Math.min(wanted, limit);
    if (tooMuch <= 0) return elapsed;
    // What had not arrived when that was last known leaves no sooner than if it arrived then.
    const leaves = (amount: number) =>
      (this.arrived.whenPassed(elapsed - length, amount, this.countRequests) ?? this.takenAt ?? elapsed) +
      length;
    if (tooMuch <= own && leaves(tooMuch) <= foreignUntil) return leaves(tooMuch);
    if (foreign === 0) return leaves(Math.min(tooMuch, own));
    return tooMuch <= foreign ? foreignUntil : Math.max(foreignUntil, leaves(tooMuch - foreign));
  }
}
