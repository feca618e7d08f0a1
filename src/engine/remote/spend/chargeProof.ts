// What a failure cost, as far as the points of the token statistic prove it. Reading them is free. Points that are the same
// before a call was sent and after it failed prove that nothing was billed meanwhile, once they were seen to fall by what a call
// cost, and as long after the failure as that took; points that fell prove nothing where other calls were under way; points that once
// did not show a charge in time prove nothing any more. Where nothing is proved, what the response alone tells (client/charge.ts)
// stands.
import type { TokenRecord } from '../../../operations/tokenStatistic';
import { inTime, pause, type Clock } from '../../ports/clock';
import { SpillwayError } from '../../request/errors';

/** The bill may come a moment after the response. */
const settling = 1_000;
const readTimeout = 5_000;
/** How often an assumption is put to the test while the test tells nothing. */
const betweenTests = 60_000;

interface Reading {
  readonly began: number;
  readonly ended: number;
  /** Undefined where a record does not tell its points. */
  readonly points: string | undefined;
  readonly total: number;
}

/** Calls that were charged and that no reading has shown yet. */
interface Unshown {
  readonly before: Reading;
  /** NaN: one of them was under way then, so the points before may show it already. */
  credits: number;
}

export interface ChargeProofParts {
  readonly clock: Clock;
  /** Reads the statistic now; what comes is noted here before the promise resolves. */
  readonly read: () => Promise<unknown>;
  /** How many calls of any window were sent, under way or finished since a time of `clock.elapsed()`. */
  readonly callsSince: (elapsed: number) => number;
}

export class ChargeProof {
  private readings: readonly Reading[] = [];
  private reading: Promise<void> | undefined;
  /** What the points have told of failures with this status. */
  private readonly known = new Map<number, 'no' | 'maybe'>();
  private readonly tested = new Map<number, number>();
  private unshown: Unshown | undefined;
  private paidAt = 0;
  private looking = false;
  private lookedAt = -Infinity;
  /**
   * How long after a charge the points were seen to show it. Infinity: calls were charged and they stayed the same, so they count
   * something else, or show a charge too late.
   */
  private shownAfter: number | undefined;

  constructor(private readonly parts: ChargeProofParts) {}

  /** `cached`: a gateway responded from what it read earlier, which proves nothing of this moment. */
  note(records: readonly TokenRecord[], began: number, cached: boolean): void {
    if (cached) return;
    const known = records.length > 0 && records.every(({ points }) => Number.isFinite(points));
    const points = known ? JSON.stringify(records.map(({ id, points }) => [id, points]).sort()) : undefined;
    const total = records.reduce((sum, record) => sum + (record.points ?? 0), 0);
    const after = began - this.paidAt;
    if (this.unshown && after >= settling) {
      const { before, credits } = this.unshown;
      const isSame = before.points === points;
      if (isSame && !Number.isNaN(credits)) this.shownAfter = Infinity;
      if (before.total - total === credits && after < readTimeout) this.shownAfter ??= after;
      if (!isSame || !Number.isNaN(credits)) this.unshown = undefined;
    }
    this.readings = [...this.readings.slice(-9), { began, ended: this.now(), points, total }];
  }

  /** `sentAt` as `clock.elapsed()` tells. */
  notePaid(credits: number, sentAt: number): void {
    if (credits <= 0) return;
    const before = this.readings.at(-1);
    if (before) this.unshown ??= { before, credits: 0 };
    if (this.unshown) this.unshown.credits += this.unshown.before.ended <= sentAt ? credits : NaN;
    this.paidAt = this.now();
    if (this.unshown?.before.points !== undefined && this.shownAfter === undefined) void this.look();
  }

  /** Whether, and how soon, the points show what was paid: a failure that comes later may need it. */
  private async look(): Promise<void> {
    const { clock } = this.parts;
    if (this.looking || this.now() - this.lookedAt < betweenTests) return;
    this.looking = true;
    while (this.now() < this.paidAt + settling) await pause(clock, this.paidAt + settling - this.now());
    this.lookedAt = this.now();
    await this.readingFrom(this.now());
    this.looking = false;
  }

  /** Another key: nothing that is known holds for it. */
  forget(): void {
    this.readings = [];
    this.known.clear();
    this.tested.clear();
    this.unshown = undefined;
    this.shownAfter = undefined;
    this.lookedAt = -Infinity;
  }

  /** The error with what is known of its charge; `sentAt` as `clock.elapsed()` tells. */
  async settle(error: SpillwayError, sentAt: number): Promise<SpillwayError> {
    const { status, billed, assumed } = error.facts;
    if (status === undefined || billed === 'yes' || (billed === 'no' && !assumed)) return error;
    const known = assumed ? this.known.get(status) : undefined;
    if (known) return withCharge(error, known);
    const before = this.readings.filter(({ ended }) => ended <= sentAt).at(-1);
    const { shownAfter } = this;
    if (before?.points === undefined || shownAfter === Infinity || !this.isDue(status, assumed)) return error;
    const after = await this.readingFrom(this.now() + (shownAfter ?? settling));
    if (after?.points === undefined || this.shownAfter === Infinity || this.unshown) return error;
    if (after.points === before.points) {
      // As far as anyone has seen, they may show the charge later, or never.
      if (shownAfter === undefined) return error;
      if (assumed) this.known.set(status, 'no');
      return withCharge(error, 'no');
    }
    // Any other call that was under way, or whose bill was to come, may be what the points fell by.
    if (!assumed || this.parts.callsSince(before.began - settling) > 1) return error;
    this.known.set(status, 'maybe');
    return withCharge(error, 'maybe');
  }

  /** A failure that may have been charged is looked into each time; an assumption now and then. A refused key reads nothing. */
  private isDue(status: number, assumed = false): boolean {
    if (!assumed) return true;
    const now = this.now();
    if (status === 401 || now - (this.tested.get(status) ?? -Infinity) < betweenTests) return false;
    this.tested.set(status, now);
    return true;
  }

  /** The first reading that begins then or later; undefined where none came. */
  private async readingFrom(time: number): Promise<Reading | undefined> {
    for (let left = time - this.now(); left > 0; left = time - this.now())
      await pause(this.parts.clock, left);
    // One reading for all who wait for one.
    for (let tries = 0; tries < 2; tries += 1) {
      await (this.reading ??= this.readOnce());
      const last = this.readings.at(-1);
      if (last && last.began >= time) return last;
    }
    return undefined;
  }

  private async readOnce(): Promise<void> {
    const { clock, read } = this.parts;
    await inTime(clock, readTimeout, read).catch(() => undefined);
    this.reading = undefined;
  }

  private now(): number {
    return this.parts.clock.elapsed();
  }
}

function withCharge({ code, facts }: SpillwayError, billed: 'no' | 'maybe'): SpillwayError {
  const { assumed: _assumed, ...rest } = facts;
  return new SpillwayError(code, { ...rest, billed });
}
