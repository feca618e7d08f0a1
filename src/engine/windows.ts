// The five rate windows of the token. The service does not say how they turn over, so every window is treated as
// sliding: at no time do more than `limit` sends lie within its length. That fits fixed windows as well.
import { windows as table, type TokenRecord, type WindowId } from '../operations/tokenStatistic';
import type { WindowState } from './engine';

/** Sends take different times to arrive; a window is taken a little longer than it is. */
const margin = (milliseconds: number) => Math.min(1_000, milliseconds * 0.01);

interface RateWindow {
  readonly id: WindowId;
  readonly length: number;
  limit: number;
  /** Sends by others, as the statistic told, which leave the window together at `foreignUntil` at the latest. */
  foreign: number;
  foreignUntil: number;
}

const count = (value: number | null | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

export class Windows {
  /** When requests were sent, as `clock.elapsed()` tells, oldest first. */
  private sends: number[] = [];
  private readonly all: readonly RateWindow[] = table.map(({ id, seconds }) => ({
    id,
    length: seconds * 1000 + margin(seconds * 1000),
    limit: 0,
    foreign: 0,
    foreignUntil: 0,
  }));

  /** An unknown or zero limit is no limit: it must not stop anything. */
  learn(record: TokenRecord, elapsed: number): void {
    for (const window of this.all) {
      window.limit = count(record[`${window.id}_limit`]);
      window.foreign = Math.max(0, count(record[`${window.id}_usage`]) - this.within(window, elapsed));
      window.foreignUntil = elapsed + window.length;
    }
  }

  forget(): void {
    this.sends = [];
    for (const window of this.all) Object.assign(window, { limit: 0, foreign: 0, foreignUntil: 0 });
  }

  noteSend(elapsed: number): void {
    this.sends.push(elapsed);
    const longest = this.all.at(-1)?.length ?? 0;
    if (this.sends.length % 1000 === 0) this.sends = this.sends.slice(this.firstAfter(elapsed - longest));
  }

  sendsSince(elapsed: number): number {
    return this.sends.length - this.firstAfter(elapsed);
  }

  /** When the next request may be sent; now, if it may. */
  freeAt(elapsed: number): number {
    return this.all.reduce((latest, window) => Math.max(latest, this.freeIn(window, elapsed)), elapsed);
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
      const oldest = this.sends[this.firstAfter(elapsed - window.length)];
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
    return this.within(window, elapsed) + (elapsed < window.foreignUntil ? window.foreign : 0);
  }

  private within({ length }: RateWindow, elapsed: number): number {
    return this.sends.length - this.firstAfter(elapsed - length);
  }

  /** When `wanted` more requests fit into the window. */
  private freeIn(window: RateWindow, elapsed: number, wanted = 1): number {
    const { limit, length, foreignUntil } = window;
    if (limit === 0) return elapsed;
    const foreign = elapsed < foreignUntil ? window.foreign : 0;
    const first = this.firstAfter(elapsed - length);
    const own = this.sends.length - first;
    const tooMany = own + foreign - limit + Math.min(wanted, limit);
    if (tooMany <= 0) return elapsed;
    const leaves = (nth: number) => (this.sends[first + nth - 1] ?? elapsed) + length;
    if (tooMany <= own && leaves(tooMany) <= foreignUntil) return leaves(tooMany);
    if (foreign === 0) return leaves(Math.min(tooMany, own));
    return tooMany <= foreign ? foreignUntil : Math.max(foreignUntil, leaves(tooMany - foreign));
  }

  /** Index of the first send after a time. */
  private firstAfter(time: number): number {
    let low = 0;
    let high = this.sends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sends[middle] ?? 0) > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
