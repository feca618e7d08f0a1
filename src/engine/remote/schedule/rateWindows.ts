// The five rate windows of the token. The service does not say how they turn over, so every window is treated as
// sliding: at no time does more than `limit` lie within its length. That fits fixed windows as well. Nor does it say whether
// they count requests or credits: until the statistic has shown that a window grew by less than the credits that were
// charged, each send counts with its credits.
import { windows as table, type TokenRecord, type WindowId } from '../../../operations/tokenStatistic';
import type { WindowState } from '../../engine';
import { SendLog, type Send } from './sendLog';

/** Sends take different times to arrive; a window is taken a little longer than it is. */
const margin = (milliseconds: number) => Math.min(1_000, milliseconds * 0.01);
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

export class RateWindows {
  private log = new SendLog();
  /** Proved by the statistic: a send counts as one, whatever it costs. */
  countRequests = false;
  /** Sends whose end is not known. */
  private open = 0;
  /** Since the statistic was last read with nothing under way: calls that were charged, and what they cost. */
  private charged = { calls: 0, credits: 0, only: false };
  private last: TokenRecord | undefined;
  private readonly all: readonly RateWindow[] = table.map(({ id, seconds }) => ({
    id,
    length: seconds * 1000 + margin(seconds * 1000),
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
    this.countRequests = false;
    this.last = undefined;
    this.charged = { calls: 0, credits: 0, only: false };
    for (const window of this.all) Object.assign(window, { limit: 0, foreign: 0, foreignUntil: 0 });
  }

  noteSend(elapsed: number, credits = 1): void {
    this.log.add({ at: elapsed, credits }, elapsed - (this.all.at(-1)?.length ?? 0));
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

  /** What every window of the user sent since `from`, in place of what is known here of that time. */
  replaceSince(from: number, sends: readonly Send[]): void {
    if (sends.length !== this.sendsSince(from)) this.charged = { ...this.charged, only: false };
    this.log.replaceSince(from, sends);
  }

  sendsSince(elapsed: number): number {
    return this.log.between(elapsed, Infinity, true);
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
      const own = this.log.between(elapsed - window.length, Infinity, true);
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
      const oldest = this.log.firstAfter(elapsed - window.length);
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
    const own = this.log.between(elapsed - window.length, Infinity, this.countRequests);
    return own + (elapsed < window.foreignUntil ? window.foreign : 0);
  }

  /** When `wanted` more fits into the window; what is larger than the window fits into an empty one. */
  private freeIn(window: RateWindow, elapsed: number, wanted: number): number {
    const { limit, length, foreignUntil } = window;
    if (limit === 0) return elapsed;
    const foreign = elapsed < foreignUntil ? window.foreign : 0;
    const own = this.log.between(elapsed - length, Infinity, this.countRequests);
    const tooMuch = own + foreign - limit + Math.min(wanted, limit);
    if (tooMuch <= 0) return elapsed;
    const leaves = (amount: number) =>
      (this.log.whenPassed(elapsed - length, amount, this.countRequests) ?? elapsed) + length;
    if (tooMuch <= own && leaves(tooMuch) <= foreignUntil) return leaves(tooMuch);
    if (foreign === 0) return leaves(Math.min(tooMuch, own));
    return tooMuch <= foreign ? foreignUntil : Math.max(foreignUntil, leaves(tooMuch - foreign));
  }
}
